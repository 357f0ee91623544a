"""Every operation and many models: generated values and derivatives against JAX's."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from tests.differentiation import largest_error

LIBRARIES = ("numpy", "torch", "jax")
DECLARED = """
parameters
  Matrix A, B
  Matrix K symmetric psd
  Matrix S symmetric
  Vector b, y
  Scalar c positive
variables
  {}
min
  {}
"""
ENTRYWISE = (
    "exp",
    "sin",
    "cos",
    "tan",
    "arctan",
    "sinh",
    "cosh",
    "tanh",
    "sigmoid",
    "softplus",
    "expm1",
    "abs",
    "relu",
    "square",
    "sign",
)
POSITIVE = ("log", "sqrt", "log1p", "entropy")
VECTOR = (
    "norm2(A*x - b)^2\nst\n sum(x) == 1\n x >= 0\n A*x <= b\n exp(A*x) <= b.^2",
    "x'*A*x",
    "x'*S*x + x'*S'*b",
    "0.5*(x.*y)'*K*(x.*y) - sum(x)",
    "sum(log(vector(1) + exp(-y.*(A*x)))) + c/2*norm2(x)^2",
    "norm2(A*x - b) + logsumexp(B*x)",
    "sum(sigmoid(A*x).*tanh(A*x)) + 1/(1 + exp(-sum(x)))",
    "x[1]*x[2]^3 + sum(x[2:end].*x[1:end-1])*norm2([x; b])",
    "sum(max(A*x, b)) + sum(min(A*x, 0)) + max(B*x) - min(B*x)",
    "huber(sum(x), c) + sum(huber(B*x, c))",
    "tr(diag(x)*K) + det(diag(x) + K) + logdet(diag(x.^2) + K)",
    "sum(inv(K + x*x')*b)/mean(x.^2)",
    "sum((A*diag(x)*B).^2) + sum(A*diag(x)*B, rows)'*b + sum(sum(A*diag(x)*B, columns))",
    "norm1(A*x) + norminf(x) + sum(abs(x).^1.5)",
    "c^(x'*x) + sum(2.^x) + (x'*x + 1)^c",
    "sum([A, A*x; x', 1]) + norm2([A*x, b])^2 + norm2([x', b'])^2",
    "sum(matrix(sum(x)).*A) + sum(x*b'*A)",
    "(x'*x)^2*sum(x) + sum(K^3*x) + sum(K^-1*x)",
    "sum(mean(x*x', rows)) + sum(mean(x*y', columns).*y) + mean(x)",
    "sum((A*x).*(A*x).*(A*x).*exp(A*x))",
    "sum(diag(K*diag(x)*S)) + tr(S*diag(x)*K)",
    "(x'*K*x)/(1 + x'*x)",
    "norm1(matrix(sum(x), 2, 5)) + sum((0.1*K)^14*x)",
    "huber(2, c)*sum(x) + sigmoid(0.5)*norm2(x)^2 + sum(entropy(vector(1) + b.^2))*sum(x)",
    "x[1]*sum(A*x) - 4*x[2] + max(2, x[3])",
)
MATRIX = (
    "norm2(A - X*B)^2",
    "tr(X'*K*X) + sum(X*y)",
    "sum(sum(X.*A, rows).^2) + sum(exp(X), columns)'*y",
    "norm2(X*X' - K)^2",
    "sum(X[1, :]) + norm2(X[2:end, 1:2])^2 + X[1, 1]^3",
    "det(X'*X + eye) + logdet(X*X' + K)",
    "logsumexp(X) + norm2(X) + norm1(X) + max(X)",
    "sum(diag(b)*X*diag(y)) + sum(X.*(b*y'))",
    "tr((0.1*X*X')^13) + sum((0.2*X*X' + K)^-14*y)",
)


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("name", ENTRYWISE)
def test_entrywise_functions(name, library):
    if library == "torch":
        pytest.importorskip("torch")
    model = DECLARED.format("Vector x", f"sum({name}(A*x).*b) + {name}(sum(x))")
    assert largest_error(model, library) < 1e-9


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("name", POSITIVE)
def test_functions_of_positive_arguments(name, library):
    if library == "torch":
        pytest.importorskip("torch")
    model = DECLARED.format("Vector x", f"sum({name}(A*x).*b) + {name}(sum(x))")
    assert largest_error(model, library, positive=True) < 1e-9


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("name", ["arcsin", "arccos"])
def test_functions_of_small_arguments(name, library):
    if library == "torch":
        pytest.importorskip("torch")
    model = DECLARED.format("Vector x", f"sum({name}(x/(1 + norm2(x)^2)))")
    assert largest_error(model, library) < 1e-9


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("objective", VECTOR)
def test_models_of_a_vector(objective, library):
    if library == "torch":
        pytest.importorskip("torch")
    assert largest_error(DECLARED.format("Vector x", objective), library) < 1e-9


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("objective", MATRIX)
def test_models_of_a_matrix(objective, library):
    if library == "torch":
        pytest.importorskip("torch")
    assert largest_error(DECLARED.format("Matrix X", objective), library) < 1e-9


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize(
    "model",
    [
        (
            "parameters\n Matrix M\n Scalar l\n Vector u, v\nvariables\n Matrix P\nmin\n"
            " tr(M'*P) + l*sum(P.*log(P))\nst\n P*vector(1) == u\n P'*vector(1) == v\n P >= 0"
        ),
        (
            "parameters\n Matrix M\nvariables\n Matrix U, V\nmin\n norm2(M - U*V')^2 + sum(log(U*V'))"
            "\nst\n U >= 0\n sum(V, rows) <= 1"
        ),
        (
            "parameters\n Matrix S symmetric psd\nvariables\n Matrix X symmetric\nmin\n"
            " tr(S*X) - logdet(X*X)"
        ),
        (
            "parameters\n Matrix X\n Vector y\n Scalar c\nvariables\n Vector w\n Scalar b\nmin\n"
            " norm1(w) + c*sum(log(exp((-y).*(X*w + vector(b))) + vector(1)))"
        ),
        (
            "parameters\n Vector y(n)\n Scalar l\nvariables\n Vector x(n)\nmin\n"
            " norm2(x - y)^2 + l*norm2(x[1:n-2] - 2*x[2:n-1] + x[3:n])^2"
        ),
    ],
    ids=["transport", "factorisation", "covariance", "logistic", "trend"],
)
def test_models_of_the_paper_and_beyond(model, library):
    if library == "torch":
        pytest.importorskip("torch")
    assert largest_error(model, library, positive=True) < 1e-9


@pytest.mark.parametrize("objective", VECTOR)
def test_cupy_source_runs_on_a_stand_in(objective, monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", np)
    assert largest_error(DECLARED.format("Vector x", objective), "cupy") < 1e-9
