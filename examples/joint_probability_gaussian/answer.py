"""CVXPY with Clarabel, an interior-point solver."""

from __future__ import annotations

from typing import Any

import cvxpy

TIGHT = {"solver": "CLARABEL", "tol_gap_abs": 1e-11, "tol_gap_rel": 1e-11, "tol_feas": 1e-11}


def answer(data: dict[str, Any]) -> float:
    """Return the least value of the objective."""
    P = cvxpy.Variable(data["M"].shape, nonneg=True)
    cost = cvxpy.sum(cvxpy.multiply(data["M"], P))
    objective = cvxpy.Minimize(cost + data["lambda"] * cvxpy.sum_squares(P))
    marginals = [cvxpy.sum(P, axis=1) == data["u"], cvxpy.sum(P, axis=0) == data["v"]]
    return cvxpy.Problem(objective, marginals).solve(**TIGHT)
