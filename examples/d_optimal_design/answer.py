"""CVXPY with Clarabel, an interior-point solver."""

from __future__ import annotations

from typing import Any

import cvxpy

TIGHT = {"solver": "CLARABEL", "tol_gap_abs": 1e-11, "tol_gap_rel": 1e-11, "tol_feas": 1e-11}


def answer(data: dict[str, Any]) -> float:
    """Return the least value of the objective."""
    X = data["X"]
    w = cvxpy.Variable(len(X), nonneg=True)
    objective = cvxpy.Maximize(cvxpy.log_det(X.T @ cvxpy.diag(w) @ X))
    return cvxpy.Problem(objective, [cvxpy.sum(w) == 1]).solve(**TIGHT)
