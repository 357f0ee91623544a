"""The normal equations, a closed form."""

from __future__ import annotations

from typing import Any

import numpy as np


def answer(data: dict[str, Any]) -> float:
    """Return the least value of the objective."""
    X, y, weight = data["X"], data["y"], data["lambda"]
    w = np.linalg.solve(X.T @ X + weight * np.eye(X.shape[1]), X.T @ y)
    return float(np.sum((X @ w - y) ** 2) + weight * np.sum(w**2))
