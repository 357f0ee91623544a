"""Compute the solutions of all cases with SciPy and Newton's method, and write `solutions.json`.

    python -m tests.problems.record            # what has no entry yet
    python -m tests.problems.record HS5 HS62   # these anew
    python -m tests.problems.record --all

Nothing here uses Gennaker, so that the record may judge it.
"""

from __future__ import annotations

import json
import operator
import sys
import time
import warnings
import zlib
from collections.abc import Iterator, Sequence

import numpy as np
from scipy.optimize import minimize

from tests.problems.case import Array, Case, for_scipy
from tests.problems.judge import (
    Multipliers,
    curves_up,
    fit_multipliers,
    lagrangian_hessian,
    relative_violation,
    variable_sizes,
)
from tests.problems.stated import CASES
from tests.problems.statement import RECORD

STARTS = 20
STATIONARY = 1e-7
FEASIBLE = 1e-10
SAME = 1e-6
KEEP = 8
WIDE = 1e3
NEARBY = 1e-3


def local_minima(case: Case, starts: int = STARTS) -> list[Array]:
    """Return minima with different values, the best first, each one polished and checked."""
    if "no_multipliers" in case.tags:
        return [] if case.solution is None else [case.solution]
    found: list[tuple[float, Array]] = []

    def consider(point: Array | None) -> None:
        if point is None or _known(case, point, found):
            return
        polished = polish(case, point)
        fresh = is_minimum(case, polished) and not _known(case, polished, found)
        if fresh and _stays(case, polished):
            found.append((case.objective(polished)[0], polished))

    for solution in () if case.solution is None else (case.solution, *case.local_solutions):
        consider(solution)
    for start in _starts(case, starts):
        consider(_descend(case, start, "SLSQP"))
    if not found:
        consider(_descend(case, case.start, "trust-constr"))
    found.sort(key=operator.itemgetter(0))
    return [point for _, point in found[:KEEP]]


def _known(case: Case, point: Array, found: Sequence[tuple[float, Array]]) -> bool:
    """Whether a point has the value of a minimum that was found before."""
    value = case.objective(point)[0]
    return relative_violation(case, point) <= SAME and any(
        abs(value - other) <= SAME * max(1.0, abs(other)) for other, _ in found
    )


def _starts(case: Case, count: int) -> Iterator[Array]:
    """Return the published start, and random points of the box or around the start."""
    yield case.start
    random = np.random.default_rng(zlib.crc32(case.name.encode()))
    for _ in range(count):
        size = np.maximum(1.0, np.abs(case.start))
        point = case.start + random.choice([0.3, 1.0, 3.0]) * size * random.standard_normal(
            case.size
        )
        boxed = (case.upper - case.lower) <= np.maximum(WIDE, 100 * size)
        inside = case.lower + random.uniform(size=case.size) * (
            np.where(boxed, case.upper, 1.0) - np.where(boxed, case.lower, 0.0)
        )
        yield np.clip(np.where(boxed, inside, point), case.lower, case.upper)


def _descend(case: Case, start: Array, method: str) -> Array | None:
    options = (
        {"ftol": 1e-15, "maxiter": 300}
        if method == "SLSQP"
        else {"gtol": 1e-10, "xtol": 1e-14, "maxiter": 500}
    )
    arguments = for_scipy(_evened(case).with_changes(start=start))
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            point = minimize(**arguments, method=method, options=options).x
        except (ValueError, np.linalg.LinAlgError):
            return None
    return np.clip(point, case.lower, case.upper) if np.all(np.isfinite(point)) else None


def _evened(case: Case) -> Case:
    """Return the case with gradients of length one at the start, as SciPy does not scale."""
    objective = 1 / _length_of(case.objective(case.start)[1])
    equal, unequal = (
        np.array([1 / _length_of(row) for row in rows])
        for rows in (case.equality_jacobian(case.start), case.inequality_jacobian(case.start))
    )

    def scaled(x: Array) -> tuple[float, Array]:
        value, gradient = case.objective(x)
        return objective * value, objective * gradient

    return case.with_changes(
        objective=scaled,
        equalities=lambda x: equal * case.equalities(x),
        equality_product=lambda x, v: case.equality_product(x, equal * v),
        inequalities=lambda x: unequal * case.inequalities(x),
        inequality_product=lambda x, v: case.inequality_product(x, unequal * v),
    )


def _length_of(row: Array) -> float:
    length = float(np.linalg.norm(row))
    return length if np.isfinite(length) and length > 0 else 1.0


