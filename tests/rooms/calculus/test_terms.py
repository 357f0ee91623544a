from __future__ import annotations

import pytest

from gennaker.calculus.lower import Lowering
from gennaker.calculus.tensor import Graph
from gennaker.calculus.terms import find_entropies
from gennaker.language.check import read
from gennaker.operations.convexity import Analysis

DECLARED = """
parameters
  Matrix M(n, k)
  Vector y(n), q(n) positive
  Scalar c
variables
  Vector x(n)
  Matrix P(n, k)
min
  """


def entropies(objective):
    problem = read(DECLARED + objective)
    lowering = Lowering(Graph(), Analysis({}))
    root = lowering.tensor(problem.objective)
    return find_entropies(root, [lowering.tensor(item.node) for item in problem.variables])


@pytest.mark.parametrize(
    ("of_x", "expected"),
    [
        ("norm2(x - y)^2", False),
        ("x'*x + y'*x + c", False),
        ("sum(q.*x.*x) + sum((2*x - y).^2)", False),
        ("sum(q.*(x - y).^2)/c", False),
        ("sum(entropy(x))", True),
        ("c*sum(x.*log(x)) - sum(x)", True),
        ("sum(x.*log(x./q))", True),
        ("sum(x.*log(x./q) - x + q)", True),
        ("sum(entropy(2*x)) + y'*x", True),
        ("sum(q.*x.*log(q.*x))", True),
        ("-sum(entropy(x))", True),  # the solver measures the sign
    ],
)
def test_squares_and_entropies(of_x, expected):
    assert entropies(f"{of_x} + norm2(P)^2") == (expected, False)
    assert entropies(f"{of_x} + tr(M'*P) + c*sum(entropy(P))") == (expected, True)


@pytest.mark.parametrize(
    "of_x",
    [
        "y'*x",  # no curvature
        "c",
        "sum(entropy(x)) + x'*x",  # no closed form
        "sum(entropy(x + q))",
        "sum(entropy(x)) - sum(log(x))",
        "-sum(log(x))",
        "sum(exp(x))",
        "sum(x.^3)",
        "sum(x.^4)",
        "sum(x.^2.*log(x))",
        "sum(log(x).^2)",
        "sum(x.*log(x).*x)",
        "sum(1./x)",
        "sum((x.^2 + x).^2)",
        "sum((x + q).*log(x))",
        "norm1(x) + x'*x",
        "norm2(x - vector(sum(x)))^2",  # not separable
        "sum(x)^2",
    ],
)
def test_other_terms(of_x):
    assert entropies(f"{of_x} + norm2(P)^2") is None
