"""GENO's own calling convention, so that a file which GENO generated runs with one changed import.

Replace ``from genosolver import minimize, check_version`` by
``from gennaker.geno import minimize, check_version``.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

from gennaker.pipeline.answer import Answer
from gennaker.pipeline.callables import CallableFunctions, Objective, posed
from gennaker.pipeline.geno_arguments import Wishes, read_constraints, read_options, read_sides
from gennaker.pipeline.minimize import message_of
from gennaker.pipeline.vectors import read_start
from gennaker.solver.options import Options
from gennaker.solver.problem import Problem
from gennaker.solver.result import Result
from gennaker.solver.solve import solve
from gennaker.solver.status import Status

__all__ = ["check_version", "minimize"]

LOGGER = logging.getLogger("gennaker")
CONVENTION = (0, 1)
SOLVED, INFEASIBLE, LIMIT, NO_PROGRESS = range(4)
CODES = {
    Status.SOLVED: SOLVED,
    Status.INFEASIBLE: INFEASIBLE,
    Status.INCONSISTENT_BOUNDS: INFEASIBLE,
    Status.ITERATION_LIMIT: LIMIT,
    Status.EVALUATION_LIMIT: LIMIT,
    Status.TIME_LIMIT: LIMIT,
}
ROOM = 0.5
TIGHTEST = 1e-13


def minimize(
    fg: Callable[[Any], tuple[Any, Any]],
    x0: Any,  # noqa: ANN401 - numbers, lists, arrays of any library
    lb: Any = None,  # noqa: ANN401
    ub: Any = None,  # noqa: ANN401
    options: Mapping[str, Any] | None = None,
    constraints: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
    np: ModuleType | None = None,
    *,
    bounds: Sequence[Any] | None = None,
    tol: float | None = None,
) -> Answer:
    """Minimise a function that returns its value and its gradient, as GENO's files call for it.

    Args:
        fg: The objective: ``fg(x)`` is the pair of value and gradient; x is a vector.
        x0: The start point; a matrix is laid out row by row.
        lb: Lower bounds, one for each entry of x or one for all.
        ub: Upper bounds.
        options: Settings by the names of either generation of GENO; the dictionary is not changed.
        constraints: One dictionary or several: ``type`` is ``eq`` (value 0), ``ineq`` (value at
            most 0) or ``bnds`` (between ``cl`` and ``cu``), ``fun(x)`` gives a number, a vector or
            a matrix, and ``jacprod(x, v)`` the transposed Jacobian times v, which has that shape.
        np: The array library to work with, such as ``cupy``; that of x0 where it is left out.
        bounds: Pairs (lower, upper), as before 2022.
        tol: The tolerance, as before 2022.

    Example:
        >>> import numpy
        >>> result = minimize(lambda x: (x @ x, 2 * x), [3, 4], lb=1, np=numpy)
        >>> print(result.x, result["status"])
        [1. 1.] 0

    """
    if not callable(fg):
        raise TypeError(f"fg must be a function, not {type(fg).__name__}")
    start = read_start(x0, np)
    lower, upper = read_sides(lb, ub, bounds, start)
    read = read_constraints(constraints)
    wishes = read_options(options, tol, constrained=bool(read))
    problem, functions = posed(Objective(fg, jac=True), read, start, lower, upper)
    return _answer(problem, functions, _Solves(problem, wishes))


def check_version(version: str) -> None:
    """Accept the version of GENO's solver that a generated file asks for.

    Files ask for 0.0.3 or 0.1.0, the two conventions that are spoken here; a later one is logged.

    Example:
        >>> check_version("0.1.0")

    """
    try:
        numbers = tuple(int(part) for part in version.split("."))
    except (AttributeError, ValueError):
        raise ValueError(f"{version!r} is no version, as in '0.1.0'") from None
    if numbers[: len(CONVENTION)] > CONVENTION:
        shown = ".".join(map(str, CONVENTION))
        LOGGER.warning("the conventions of GENO %s are newer than %s", version, shown)


class _Solves:
    """One solve, or several where the absolute tolerances ask for more than the relative one.

    The solver measures what is left against its natural size; the two numbers that GENO's options
    hold are absolute. Where they do not hold yet, the solve goes on from where it ended.
    """

    def __init__(self, problem: Problem, wishes: Wishes) -> None:
        self.iterations = self.rounds = 0
        options = wishes.options
        best = self._solved(problem, options, None)
        tolerance = options.tolerance
        self.note = ""
        while best.success and not wishes.hold(best):
            tolerance = max(TIGHTEST, tolerance * ROOM * wishes.missed(best))
            options = replace(
                options,
                tolerance=tolerance,
                max_iterations=max(wishes.options.max_iterations - self.iterations, 0),
                check_gradient=False,
            )
            found = self._solved(problem, options, best)
            if found.status.is_limit:
                best = replace(best, status=found.status)
                continue
            if found.residuals.largest <= wishes.options.tolerance:
                best = max(best, replace(found, status=Status.SOLVED, cause=""), key=wishes.missed)
            if not found.success or tolerance <= TIGHTEST:
                self.note = "" if wishes.hold(best) else wishes.regret(best)
                break
        self.result = best

    def _solved(self, problem: Problem, options: Options, start: Result | None) -> Result:
        result = solve(problem, options, start=start)
        self.iterations += result.counts.iterations
        self.rounds += result.counts.rounds
        return result


def _answer(problem: Problem, functions: CallableFunctions, solves: _Solves) -> Answer:
    result, space = solves.result, problem.space
    xp = space.xp
    weights = functions.by_constraint(result.multipliers)
    status = CODES.get(result.status, NO_PROGRESS)
    if result.status is Status.INCONSISTENT_BOUNDS:
        gradient, slack = space.full(problem.size, math.nan), math.nan
    else:
        value, c, visit = functions.forward(result.x, ())
        del value
        gradient = functions.backward(result.x, (), result.multipliers, visit)
        k = functions.equalities
        slack = 0.0
        if problem.constraints > k:
            (slack,) = space.to_host([xp.max(xp.abs(result.multipliers[k:] * c[k:]))])
    return Answer(
        x=result.x,
        y=xp.concat(weights) if weights else space.zeros(0),
        fun=result.objective,
        jac=gradient,
        nit=solves.rounds if problem.constraints else solves.iterations,
        nfev=functions.objective.values,
        nInner=solves.iterations,
        maxcv=result.residuals.violation,
        slack=slack,
        status=status,
        success=status == SOLVED,
        message=f"{message_of(result, functions, 'max_iter')} {solves.note}".strip(),
    )
