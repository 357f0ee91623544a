"""A linear program, solved by HiGHS in SciPy."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import linprog


def answer(data: dict[str, Any]) -> float:
    """Return the least value of the objective."""
    X, y, tau = data["X"], data["y"], data["tau"]
    m, n = X.shape
    cost = np.concatenate([np.zeros(n + 1), np.full(m, tau), np.full(m, 1 - tau)])
    equations = np.hstack([X, np.ones((m, 1)), np.eye(m), -np.eye(m)])
    bounds = [(None, None)] * (n + 1) + [(0, None)] * (2 * m)
    return float(linprog(cost, A_eq=equations, b_eq=y, bounds=bounds).fun)
