from __future__ import annotations

import pytest

from gennaker.calculus.degree import degree
from gennaker.calculus.lower import Lowering
from gennaker.calculus.tensor import Graph
from gennaker.expressions.structure import Degree
from gennaker.language.check import read
from gennaker.operations.bounds import signs_from_bounds
from gennaker.operations.convexity import Analysis

DECLARED = """
parameters
  Matrix A(m, n)
  Matrix S(n, n) symmetric
  Vector b(m), y(n)
  Scalar c, i
variables
  Vector x(n), z(n)
  Vector p(n) nonnegative
  Matrix U(n, k), V(n, k)
  Scalar t
min
  """


def degree_of(objective):
    problem = read(DECLARED + objective)
    signs = signs_from_bounds(problem.bounds, problem.variables)
    return degree(Lowering(Graph(), Analysis(signs)).tensor(problem.objective))


@pytest.mark.parametrize(
    ("objective", "expected"),
    [
        ("c^2 + norm2(b)", Degree.CONSTANT),
        ("sum(A*x) + c*t - 1", Degree.LINEAR),
        ("sum(abs(p)) + norm1(p) + norm1(p)/c", Degree.LINEAR),
        ("x[1] + sum(x[2:end]) + sum([x; z])", Degree.LINEAR),
        ("tr(S*diag(x)) + sum(U, rows)'*y", Degree.LINEAR),
        ("norm2(A*x - b)^2 + c*sum(x)", Degree.QUADRATIC),
        ("x'*S*x + t*sum(z)", Degree.QUADRATIC),
        ("norm2(x[1:n-1] - x[2:n])^2 + x[1]*x[2]", Degree.QUADRATIC),
        ("sum(U.*V) + norm2(U*V')", Degree.OTHER),
        ("norm2(U*V')^2", Degree.OTHER),
        ("(x'*x)^2", Degree.OTHER),
        ("t^3", Degree.OTHER),
        ("c/t", Degree.OTHER),
        ("t^0.5", Degree.OTHER),
        ("norm2(x)", Degree.OTHER),
        ("norm1(x)", Degree.OTHER),
        ("huber(t, c)", Degree.OTHER),
        ("exp(t)", Degree.OTHER),
        ("t*t*t - t*t*t + t", Degree.LINEAR),
        ("x'*x*t^-1*t", Degree.QUADRATIC),
    ],
)
def test_degrees(objective, expected):
    assert degree_of(objective) is expected


def test_an_entry_at_a_place_that_is_data_is_linear():
    assert degree_of("x[i]") is Degree.LINEAR
