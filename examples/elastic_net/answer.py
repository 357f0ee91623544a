"""Coordinate descent, in scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.linear_model import ElasticNet


def answer(data: dict[str, Any]) -> float:
    """Return the least value of the objective."""
    X, y, one, two = data["X"], data["y"], data["lambda1"], data["lambda2"]
    net = ElasticNet(one + two, l1_ratio=one / (one + two), fit_intercept=False, tol=1e-14)
    w = net.set_params(max_iter=100_000).fit(X, y).coef_
    loss = np.sum((X @ w - y) ** 2) / (2 * len(y))
    return float(loss + one * abs(w).sum() + two / 2 * np.sum(w**2))
