from __future__ import annotations

import pytest

from gennaker.expressions.sign import Sign
from gennaker.language.check import read
from gennaker.language.slopes import routes, slopes
from gennaker.operations.convexity import Analysis

DECLARED = """
parameters
  Matrix A(3, 3)
  Matrix K(3, 3) psd
  Matrix P(3, 3) positive
  Vector c(3)
  Vector p(3) positive
  Vector r(3) nonnegative
  Scalar s positive
variables
  Vector x(3)
  Matrix X(3, 3)
  Scalar t
min
  {}
"""


def slope(expression: str, name: str = "x") -> Sign:
    problem = read(DECLARED.format(expression))
    (node,) = (symbol.node for symbol in problem.variables if symbol.name == name)
    return slopes(problem.objective, Analysis({}))[node]


def route(expression: str, name: str = "x") -> int:
    problem = read(DECLARED.format(expression))
    (node,) = (symbol.node for symbol in problem.variables if symbol.name == name)
    return routes(problem.objective, Analysis({}))[node]


@pytest.mark.parametrize(
    ("expression", "sign"),
    [
        ("sum(x)", Sign.POSITIVE),
        ("mean(x)", Sign.POSITIVE),
        ("-sum(x)", Sign.NEGATIVE),
        ("p'*x", Sign.POSITIVE),
        ("x'*p", Sign.POSITIVE),
        ("-2*p'*x/s", Sign.NEGATIVE),
        ("x'*P*p", Sign.POSITIVE),
        ("sum(P*x) + sum(p.*x)", Sign.POSITIVE),
        ("sum(x./p)", Sign.POSITIVE),
        ("r'*x", Sign.NONNEGATIVE),
        ("c'*x", Sign.UNKNOWN),
        ("sum(x) - p'*x", Sign.UNKNOWN),
        ("0*sum(x)", Sign.ZERO),
        ("vector(0)'*x", Sign.ZERO),
        ("x[1]", Sign.UNKNOWN),
        ("norm2(x)", Sign.UNKNOWN),
    ],
)
def test_the_sign_of_a_derivative(expression: str, sign: Sign) -> None:
    assert slope(expression) is sign


def test_traces_and_sums_of_matrices() -> None:
    assert slope("tr(X)", "X") is Sign.POSITIVE
    assert slope("sum(sum(X, rows)) + sum(mean(X', columns))", "X") is Sign.POSITIVE


@pytest.mark.parametrize(
    ("expression", "count"),
    [
        ("sum(x)", 1),
        ("norm2(A*x - c)^2", 1),
        ("x'*x", 1),
        ("x'*K*x", 1),
        ("-1/2*x'*K*x", 1),
        ("(A*x - c)'*(A*x - c)", 1),
        ("sum(x.*x)", 1),
        ("sum(x) + sum(x)", 2),
        ("x'*A*x", 2),
        ("x'*x + sum(x)", 2),
        ("x'*K*(x + x)", 2),
    ],
)
def test_the_ways_to_a_variable(expression: str, count: int) -> None:
    assert route(expression) == count


def test_data_alone_leads_nowhere() -> None:
    problem = read(DECLARED.format("t*sum(c) + s"))
    found = routes(problem.objective, Analysis({}))
    by_name = {node.payload[0]: count for node, count in found.items() if not node.args}
    assert by_name == {"t": 1, "c": 0, "s": 0}
