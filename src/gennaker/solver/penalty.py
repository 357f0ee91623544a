"""The first penalty of the augmented Lagrangian, from what the start tells."""

from __future__ import annotations

import math

from gennaker.backends.space import Array
from gennaker.solver.box import Box
from gennaker.solver.evaluation import Counted
from gennaker.solver.lagrangian import Trial
from gennaker.solver.problem import Problem
from gennaker.solver.scaling import typical_size

__all__ = ["first_penalty", "penalty_of_prices"]

STIFFER = 10.0
LEAST, MOST = 0.1, 10.0


def first_penalty(
    problem: Problem,
    counted: Counted,
    box: Box,
    start: Trial,
    of_f: Array,
    rows: Array,
    missed: float,
) -> float:
    """Return a penalty for constraints whose gradients have length one.

    A quadratic objective with linear constraints wants some times its own curvature. Otherwise
    the rule of ALGENCAN balances objective and constraints (Birgin and Martinez, 2014): here it
    is stated so that the units of the objective do not matter. ``rows`` are the lengths of the
    gradients of the constraints, ``missed`` is the length of the scaled violations.
    """
    space = problem.space
    xp = space.xp
    steepness, objective, largest = space.to_host(
        [xp.max(xp.abs(of_f)), start.f, typical_size(problem, start.x, rows, start.c)]
    )
    if steepness <= 0.0:
        return MOST
    balanced, unit = MOST, steepness / largest
    if problem.quadratic and problem.linear:
        curvature = _curvature_on_host(problem, counted, box, start, of_f, 1.0 / unit)
        if math.isfinite(curvature) and STIFFER * curvature > LEAST * unit:
            return STIFFER * curvature  # else it is next to linear, where curvature says nothing
    if missed > 0.0:
        balanced = 4.0 * abs(objective) / (unit * missed * missed)
    return min(max(balanced, LEAST), MOST) * unit


def penalty_of_prices(problem: Problem, start: Trial, scale: Array) -> float:
    """Return the penalty at which the multipliers get from one price to the other in one round.

    ``scale`` are the factors of the constraints. Zero says that nothing is known.
    """
    space, prices = problem.space, problem.prices
    if prices is None:
        return 0.0
    xp = space.xp
    widths = (prices.high - prices.low) / scale
    missed = prices.paid * scale * start.c
    width, away = space.to_host([xp.sqrt(widths @ widths), xp.sqrt(missed @ missed)])
    known = away > 0.0 and math.isfinite(width) and math.isfinite(away)
    return width / away if known else 0.0


def _curvature_on_host(
    problem: Problem, counted: Counted, box: Box, start: Trial, g: Array, step: float
) -> float:
    """Return the curvature of the objective along its projected gradient."""
    space = problem.space
    p = box.clip(start.x - step * g) - start.x
    weights = space.zeros(problem.constraints)
    du = counted.images(p)
    u = tuple(a + b for a, b in zip(start.u, du, strict=True))
    _, _, saved = counted.forward(start.x + p, u)
    if counted.rays:
        end = counted.slope(start.x + p, u, p, du, weights, saved)
    else:
        end = counted.backward(start.x + p, u, weights, saved) @ p
    gain, length = space.to_host([end - g @ p, p @ p])
    return gain / length if length > 0.0 else 0.0
