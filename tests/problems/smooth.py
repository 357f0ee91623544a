"""A problem of any size with linear constraints and a gradient by hand, turned into a `Case`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from tests.problems.case import Array, Case, Objective, Product, Values
from tests.problems.statement import Bound, bound, recorded

Linear: TypeAlias = tuple[Array, Array]
"""A matrix and the right-hand side."""


@dataclass(frozen=True, eq=False)
class Curved:
    """Non-linear constraints: their values and the product of their transposed Jacobian."""

    values: Values
    product: Product


def describe(
    name: str,
    start: Array,
    objective: Objective,
    *,
    equal: Linear | Curved | None = None,
    at_most: Linear | Curved | None = None,
    lower: Bound = None,
    upper: Bound = None,
    solution: Array | None = None,
    tags: str = "",
    source: str = "",
) -> Case:
    """Return the case of: minimise objective where equal == 0, at_most <= 0, lower <= x <= upper.

    Without a solution it is taken from the record.
    """
    x0 = np.asarray(start, dtype=float)
    known = recorded(name) if solution is None else [np.asarray(solution, dtype=float)]
    optimum = objective(known[0])[0] if known else np.nan
    equalities, inequalities = _curved(equal), _curved(at_most)
    return Case(
        name=name,
        start=x0,
        lower=bound(lower, x0, -np.inf),
        upper=bound(upper, x0, np.inf),
        objective=objective,
        equalities=equalities.values,
        equality_product=equalities.product,
        inequalities=inequalities.values,
        inequality_product=inequalities.product,
        optimum=optimum,
        literature=optimum if solution is not None else np.nan,
        solution=known[0] if known else None,
        local_solutions=tuple(known[1:]),
        tags=frozenset(tags.split()),
        source=source,
    )


def linear(cost: Array) -> Objective:
    return lambda x: (float(cost @ x), cost)


def quadratic(matrix: Array, slope: Array, constant: float = 0.0) -> Objective:
    """Return x'Qx/2 + s'x + constant, with a symmetric Q."""

    def objective(x: Array) -> tuple[float, Array]:
        pushed = matrix @ x
        return float(x @ pushed / 2 + slope @ x + constant), pushed + slope

    return objective


def distance(target: Array) -> Objective:
    """Return half the squared distance."""

    def objective(x: Array) -> tuple[float, Array]:
        rest = x - target
        return float(rest @ rest / 2), rest

    return objective


def ball(matrix: Array, radius: float = 1.0) -> Curved:
    """Return x'Qx <= radius^2."""
    return Curved(
        lambda x: np.array([x @ matrix @ x - radius**2]), lambda x, v: 2 * v[0] * (matrix @ x)
    )


def _curved(given: Linear | Curved | None) -> Curved:
    if given is None:
        return Curved(lambda _x: np.zeros(0), lambda x, _v: np.zeros(len(x)))
    if isinstance(given, Curved):
        return given
    matrix, right = np.atleast_2d(np.asarray(given[0], float)), np.atleast_1d(given[1])
    return Curved(lambda x: matrix @ x - right, lambda _x, v: np.asarray(v, float) @ matrix)
