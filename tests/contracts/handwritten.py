"""Value and gradient of models as an expert would write them by hand in NumPy.

Each function takes the data, may prepare it, and returns a function of the variables. The tests
hold generated code against them: the same numbers, and no more work.
"""

from __future__ import annotations

import numpy as np

__all__ = ["BY_HAND"]


def least_squares(A, b):
    def f(x):
        r = A @ x - b
        return r @ r, 2.0 * (r @ A)

    return f


def norm(A, b):
    def f(x):
        r = A @ x - b
        size = np.linalg.norm(r)
        return size, (r @ A) / size

    return f


def ridge(A, b, c):
    def f(x):
        r = A @ x - b
        return r @ r + c * (x @ x), 2.0 * (r @ A) + (2.0 * c) * x

    return f


def split_lasso(A, b, c):
    def f(p, n):
        r = A @ (p - n) - b
        g = 2.0 * (r @ A)
        return r @ r + c * np.sum(p + n), c + g, c - g

    return f


def _logistic(t):
    """Return the sum of log(1 + exp(-t)) and its derivative but for the sign."""
    e = np.exp(-np.abs(t))
    return np.sum(np.log1p(e) - np.minimum(t, 0.0)), np.where(t >= 0.0, e, 1.0) / (1.0 + e)


def logistic(X, y, c):
    def f(w, b):
        value, s = _logistic(y * (X @ w + b))
        s = y * s
        return 0.5 * c * (w @ w) + value, c * w - s @ X, -np.sum(s)

    return f


def dual_svm(K, y, c):
    def f(a):
        u = y * a
        k = K @ u
        return 0.5 * (u @ k) - np.sum(a), y * k - 1.0

    return f


def fairness(X, y, d, c):
    def f(w):
        value, s = _logistic(y * (X @ w))
        return value + c * (w @ w), (2.0 * c) * w - (y * s) @ X

    return f


def kernel_ridge(K, y, c):
    def f(a):
        k = K @ a
        r = k - y
        return r @ r + c * (a @ k), 2.0 * (K @ r) + (2.0 * c) * k

    return f


def quadratic(A, b):
    def f(x):
        v = A @ x
        return x @ v + b @ x, v + x @ A + b

    return f


def symmetric_quadratic(S, b):
    def f(x):
        v = S @ x
        return x @ v + b @ x, 2.0 * v + b

    return f


def gram(A, b):
    def f(x):
        v = A @ x
        return v @ v - b @ x, 2.0 * (v @ A) - b

    return f


def chain(A, B, b):
    def f(x):
        r = A @ (B @ x) - b
        return r @ r, 2.0 * ((r @ A) @ B)

    return f


def data_alone(A, b):
    v = b @ A

    def f(x):
        return v @ x + x @ x, v + 2.0 * x

    return f


def poisson(X, y):
    v = y @ X

    def f(w):
        e = np.exp(X @ w)
        return np.sum(e) - v @ w, e @ X - v

    return f


def softmax(A):
    def f(x):
        u = A @ x
        top = np.max(u)
        e = np.exp(u - top)
        total = np.sum(e)
        return top + np.log(total), (e / total) @ A

    return f


def huber(A, b):
    def f(x):
        r = A @ x - b
        cut = np.clip(r, -1.0, 1.0)
        return cut @ (r - 0.5 * cut), cut @ A

    return f


def squared_hinge(X, y):
    def f(w):
        h = np.maximum(1.0 - y * (X @ w), 0.0)
        return h @ h, -2.0 * ((y * h) @ X)

    return f


def factorisation(M):
    def f(U, V):
        R = M - U @ V.T
        return np.vdot(R, R), -2.0 * (R @ V), -2.0 * (R.T @ U)

    return f


def matrix_regression(A, B):
    def f(X):
        R = A @ X - B
        return np.vdot(R, R), 2.0 * (A.T @ R)

    return f


def covariance(S):
    def f(X):
        factor = np.linalg.cholesky(X)
        value = np.vdot(S, X) - 2.0 * np.sum(np.log(np.diag(factor)))
        return value, S - np.linalg.inv(X)

    return f


def entropy_transport(M, c):
    tiny = np.finfo(float).tiny

    def f(P):
        logs = np.log(np.maximum(P, tiny))
        return np.vdot(M, P) + c * np.vdot(P, logs), M + c * (logs + 1.0)

    return f


def quadratic_transport(M, c):
    def f(P):
        return np.vdot(M, P) + c * np.vdot(P, P), M + (2.0 * c) * P

    return f


BY_HAND = {
    "least squares": least_squares,
    "non-negative least squares": least_squares,
    "norm, not squared": norm,
    "ridge": ridge,
    "lasso, in two parts": split_lasso,
    "logistic regression": logistic,
    "dual SVM": dual_svm,
    "fairness, linear constraint": fairness,
    "fairness, logistic constraint": fairness,
    "kernel ridge": kernel_ridge,
    "quadratic form": quadratic,
    "symmetric quadratic form": symmetric_quadratic,
    "Gram matrix, never formed": gram,
    "a chain of matrices": chain,
    "data alone is multiplied once, outside": data_alone,
    "Poisson regression": poisson,
    "softmax": softmax,
    "Huber regression": huber,
    "squared hinge": squared_hinge,
    "matrix factorisation": factorisation,
    "matrix regression": matrix_regression,
    "Gaussian covariance": covariance,
    "joint probability": entropy_transport,
    "joint probability, Gaussian": quadratic_transport,
}
