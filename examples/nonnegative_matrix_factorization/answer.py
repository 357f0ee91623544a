"""L-BFGS-B in SciPy, which goes on from the answer: a local optimum cannot be improved."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import minimize


def improved(data: dict[str, Any], values: dict[str, Any]) -> float:
    """Return the least objective that is found from there."""
    X, W, H = data["X"], values["W"], values["H"]

    def loss(z: np.ndarray) -> tuple[float, np.ndarray]:
        W_, H_ = z[: W.size].reshape(W.shape), z[W.size :].reshape(H.shape)
        residual = W_ @ H_ - X
        slope = np.concatenate([(residual @ H_.T).ravel(), (W_.T @ residual).ravel()])
        return np.sum(residual**2) / 2, slope

    start = np.concatenate([W.ravel(), H.ravel()])
    limits = {"maxiter": 2000, "maxfun": 4000, "ftol": 1e-15, "gtol": 1e-10}
    bounds = [(0, None)] * start.size
    return float(minimize(loss, start, jac=True, bounds=bounds, options=limits).fun)
