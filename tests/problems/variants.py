"""The same problems made difficult: repeated, redundant, nearly contradictory, in absurd units.

Each change keeps the solution, or moves it in a known way, so that the answer stays known.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping

import numpy as np

from tests.problems.case import Array, Case, Product, Scales, Values

EQUALITIES_KEPT = ("HS14", "HS40", "HS71", "subspace projection 6", "equality program 20")
CONVEX = ("HS14", "HS43", "HS65", "HS76", "HS100", "HS113", "planted program 10", "HS73")
SCALED = (
    *("HS14", "HS40", "HS43", "HS65", "HS71", "HS76", "HS100", "HS113"),
    *("simplex projection 30", "planted program 10"),
)
UNITS = ("HS14", "HS43", "HS71", "HS76", "simplex projection 5", "planted program 10")


def variants_of(cases: Mapping[str, Case]) -> tuple[Case, ...]:
    """Return every variant of the problems chosen for it."""
    both = dict.fromkeys((*EQUALITIES_KEPT, *CONVEX))
    return (
        *(repeated(cases[name]) for name in both),
        *(summed(cases[name]) for name in both),
        *(paired(cases[name]) for name in EQUALITIES_KEPT),
        *(weakened(cases[name]) for name in CONVEX),
        *(fixed(cases[name]) for name in CONVEX),
        *(in_slab(cases[name], width) for name in CONVEX for width in (0.0, 1e-7)),
        *(far(cases[name]) for name in ("HS65", "HS76", "planted program 10", "HS21", "HS35")),
        *(scaled(cases[name], **units) for name in SCALED for units in SCALINGS),
        *(in_units(cases[name], span) for name in UNITS for span in (1e2, 1e4, 1e8)),
        *(mixed(cases[name]) for name in SCALED),
    )


def repeated(case: Case) -> Case:
    """State each constraint twice: the multipliers are not unique."""
    return _restated(
        case,
        "repeated",
        lambda c: np.concatenate([c, c]),
        lambda v: v[: len(v) // 2] + v[len(v) // 2 :],
    )


def summed(case: Case) -> Case:
    """Add the sum of the equalities, and that of the inequalities: both follow from the others."""
    return _restated(
        case,
        "with sums",
        lambda c: np.append(c, c.sum()) if len(c) else c,
        lambda v: v[:-1] + v[-1] if len(v) else v,
    )


def _restated(
    case: Case, words: str, forward: Callable[[Array], Array], back: Callable[[Array], Array]
) -> Case:
    """Return the case with values that are linear in the old ones, and the transposed map."""
    return case.with_changes(
        name=f"{case.name}, {words}",
        equalities=lambda x: forward(case.equalities(x)),
        equality_product=lambda x, v: case.equality_product(x, back(np.asarray(v))),
        inequalities=lambda x: forward(case.inequalities(x)),
        inequality_product=lambda x, v: case.inequality_product(x, back(np.asarray(v))),
        tags=case.tags | {"degenerate", "redundant", "variant"},
    )


def paired(case: Case) -> Case:
    """State each equality as two inequalities, which leaves no point inside."""
    count = len(case.equalities(case.start))

    def values(x: Array) -> Array:
        h = case.equalities(x)
        return np.concatenate([h, -h, case.inequalities(x)])

    def product(x: Array, v: Array) -> Array:
        weights = v[:count] - v[count : 2 * count]
        return case.equality_product(x, weights) + case.inequality_product(x, v[2 * count :])

    return case.with_changes(
        name=f"{case.name}, in pairs",
        equalities=lambda _x: np.zeros(0),
        equality_product=lambda x, _v: np.zeros(len(x)),
        inequalities=values,
        inequality_product=product,
        tags=case.tags | {"degenerate", "variant"},
    )


def weakened(case: Case) -> Case:
    """Add a copy of each inequality that holds wherever the first does."""
    changed = _restated(
        case,
        "with weak copies",
        lambda c: np.concatenate([c, 0.5 * c - 1]) if len(c) else c,
        lambda v: v[: len(v) // 2] + 0.5 * v[len(v) // 2 :],
    )
    return changed.with_changes(equalities=case.equalities, equality_product=case.equality_product)


def fixed(case: Case) -> Case:
    """Fix the first variable at its place in the solution."""
    solution = _solution(case)
    lower, upper = case.lower.copy(), case.upper.copy()
    lower[0] = upper[0] = solution[0]
    return case.with_changes(
        name=f"{case.name}, first fixed",
        lower=lower,
        upper=upper,
        tags=case.tags | {"fixed", "variant"},
    )


def in_slab(case: Case, width: float) -> Case:
    """Keep only a thin slab around the solution, or one plane where the width is zero."""
    solution = _solution(case)
    normal = np.random.default_rng(zlib.crc32(case.name.encode())).standard_normal(case.size)
    middle = normal @ solution
    count = len(case.inequalities(case.start))

    def values(x: Array) -> Array:
        place = normal @ x - middle
        return np.concatenate([case.inequalities(x), [place - width, -place]])

    def product(x: Array, v: Array) -> Array:
        return case.inequality_product(x, v[:count]) + (v[count] - v[count + 1]) * normal

    return case.with_changes(
        name=f"{case.name}, in a slab of {width:g}",
        inequalities=values,
        inequality_product=product,
        tags=case.tags | {"degenerate", "nearly_infeasible", "variant"},
    )


def far(case: Case) -> Case:
    """Start far away."""
    start = np.clip(1e4 * (1 + np.abs(case.start)), case.lower, case.upper)
    return case.with_changes(
        name=f"{case.name}, from far", start=start, tags=case.tags | {"variant"}
    )


SCALINGS: tuple[dict[str, float], ...] = (
    {"objective": 1e8},
    {"objective": 1e-8},
    {"constraints": 1e8},
    {"constraints": 1e-8},
    {"variables": 1e8},
    {"variables": 1e-8},
)


def scaled(
    case: Case,
    *,
    objective: float = 1.0,
    variables: float = 1.0,
    constraints: float = 1.0,
) -> Case:
    """Measure objective, variables or constraints in other units."""
    parts = {"objective": objective, "variables": variables, "constraints": constraints}
    words = ", ".join(f"{part} times {by:g}" for part, by in parts.items() if by != 1)
    scales = Scales(objective, variables, constraints, constraints)
    return rescaled(case, f"{case.name}, {words}", scales)


def in_units(case: Case, span: float) -> Case:
    """Measure each variable in another unit, spread over the span."""
    units = np.logspace(0, 1, case.size, base=span) / np.sqrt(span)
    order = np.random.default_rng(case.size).permutation(case.size)
    return rescaled(case, f"{case.name}, units over {span:g}", Scales(variables=units[order]))


def mixed(case: Case) -> Case:
    """Measure each constraint in another unit from 1e-8 to 1e8."""
    generator = np.random.default_rng(zlib.crc32(case.name.encode()))
    counts = (len(case.equalities(case.start)), len(case.inequalities(case.start)))
    factors = [10.0 ** generator.uniform(-8, 8, count) for count in counts]
    return rescaled(case, f"{case.name}, mixed rows", Scales(1.0, 1.0, *factors))


def rescaled(case: Case, name: str, scales: Scales) -> Case:
    """Return the case in other units."""
    units = scales.variables

    def objective(x: Array) -> tuple[float, Array]:
        value, gradient = case.objective(x / units)
        return scales.objective * value, scales.objective * gradient / units

    return case.with_changes(
        name=name,
        start=case.start * units,
        lower=case.lower * units,
        upper=case.upper * units,
        objective=objective,
        equalities=_scaled_values(case.equalities, units, scales.equalities),
        equality_product=_scaled_product(case.equality_product, units, scales.equalities),
        inequalities=_scaled_values(case.inequalities, units, scales.inequalities),
        inequality_product=_scaled_product(case.inequality_product, units, scales.inequalities),
        optimum=case.optimum * scales.objective,
        literature=np.nan,
        solution=_solution(case) * units,
        local_solutions=tuple(x * units for x in case.local_solutions),
        tags=case.tags | {"badly_scaled", "variant"},
        scales=scales,
    )


def _scaled_values(values: Values, units: Array | float, factor: Array | float) -> Values:
    return lambda x: factor * values(x / units)


def _scaled_product(product: Product, units: Array | float, factor: Array | float) -> Product:
    return lambda x, v: product(x / units, factor * v) / units


def _solution(case: Case) -> Array:
    if case.solution is None:
        raise ValueError(f"{case.name} has no solution on record; run tests.problems.record first")
    return case.solution
