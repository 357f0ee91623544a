"""Is there a point at all? The constraints alone, and the reason where they cannot all hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gennaker.backends.space import Array
from gennaker.solver.box import Box
from gennaker.solver.convergence import NaturalSizes, feasibility
from gennaker.solver.curvature_pairs import CurvaturePairs
from gennaker.solver.evaluation import Counted
from gennaker.solver.lagrangian import Lagrangian, Point
from gennaker.solver.lbfgsb import Outcome, minimize_in_box
from gennaker.solver.problem import Prices, Problem
from gennaker.solver.progress import Sight
from gennaker.solver.scaling import row_norms

__all__ = ["Feasibility", "restore"]

SHARE = 1e-3
"""Constraints with less than this share of the largest multiplier take no part in a conflict."""
STATIONARY = 1e-9
CERTAIN = 1e-4
CLEAR = 1e-4
"""Curved constraints that only touch are met ever more slowly: a violation below this is no proof."""
FAR = 1e4


@dataclass(frozen=True, slots=True)
class Feasibility:
    """The point that violates the constraints least, and whether it proves that none satisfies them.

    ``relative`` is the violation measured as for the result; ``feasible`` says that it is within
    the tolerance.
    """

    point: Point
    relative: float
    feasible: bool
    infeasible: bool
    conflict: tuple[str, ...]


class _Constraints:
    """The functions of a problem with the objective left out."""

    def __init__(self, counted: Counted, none: Array) -> None:
        self._counted = counted
        self._none = none
        self.rays = counted.rays

    def images(self, x: Array) -> tuple[Array, ...]:
        return self._counted.images(x)

    def forward(self, x: Array, u: tuple[Array, ...]) -> tuple[Array, Array, Any]:
        f, c, saved = self._counted.forward(x, u)
        return f * 0.0, c, saved

    def backward(self, x: Array, u: tuple[Array, ...], v: Array, saved: Any) -> Array:  # noqa: ANN401
        backward = self._counted.backward
        return backward(x, u, v, saved) - backward(x, u, self._none, saved)

    def slope(
        self,
        x: Array,
        u: tuple[Array, ...],
        p: Array,
        du: tuple[Array, ...],
        v: Array,
        saved: Any,  # noqa: ANN401
    ) -> Array:
        slope = self._counted.slope
        return slope(x, u, p, du, v, saved) - slope(x, u, p, du, self._none, saved)

    @property
    def iterations(self) -> int:
        return self._counted.iterations

    @iterations.setter
    def iterations(self, value: int) -> None:
        self._counted.iterations = value

    @property
    def restarts(self) -> int:
        return self._counted.restarts

    @restarts.setter
    def restarts(self, value: int) -> None:
        self._counted.restarts = value


def restore(
    problem: Problem,
    counted: Counted,
    box: Box,
    scale: Array,
    sizes: NaturalSizes,
    x: Array,
    memory: int,
    tolerance: float,
    stop: Callable[[], bool],
) -> Feasibility:
    """Minimise the violation of the constraints from x, and judge what it means.

    The scaled violations w at the end are multipliers: if even by going far no first-order change
    of w'c makes up for w'c itself, no point near by, and for convex constraints no point at all,
    satisfies them.
    """
    space = problem.space
    none = space.zeros(problem.constraints)
    functions: Any = _Constraints(counted, none)
    alone = replace(problem, quadratic=True, prices=_free(problem))
    function = Lagrangian(alone, functions, space, scale)
    pairs = CurvaturePairs(space, memory, problem.size)
    close = 0.1 * tolerance

    def watch(point: Point, look: Sight, _: float) -> bool:
        near = look.violation == 0.0 or look.value <= close**2
        return stop() or (near and feasibility(problem, point.c, _length(point), sizes)[0] <= close)

    point = function.completed(function.at(x))
    natural = _pull_on_host(problem, counted, scale, point)
    inner = minimize_in_box(function, box, point, pairs, STATIONARY * natural, watch)
    point = inner.point
    relative, _ = feasibility(problem, point.c, _length(point), sizes)
    done = inner.outcome in {Outcome.STATIONARY, Outcome.NO_PROGRESS}
    clear = relative > (tolerance if problem.linear else max(tolerance, CLEAR))
    if not clear or not done:
        return Feasibility(point, relative, relative <= tolerance, infeasible=False, conflict=())
    return _judged(problem, counted, box, scale, point, relative)


def _free(problem: Problem) -> Prices | None:
    """Return prices at which what may be missed costs nothing."""
    prices = problem.prices
    if prices is None:
        return None
    nothing = problem.space.zeros(problem.constraints)
    return Prices(nothing, nothing, prices.paid)


def _length(point: Point) -> float:
    return float((point.x @ point.x) ** 0.5)


def _pull_on_host(problem: Problem, counted: Counted, scale: Array, point: Point) -> float:
    """Return how large the gradient would be if those of the constraints did not cancel."""
    space = problem.space
    xp = space.xp
    none = space.zeros(problem.constraints)
    of_f = counted.backward(point.x, point.u, none, point.saved)
    rows = row_norms(problem, counted, point.x, point.u, point.saved, of_f) * scale
    return space.to_host([xp.sqrt((rows * rows) @ (point.v * point.v))])[0]


def _judged(
    problem: Problem, counted: Counted, box: Box, scale: Array, point: Point, relative: float
) -> Feasibility:
    space = problem.space
    xp = space.xp
    reach = FAR * (1.0 + xp.max(xp.abs(point.x)))
    distance = xp.full_like(point.x, 1.0) * reach
    if box.lower is not None:
        distance = xp.where(point.g > 0.0, xp.minimum(distance, point.x - box.lower), distance)
    if box.upper is not None:
        distance = xp.where(point.g < 0.0, xp.minimum(distance, box.upper - point.x), distance)
    gain, lost, steepest = space.to_host(
        [
            xp.abs(point.g) @ distance,
            point.v @ (scale * point.c),
            xp.max(xp.minimum(xp.abs(point.g), distance)),
        ]
    )
    proven = gain < lost
    if not (problem.convex and problem.linear):
        natural = _pull_on_host(problem, counted, scale, point)
        proven = proven or steepest <= CERTAIN * natural
    conflict = _conflict(problem, point.v) if proven else ()
    return Feasibility(point, relative, feasible=False, infeasible=proven, conflict=conflict)


def _conflict(problem: Problem, weights: Array) -> tuple[str, ...]:
    """Name the constraints that cannot hold together."""
    w = np.abs(problem.space.array_to_host(weights))
    large = SHARE * w.max()
    return tuple(
        block.name for block in problem.blocks if w[block.start : block.stop].max() > large
    )
