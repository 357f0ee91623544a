"""Optimality conditions at the last point, measured apart from the algorithm."""

from __future__ import annotations

from gennaker.backends.space import Array
from gennaker.solver.box import Box
from gennaker.solver.lagrangian import Point
from gennaker.solver.problem import Problem
from gennaker.solver.result import Residuals

__all__ = ["measure"]

AT_BOUND = 1e-9


def measure(problem: Problem, box: Box, point: Point, natural: float) -> Residuals:
    """Return the residuals at a point whose gradient is that of the Lagrangian.

    ``natural`` is the size of the gradient that stationarity is relative to.
    """
    space = box.space
    xp = space.xp
    gradient = space.to_host([xp.max(xp.abs(_projected(point.x, point.g, box)))])[0]
    size = problem.constraints
    if not size:
        return Residuals(gradient / natural, 0.0, 0.0, 0.0, gradient)
    places = xp.arange(size, device=space.device)
    equal = places < problem.equalities
    violated = xp.where(equal, xp.abs(point.c), xp.maximum(point.c, space.zeros(size)))
    slack = xp.where(equal, 0.0, xp.minimum(xp.abs(point.c), xp.abs(point.v)))
    violation, weight, gap = space.to_host(
        [xp.max(violated), xp.max(xp.abs(point.v)), xp.max(slack)]
    )
    return Residuals(gradient / natural, violation, gap / max(1.0, weight), violation, gradient)


def _projected(x: Array, g: Array, box: Box) -> Array:
    """Return the gradient without the entries that push against a bound which is met."""
    xp = box.space.xp
    if box.lower is not None:
        at = x - box.lower <= AT_BOUND * (1.0 + xp.abs(x))
        g = xp.where(at & (g > 0.0), 0.0, g)
    if box.upper is not None:
        at = box.upper - x <= AT_BOUND * (1.0 + xp.abs(x))
        g = xp.where(at & (g < 0.0), 0.0, g)
    return g
