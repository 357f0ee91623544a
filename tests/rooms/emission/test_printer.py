from __future__ import annotations

import pytest

from gennaker.emission.printer import Printer
from gennaker.emission.targets.jax import JAX
from gennaker.emission.targets.numpy import NUMPY
from gennaker.emission.targets.torch import TORCH
from gennaker.language.check import read

DECLARED = """
parameters
  Matrix A(m, n), B(n, k)
  Vector b(m), w(n)
  Scalar c, i
variables
  Vector x
  Matrix X
let
  f = {}
min
  sum(x) + sum(X) + sum(A*x)
"""


def printed(expression, target=NUMPY):
    problem = read(DECLARED.format(expression))
    symbols = (*problem.parameters, *problem.variables)
    names = {symbol.node: symbol.name for symbol in symbols}
    sizes = {name: name.replace(".", "_") for name in problem.dimensions}
    return Printer(target, names, sizes).expression(problem.lets[0].value, frozenset())


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("A*x - b", "A @ x - b"),
        ("A'*b", "b @ A"),
        ("b'*(A*x)", "b @ (A @ x)"),
        ("c*(A*x)", "c * (A @ x)"),
        ("(A*x)*c", "(A @ x) * c"),
        ("(c*A)*x", "(c * A) @ x"),
        ("A*B", "A @ B"),
        ("b*x'", "np.outer(b, x)"),
        ("diag(b)*A", "b[:, None] * A"),
        ("A*diag(x)", "A * x"),
        ("x + c*vector(1)", "x + c * np.full(n, 1.0, dtype)"),
        ("x + vector(c)", "x + c"),
        ("x.^2", "x**2"),
        ("-x.^2", "-x**2"),
        ("(-x).^2", "(-x)**2"),
        ("x.^3", "x**2 * x"),
        ("x.^4", "(x**2)**2"),
        ("x.^5", "(x**2)**2 * x"),
        ("(A*x).^3", "(A @ x)**3"),
        ("x.^1.5", "x**1.5"),
        ("x.^-1", "1.0 / x"),
        ("x.^-2", "1.0 / x**2"),
        ("w.*x.^-3", "w * (1.0 / (x**2 * x))"),
        ("2*(c*x)", "2.0 * c * x"),
        ("2*(c*(A*x))", "2.0 * c * (A @ x)"),
        ("A + b*vector(1)'", "A + b[:, None]"),
        ("A - vector(1)*w'", "A - w"),
        ("exp(b)*vector(1)' - vector(1)*w'", "np.exp(b)[:, None] - w"),
        (
            "b*vector(1, n)' + matrix(c, m, n)",
            "np.outer(b, np.full(n, 1.0, dtype)) + np.full((m, n), c, dtype)",
        ),
        ("c^(1/2)", "np.power(c, 1.0 / 2.0)"),
        ("x./(w.*x)", "x / (w * x)"),
        ("x - (w - x)", "x - (w - x)"),
        ("x[2:end]", "x[1:]"),
        ("x[1:n-1]", "x[:-1]"),
        ("x[end]", "x[-1]"),
        ("x[3]", "x[2]"),
        ("A[i, :]", "A[i - 1, :]"),
        ("A[:, 2:3]", "A[:, 1:3]"),
        ("sum(A.*A)", "np.vdot(A, A)"),
        ("sum(A.^2)", "np.vdot(A, A)"),
        ("sum(A, rows)", "np.sum(A, axis=1)"),
        ("norm2(x)", "np.linalg.norm(x)"),
        ("[x; c]", "np.hstack((x, c))"),
        ("[A, b; x', c]", "np.block([[A, b[:, None]], [x[None, :], c]])"),
        ("max(x, 0)", "np.maximum(x, 0.0)"),
        ("n*c", "n * c"),
        ("tr(eye(3))*c", "np.trace(np.eye(3, dtype=dtype)) * c"),
    ],
)
def test_numpy_source_reads_like_handwriting(expression, expected):
    assert printed(expression) == expected


def test_libraries_differ_where_they_must():
    assert printed("sigmoid(x)", JAX) == "jax.nn.sigmoid(x)"
    assert printed("sum(A.*A)", TORCH) == "torch.sum(A * A)"
    assert printed("sum(A, columns)", TORCH) == "torch.sum(A, dim=0)"
    assert printed("x.^3", JAX) == "x**3"
