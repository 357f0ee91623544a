from __future__ import annotations

import pytest

from gennaker.calculus.derive import Derivation
from gennaker.expressions.show import text
from gennaker.language.check import read

DECLARED = """
parameters
  Matrix A, B
  Matrix K symmetric
  Vector b, w
  Scalar c
variables
  Vector x
min
  {}
"""


def gradient(objective):
    return text(Derivation(read(DECLARED.format(objective))).gradient()[0])


@pytest.mark.parametrize(
    ("objective", "expected"),
    [
        ("norm2(A*x - b)^2", "2*(A'*(A*x - b))"),
        ("x'*K*x", "2*(K*x)"),
        ("b'*A*B*x", "B'*(A'*b)"),
        ("tr(x*w'*B)", "B'*w"),
        ("sum(A*diag(x)*B)", "sum(A, columns).*sum(B, rows)"),
        ("c*sum(x./w)", "c*(1./w)"),
        ("sum(exp(A*x))", "A'*exp(A*x)"),
        ("sum(x)*sum(x)", "vector(2*sum(x))"),
    ],
)
def test_products_are_multiplied_in_the_cheapest_order(objective, expected):
    assert gradient(objective) == expected


def test_no_matrix_is_multiplied_by_a_matrix_for_a_vector():
    shown = gradient("norm2(A*(B*x) - b)^2 + norm2(A*B*x)^2")
    assert "A*B*" not in shown
    assert "A'*A" not in shown
