from __future__ import annotations

import pytest

from gennaker.errors import Mistake, ModelError
from gennaker.language.check import read


def mistake(model: str) -> Mistake:
    with pytest.raises(ModelError) as caught:
        read(model)
    (found,) = caught.value.mistakes
    return found


@pytest.mark.parametrize(
    ("expression", "edit"),
    [
        ("sum(vector(1))", "vector(1, n)"),
        ("sum(vector(2*t))", "vector(2*t, n)"),
        ("tr(eye)", "eye(n)"),
        ("sum(matrix(1))", "matrix(1, m, n)"),
        ("norm2(vector(1) - vector(2))", "vector(1, n)"),
        ("sum(vector(1)[1:3])", "vector(1, n)"),
    ],
)
def test_a_size_that_nothing_tells(expression: str, edit: str) -> None:
    model = f"variables\n  Scalar t\nmin\n  t^2 + {expression}"
    with pytest.raises(ModelError) as caught:
        read(model)
    found = caught.value.mistakes[0]
    assert found.message.startswith("nothing tells the size of ")
    assert found.suggestion == edit
    assert "named dimension" in found.details[0]


@pytest.mark.parametrize(
    "expression",
    [
        "x'*vector(1)",
        "norm2(x - vector(1))",
        "tr(X*eye)",
        "sum(X - matrix(t))",
        "sum([x; vector(1, 2)])",
    ],
)
def test_a_size_that_follows_from_its_place(expression: str) -> None:
    assert read(f"variables\n  Vector x\n  Matrix X\n  Scalar t\nmin\n  {expression} + t")


def test_a_size_that_only_a_later_line_tells() -> None:
    problem = read("variables\n  Vector x\nlet\n  e = vector(1)\nmin\n  sum(e)\nst\n  x <= e")
    assert str(problem.lets[0].value.shape) == "vector with x.size entries"


def test_whole_multiples_that_can_never_agree() -> None:
    model = """parameters
  Vector a(2*n), b(2*m)
variables
  Vector x(1)
min
  sum(x)*(a'*b)
st
  x == vector(1, n)
  [x; x; x] == b
"""
    found = mistake(model)
    assert found.message == "vector [x; x; x] == vector b: the sizes differ"
    assert "b.size" not in str(found)


def test_what_can_never_be_is_told_where_it_is_asked_for() -> None:
    model = """parameters
  Vector a(2*n)
  Vector b(3*m)
variables
  Vector x(n)
min
  sum(x)*norm2(a - b)
st
  x == vector(1, 5)
"""
    found = mistake(model)
    assert (found.message, found.line) == ("the sizes 10 and 3*m can never be equal", 7)
    assert found.details == ("needed by a - b",)


def test_a_position_is_checked_again_when_the_size_is_known() -> None:
    found = mistake("variables\n  Vector x\nmin\n  sum(x[3:end])\nst\n  x <= vector(1, 2)")
    assert (found.message, found.line, found.column) == (
        "x[3:end] needs 3 <= x.size, which cannot be",
        4,
        9,
    )
    assert found.details == ("x.size is 2 because of x <= vector(1, 2) on line 6",)
    assert found.suggestion == "positions from 1 to 2"


def test_an_array_without_entries_is_refused() -> None:
    found = mistake(
        "parameters\n  Vector b(n - 1)\nvariables\n  Vector x(n)\nmin\n  sum(x)*sum(b)\nst\n"
        "  x == vector(1, 1)"
    )
    assert found.message == "b would be a vector with 0 entries, and no array is empty"
    assert (found.line, found.column) == (2, 10)
    assert found.details == ("n is 1 because of x == vector(1, 1) on line 8",)


@pytest.mark.parametrize(
    ("declared", "expression", "edit", "line"),
    [
        ("Matrix A(1, n)", "A*x", "Vector A(n)", 2),
        ("Matrix A(n, 1)", "A*x", "Vector A(n)", 2),
        ("Matrix A", "A*vector(1, 1) - x", "Vector A", 6),
    ],
)
def test_a_matrix_with_one_row_or_column_is_a_vector(
    declared: str, expression: str, edit: str, line: int
) -> None:
    found = mistake(f"parameters\n  {declared}\nvariables\n  Vector x\nmin\n  norm2({expression})")
    assert found.message.startswith("matrix A is ")
    assert (found.suggestion, found.line) == (edit, line)
    assert found.details[0] == "A is declared on line 2"
