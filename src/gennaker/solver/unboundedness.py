"""Does the objective fall for ever where the constraints hold? Feasible points farther and farther out."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from gennaker.backends.space import Array, Space
from gennaker.solver.box import Box
from gennaker.solver.infeasibility import Feasibility

__all__ = ["falls_for_ever"]

DISTANCES = (1e6, 1e9, 1e12)
"""How far out to look, in sizes of the variables: each a thousand times the one before."""
STAYED = 0.01
"""A point that the constraints pull back to less than this share of its distance was not far out."""
SHARE = 0.5


def falls_for_ever(
    objective: Callable[[Array], Array],
    space: Space,
    box: Box,
    origin: Array,
    ray: Array,
    size: float,
    restored: Callable[[Array], Feasibility],
) -> Feasibility | None:
    """Return the last of some feasible points far out along a ray on which the objective falls.

    An augmented Lagrangian without end says little of the problem itself: its penalty may be too
    small, and far out any violation is small against the size of x. So we move each far point to
    where the constraints hold, and look at the objective alone. It must fall from each point to the
    next by about as much as before or more, as all that falls for ever does, down to a logarithm.
    """
    xp = space.xp
    length = xp.max(xp.abs(ray))
    unit = ray / xp.where(length > 0.0, length, 1.0)
    values: list[float] = []
    found: Feasibility | None = None
    for distance in DISTANCES:
        found = restored(box.clip(origin + (distance * size) * unit))
        if not found.feasible:
            return None
        x = found.point.x
        value, away = space.to_host([objective(x), xp.max(xp.abs(x - origin))])
        if not away >= STAYED * distance * size:
            return None
        values.append(value)
    falls = [before - after for before, after in pairwise(values)]
    steady = falls[0] > 0.0 and all(after >= SHARE * before for before, after in pairwise(falls))
    return found if steady else None
