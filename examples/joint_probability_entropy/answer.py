"""The iteration of Sinkhorn, in POT."""

from __future__ import annotations

from typing import Any

import numpy as np
import ot


def answer(data: dict[str, Any]) -> float:
    """Return the least value of the objective."""
    M, u, v, weight = data["M"], data["u"], data["v"], data["lambda"]
    P = ot.sinkhorn(u, v, M, weight, stopThr=1e-12, numItermax=100_000)
    return float(np.sum(M * P) + weight * np.sum(P * np.log(P)))
