"""The convex problem over the matrix itself, by the alternating direction method of multipliers."""

from __future__ import annotations

from typing import Any

import numpy as np


def answer(data: dict[str, Any]) -> float:
    """Return the least value of the objective."""
    M, weight = data["M"], data["lambda"]
    penalty = M.size / (4 * abs(M).sum())
    wrong = multiplier = np.zeros_like(M)
    for _ in range(10_000):
        U, s, V = np.linalg.svd(M - wrong + multiplier / penalty, full_matrices=False)
        s = np.maximum(s - 1 / penalty, 0)
        low = U * s @ V
        rest = M - low + multiplier / penalty
        wrong = np.sign(rest) * np.maximum(abs(rest) - weight / penalty, 0)
        multiplier = multiplier + penalty * (M - low - wrong)
        if np.linalg.norm(M - low - wrong) < 1e-12 * np.linalg.norm(M):
            break
    return float(s.sum() + weight * abs(M - low).sum())
