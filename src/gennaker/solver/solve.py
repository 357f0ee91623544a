"""Solve a problem over one flat vector: the front door of the solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from gennaker.solver.augmented_lagrangian import solve_by_rounds
from gennaker.solver.evaluation import Counted
from gennaker.solver.gradient_check import check_gradient
from gennaker.solver.options import Options, make_options
from gennaker.solver.paper.augmented_lagrangian import solve_by_paper
from gennaker.solver.problem import Problem
from gennaker.solver.progress import Callback, Progress, logged
from gennaker.solver.result import Residuals, Result
from gennaker.solver.status import Status

__all__ = ["solve"]


def solve(
    problem: Problem,
    options: Options | Mapping[str, Any] | None = None,
    *,
    start: Result | None = None,
    callback: Callback | None = None,
) -> Result:
    """Minimise the objective over the box where the constraints hold.

    Args:
        problem: Functions, bounds and a start point.
        options: Settings, or a mapping with some of them.
        start: An earlier result; its point, multipliers and penalty are what this solve starts with.
        callback: Called with a ``State`` in each iteration; a true answer stops the solve.

    Example:
        >>> import numpy
        >>> class Square:  # (x - 3)'(x - 3) without constraints
        ...     rays = False
        ...     def images(self, x): return ()
        ...     def forward(self, x, u): return (x - 3) @ (x - 3), x[:0], None
        ...     def backward(self, x, u, v, saved): return 2 * (x - 3)
        >>> solve(Problem(Square(), numpy.zeros(2))).x.round(6)
        array([3., 3.])

    """
    chosen = make_options(options)
    counted = Counted(problem.functions, chosen)
    crossed = _crossed_bounds(problem)
    if crossed:
        return _inconsistent(problem, counted, crossed)
    multipliers, memory = None, None
    if start is not None:
        problem = replace(problem, start=start.x)
        multipliers, memory = start.multipliers, start.memory
    if chosen.check_gradient:
        check_gradient(problem)
    progress = Progress(counted, callback)
    method = solve_by_paper if chosen.method == "paper" else solve_by_rounds
    # a search looks beyond domains and ranges; what is not finite there is handled, not printed
    with logged(chosen.verbose), np.errstate(all="ignore"):
        result = method(problem, chosen, counted, progress, multipliers=multipliers, memory=memory)
    return replace(result, history=tuple(progress.history))


def _crossed_bounds(problem: Problem) -> str:
    """Name the first variable whose lower bound is above its upper one."""
    if problem.lower is None or problem.upper is None:
        return ""
    space = problem.space
    xp = space.xp
    gaps = problem.lower - problem.upper
    worst, place = space.to_host([xp.max(gaps), xp.argmax(gaps)])
    if worst <= 0.0:
        return ""
    at = int(place)
    low, high = space.to_host([problem.lower[at], problem.upper[at]])
    return f"Entry {at} has the lower bound {low:g} above its upper bound {high:g}."


def _inconsistent(problem: Problem, counted: Counted, cause: str) -> Result:
    nothing = float("nan")
    return Result(
        x=problem.start,
        objective=nothing,
        multipliers=problem.space.zeros(problem.constraints),
        status=Status.INCONSISTENT_BOUNDS,
        residuals=Residuals(nothing, nothing, nothing, nothing, nothing),
        counts=counted.counts,
        seconds=counted.seconds,
        cause=cause,
    )
