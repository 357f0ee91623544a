"""Algorithm 2: from a quasi-Newton direction to one that descends and can be followed."""

from __future__ import annotations

from gennaker.backends.space import Array
from gennaker.solver.box import Box

__all__ = ["project_direction"]


def project_direction(x: Array, g: Array, d: Array, box: Box, epsilon: float) -> Array:
    """Return the projected step if it descends well, and else d without its blocked entries.

    The first may be followed to its end; the second until it meets a bound.

    Example:
        >>> import numpy
        >>> from gennaker.backends.space import space_of
        >>> x, g = numpy.array([1.0, 1.0]), numpy.array([2.0, 4.0])
        >>> box = Box(space_of(x), numpy.zeros(2), None)
        >>> print(project_direction(x, g, -g, box, 1e-10))
        [-1. -1.]

    """
    z = box.clip(x + d)  # line 1
    p = z - x  # line 2
    descent, length = box.space.to_host([p @ g, p @ p])
    if descent <= -epsilon * length and length >= epsilon:  # line 3
        return p  # line 4
    xp = box.space.xp
    p = d  # line 6
    if box.lower is not None:
        p = xp.where((d < 0.0) & (x <= box.lower + epsilon), 0.0, p)  # line 7
    if box.upper is not None:
        p = xp.where((d > 0.0) & (x >= box.upper - epsilon), 0.0, p)  # line 8
    return p  # line 9
