from __future__ import annotations

import pytest

from gennaker.errors import Mistake, ModelError
from gennaker.language.check import read

HEAD = "parameters\n  Matrix A(m, n)\n  Vector b\n{}variables\n  Vector x\nmin\n  {}\nst\n  {}\n"


def mistake(
    declaration: str = "", objective: str = "sum(x)", constraint: str = "x >= 0"
) -> Mistake:
    with pytest.raises(ModelError) as caught:
        read(HEAD.format(declaration, objective, constraint))
    (found,) = caught.value.mistakes
    return found


@pytest.mark.parametrize(
    ("objective", "suggestion"),
    [
        ("sum(x(2:4))", "x[2:4]"),
        ("sum(x(:))", "x[:]"),
        ("sum(A(:, 2))", "A[:, 2]"),
        ("sum(A(1, :))", "A[1, :]"),
        ("sum(A(1:2, 3:4))", "A[1:2, 3:4]"),
        ("sum((1:3))", "x[1:3]"),  # of nothing
        ("sum(A(1:1000000000, 2:1000000000))", "x[1:3]"),  # too long to quote
    ],
)
def test_slices_in_round_brackets_are_written_with_square_ones(
    objective: str, suggestion: str
) -> None:
    found = mistake(objective=objective)
    assert found.message == "a slice stands in square brackets"
    assert found.suggestion == suggestion


@pytest.mark.parametrize(
    ("declaration", "suggestion"),
    [
        ("Scalar s positive, t", "; Scalar t"),
        ("Matrix K psd, L", "; Matrix L"),
        ("Scalar s positive, Vector v", "; Vector"),
        ("Scalar s positive,", "remove ,"),
        ("Vector v: 3", "v(3)"),
        ("Vector v(n): 3", "remove :"),
        ("Vector u; Vector v; v, w", "Vector v"),
    ],
)
def test_marks_in_declarations(declaration: str, suggestion: str) -> None:
    assert mistake(f"  {declaration}\n").suggestion == suggestion


@pytest.mark.parametrize(
    ("constraint", "suggestion"),
    [
        ("x >= 0, x <= 1", "; or a new line"),
        ("x >= 0,", "remove ,"),
        ("sum(x) <= 1,000", "1000"),
        ("sum(x) <= 1, 000", "; or a new line"),
        ("x >= 0: sign", "sign: x >= 0"),
        ("box[2]: x >= 0", "box_2:"),
        ("box(i, j): x >= 0", "box_i_j:"),
        ("x >= 0: 3", "remove :"),
        ("(x): x >= 0", "remove :"),
        ("x[1, 2; 3] >= 0", "remove ;"),
        ("sum(x; 1) >= 0", ","),
    ],
)
def test_marks_in_constraints(constraint: str, suggestion: str) -> None:
    assert mistake(constraint=constraint).suggestion == suggestion


def test_marks_in_an_objective() -> None:
    assert mistake(objective="sum(x[i] : i)").suggestion == "sum(x)"
    assert mistake(objective="sum(x), 1").suggestion == "remove the comma"
    assert mistake(objective="f: sum(x)").suggestion == "name constraints below 'st'"
    assert mistake(objective="sum((x, x))").suggestion == "[a; b]"
