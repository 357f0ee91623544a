"""Algorithm 1: L-BFGS over a box, with no Cauchy point to search for."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from gennaker.backends.space import Array
from gennaker.solver.box import Box
from gennaker.solver.lagrangian import Lagrangian, Point
from gennaker.solver.lbfgsb import Outcome
from gennaker.solver.paper.project_direction import project_direction
from gennaker.solver.paper.two_loop import Pair, modified_two_loop
from gennaker.solver.progress import Sight, Watch

__all__ = ["EPSILON", "Stationary", "free_variables", "lbfgs_box"]

EPSILON = 1e-10
"""The paper's one small constant, which it leaves open."""
ARMIJO = 1e-4
HALVINGS = 50
DEEP = 1e25


@dataclass(frozen=True, slots=True)
class Stationary:
    """Where one minimisation over the box ended, and why."""

    point: Point
    outcome: Outcome
    residual: float


def free_variables(x: Array, g: Array, box: Box, epsilon: float) -> Array:
    """Return ones for the working set S of the paper's Equation 1, and zeros elsewhere.

    A variable is held where it is if it sits at a bound, to within epsilon, and the gradient does
    not pull it away from there.
    """
    xp = box.space.xp
    free = xp.ones_like(x)
    if box.lower is not None:
        free = xp.where((x <= box.lower + epsilon) & (g >= 0.0), 0.0, free)
    if box.upper is not None:
        free = xp.where((x >= box.upper - epsilon) & (g <= 0.0), 0.0, free)
    return free


def lbfgs_box(
    function: Lagrangian,
    box: Box,
    point: Point,
    tolerance: float,
    *,
    memory: int,
    watch: Watch,
    enough: Callable[[Point], bool] | None = None,
) -> Stationary:
    """Minimise from a feasible point until no free entry of the gradient exceeds ``tolerance``.

    ``watch`` sees every iterate and may stop, ``enough`` may call for a tighter tolerance by
    returning False at a point that meets this one.
    """
    space = box.space
    xp = space.xp
    pairs: deque[Pair] = deque(maxlen=memory)
    alpha = 0.0
    while True:  # line 2
        free = free_variables(point.x, point.g, box, EPSILON)  # line 3
        value, residual, objective, violation = space.to_host(
            [point.value, xp.max(xp.abs(point.g * free)), point.f, function.violation(point)]
        )
        if not (math.isfinite(value) and math.isfinite(residual)):
            return Stationary(point, Outcome.NOT_FINITE, math.inf)
        if residual <= tolerance:  # line 11
            if enough is None or residual == 0.0 or enough(point):
                return Stationary(point, Outcome.STATIONARY, residual)
            tolerance = 0.1 * residual
        if watch(point, Sight(value, residual, objective, violation), alpha):
            return Stationary(point, Outcome.STOPPED, residual)
        if value < -DEEP:
            return Stationary(point, Outcome.UNBOUNDED, residual)
        d = -modified_two_loop(point.g, free, pairs, EPSILON)  # lines 4 and 5
        p = project_direction(point.x, point.g, d, box, EPSILON)  # line 6
        found = _backtrack(function, box, point, p, value, first=not pairs)  # line 7
        if found is None:
            if function.functions.limit() is not None:
                return Stationary(point, Outcome.STOPPED, residual)
            if not pairs:
                return Stationary(point, Outcome.NO_PROGRESS, residual)
            pairs.clear()
            function.functions.restarts += 1
            continue
        alpha, new = found
        s, y = new.x - point.x, new.g - point.g  # line 8
        pairs.append(Pair(s, y, space.to_host([y @ y])[0]))  # line 9
        point = new  # line 10
        function.functions.iterations += 1


def _backtrack(
    function: Lagrangian, box: Box, point: Point, p: Array, value: float, *, first: bool
) -> tuple[float, Point] | None:
    """Halve the step until Armijo's condition holds; the first trial stays inside the box.

    Every trial computes the value and the gradient. None where no step descends.
    """
    slope, reach, length = box.space.to_host([p @ point.g, box.reach(point.x, p), p @ p])
    if not slope < 0.0:
        return None
    alpha = min(1.0, reach)
    if first:  # nothing is known of the curvature: at most a step of length one
        alpha = min(alpha, 1.0 / math.sqrt(length))
    for _ in range(HALVINGS):
        trial = function.completed(function.at(box.clip(point.x + alpha * p)))
        reached = box.space.to_host([trial.value])[0]
        if reached < value and reached <= value + ARMIJO * alpha * slope:
            return alpha, trial
        if function.functions.limit() is not None:
            return None
        alpha *= 0.5
    return None
