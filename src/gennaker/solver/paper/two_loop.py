"""Algorithm 3: the quasi-Newton direction on the free variables alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gennaker.backends.space import Array

__all__ = ["Pair", "modified_two_loop"]


@dataclass(frozen=True, slots=True)
class Pair:
    """A step s, the change y of the gradient on it, and the squared norm of y."""

    s: Array
    y: Array
    yy: float


def modified_two_loop(g: Array, free: Array, pairs: Sequence[Pair], epsilon: float) -> Array:
    """Return B^-1 g on the free variables, and zero on the others.

    ``free`` has ones for the variables in S and zeros elsewhere: multiplying by it stands for
    the ``[S]`` of the paper. ``pairs`` holds the newest last. A pair whose curvature fails on the
    free variables, though it may be fine on all of them, is passed over; the published recursion
    measures the curvature against all of y, not against the free part.

    Example:
        >>> import numpy
        >>> pair = Pair(s=numpy.array([1.0, 0.0]), y=numpy.array([2.0, 0.0]), yy=4.0)
        >>> all_free = numpy.ones(2)
        >>> print(modified_two_loop(numpy.array([2.0, 2.0]), all_free, [pair], 1e-10))
        [1. 1.]

    """
    q = g * free  # line 1
    used: list[tuple[Pair, Array, float, float]] = []
    newest: tuple[float, float] | None = None
    for place, pair in enumerate(reversed(pairs)):  # line 2
        y = pair.y * free
        rho = float(pair.s @ y)  # line 3
        if rho > epsilon * pair.yy:  # line 4
            alpha = float(pair.s @ q) / rho  # line 5
            q = q - alpha * y  # line 6
            used.append((pair, y, rho, alpha))
            if place == 0:
                newest = rho, pair.yy
    if newest is not None:  # line 9
        rho, yy = newest
        q = (rho / yy) * q  # line 10
    for pair, y, rho, alpha in reversed(used):  # lines 12 and 13
        beta = float(y @ q) / rho  # line 14
        q = q + (alpha - beta) * (pair.s * free)  # line 15
    return q  # line 18
