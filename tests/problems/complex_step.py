"""Derivatives by the complex step, exact to rounding: Im f(x + i t e) / t has no difference in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from tests.problems.case import Array

STEP = 1e-30
# Written on one array for real and complex arguments alike: no abs, no comparison, no max.
Function: TypeAlias = Callable[[Any], Any]


def values(function: Function, x: Array) -> Array:
    """Evaluate at a real point; NaN where that is outside the domain, without a warning."""
    with np.errstate(all="ignore"):
        return np.atleast_1d(np.asarray(function(np.asarray(x, dtype=float)), dtype=float))


def jacobian(function: Function, x: Array) -> Array:
    """Return the matrix of first derivatives; NaN where the function has no value."""
    point = np.asarray(x, dtype=complex)
    rows = []
    with np.errstate(all="ignore"):
        for index in range(len(point)):
            point[index] += 1j * STEP
            rows.append(np.imag(np.atleast_1d(function(point))) / STEP)
            point[index] = x[index]
    slopes = np.array(rows).T
    slopes[~np.isfinite(values(function, x))] = np.nan
    return slopes
