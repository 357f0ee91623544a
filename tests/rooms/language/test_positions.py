from __future__ import annotations

import pytest

from gennaker.errors import Mistake, ModelError
from gennaker.expressions.node import Node
from gennaker.language.check import read

DECLARED = """
parameters
  Matrix A(4, n)
  Vector b
  Scalar s, i
variables
  Vector x(5), y(n), z
let
  found = {}
min
  x'*x + sum(y) + sum(z)
"""


def value(expression: str) -> Node:
    return read(DECLARED.format(expression)).lets[0].value


def mistake(expression: str) -> Mistake:
    with pytest.raises(ModelError) as caught:
        read(DECLARED.format(expression))
    (found,) = caught.value.mistakes
    return found


@pytest.mark.parametrize(
    ("expression", "shape"),
    [
        ("x[1]", "scalar"),
        ("x[end]", "scalar"),
        ("x[end - 4]", "scalar"),
        ("x[i]", "scalar"),
        ("x[:]", "vector with 5 entries"),
        ("x[2:2]", "vector with 1 entry"),
        ("x[2:end]", "vector with 4 entries"),
        ("y[2:end]", "vector with n - 1 entries"),
        ("y[1:n - 2]", "vector with n - 2 entries"),
        ("y[end - 2:end]", "vector with 3 entries"),
        ("z[2:n]", "vector with n - 1 entries"),
        ("x'[2:3]", "row vector with 2 entries"),
        ("A[2, 3]", "scalar"),
        ("A[i, :]", "row vector with n entries"),
        ("A[:, 1]", "vector with 4 entries"),
        ("A[:, i]", "vector with 4 entries"),
        ("A[1:2, :]", "matrix, 2 by n"),
        ("A[1:1, :]", "matrix, 1 by n"),
        ("A[2:3, 2:end]", "matrix, 2 by n - 1"),
        ("A[2*2, n]", "scalar"),
        ("(A*y)[1]", "scalar"),
        ("x[2:4][1:2]", "vector with 2 entries"),
    ],
)
def test_shapes_of_what_is_taken(expression: str, shape: str) -> None:
    assert str(value(expression).shape) == shape


@pytest.mark.parametrize(
    ("expression", "message", "edit"),
    [
        ("x[0]", "there is no position 0: positions count from 1", "x[1]"),
        ("x[-1]", "there is no position -1: positions count from 1", "x[end]"),
        ("x[-3]", "there is no position -3: positions count from 1", "x[end - 2]"),
        ("x[0:3]", "there is no position 0: positions count from 1", "x[1:3]"),
        ("x[0:n]", "there is no position 0: positions count from 1", "x[1:n]"),
        ("x[1:-1]", "there is no position -1: positions count from 1", "x[2:end - 1]"),
        ("x[0:-2]", "there is no position 0: positions count from 1", "x[1:end - 2]"),
        ("x[-2:end]", "there is no position -2: positions count from 1", "x[end - 1:end]"),
        ("A[0, 1]", "there is no position 0: positions count from 1", "A[1, 1]"),
        ("A[:, 0]", "there is no position 0: positions count from 1", "A[:, 1]"),
        ("A[1:2, -1]", "there is no position -1: positions count from 1", "A[1:2, end]"),
        ("x[6]", "position 6 is behind the end of x", "x[end]"),
        ("x[2:6]", "position 6 is behind the end of x", "x[2:end]"),
        ("x[end + 1]", "position end + 1 is behind the end of x", "x[end]"),
        ("y[n + 1]", "position n + 1 is behind the end of y", "y[end]"),
        ("A[5, 1]", "position 5 is behind the end of A", "A[end, 1]"),
        ("A[1, n:n + 1]", "position n + 1 is behind the end of A", "A[1, n:end]"),
        ("x[4:2]", "the slice 4:2 is empty", "x[2:4]"),
        ("y[end:end - 1]", "the slice end:end - 1 is empty", "y[end - 1:end]"),
        ("A[3:1, 1]", "the slice 3:1 is empty", "A[1:3, 1]"),
        ("s[1]", "scalar s has no entries to choose from", "s"),
        ("x[1, 2]", "vector x takes one index", "x[1]"),
        ("x'[1, 2]", "row vector x' takes one index", "x'[1]"),
        ("A[1]", "matrix A takes two indices, a row and a column", "A[1, :]"),
        ("A[1, 2, 3]", "matrix A takes two indices, a row and a column", "A[1, 2]"),
    ],
)
def test_positions_that_do_not_exist(expression: str, message: str, edit: str) -> None:
    found = mistake(expression)
    assert (found.message, found.suggestion) == (message, edit)
    assert value(edit)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("x[b]", "b cannot be a position"),
        ("x[1.5]", "1.5 cannot be a position"),
        ("x[s + 1]", "s + 1 cannot be a position"),
        ("x[x[1]]", "x[1] cannot be a position"),
        ("x[1:s]", "the ends of a slice are whole numbers, named dimensions or 'end'"),
        ("x[i:3]", "the ends of a slice are whole numbers, named dimensions or 'end'"),
        ("x[1:n*n]", "the ends of a slice are whole numbers, named dimensions or 'end'"),
    ],
)
def test_what_cannot_be_a_position(expression: str, message: str) -> None:
    assert mistake(expression).message == message


