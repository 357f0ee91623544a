"""Evidence about a point from the case alone: no figure here comes from the solver under test."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
from scipy.linalg import null_space
from scipy.optimize import lsq_linear

from tests.problems.case import Array, Case

ACTIVE = 1e-6
STEP = 1e-6
NEAR = 1e-4
ROOT = 3e-2
"""Without multipliers the value moves like a root of the violation, so it says little."""


@dataclass(frozen=True, eq=False)
class Multipliers:
    """The multipliers that fit a point best, and the constraints and bounds that it touches.

    `stationarity` is what they leave of the gradient of the Lagrangian, against the gradients that
    cancel in it.
    """

    equalities: Array
    inequalities: Array
    bounds: Array  # of the box: positive where a lower bound pushes
    stationarity: float
    active: Array  # which inequalities are touched
    fixed: Array  # which variables are at a bound


def fit_multipliers(case: Case, x: Array, touch: float = ACTIVE) -> Multipliers:
    """Fit the multipliers of what is touched by least squares with signs."""
    gradient = case.objective(x)[1]
    equal = case.equality_jacobian(x)
    unequal = case.inequality_jacobian(x)
    reach = touch * sizes_of_rows(case, x, unequal, case.scales.inequalities)
    active = np.flatnonzero(case.inequalities(x) >= -reach)
    near = touch * variable_sizes(case, x)
    low = np.flatnonzero(x <= case.lower + near)
    high = np.flatnonzero((x >= case.upper - near) & (case.upper > case.lower))
    unit = np.eye(case.size)
    columns = np.vstack([equal, unequal[active], -unit[low], unit[high]]).T
    least = np.concatenate(
        [np.full(len(equal), -np.inf), np.zeros(columns.shape[1] - len(equal))],
    )
    free = case.lower[low] == case.upper[low]
    least[len(equal) + len(active) : len(equal) + len(active) + len(low)][free] = -np.inf
    units = variable_units(case)  # stationarity is measured where all variables are alike
    found = _fit(columns * units[:, None], -gradient * units, least)
    y, z, a, b = np.split(found, np.cumsum([len(equal), len(active), len(low)]))
    inequalities = np.zeros(len(unequal))
    inequalities[active] = z
    bounds = np.zeros(case.size)
    np.add.at(bounds, low, a)
    np.add.at(bounds, high, -b)
    rest = gradient + y @ equal + inequalities @ unequal - bounds
    size = max(
        case.scales.objective,
        np.max(np.abs(gradient * units), initial=0.0),
        np.max(np.abs((y @ equal) * units), initial=0.0),
    )
    fixed = np.zeros(case.size, dtype=bool)
    fixed[low] = fixed[high] = True
    return Multipliers(
        y, inequalities, bounds, float(np.max(np.abs(rest * units)) / size), active, fixed
    )


def _fit(columns: Array, target: Array, least: Array) -> Array:
    """Solve the least-squares problem with unit columns, so that no size decides."""
    if not columns.shape[1]:
        return np.zeros(0)
    norms = np.linalg.norm(columns, axis=0)
    norms[norms == 0] = 1.0
    size = np.linalg.norm(target) or 1.0
    found = lsq_linear(
        columns / norms, target / size, bounds=(least, np.inf), method="bvls", tol=1e-15
    )
    return found.x * size / norms


def variable_units(case: Case) -> Array:
    """Return the factor between each variable and that of the problem the case was made from."""
    return np.broadcast_to(np.asarray(case.scales.variables, dtype=float), (case.size,))


def variable_sizes(case: Case, x: Array) -> Array:
    """Return what an error of each variable is measured against."""
    return np.maximum(variable_units(case), np.abs(x))


def sizes_of_rows(case: Case, x: Array, rows: Array, scales: Array | float) -> Array:
    """Return what a constraint's value is measured against: its unit, or what moving x does to it."""
    if not len(rows):
        return np.zeros(0)
    moved = np.linalg.norm(rows * variable_sizes(case, x), axis=1)
    return np.maximum(np.broadcast_to(np.asarray(scales, dtype=float), len(rows)), moved)


