"""Coordinate descent and Newton's method (LIBLINEAR), in scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression


def answer(data: dict[str, Any]) -> float:
    """Return the least value of the objective."""
    X, y, weight = data["X"], data["y"], data["lambda"]
    fit = LogisticRegression(
        C=1 / weight,
        l1_ratio=1,
        solver="liblinear",
        fit_intercept=False,
        tol=1e-12,
        max_iter=10_000,
    ).fit(X, y)
    loss = np.logaddexp(0, -y * fit.decision_function(X)).sum()
    return float(loss + weight * abs(fit.coef_).sum())
