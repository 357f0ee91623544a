from __future__ import annotations

import pytest

from gennaker.calculus.derive import Derivation
from gennaker.expressions.show import text
from gennaker.language.check import read

DECLARED = """
parameters
  Matrix A(m, n), B(n, k)
  Matrix K(n, n) psd
  Vector b(m), y(n), w(k)
  Scalar c
variables
  Vector x(n)
  Matrix X(n, k)
min
  """


def gradient(objective, by=0):
    return text(Derivation(read(DECLARED + objective)).gradient()[by])


@pytest.mark.parametrize(
    ("objective", "expected"),
    [
        ("sum(exp(b.*(A*x))) + norm2(A*x)^2", "A'*(2*(A*x) + b.*exp(b.*(A*x)))"),
        ("norm2(A*x)^2 + sum(sin(2*(A*x)))", "A'*(2*cos(2*(A*x)) + 2*(A*x))"),
        ("sum(exp(y.*(K*x))) + x'*K*x", "2*(K*x) + K*(y.*exp(y.*(K*x)))"),
        ("sum(exp(B'*x)) + norm2(w.*(B'*x))^2", "B*(2*(w.^2.*(B'*x)) + exp(B'*x))"),
    ],
)
def test_one_product_with_each_matrix(objective, expected):
    assert gradient(objective) == expected


def test_a_matrix_of_variables_too():
    shown = gradient("sum(exp(A*X)) + norm2(diag(b)*A*X)^2", by=1)
    assert shown.count("A'") == 1


def test_products_that_the_value_needs_are_not_hidden():
    shown = gradient("x'*K*x + x'*K*(X*w) + (X*w)'*K*(X*w)")
    assert shown.count("K*x") == 1


def test_products_with_data_alone_stay_apart():
    shown = gradient("sum(A*x) + b'*A*x + norm2(A*x)^2")
    assert "A'*b" in shown
    assert "sum(A, columns)" in shown


def test_sums_without_a_shared_matrix_stay_as_they_are():
    assert gradient("y'*x + x'*x") == "2*x + y"


def test_a_product_that_is_repeated_along_an_axis():
    problem = read("variables\n Matrix X(n, n)\nmin\n sum(X^2)")
    assert (
        text(Derivation(problem).gradient()[0])
        == "vector(1)*sum(X, rows)' + sum(X, columns)*vector(1)'"
    )