def violation(case: Case, x: Array) -> float:
    """Return the largest violation in the units of the problem that the case was made from."""
    scales = case.scales
    parts = (
        np.abs(case.equalities(x)) / scales.equalities,
        case.inequalities(x) / scales.inequalities,
        (case.lower - x) / scales.variables,
        (x - case.upper) / scales.variables,
    )
    return max(0.0, float(np.max(np.concatenate(parts), initial=0.0)))


def relative_violation(case: Case, x: Array) -> float:
    """Return the largest violation against the size of the terms that should cancel."""
    scales = case.scales
    equal = sizes_of_rows(case, x, case.equality_jacobian(x), scales.equalities)
    unequal = sizes_of_rows(case, x, case.inequality_jacobian(x), scales.inequalities)
    near = variable_sizes(case, x)
    parts = (
        np.abs(case.equalities(x)) / equal,
        case.inequalities(x) / unequal,
        (case.lower - x) / near,
        (x - case.upper) / near,
    )
    return max(0.0, float(np.max(np.concatenate(parts), initial=0.0)))


def error(case: Case, x: Array) -> float:
    """Return how far the objective is from the local optimum that it belongs to.

    That is the nearest one where they nearly agree, else the next one below. The error is negative
    where the value is below the least that is known.
    """
    value = case.objective(x)[0]
    gaps = [(value - known) / case.scale_of_value for known in case.local_optima]
    nearest = min(gaps, key=abs)
    if abs(nearest) <= NEAR:
        return nearest
    return min((gap for gap in gaps if gap >= 0), default=max(gaps))


def lagrangian_hessian(case: Case, x: Array, found: Multipliers) -> Array:
    """Return second derivatives by central differences of exact first ones."""

    def gradient(point: Array) -> Array:
        return (
            case.objective(point)[1]
            + case.equality_product(point, found.equalities)
            + case.inequality_product(point, found.inequalities)
        )

    steps = STEP * variable_sizes(case, x)
    rows = [
        (gradient(x + step * unit) - gradient(x - step * unit)) / (2 * step)
        for step, unit in zip(steps, np.eye(case.size), strict=True)
    ]
    hessian = np.array(rows)
    return (hessian + hessian.T) / 2


def curves_up(case: Case, x: Array, found: Multipliers, tolerance: float = 1e-5) -> bool:
    """Whether the Lagrangian has no direction of descent along what the point touches."""
    units = variable_units(case)
    rows = np.vstack(
        [
            case.equality_jacobian(x) * units,
            case.inequality_jacobian(x)[found.active] * units,
            np.eye(case.size)[found.fixed],
        ]
    )
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-300)
    free = null_space(rows, rcond=1e-9) if len(rows) else np.eye(case.size)
    if not free.shape[1]:
        return True
    with np.errstate(all="ignore"):
        hessian = lagrangian_hessian(case, x, found) * np.outer(units, units)
    if not np.all(np.isfinite(hessian)):
        return False
    values = np.linalg.eigvalsh(free.T @ hessian @ free)
    return bool(values[0] >= -tolerance * max(case.scales.objective, np.max(np.abs(hessian))))


class Verdict(Enum):
    """What an independent look at a point finds."""

    RIGHT = "right"
    ELSEWHERE = "stationary, but at no minimum on record"
    BELOW = "below the least known value"
    INFEASIBLE = "infeasible"
    WRONG = "not optimal"


def verdict(case: Case, x: Array, tolerance: float) -> Verdict:
    """Judge a point by the case alone: feasibility, value, and multipliers of our own."""
    if not np.all(np.isfinite(x)) or relative_violation(case, x) > tolerance:
        return Verdict.INFEASIBLE
    loose = ROOT if "no_multipliers" in case.tags else tolerance
    off = error(case, x)
    if abs(off) <= loose:
        return Verdict.RIGHT
    if off < 0:
        return Verdict.BELOW
    found = fit_multipliers(case, x, touch=100 * tolerance)
    return Verdict.ELSEWHERE if found.stationarity <= 10 * tolerance else Verdict.WRONG
