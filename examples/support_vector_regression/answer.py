"""Sequential minimal optimisation of the dual (LIBSVM), in scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.svm import SVR


def answer(data: dict[str, Any]) -> float:
    """Return the least value of the objective."""
    X, y, epsilon = data["X"], data["y"], data["epsilon"]
    fit = SVR(C=data["c"], epsilon=epsilon, kernel="linear", tol=1e-10).fit(X, y)
    weights = fit.dual_coef_[0]
    # the value of the dual, which at its solution is that of the model, and is exact in b
    dual = y[fit.support_] @ weights - epsilon * abs(weights).sum() - np.sum(fit.coef_**2) / 2
    return float(dual)
