from __future__ import annotations

import pytest

from gennaker.errors import Mistake, ModelError
from gennaker.expressions.node import Node
from gennaker.expressions.show import text
from gennaker.language.calls import example
from gennaker.language.check import read
from gennaker.operations.table import FUNCTION_NAMES

DECLARED = """
parameters
  Matrix A(m, n), K(n, n)
  Vector b(n), c(n)
  Scalar s
variables
  Vector x(n)
let
  found = {}
min
  norm2(x)^2
"""


def value(expression: str) -> Node:
    return read(DECLARED.format(expression)).lets[0].value


def mistakes(expression: str) -> tuple[Mistake, ...]:
    with pytest.raises(ModelError) as caught:
        read(DECLARED.format(expression))
    return caught.value.mistakes


@pytest.mark.parametrize(
    ("expression", "operation", "shape"),
    [
        ("max(x)", "largest", "scalar"),
        ("max(x, 0)", "maximum", "vector with n entries"),
        ("min(b)", "smallest", "scalar"),
        ("min(x, b)", "minimum", "vector with n entries"),
        ("sum(A)", "sum", "scalar"),
        ("sum(A, rows)", "sum_rows", "vector with m entries"),
        ("sum(A, columns)", "sum_columns", "vector with n entries"),
        ("mean(A, columns)", "mean_columns", "vector with n entries"),
        ("vector(s, 3)", "fill", "vector with 3 entries"),
        ("matrix(0, m, n - 1)", "fill", "matrix, m by n - 1"),
        ("x + vector(s^2)", "add", "vector with n entries"),
        ("eye(m)", "eye", "matrix, m by m"),
        ("K + eye()", "add", "matrix, n by n"),
        ("log(A)", "log", "matrix, m by n"),
        ("diag(x)", "diag", "matrix, n by n"),
    ],
)
def test_the_operation_follows_from_name_and_arguments(
    expression: str, operation: str, shape: str
) -> None:
    found = value(expression)
    assert (found.op.name, str(found.shape)) == (operation, shape)


@pytest.mark.parametrize(
    ("expression", "message", "edit"),
    [
        ("sum()", "sum takes 1 argument, not 0", "sum(x)"),
        ("exp(x, b)", "exp takes 1 argument, not 2", "exp(x)"),
        ("huber(x)", "huber takes 2 arguments, not 1", "huber(x, 1)"),
        ("huber(x, 1, 2)", "huber takes 2 arguments, not 3", "huber(x, 1)"),
        ("max(x, 0, s)", "max takes 1 or 2 arguments, not 3", "max(x, max(0, s))"),
        ("max()", "max takes 1 or 2 arguments, not 0", "max(x)"),
        ("sum(A, 0)", "the second argument of sum is rows or columns", "sum(A, columns)"),
        ("sum(A, 1)", "the second argument of sum is rows or columns", "sum(A, rows)"),
        ("mean(A, 2)", "the second argument of mean is rows or columns", "mean(A, rows)"),
        ("sum(x, 1)", "the second argument of sum is rows or columns", "sum(x)"),
        ("sum(x, rows)", "sum along rows needs a matrix, but x is a vector", "sum(x)"),
        ("sum + 1", "the function sum needs arguments in round brackets", "sum(x)"),
        ("vector(b)", "vector spreads a scalar over its entries, but b is a vector", "b"),
        (
            "vector(1, s)",
            "s is not a size",
            "a whole number or a named dimension, as in Vector x(n)",
        ),
        (
            "vector(1, 0)",
            "0 is not a size",
            "a whole number or a named dimension, as in Vector x(n)",
        ),
        (
            "vector(1, 2, 3)",
            "vector takes a scalar, and its size where the place does not tell",
            "vector(1)",
        ),
        (
            "matrix(1, 2)",
            "matrix takes a scalar, and its rows and columns where the place does not tell",
            "matrix(1)",
        ),
        ("eye(m, n)", "eye takes one size at most: it is square", "eye(m)"),
        ("x(1)", "'x' is not a function", "x[1]"),
        ("K(1, 2)", "'K' is not a function", "K[1, 2]"),
        ("s(1)", "'s' is not a function", "s*(1)"),
        ("b(x + c)", "'b' is not a function", "b*(x + c)"),
        ("n(2)", "'n' is not a function", "n*(2)"),
        ("s()", "'s' is not a function", "s"),
    ],
)
def test_wrong_calls(expression: str, message: str, edit: str) -> None:
    (found,) = mistakes(expression)
    assert (found.message, found.suggestion) == (message, edit)


@pytest.mark.parametrize(
    ("expression", "edit"),
    [
        ("nrm2(A*x)", "norm2(A*x)"),
        ("Exp(x)", "exp(x)"),
        ("EXP()", "exp(x)"),
        ("sigmod(x)", "sigmoid(x)"),
        ("dot(b, x)", "b'*x"),
        ("dot(b + c, A*x)", "(b + c)'*(A*x)"),
        ("dot(b)", "x'*y"),
        ("outer(b, x)", "b*x'"),
        ("transpose(A*K)", "(A*K)'"),
        ("quad_form(x - b, K)", "(x - b)'*K*(x - b)"),
        ("trace(A'*A)", "tr(A'*A)"),
        ("norm(A*x)", "norm2(A*x)"),
        ("norm(A*x, 2)", "norm2(A*x)"),
        ("norm(x, 1)", "norm1(x)"),
        ("norm(x, inf)", "norminf(x)"),
        ("pow(x, 2)", "x.^2"),
        ("pow(s + 1, 2)", "(s + 1)^2"),
        ("ones(n)", "vector(1, n)"),
        ("ones(m, n)", "matrix(1, m, n)"),
        ("zeros(5)", "vector(0, 5)"),
        ("ones(k)", "vector(1)"),
        ("zeros_like(x)", "vector(0)"),
        ("vstack([b, x])", "[b; x]"),
        ("hstack(A, K)", "[A, K]"),
        ("diff(x)", "x[2:end] - x[1:end - 1]"),
        ("logistic(-x)", "softplus(-x)"),
        ("len(x)", "a named dimension, as in Vector x(n)"),
    ],
)
def test_functions_of_other_languages(expression: str, edit: str) -> None:
    (found,) = mistakes(expression)
    assert found.suggestion == edit


def test_a_call_of_something_unheard_of_lists_the_functions() -> None:
    edit = mistakes("xyzzy(x)")[0].suggestion
    assert edit is not None
    assert edit.startswith("one of abs, arccos")


def test_mistakes_in_the_arguments_of_an_unknown_function_are_told_too() -> None:
    assert len(mistakes("foo(y, dot(b, c))")) == 3


def test_very_long_arguments_do_not_end_up_in_an_edit() -> None:
    long = " + ".join(["x"] * 100)
    for call in (f"dot({long}, x)", f"nrm2({long})", f"max({long}, x, x)", f"b({long})"):
        edit = mistakes(call)[0].suggestion
        assert edit is not None
        assert len(edit) < 100


@pytest.mark.parametrize("name", sorted(FUNCTION_NAMES))
def test_every_function_has_an_example(name: str) -> None:
    assert example(name).startswith(f"{name}(")


def test_a_dimension_counts_as_a_number_in_arguments() -> None:
    assert text(value("sqrt(n)*s")) == "sqrt(n)*s"
