"""The solver for people who bring their own functions, in the manner of SciPy."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping
from typing import Any

from gennaker.pipeline.answer import answer_class
from gennaker.pipeline.callables import CallableFunctions, Objective, posed
from gennaker.pipeline.scipy_arguments import (
    read_bounds,
    read_callback,
    read_constraints,
    read_jac,
    read_options,
)
from gennaker.pipeline.vectors import read_start
from gennaker.solver.options import Options
from gennaker.solver.problem import Problem
from gennaker.solver.result import Result
from gennaker.solver.solve import solve
from gennaker.solver.status import Status

__all__ = ["message_of", "method", "minimize"]

SOLVED, LIMIT, INFEASIBLE, UNBOUNDED, TROUBLE, STOPPED = 0, 1, 2, 3, 4, 99
CODES = {
    Status.SOLVED: SOLVED,
    Status.ITERATION_LIMIT: LIMIT,
    Status.EVALUATION_LIMIT: LIMIT,
    Status.TIME_LIMIT: LIMIT,
    Status.INFEASIBLE: INFEASIBLE,
    Status.INCONSISTENT_BOUNDS: INFEASIBLE,
    Status.UNBOUNDED: UNBOUNDED,
    Status.STOPPED: STOPPED,
}
"""The numbers of SciPy's linear programs, and 99 as everywhere in SciPy for a callback."""
LIMIT_REACHED = "The limit on iterations was reached; raise {}, or go on from result.x."


def minimize(
    fun: Callable[..., Any],
    x0: Any,  # noqa: ANN401 - numbers, lists, arrays of any library
    args: Any = (),  # noqa: ANN401 - SciPy takes one argument without its tuple
    *,
    jac: Callable[..., Any] | bool | str | None = None,
    bounds: Any = None,  # noqa: ANN401 - Bounds or pairs
    constraints: Any = (),  # noqa: ANN401 - one or several, in SciPy's three forms
    tol: float | None = None,
    options: Mapping[str, Any] | Options | None = None,
    callback: Callable[..., object] | None = None,
) -> Any:  # noqa: ANN401 - SciPy's OptimizeResult where SciPy is installed
    """Minimise a function of one vector, within bounds and constraints.

    The arguments are those of ``scipy.optimize.minimize``, and so is the result; `docs/minimize.md`
    says what differs. Everything stays in the array library and on the device of ``x0``.

    Args:
        fun: The objective ``fun(x, *args)``: a number, or number and gradient where ``jac=True``.
        x0: The start point; whatever its shape, ``fun`` gets a vector.
        args: More arguments for ``fun`` and ``jac``.
        jac: The gradient as a function, or True; central differences where it is missing.
        bounds: SciPy's ``Bounds``, or a pair (lower, upper) for each entry of x.
        constraints: SciPy's dictionaries, where ``ineq`` means at least zero, ``LinearConstraint``
            or ``NonlinearConstraint``, alone or in a sequence.
        tol: The tolerance of the result.
        options: The fields of ``Options``, or what SciPy calls them.
        callback: Called in each iteration, in one of the manners of SciPy or with a ``State``.

    Example:
        >>> import numpy
        >>> result = minimize(lambda x: ((x - 3) ** 2).sum(), [0.0, 0.0], bounds=[(0, 1), (0, 5)])
        >>> print(result.x.round(6), result.success)
        [1. 3.] True

    """
    if not callable(fun):
        raise TypeError(f"fun must be a function, not {type(fun).__name__}")
    start = read_start(x0)
    lower, upper = read_bounds(bounds, start)
    objective = Objective(fun, read_jac(jac, "jac"), args if isinstance(args, tuple) else (args,))
    chosen, told = read_options(options, tol), read_callback(callback)
    problem, functions = posed(objective, read_constraints(constraints), start, lower, upper)
    result = solve(problem, chosen, callback=told)
    return _answer(problem, functions, result)


def method(
    fun: Callable[..., Any],
    x0: Any,  # noqa: ANN401 - as SciPy hands it over
    args: Any = (),  # noqa: ANN401
    *,
    jac: Any = None,  # noqa: ANN401
    hess: object = None,
    hessp: object = None,
    bounds: Any = None,  # noqa: ANN401
    constraints: Any = (),  # noqa: ANN401
    callback: Callable[..., object] | None = None,
    **options: Any,  # noqa: ANN401
) -> Any:  # noqa: ANN401
    """Minimise as a method of SciPy's: ``scipy.optimize.minimize(..., method=gennaker.method)``.

    Example:
        >>> from scipy.optimize import minimize, rosen, rosen_der
        >>> result = minimize(rosen, [1.3, 0.7], jac=rosen_der, method=method, tol=1e-8)
        >>> print(result.x.round(6))
        [1. 1.]

    """
    if hess is not None or hessp is not None:
        message = "this method does not use second derivatives (hess, hessp)"
        warnings.warn(message, RuntimeWarning, stacklevel=3)
    return minimize(
        fun,
        x0,
        args,
        jac=jac,
        bounds=bounds,
        constraints=constraints,
        options=options,
        callback=callback,
    )


def _answer(problem: Problem, functions: CallableFunctions, result: Result) -> Any:  # noqa: ANN401
    objective, space = functions.objective, problem.space
    if result.status is Status.INCONSISTENT_BOUNDS:
        gradient = space.full(problem.size, math.nan)
    else:
        gradient = functions.gradient(functions.visit(result.x))
    weights = [-weight for weight in functions.by_constraint(result.multipliers)]
    return answer_class()(
        x=result.x,
        fun=result.objective,
        jac=gradient,
        nit=result.counts.iterations,
        nfev=objective.values,
        njev=objective.gradients,
        status=CODES.get(result.status, TROUBLE),
        success=result.success,
        message=message_of(result, functions, "maxiter"),
        multipliers=space.xp.concat(weights) if weights else space.zeros(0),
        constr_violation=result.residuals.violation,
        optimality=result.residuals.gradient,
    )


def message_of(result: Result, functions: CallableFunctions, limit: str) -> str:
    """Return what happened, what caused it, and what to try next.

    ``limit`` is what the caller knows the limit on iterations by.
    """
    if result.status is Status.ITERATION_LIMIT:
        return f"{result.cause} {LIMIT_REACHED.format(limit)}".strip()
    if result.status is Status.INFEASIBLE and len(set(result.conflict)) > 1:
        together = " and ".join(dict.fromkeys(result.conflict))
        return f"{together} cannot hold together. {result.message}"
    if result.status is Status.NOT_FINITE and not result.cause:
        return f"{_not_finite(result, functions)} {result.message}".strip()
    return result.message


def _not_finite(result: Result, functions: CallableFunctions) -> str:
    """Name what is not finite at the last point."""
    space = functions.space
    visit = functions.visit(result.x)
    sources = {"the objective": visit.value, "the gradient of the objective": visit.gradient}
    sources |= {item.name: row for item, row in zip(functions.constraints, visit.rows, strict=True)}
    for name, values in sources.items():
        if values is None:
            continue
        finite = space.xp.all(space.xp.isfinite(space.array(values)))
        if not space.to_host([finite])[0]:
            return f"At x {name} is not finite."
    return ""
