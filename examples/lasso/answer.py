"""Coordinate descent, in scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.linear_model import Lasso


def answer(data: dict[str, Any]) -> float:
    """Return the least value of the objective."""
    X, y, weight = data["X"], data["y"], data["lambda"]
    w = Lasso(weight, fit_intercept=False, tol=1e-14, max_iter=100_000).fit(X, y).coef_
    return float(np.sum((X @ w - y) ** 2) / (2 * len(y)) + weight * abs(w).sum())
