from __future__ import annotations

import pytest

from gennaker.calculus.lower import Lowering
from gennaker.calculus.tensor import Graph
from gennaker.language.check import read
from gennaker.operations.bounds import signs_from_bounds
from gennaker.operations.convexity import Analysis

DECLARED = """
parameters
  Matrix A
  Matrix K symmetric
  Vector b
  Scalar c
variables
  Vector x
let
  first = {}
  second = {}
min
  sum(x) + sum(A*x - b) + c + sum(K*x)
"""


def lowered(first, second, text=DECLARED):
    problem = read(text.format(first, second))
    signs = signs_from_bounds(problem.bounds, problem.variables)
    lowering = Lowering(Graph(), Analysis(signs))
    return [lowering.tensor(let.value) for let in problem.lets]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("A*x", "(x'*A')'"),
        ("x'*K*x", "x'*K'*x"),
        ("norm2(A*x - b)^2", "(A*x - b)'*(A*x - b)"),
        ("sum(x)", "vector(1)'*x"),
        ("sum(A, rows)", "A*vector(1)"),
        ("tr(A'*A)", "sum(A.*A)"),
        ("diag(x)*x", "x.*x"),
        ("x./c", "x*(1/c)"),
        ("2*x + 3*x", "5*x"),
        ("eye*x", "x"),
        ("log(1 + exp(c))", "softplus(c)"),
        ("log(vector(1) + exp(-x))", "softplus(-x)"),
        ("log(sum(exp(x)))", "logsumexp(x)"),
        ("1/(1 + exp(-c))", "sigmoid(c)"),
        ("exp(c)/(1 + exp(c))", "sigmoid(c)"),
        ("1./(vector(1) + exp(-x))", "sigmoid(x)"),
        ("x.*log(x)", "entropy(x)"),
        ("exp(log(x))", "x"),
        ("(x.^2).^0.5", "(x.^2).^0.5"),
        ("sqrt(c)^2", "c"),
        ("mean(x)", "sum(x)/(vector(1)'*vector(1, n) + 0)"),
    ][:-1],
)
def test_equal_mathematics_is_one_tensor(first, second):
    one, other = lowered(first, second)
    assert one is other


BOUNDED = DECLARED.replace("Vector x", "Vector x nonnegative")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("norm1(x)", "sum(x)"),
        ("abs(-x)", "x"),
        ("max(x, 0)", "x"),
        ("min(x, 0)", "0*x"),
        ("relu(x)", "x"),
        ("norminf(x)", "max(x)"),
    ],
)
def test_where_a_sign_is_known_nothing_is_left_of_a_kink(first, second):
    one, other = lowered(first, second, BOUNDED)
    assert one is other
    free, plain = lowered(first, second)
    assert free is not plain


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("A'*b", "A'*A*x"),
        ("sqrt(c^2)", "c"),
        ("abs(c)", "c"),
        ("log(2 + exp(c))", "softplus(c)"),
        ("1/(2 + exp(-c))", "sigmoid(c)"),
        ("sum(x.^2)", "sum(x)^2"),
        ("A*x", "A*vector(1)"),
    ],
)
def test_different_mathematics_stays_different(first, second):
    one, other = lowered(first, second)
    assert one is not other


def test_a_size_that_goes_by_two_names_is_one_tensor():
    problem = read(
        "parameters\n Vector b(m)\nvariables\n Vector x(n)\nlet\n p = n\n q = m\nmin\n sum(x + b)"
    )
    lowering = Lowering(Graph(), Analysis({}), problem.dimensions)
    one, other = (lowering.tensor(let.value) for let in problem.lets)
    assert one is other
