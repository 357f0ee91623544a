"""The convex problem over the matrix itself, by accelerated singular value thresholding."""

from __future__ import annotations

from typing import Any

import numpy as np


def answer(data: dict[str, Any]) -> float:
    """Return the least value of the objective."""
    M, known, weight = data["M"], data["known"], data["lambda"]
    X = ahead = np.zeros_like(M)
    t = 1.0
    for _ in range(5000):
        step = ahead - (known * ahead - M)
        squares, V = np.linalg.eigh(step.T @ step)
        s = np.sqrt(np.maximum(squares, 1e-12))
        new = step @ (V * np.maximum(1 - weight / s, 0)) @ V.T
        t, before = (1 + np.sqrt(1 + 4 * t**2)) / 2, t
        if np.sum((ahead - new) * (new - X)) > 0:  # the momentum points the wrong way
            t = before = 1.0
        change = np.linalg.norm(new - X)
        ahead, X = new + (before - 1) / t * (new - X), new
        if change < 1e-8 * np.linalg.norm(X):
            break
    return float(np.sum((known * X - M) ** 2) / 2 + weight * np.linalg.norm(X, "nuc"))
