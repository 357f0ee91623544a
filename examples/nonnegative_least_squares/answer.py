"""The active-set method of Lawson and Hanson, in SciPy."""

from __future__ import annotations

from typing import Any

from scipy.optimize import nnls


def answer(data: dict[str, Any]) -> float:
    """Return the least value of the objective."""
    return float(nnls(data["A"], data["b"])[1] ** 2)
