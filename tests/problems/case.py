"""One problem with its known answer, and its dress for our solver, for SciPy and in GENO's manner.

minimise f(x)   where   h(x) == 0,   g(x) <= 0,   lower <= x <= upper
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gennaker.solver.problem import Block, Problem

Array: TypeAlias = NDArray[np.float64]
Objective: TypeAlias = Callable[[Array], tuple[float, Array]]
Values: TypeAlias = Callable[[Array], Array]
Product: TypeAlias = Callable[[Array, Array], Array]


@dataclass(frozen=True, eq=False)
class Scales:
    """The factors between a case and the problem it was made from, in whose units it is judged."""

    objective: float = 1.0
    variables: Array | float = 1.0
    equalities: Array | float = 1.0
    inequalities: Array | float = 1.0


@dataclass(frozen=True, eq=False, kw_only=True)
class Case:
    """A problem: functions, start, and the answers known independently of any solver here."""

    name: str
    start: Array
    lower: Array
    upper: Array
    objective: Objective
    equalities: Values
    equality_product: Product
    inequalities: Values
    inequality_product: Product
    optimum: float
    literature: str | float = np.nan  # as printed (each digit counts), or in closed form
    solution: Array | None = None
    local_solutions: tuple[Array, ...] = ()  # minima that are not global, the best one first
    tags: frozenset[str] = frozenset()
    source: str = ""
    scales: Scales = field(default_factory=Scales)

    def __repr__(self) -> str:
        return f"Case({self.name})"

    @property
    def size(self) -> int:
        return len(self.start)

    @property
    def local_optima(self) -> tuple[float, ...]:
        """Values of local minima, the global one first."""
        return (self.optimum, *(self.objective(x)[0] for x in self.local_solutions))

    @property
    def scale_of_value(self) -> float:
        """What an error in the objective is measured against."""
        return max(self.scales.objective, abs(self.optimum))

    def equality_jacobian(self, x: Array) -> Array:
        return _rows(self.equality_product, x, len(self.equalities(x)))

    def inequality_jacobian(self, x: Array) -> Array:
        return _rows(self.inequality_product, x, len(self.inequalities(x)))

    def violation(self, x: Array) -> float:
        """The largest violation of a constraint or a bound, as it stands."""
        parts = (
            np.abs(self.equalities(x)),
            self.inequalities(x),
            self.lower - x,
            x - self.upper,
        )
        return max(0.0, float(np.max(np.concatenate(parts), initial=0.0)))

    def with_changes(self, **changes: Any) -> Case:
        return replace(self, **changes)


@dataclass(frozen=True, eq=False)
class CaseFunctions:
    """A case as the functions that our solver calls; nothing enters through linear images."""

    case: Case
    rays: bool = False

    def images(self, x: Array) -> tuple[Array, ...]:
        del x
        return ()

    def forward(self, x: Array, u: tuple[Array, ...]) -> tuple[Any, Array, Array]:
        del u
        value, gradient = self.case.objective(x)
        c = np.concatenate([self.case.equalities(x), self.case.inequalities(x)])
        return np.float64(value), c, gradient

    def backward(self, x: Array, u: tuple[Array, ...], v: Array, saved: Array) -> Array:
        del u
        count = len(self.case.equalities(x))
        y, z = v[:count], v[count:]
        found = saved
        if np.any(y):
            found = found + self.case.equality_product(x, y)
        if np.any(z):
            found = found + self.case.inequality_product(x, z)
        return found

    def slope(
        self,
        x: Array,
        u: tuple[Array, ...],
        p: Array,
        du: tuple[Array, ...],
        v: Array,
        saved: Array,
    ) -> Any:
        del du
        return self.backward(x, u, v, saved) @ p


def for_solver(case: Case) -> Problem:
    """Return the problem of our solver, with one block named c1, c2, ... for each constraint."""
    linear = linear_rows(case)
    blocks = [Block(f"c{row + 1}", row, row + 1, bool(flag)) for row, flag in enumerate(linear)]
    return Problem(
        CaseFunctions(case),
        case.start.copy(),
        lower=case.lower.copy() if np.any(np.isfinite(case.lower)) else None,
        upper=case.upper.copy() if np.any(np.isfinite(case.upper)) else None,
        blocks=blocks,
        equalities=len(case.equalities(case.start)),
        quadratic=bool(case.tags & {"quadratic", "linear"}),
        convex="convex" in case.tags,
    )


def linear_rows(case: Case) -> NDArray[np.bool_]:
    """Return which constraints have the same gradient wherever one looks."""
    random = np.random.default_rng(0)
    size = np.broadcast_to(np.asarray(case.scales.variables, dtype=float), (case.size,))
    places = [
        np.clip(case.start + size * random.uniform(0, 1, case.size), case.lower, case.upper)
        for _ in range(3)
    ]
    jacobians = [
        np.vstack([case.equality_jacobian(x), case.inequality_jacobian(x)]) for x in places
    ]
    first = np.max(np.abs(jacobians[0]), axis=1, initial=0.0)
    change = [np.max(np.abs(J - jacobians[0]), axis=1, initial=0.0) for J in jacobians]
    return np.max(change, axis=0) <= 1e-12 * first


def for_scipy(case: Case) -> dict[str, Any]:
    """Return the arguments of `scipy.optimize.minimize`, whose inequalities are `>= 0`.

    The start is moved into the box, as some methods there want it.
    """
    constraints: list[dict[str, object]] = []
    if len(case.equalities(case.start)):
        constraints.append(
            {"type": "eq", "fun": case.equalities, "jac": case.equality_jacobian},
        )
    if len(case.inequalities(case.start)):
        constraints.append(
            {
                "type": "ineq",
                "fun": lambda x: -case.inequalities(x),
                "jac": lambda x: -case.inequality_jacobian(x),
            }
        )
    return {
        "fun": case.objective,
        "x0": np.clip(case.start, case.lower, case.upper),
        "jac": True,
        "bounds": list(zip(case.lower, case.upper, strict=True)),
        "constraints": constraints,
    }


def for_geno(case: Case) -> dict[str, Any]:
    """Return the arguments of GENO's `minimize(fg, x0, lb=, ub=, constraints=)`."""
    kinds: dict[str, Mapping[str, Any]] = {
        "eq": {"fun": case.equalities, "jacprod": case.equality_product},
        "ineq": {"fun": case.inequalities, "jacprod": case.inequality_product},
    }
    constraints = tuple(
        {"type": kind, **functions}
        for kind, functions in kinds.items()
        if len(functions["fun"](case.start))
    )
    return {
        "fg": case.objective,
        "x0": case.start.copy(),
        "lb": case.lower.copy(),
        "ub": case.upper.copy(),
        "constraints": constraints or None,
    }


def _rows(product: Product, x: Array, count: int) -> Array:
    """Return a Jacobian row by row, from its transposed products with unit vectors."""
    rows = [product(x, unit) for unit in np.eye(count)]
    return np.array(rows) if rows else np.zeros((0, len(x)))
