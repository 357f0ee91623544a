from __future__ import annotations

import pytest

from gennaker import Model, ModelError
from gennaker.expressions import SCALAR, Dimension, Kind, Shape, ShapeMismatch, Sizes
from gennaker.operations.shapes import elementwise, filled, same, square, to_scalar, untransposed
from tests.contracts.zoo import node

DECLARED = """
parameters
  Matrix A(m, n), B(m, n)
  Vector u(m), v(n)
  Scalar s
variables
  Vector x(n)
let
  found = {}
min
  sum(x)
"""


def mistake(expression: str) -> tuple[str, str]:
    with pytest.raises(ModelError) as caught:
        Model(DECLARED.format(expression))
    (found,) = caught.value.mistakes
    return found.message, found.suggestion or ""


@pytest.mark.parametrize(
    ("wrong", "edit"),
    [
        ("x + s", "x + vector(s)"),
        ("s - x", "vector(s) - x"),
        ("s - (x + v)", "vector(s) - (x + v)"),
        ("(s + 1) - x", "(s + 1)*vector(1) - x"),
        ("x' + s", "x' + vector(s)'"),
        ("A + s", "A + matrix(s)"),
        ("x + v'", "x + v"),
        ("x - (v' + v')", "x - (v' + v')'"),
        ("x.*v'", "x .* v"),
        ("(x + v).*v'", "(x + v) .* v"),
        ("x./(v' + v')", "x ./ (v' + v')'"),
        ("x.^v'", "x .^ v"),
        ("A + u", "A + u*vector(1)'"),
        ("A - v'", "A - vector(1)*v'"),
        ("v' + A", "vector(1)*v' + A"),
        ("A.*u", "A .* (u*vector(1)')"),
        ("u.*A", "(u*vector(1)') .* A"),
        ("A./v'", "A ./ (vector(1)*v')"),
        ("A./(v' + v')", "A ./ (vector(1)*(v' + v'))"),
        ("max(x, v')", "max(x, v)"),
        ("max(x', v)", "max(x', v')"),
    ],
)
def test_the_suggested_edit_makes_sense(wrong: str, edit: str) -> None:
    assert mistake(wrong)[1] == edit
    Model(DECLARED.format(edit))


def test_different_sizes_are_told_with_both_operands() -> None:
    message, _ = mistake("[x; 1] + x")
    assert message == "vector [x; 1] plus vector x: the sizes differ"


@pytest.mark.parametrize(
    ("expression", "kinds"),
    [
        ("max(s, x)", "vector"),
        ("max(x, s)", "vector"),
        ("max(s, s)", "scalar"),
        ("max(A, B)", "matrix"),
    ],
)
def test_scalars_go_with_anything_entry_by_entry(expression: str, kinds: str) -> None:
    assert Model(DECLARED.format(expression)).problem.lets[0].value.kind == kinds


def test_sizes_are_made_equal() -> None:
    sizes = Sizes()
    x, y = (Shape.vector(sizes.declare(name)) for name in ("m", "n"))
    left, right = node("x"), node("d")
    assert same("plus", "+", left, right, sizes) is left.shape
    assert sizes.equations == []
    assert elementwise("max")((left, right), sizes) == left.shape
    assert (x, y) == (Shape.vector(Dimension.named("m")), Shape.vector(Dimension.named("n")))


def test_reductions_give_a_scalar() -> None:
    assert to_scalar((node("X"),), Sizes()) is SCALAR


def test_square_matrices() -> None:
    assert square("tr", node("X"), Sizes()).kind is Kind.MATRIX
    with pytest.raises(ShapeMismatch, match="tr needs a square matrix, but x is a vector"):
        square("tr", node("x"), Sizes())
    with pytest.raises(ShapeMismatch, match="is not square"):
        square("tr", node("[X, x]"), Sizes())


def test_words_for_operands() -> None:
    assert untransposed(node("x'")) == "x"
    assert untransposed(node("x + d")) == "(x + d)'"
    assert filled(node("c + 1"), node("x'").shape) == "(c + 1)*vector(1)'"
    assert filled(node("2"), node("X").shape) == "matrix(2)"
