"""CVXPY with Clarabel, an interior-point solver."""

from __future__ import annotations

from typing import Any

import cvxpy

TIGHT = {"solver": "CLARABEL", "tol_gap_abs": 1e-11, "tol_gap_rel": 1e-11, "tol_feas": 1e-11}


def answer(data: dict[str, Any]) -> float:
    """Return the least value of the objective."""
    x = cvxpy.Variable(data["A"].shape[1])
    objective = cvxpy.Minimize(cvxpy.sum_squares(data["A"] @ x - data["b"]))
    return cvxpy.Problem(objective, [cvxpy.sum(x) == 1, x >= 0]).solve(**TIGHT)
