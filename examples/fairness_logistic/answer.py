"""Sequential quadratic programming (SLSQP) in SciPy, from the same start."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit


def answer(data: dict[str, Any]) -> float:
    """Return the least value of the objective."""

    def loss(w: np.ndarray, X: np.ndarray, y: np.ndarray) -> tuple[float, np.ndarray]:
        margin = y * (X @ w)
        return np.logaddexp(0, -margin).mean(), -X.T @ (y * expit(-margin)) / len(y)

    def objective(w: np.ndarray) -> tuple[float, np.ndarray]:
        value, slope = loss(w, data["X"], data["y"])
        return value + data["lambda"] * w @ w, slope + 2 * data["lambda"] * w

    def gap(w: np.ndarray, part: int) -> Any:
        return loss(w, data["XA"], data["yA"])[part] - loss(w, data["XB"], data["yB"])[part]

    fair = {"type": "eq", "fun": gap, "jac": lambda w, _: gap(w, 1), "args": (0,)}
    start = np.zeros(data["X"].shape[1])
    options = {"ftol": 1e-14, "maxiter": 1000}
    found = minimize(objective, start, jac=True, method="SLSQP", constraints=fair, options=options)
    return float(found.fun)
