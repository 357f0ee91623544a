"""A problem as a book states it, turned into a `Case`: functions once, derivatives for free."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from tests.problems.case import Array, Case, Objective, Product, Values
from tests.problems.complex_step import Function, jacobian, values

RECORD = Path(__file__).with_name("solutions.json")
Bound: TypeAlias = float | Sequence[float | None] | Array | None


def state(
    name: str,
    start: Sequence[float] | Array,
    objective: Function,
    *,
    optimum: str | float,
    equal: Function | None = None,
    at_least: Function | None = None,
    lower: Bound = None,
    upper: Bound = None,
    solution: Sequence[float] | Array | None = None,
    tags: str = "",
    source: str = "",
) -> Case:
    """Return the case of: minimise objective where equal == 0, at_least >= 0, lower <= x <= upper.

    `optimum` is the value of the literature as printed, or the exact one as a number. Solutions come
    from the record, which `record.py` computes, or from here where they are known exactly.
    """
    at_most = None if at_least is None else lambda x: -np.asarray(at_least(x))
    x0 = np.array(start, dtype=float)
    known = recorded(name)
    if solution is not None:
        known = [np.array(solution, dtype=float), *known[1:]]
    value = value_and_gradient(objective)
    return Case(
        name=name,
        start=x0,
        lower=bound(lower, x0, -np.inf),
        upper=bound(upper, x0, np.inf),
        objective=value,
        equalities=_values(equal),
        equality_product=_product(equal),
        inequalities=_values(at_most),
        inequality_product=_product(at_most),
        optimum=value(known[0])[0] if known else float(optimum),
        literature=optimum,
        solution=known[0] if known else None,
        local_solutions=tuple(known[1:]),
        tags=frozenset(tags.split()),
        source=source,
    )


def recorded(name: str) -> list[Array]:
    """Return the solutions on record, the global one first."""
    return [np.array(point) for point in _record().get(name, [])]


@cache
def _record() -> dict[str, Any]:
    return json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}


def value_and_gradient(function: Function) -> Objective:
    def objective(x: Array) -> tuple[float, Array]:
        return float(values(function, x)[0]), jacobian(function, x)[0]

    return objective


def _values(function: Function | None) -> Values:
    if function is None:
        return lambda _x: np.zeros(0)
    return lambda x: values(function, x)


def _product(function: Function | None) -> Product:
    if function is None:
        return lambda x, _v: np.zeros(len(x))
    return lambda x, v: jacobian(function, x).T @ np.asarray(v, dtype=float)


def bound(given: Bound, like: Array, missing: float) -> Array:
    if given is None or np.isscalar(given):
        return np.full(like.shape, missing if given is None else given, dtype=float)
    entries = np.asarray(given, dtype=object)
    return np.array([missing if entry is None else entry for entry in entries], dtype=float)
