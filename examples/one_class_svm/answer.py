"""Sequential minimal optimisation (LIBSVM), in scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.svm import OneClassSVM


def answer(data: dict[str, Any]) -> float:
    """Return the least value of the objective."""
    fit = OneClassSVM(nu=data["nu"], kernel="precomputed", tol=1e-10).fit(data["K"])
    a = np.zeros(len(data["K"]))
    a[fit.support_] = fit.dual_coef_[0]
    return float(a @ data["K"] @ a / 2)
