from __future__ import annotations

import pytest

from gennaker.calculus.lower import Lowering
from gennaker.calculus.separable import is_separable
from gennaker.calculus.tensor import Graph
from gennaker.language.check import read
from gennaker.operations.convexity import Analysis

DECLARED = """
parameters
  Matrix A(m, n), M(n, k)
  Vector b(m), y(n)
  Scalar c
variables
  Vector x(n), z(n)
  Matrix P(n, k)
  Scalar s, t
min
  """


def separable(objective):
    lowering = Lowering(Graph(), Analysis({}))
    return is_separable(lowering.tensor(read(DECLARED + objective).objective))


@pytest.mark.parametrize(
    "objective",
    [
        "c",
        "y'*x + c*sum(z)",
        "sum(A*x) - b'*A*z",
        "sum(A*x - b)",
        "norm2(x - y)^2 + norm2(z)^2",
        "tr(M'*P) + c*sum(P.*log(P))",
        "tr(M'*P) + c*norm2(P)^2",
        "sum(exp(x).*x.*y) + huber(t, c)",
        "t^2 + t*exp(t) + s",
        "sum(exp(x))/3 + sum(exp(z))",
        "norm1(x) + sum(huber(x - y, c))",
    ],
)
def test_terms_in_one_entry_each(objective):
    assert separable(objective)


@pytest.mark.parametrize(
    "objective",
    [
        "norm2(A*x - b)^2",
        "x'*z",
        "norm2(x)",
        "norm2(x - z)^2",
        "sum(x)^2",
        "exp(sum(x))",
        "s*t",
        "t*sum(x)",
        "norm2(x - vector(t))^2",
        "sum(exp(x + z))",
        "logsumexp(x)",
        "x[1]*x[2]",
        "tr(P'*P*P'*P)",
        "max(x)",
    ],
)
def test_terms_in_several_entries(objective):
    assert not separable(objective)