def test_an_unknown_name_between_brackets_is_taken_for_a_scalar() -> None:
    assert mistake("x[k]").suggestion == "Scalar k"


@pytest.mark.parametrize(
    ("expression", "column", "length"),
    [("x[0:3]", 13, 1), ("x[1:-1]", 15, 2), ("A[77, 1]", 13, 2), ("A[2:3, 4:1]", 18, 3)],
)
def test_the_caret_points_at_the_wrong_end(expression: str, column: int, length: int) -> None:
    found = mistake(expression)
    assert (found.column, found.length) == (column, length)


def limits(expression: str) -> list[tuple[str, str, str]]:
    found = read(DECLARED.format(expression)).limits
    return [(str(x.small), str(x.large), x.because) for x in found]


def test_what_only_data_can_confirm_is_kept() -> None:
    assert limits("sum(z[3:n]) + x[3]") == [("n", "z.size", "z[3:n]"), ("3", "n", "z[3:n]")]


def test_of_many_numbers_the_largest_is_kept() -> None:
    assert limits("y[2] + y[4] + sum(y[1:3]) + z[1]") == [
        ("4", "n", "y[4]"),
        ("1", "z.size", "z[1]"),
    ]


def test_a_position_that_may_come_out_below_one_is_kept() -> None:
    assert ("1", "n - 2", "y[n - 2]") in limits("y[n - 2]")
    assert ("1", "z.size - 1", "z[end - 1]") in limits("z[end - 1]")
    assert limits("y[n + 1 - 1]") == limits("y[end]") == []


def test_a_position_that_comes_out_below_one_is_a_mistake() -> None:
    found = mistake("sum(y[n - 3:2]) + sum(y - vector(1, 2))")
    assert found.message == "n - 3 comes out as -1 in y[n - 3:2]"
    assert found.details == ("n is 2 because of y - vector(1, 2) on line 9",)


@pytest.mark.parametrize(
    ("expression", "suggestion"),
    [
        ("A[0]", "A[1, :]"),
        ("A[2]", "A[2, :]"),
        ("A[1][2]", "A[1, 2]"),
        ("A[0][0]", "A[1, 1]"),
        ("A[1, 2, 3]", "A[1, 2]"),
        ("x[1][2]", "x[1]"),
        ("x[1, 2]", "x[1]"),
    ],
)
def test_too_many_indices_and_too_few(expression: str, suggestion: str) -> None:
    assert mistake(expression).suggestion == suggestion


def test_a_variable_cannot_be_a_position() -> None:
    text = "variables\n  Vector x\n  Scalar t\nmin\n  x[t]\n"
    with pytest.raises(ModelError) as caught:
        read(text)
    assert caught.value.mistakes[0].message == "the variable t cannot be a position"


@pytest.mark.parametrize(
    "declaration", ["Vector y(1000000000000000)", "Vector y(n + 1000000000000000)"]
)
def test_a_gigantic_size_is_refused(declaration: str) -> None:
    with pytest.raises(ModelError) as caught:
        read(f"variables\n  Vector x(n)\n  {declaration}\nmin\n  sum(x)\n")
    (found,) = caught.value.mistakes
    assert found.message.endswith("is too large for a size")
    assert mistake("vector(1, 1000000000000000)").message.endswith("is too large for a size")
