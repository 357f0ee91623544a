"""A closed form: the orthogonal factor of a singular value decomposition."""

from __future__ import annotations

from typing import Any

import numpy as np


def answer(data: dict[str, Any]) -> float:
    """Return the least value of the objective."""
    U, _, V = np.linalg.svd(data["A"].T @ data["B"])
    return float(np.sum((data["A"] @ U @ V - data["B"]) ** 2))