def _stays(case: Case, x: Array) -> bool:
    """Whether descents from points near by come back: a saddle point may pass all other checks."""
    value = case.objective(x)[0]
    random = np.random.default_rng(0)
    for _ in range(4):
        near = x + NEARBY * variable_sizes(case, x) * random.standard_normal(case.size)
        point = _descend(case, np.clip(near, case.lower, case.upper), "SLSQP")
        if point is None or relative_violation(case, point) > FEASIBLE:
            continue
        if case.objective(point)[0] < value - SAME * max(1.0, abs(value)):
            return False
    return True


def is_minimum(case: Case, x: Array) -> bool:
    """Whether first and second derivatives prove a local minimum, as far as they can."""
    if not _is_finite(case, x) or relative_violation(case, x) > FEASIBLE:
        return False
    found = fit_multipliers(case, x)
    return found.stationarity <= STATIONARY and curves_up(case, x, found)


def polish(case: Case, x: Array, rounds: int = 12) -> Array:
    """Take Newton steps on the conditions of optimality with what is touched held fast."""
    best, best_error = x, _wrong(case, x)
    for touch in (1e-6, 1e-4, 1e-8):
        point = x.copy()
        for _ in range(rounds):
            with np.errstate(all="ignore"):
                step = _newton_step(case, point, touch) if _is_finite(case, point) else None
            if step is None:
                break
            point = np.clip(point + step, case.lower, case.upper)
            wrong = _wrong(case, point)
            if wrong < best_error:
                best, best_error = point, wrong
            elif not wrong < 10 * best_error:
                break
    return best


def _is_finite(case: Case, x: Array) -> bool:
    value, gradient = case.objective(x)
    parts = (gradient, case.equality_jacobian(x).ravel(), case.inequality_jacobian(x).ravel())
    return bool(np.isfinite(value) and np.all(np.isfinite(np.concatenate(parts))))


def _wrong(case: Case, x: Array) -> float:
    if not _is_finite(case, x):
        return np.inf
    return max(fit_multipliers(case, x).stationarity, relative_violation(case, x))


def _newton_step(case: Case, x: Array, touch: float) -> Array | None:
    """Solve the linearised conditions by least squares, as constraints may repeat each other."""
    found = fit_multipliers(case, x, touch)
    held = _held(case, x, found)
    active = found.active[_pushing(found.inequalities[found.active])]
    equal, unequal = case.equality_jacobian(x), case.inequality_jacobian(x)[active]
    rows = np.vstack([equal, unequal])[:, ~held]
    hessian = lagrangian_hessian(case, x, found)[np.ix_(~held, ~held)]
    pull = case.equality_product(x, found.equalities) + case.inequality_product(
        x, found.inequalities
    )
    gradient = (case.objective(x)[1] + pull)[~held]
    missed = np.concatenate([case.equalities(x), case.inequalities(x)[active]])
    count = len(missed)
    matrix = np.block([[hessian, rows.T], [rows, np.zeros((count, count))]])
    right = -np.concatenate([gradient, missed])
    if not (np.all(np.isfinite(matrix)) and np.all(np.isfinite(right))):
        return None
    largest = np.max(np.abs(matrix), axis=1, initial=0.0)
    scale = 1 / np.sqrt(np.where(largest > 0, largest, 1.0))
    solved = np.linalg.lstsq(matrix * np.outer(scale, scale), right * scale, rcond=1e-13)[0] * scale
    step = np.zeros(case.size)
    step[~held] = solved[: case.size - held.sum()]
    return step


def _held(case: Case, x: Array, found: Multipliers) -> Array:
    """Return which variables stay at their bound, moved onto it exactly."""
    held = found.fixed & _pushing(np.abs(found.bounds))
    at_low = np.abs(x - case.lower) < np.abs(x - case.upper)
    x[held] = np.where(at_low, case.lower, case.upper)[held]
    return held


def _pushing(multipliers: Array) -> Array:
    return multipliers > 1e-9 * max(1.0, float(np.max(multipliers, initial=0.0)))


def main(arguments: list[str]) -> None:
    """Update the record for the cases that are named, or for those that it lacks."""
    known = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    names = [case.name for case in CASES]
    missing = [name for name in names if name not in known]
    wanted = names if arguments == ["--all"] else arguments or missing
    for case in CASES:
        if case.name not in wanted:
            continue
        began = time.perf_counter()
        known[case.name] = [[float(entry) for entry in point] for point in local_minima(case)]
        _write({name: known[name] for name in names if name in known})
        took = time.perf_counter() - began
        sys.stderr.write(f"{case.name}: {len(known[case.name])} minima in {took:.1f} s\n")


def _write(known: dict[str, list[list[float]]]) -> None:
    lines = [f"{json.dumps(name)}: {json.dumps(points)}" for name, points in known.items()]
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
