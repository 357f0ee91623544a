"""Pooling of adjacent violators, in SciPy."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import isotonic_regression


def answer(data: dict[str, Any]) -> float:
    """Return the least value of the objective."""
    return float(np.sum((isotonic_regression(data["y"]).x - data["y"]) ** 2))
