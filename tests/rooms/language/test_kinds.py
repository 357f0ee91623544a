from __future__ import annotations

import pytest

from gennaker.errors import Mistake, ModelError
from gennaker.expressions.node import Node
from gennaker.language.check import read

DECLARED = """
parameters
  Matrix A(m, n), K(n, n), F(5, 3)
  Vector b(m), f(4)
  Scalar s
variables
  Vector x(n)
  Scalar t
let
  found = {}
min
  norm2(x)^2 + t
"""


def value(expression: str) -> Node:
    return read(DECLARED.format(expression)).lets[0].value


def mistake(expression: str) -> Mistake:
    with pytest.raises(ModelError) as caught:
        read(DECLARED.format(expression))
    (found,) = caught.value.mistakes
    return found


@pytest.mark.parametrize(
    ("expression", "operation", "shape"),
    [
        ("1/2", "div", "scalar"),
        ("s*t", "scale", "scalar"),
        ("s*x", "scale", "vector with n entries"),
        ("A*s", "scale", "matrix, m by n"),
        ("s.*x", "scale", "vector with n entries"),
        ("A*x", "matmul", "vector with m entries"),
        ("x'*K", "matmul", "row vector with n entries"),
        ("x'*x", "matmul", "scalar"),
        ("x*x'", "matmul", "matrix, n by n"),
        ("b*x'", "matmul", "matrix, m by n"),
        ("A*K", "matmul", "matrix, m by n"),
        ("x.*x", "elmul", "vector with n entries"),
        ("x/s", "div", "vector with n entries"),
        ("x./s", "div", "vector with n entries"),
        ("1./x", "eldiv", "vector with n entries"),
        ("A./A", "eldiv", "matrix, m by n"),
        ("t^2", "pow", "scalar"),
        ("t.^2", "pow", "scalar"),
        ("x.^2", "elpow", "vector with n entries"),
        ("2.^x", "elpow", "vector with n entries"),
        ("x.^x", "elpow", "vector with n entries"),
        ("K^3", "matpow", "matrix, n by n"),
        ("K^-1", "matpow", "matrix, n by n"),
        ("K.^3", "elpow", "matrix, n by n"),
        ("x'", "transpose", "row vector with n entries"),
        ("A'", "transpose", "matrix, n by m"),
        ("A - A", "add", "matrix, m by n"),
        ("-x", "neg", "vector with n entries"),
        ("n*x", "scale", "vector with n entries"),
        ("K + eye", "add", "matrix, n by n"),
        ("[A; x']", "stack", "matrix, m + 1 by n"),
        ("[x; s]", "stack", "vector with n + 1 entries"),
        ("[x', s]", "stack", "row vector with n + 1 entries"),
    ],
)
def test_operators_have_the_operation_that_their_operands_ask_for(
    expression: str, operation: str, shape: str
) -> None:
    found = value(expression)
    assert (found.op.name, str(found.shape)) == (operation, shape)


def test_the_transpose_of_a_number_is_the_number() -> None:
    assert value("t''").op.name == "variable"


@pytest.mark.parametrize(
    ("expression", "same"), [("- -x", "-(-x)"), ("+x", "x"), ("x + -x", "x - x")]
)
def test_signs_are_read_from_the_inside(expression: str, same: str) -> None:
    assert value(expression) is value(same)


def test_equal_expressions_are_one_object() -> None:
    assert value("A*x - b + 2*b") is value("(A*x) - b + 2*(b)")


@pytest.mark.parametrize(
    ("expression", "message", "details", "edit"),
    [
        (
            "K^0.5",
            "a matrix power needs a whole number as its exponent",
            ("K    matrix, n by n", "0.5  scalar"),
            "K.^0.5",
        ),
        (
            "K^s",
            "a matrix power needs a whole number as its exponent",
            ("K  matrix, n by n", "s  scalar"),
            "K.^s",
        ),
        (
            "F*f",
            "matrix F times vector f: the sizes differ",
            ("F  matrix, 5 by 3", "f  vector with 4 entries"),
            "Vector f(3)",
        ),
        (
            "[F, f]",
            "F and f stand side by side, but do not have equally many rows: 5 and 4",
            ("F  matrix, 5 by 3", "f  vector with 4 entries"),
            "Vector f(5)",
        ),
    ],
)
def test_operands_that_do_not_go_together(
    expression: str, message: str, details: tuple[str, ...], edit: str
) -> None:
    found = mistake(expression)
    assert (found.message, found.details, found.suggestion) == (message, details, edit)


@pytest.mark.parametrize(
    ("expression", "message", "edit"),
    [
        ("y", "'y' is not declared", "Vector y"),
        ("Y", "'Y' is not declared", "Matrix Y"),
        ("lambda", "'lambda' is not declared", "Scalar lambda"),
        ("μ", "'μ' is not declared", "Scalar μ"),
        ("X", "'X' is not declared", "x"),
        ("pi", "'pi' is not declared", "3.141592653589793"),
        ("inf", "'inf' is not declared", "leave the bound out"),
        ("I", "'I' is not declared", "eye"),
        ("exp", "the function exp needs arguments in round brackets", "exp(x)"),
        ("end", "'end' has a meaning between index brackets only", "x[2:end]"),
    ],
)
def test_names_that_are_not_known(expression: str, message: str, edit: str) -> None:
    found = mistake(expression)
    assert (found.message, found.suggestion) == (message, edit)


def test_an_undeclared_name_that_is_close_to_no_other_says_where_to_declare_it() -> None:
    assert mistake("y").details == ("declare it below 'parameters' or 'variables'",)
    assert mistake("X").details == ()


@pytest.mark.parametrize(
    ("expression", "column"),
    [("x - x + x - s", 21), ("x*s*x*x", 14), ("A*(x + s)", 16), ("2*[x; b']", 13)],
)
def test_the_caret_points_at_the_operator(expression: str, column: int) -> None:
    assert mistake(expression).column == column


@pytest.mark.parametrize(
    ("expression", "suggestion"),
    [("norm2(Ax - b)", "A*x"), ("norm2(Kx)", "K*x"), ("bx", "b*x"), ("ts", "t*s")],
)
def test_names_that_stand_together_are_multiplied(expression: str, suggestion: str) -> None:
    assert mistake(expression).suggestion == suggestion


def test_guesses_end_where_nobody_reads_them(monkeypatch: pytest.MonkeyPatch) -> None:
    guessed: list[str] = []

    def counted(name: str, known: object) -> None:
        del known
        guessed.append(name)

    monkeypatch.setattr("gennaker.language.kinds.nearest", counted)
    terms = " + ".join(f"unknown{number}" for number in range(1000))
    with pytest.raises(ModelError) as caught:
        read(f"variables\n  Vector x\nmin\n  {terms}\n")
    assert len(caught.value.mistakes) == len(guessed) == 100
