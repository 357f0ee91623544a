"""CVXPY with Clarabel, an interior-point solver."""

from __future__ import annotations

from typing import Any

import cvxpy

TIGHT = {"solver": "CLARABEL", "tol_gap_abs": 1e-11, "tol_gap_rel": 1e-11, "tol_feas": 1e-11}


def answer(data: dict[str, Any]) -> float:
    """Return the least value of the objective."""
    w = cvxpy.Variable(len(data["r"]))
    risk = cvxpy.quad_form(w, data["C"])
    objective = cvxpy.Maximize(data["r"] @ w - data["gamma"] / 2 * risk)
    return cvxpy.Problem(objective, [cvxpy.sum(w) == 1, w >= 0]).solve(**TIGHT)
