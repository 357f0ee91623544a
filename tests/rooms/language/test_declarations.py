from __future__ import annotations

import pytest

from gennaker.errors import Mistake, ModelError
from gennaker.language.check import read

REST = "variables\n  Vector x\nmin\n  norm2(x)^2"


def mistakes(parameters: str, rest: str = REST) -> tuple[Mistake, ...]:
    with pytest.raises(ModelError) as caught:
        read(f"parameters\n  {parameters}\n{rest}")
    return caught.value.mistakes


def test_kinds_sizes_and_attributes() -> None:
    problem = read(
        "parameters\n  Matrix A(m, n), K psd sparse\n  Vector b(2*n - 1)\n  Scalar s positive\n"
        + REST
    )
    assert [symbol.declaration() for symbol in problem.parameters] == [
        "Matrix A(m, n) psd sparse",
        "Matrix K psd sparse",
        "Vector b(2*n - 1)",
        "Scalar s positive",
    ]
    assert [str(symbol.node.shape) for symbol in problem.parameters] == [
        "matrix, m by m",
        "matrix, K.rows by K.rows",
        "vector with 2*m - 1 entries",
        "scalar",
    ]
    assert [symbol.line for symbol in problem.parameters] == [2, 2, 3, 4]


def test_a_dimension_may_be_used_before_it_is_declared() -> None:
    assert read("parameters\n  Vector b(n - 1)\n  Vector c(n)\n" + REST)


@pytest.mark.parametrize(
    ("declared", "message", "edit"),
    [
        ("Vector b symmetric", "a vector cannot be symmetric", "Matrix b symmetric"),
        ("Scalar s psd", "a scalar cannot be psd", "Matrix s psd"),
        ("Scalar s sparse", "a scalar cannot be sparse", "Scalar s"),
        ("Matrix K psd psd", "'psd' stands here twice", "Matrix K psd"),
        ("Vector b(m, n)", "a vector has one dimension, not 2", "Matrix b(m, n)"),
        ("Matrix A(n)", "a matrix has two dimensions, not 1", "Vector A(n)"),
        ("Scalar s(3)", "a scalar has no dimensions", "Vector s(3)"),
        ("Matrix A(k, m, n)", "a matrix has two dimensions, not 3", "Matrix A"),
        ("Vector b(0)", "0 is not a size", "a whole number or a name, as in Vector x(n)"),
        ("Vector b(-3)", "-3 is not a size", "a whole number or a name, as in Vector x(n)"),
        ("Vector b(2.5)", "2.5 is not a size", "a whole number or a name, as in Vector x(n)"),
        ("Vector b(m*n)", "m*n is not a size", "a whole number or a name, as in Vector x(n)"),
        ("Vector b(exp(n))", "exp(n) is not a size", "a whole number or a name, as in Vector x(n)"),
        (
            "Matrix K(3, 4) symmetric",
            "a symmetric matrix is square, but K is 3 by 4",
            "Matrix K(3, 3) symmetric",
        ),
        ("Vector b, b", "'b' already has a meaning on line 2", "another name, such as b2"),
        (
            "Vector end",
            "'end' stands for the last position, as in x[2:end], and cannot be a name",
            "last",
        ),
        ("Vector b(end)", "'end' cannot name a dimension", "n"),
        (
            "Scalar n; Vector b(n)",
            "'n' names a dimension here, but is declared as a scalar",
            "remove Scalar n: a dimension needs no declaration",
        ),
        (
            "Vector b(x)",
            "'x' names a dimension here, but is declared as a vector",
            "another name for the dimension, such as n_x",
        ),
    ],
)
def test_what_cannot_be_declared(declared: str, message: str, edit: str) -> None:
    (mistake,) = mistakes(declared)
    assert (mistake.message, mistake.suggestion) == (message, edit)


def test_a_declaration_twice_tells_the_first_line() -> None:
    (mistake,) = mistakes("Vector x")
    assert (mistake.message, mistake.line) == ("'x' already has a meaning on line 2", 4)


@pytest.mark.parametrize("word", ["psd", "sparse"])
def test_some_attributes_are_for_data_alone(word: str) -> None:
    (mistake,) = mistakes("Scalar s", f"variables\n  Matrix X {word}\nmin\n  tr(X)")
    assert mistake.line == 4


@pytest.mark.parametrize("word", ["symmetric", "nonnegative", "positive", "symmetric nonnegative"])
def test_variables_may_have_signs_and_symmetry(word: str) -> None:
    assert read(f"variables\n  Matrix X {word}\nmin\n  tr(X)").variables[0].attributes


@pytest.mark.parametrize(
    ("let", "message"),
    [
        ("x = b", "'x' already has a meaning on line 4"),
        ("r = x; r = x", "'r' already has a meaning on line 6"),
        ("n = 1", "'n' already names a dimension on line 2"),
        ("end = x", "'end' stands for the last position, as in x[2:end], and cannot be a name"),
        ("r = r + x", "'r' is used in its own definition"),
        ("r = q; q = x", "'q' is defined only on line 6"),
    ],
)
def test_lets_need_names_of_their_own(let: str, message: str) -> None:
    rest = f"variables\n  Vector x\nlet\n  {let}\nmin\n  norm2(x)^2"
    assert [mistake.message for mistake in mistakes("Vector b(n)", rest)] == [message]
