from __future__ import annotations

import pytest

from gennaker.errors import ModelError
from gennaker.expressions.dimension import Dimension
from gennaker.language.check import read
from gennaker.language.scope import Scope
from gennaker.language.source import Source


def details(model: str) -> tuple[str, ...]:
    with pytest.raises(ModelError) as caught:
        read(model)
    return caught.value.mistakes[0].details


def test_operands_are_described_under_the_names_that_are_left() -> None:
    model = "parameters\n  Matrix A(m, n)\nvariables\n  Vector x\nmin\n  norm2(A*x + A)"
    assert details(model) == ("A*x  vector with m entries", "A    matrix, m by n")


def test_an_operand_that_stands_on_both_sides_is_described_once() -> None:
    assert details("variables\n  Vector x\nmin\n  x*x") == ("x  vector with x.size entries",)


def test_it_is_told_where_a_size_comes_from() -> None:
    model = """variables
  Vector x, y
min
  norm2(x - y)^2
st
  x == vector(1, 5)
  y == vector(0, 6)
"""
    assert details(model) == (
        "y             vector with 5 entries",
        "vector(0, 6)  vector with 6 entries",
        "y.size is 5 because of x - y on line 4",
    )


def test_long_operands_are_cut_off() -> None:
    long = " + ".join(["x"] * 50)
    first, _ = details(f"variables\n  Vector x\nmin\n  sum(exp({long}) + 1)")
    assert first.endswith("...  vector with x.size entries")
    assert len(first) < 80


def test_a_faulty_line_and_its_names_are_judged_no_further() -> None:
    source = Source("first y\nsecond")
    scope = Scope(source)
    scope.start_from([source.mistake((0, 1), "a syntax mistake")])
    scope.note((2, 3), "on the same line")
    scope.note((9, 10), "on the next one")
    assert [mistake.message for mistake in scope.mistakes] == [
        "a syntax mistake",
        "on the next one",
    ]
    assert scope.broken == {"first", "y"}


def test_equations_keep_the_place_that_asked_for_them() -> None:
    scope = Scope(Source("a b"))
    sizes = scope.sizes
    m, n, k = (sizes.declare(name) for name in "mnk")
    sizes.equate(m, n, "first")
    scope.keep_places((0, 1))
    sizes.equate(n, k, "second")
    sizes.equate(k, m, "known already")
    scope.keep_places((2, 3))
    assert [scope.place_of(equation) for equation in sizes.equations] == [(0, 1), (2, 3)]
    assert scope.equation_about("k") is sizes.equations[1]
    assert scope.equation_about("q") is None
    assert scope.reasons((Dimension.named("m"), k)) == ("k is m because of second on line 1",)
