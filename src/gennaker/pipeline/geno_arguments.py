"""What GENO's files pass beside a function and a start: bounds, constraints, options."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gennaker.backends.space import Array
from gennaker.errors import DataError
from gennaker.pipeline.scipy_arguments import read_bounds, read_dictionary, refuse_unknown
from gennaker.pipeline.sides import Constraint
from gennaker.pipeline.vectors import read_side
from gennaker.solver.options import Options
from gennaker.solver.result import Result

__all__ = ["Wishes", "read_constraints", "read_options", "read_sides"]

KINDS = {"eq": (0.0, 0.0), "ineq": (-math.inf, 0.0), "bnds": (-math.inf, math.inf)}
KEYS = ("type", "fun", "jacprod", "jac", "cl", "cu")
NAMES = ("eps_pg", "constraint_tol", "max_iter", "max_iter_outer", "m", "grad_test", "verbose")
OLD_NAMES = {
    "tol": "eps_pg",
    "constraintsTol": "constraint_tol",
    "maxiter": "max_iter",
    "verbosity": "verbose",
}
WITHOUT_MEANING = ("ls", "max_ls", "step_max")
"""Settings of a line search that is not ours."""
TOLERANCE, SHARE = 1e-6, 1e-2
MAX_ITER, MAX_ITER_OUTER = 10_000, 100


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the options ask for; both tolerances are absolute, and infinite where none is given."""

    gradient: float
    constraint: float
    options: Options

    def hold(self, result: Result) -> bool:
        """Answer whether a result is as accurate as was asked for."""
        return self.missed(result) >= 1.0

    def missed(self, result: Result) -> float:
        """Return the tolerances over what they apply to, the worst of both; 1 is good enough."""
        found = result.residuals.gradient, result.residuals.violation
        wanted = self.gradient, self.constraint
        shares = [wish / rest for wish, rest in zip(wanted, found, strict=True) if rest > 0.0]
        return min(shares, default=math.inf)

    def regret(self, result: Result) -> str:
        """Say what was wanted and cannot be had."""
        residuals = result.residuals
        return (
            f"Rounding hides any progress below a projected gradient of {residuals.gradient:.1e} "
            f"and a violation of {residuals.violation:.1e}."
        )


def read_sides(
    lb: Any,  # noqa: ANN401
    ub: Any,  # noqa: ANN401
    bounds: Sequence[Any] | None,
    start: Array,
) -> tuple[Array | None, Array | None]:
    """Return both sides of the box, from two arrays or from one list of pairs."""
    if bounds is None:
        lower = read_side(lb, "lb", start, -math.inf)
        return lower, read_side(ub, "ub", start, math.inf)
    if lb is not None or ub is not None:
        raise DataError("bounds are given twice; pass lb and ub, or bounds")
    return read_bounds(bounds, start)


def read_constraints(
    given: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None,
) -> list[Constraint]:
    """Return the constraints of one dictionary, or of several."""
    items = [given] if isinstance(given, Mapping) and given else list(given or ())
    return [_read_constraint(item, f"constraints[{place}]") for place, item in enumerate(items)]


def _read_constraint(item: Any, name: str) -> Constraint:  # noqa: ANN401
    if not isinstance(item, Mapping):
        raise DataError(f"{name} is a {type(item).__name__}; pass a dictionary")
    kind = read_dictionary(item, name, KINDS, KEYS)
    lower, upper = KINDS[kind]
    if kind == "bnds":
        if item.get("cl") is None and item.get("cu") is None:
            raise DataError(f"{name} has neither 'cl' nor 'cu'")
        lower, upper = item.get("cl"), item.get("cu")
    derivatives = {key: item.get(key) for key in ("jacprod", "jac")}
    for key, value in derivatives.items():
        if value is not None and not callable(value):
            raise DataError(f"{key} of {name} must be a function, not {value!r}")
    product, jac = derivatives.values()
    return Constraint(name, lower, upper, fun=item["fun"], product=product, jac=jac)


def read_options(
    given: Mapping[str, Any] | None, tol: float | None, *, constrained: bool
) -> Wishes:
    """Return what is asked for by the names of either generation; the mapping stays as it is.

    Example:
        >>> read_options({"eps_pg": 1e-4, "m": 5, "ls": 0}, None, constrained=False).options.memory
        5

    """
    given = dict(given or {})
    known = [*NAMES, *OLD_NAMES, *WITHOUT_MEANING, "disp"]
    refuse_unknown(given, known, "there is no option {}")
    named = {OLD_NAMES.get(name, name): value for name, value in given.items()}
    gradient = _positive("eps_pg", named.get("eps_pg", math.inf if tol is None else tol))
    constraint = _positive("constraint_tol", named.get("constraint_tol", math.inf))
    outer = _whole("max_iter_outer", named.get("max_iter_outer", MAX_ITER_OUTER), 1)
    inner = _whole("max_iter", named.get("max_iter", MAX_ITER), 0)
    if constrained and "max_iter_outer" in named:
        inner *= outer
    length = named.get("m")
    options = Options(
        tolerance=_relative(min(gradient, constraint) if constrained else gradient),
        max_iterations=inner,
        max_rounds=outer,
        memory=None if length is None else _whole("m", length, 1),
        check_gradient=bool(named.get("grad_test")),
        verbose=_is_loud(named),
    )
    return Wishes(gradient, constraint, options)


def _relative(tolerance: float) -> float:
    """Return the relative tolerance that goes with an absolute one.

    A hundredth: the 1e-4 that GENO prints into its files is then the 1e-6 of a solve elsewhere.
    """
    if math.isinf(tolerance) or tolerance <= TOLERANCE:
        return min(tolerance, TOLERANCE)
    return min(max(TOLERANCE, SHARE * tolerance), SHARE)


def _is_loud(named: Mapping[str, Any]) -> bool:
    """Tell whether a switch is on and none is off; a level of 0 or less mutes."""
    switches = [int(named[name]) > 0 for name in ("verbose", "disp") if name in named]
    return bool(switches) and all(switches)


def _positive(name: str, value: Any) -> float:  # noqa: ANN401
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not number > 0.0:
        raise DataError(f"{name} must be a number above 0, not {value!r}")
    return number


def _whole(name: str, value: Any, least: int) -> int:  # noqa: ANN401
    try:
        number = int(value)
    except (TypeError, ValueError, OverflowError):
        number = least - 1
    if number < least or number != value:
        raise DataError(f"{name} must be a whole number of at least {least}, not {value!r}")
    return number
