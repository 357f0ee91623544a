from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gennaker.language.check import read
from gennaker.language.habits import (
    ARRAYS,
    FUNCTION_HABITS,
    NOT_CONSTANTS,
    OPERATOR_HABITS,
    POWERS,
    Argument,
    explain_character,
    filled,
    habit,
    likely_kind,
    nearest,
)
from gennaker.operations.table import FUNCTION_NAMES

SIZES = {"size", "shape", "length", "numel", "len", "ndim"}
VALUES = {"sort", "argmax", "argmin", "where", "rand", "randn", "print"}
MATRICES = {"concatenate", "kron", "cumsum", "reshape", "norm_nuc", "nuclear_norm"}
IN_WORDS = SIZES | VALUES | MATRICES
OF_OPEN_SIZE = {"identity", "repmat"}
DECLARED = """
parameters
  Matrix A(n, n), B(n, n), K(n, n), X(n, n)
  Vector a(n), b(n), w(n), y(n)
  Scalar p, t
variables
  Vector x(n)
let
  found = {}
min
  norm2(x)^2
"""


@pytest.mark.parametrize("name", sorted(FUNCTION_HABITS.keys() - IN_WORDS - OF_OPEN_SIZE))
def test_what_stands_in_for_a_function_makes_sense(name: str) -> None:
    edit = habit(name, [])
    assert edit is not None
    assert read(DECLARED.format(edit))


@pytest.mark.parametrize("name", sorted(FUNCTION_HABITS))
def test_habits_are_no_functions_of_the_language(name: str) -> None:
    assert name not in FUNCTION_NAMES
    assert name not in ARRAYS
    assert name not in POWERS


@pytest.mark.parametrize(
    ("name", "sizes", "edit"),
    [
        ("ones", [], "vector(1)"),
        ("ones", ["n"], "vector(1, n)"),
        ("zeros", ["n", "3"], "matrix(0, n, 3)"),
        ("zeros", ["n", "1"], "vector(0, n)"),
        ("ones", ["1", "n"], "vector(1, n)'"),
        ("zeros_like", ["x"], "vector(0)"),
    ],
)
def test_constant_arrays(name: str, sizes: list[str], edit: str) -> None:
    assert habit(name, [Argument(size, bare=True) for size in sizes]) == edit


@pytest.mark.parametrize(("name", "edit"), NOT_CONSTANTS.items())
def test_constants_make_sense(name: str, edit: str) -> None:
    assert name not in FUNCTION_NAMES
    if edit != "leave the bound out":
        assert read(DECLARED.format(f"A + 2*{edit}*A"))


@pytest.mark.parametrize(("sign", "habit"), OPERATOR_HABITS.items())
def test_signs_say_why_and_what_instead(sign: str, habit: tuple[str, str]) -> None:
    message, edit = habit
    assert message
    assert edit
    assert sign not in edit.split() or sign == "|"


ARGUMENTS = [Argument("a + b", bare=False), Argument("c", bare=True)]


@pytest.mark.parametrize(
    ("template", "result"),
    [
        ("{x}'*{y}", "(a + b)'*c"),
        ("{x}", "(a + b)"),
        ("[{A}, {B}]", "[a + b, c]"),
        ("f({x})*{y}", "f(a + b)*c"),
        ("f({x}, {y}, {x})", "f(a + b, c, a + b)"),
        ("{x}.^{y} + {x}", "(a + b).^c + (a + b)"),
        ("nothing", "nothing"),
        ("{x}*{y}*{z}", "x*y*z"),
    ],
)
def test_templates_are_filled(template: str, result: str) -> None:
    args = ARGUMENTS[: 1 if template == "{x}" else 2]
    assert filled(template, args) == result


def test_a_sum_in_the_first_place_of_a_template_is_bracketed() -> None:
    assert filled("{x}*{y}", ARGUMENTS) == "(a + b)*c"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("x", "Vector"),
        ("X", "Matrix"),
        ("lam", "Scalar"),
        ("λ", "Scalar"),
        ("Σ", "Matrix"),
        ("_", "Vector"),
    ],
)
def test_the_kind_of_a_name_is_guessed_from_its_letters(name: str, kind: str) -> None:
    assert likely_kind(name) == kind


@pytest.mark.parametrize(
    ("name", "known", "found"),
    [
        ("norm", ["norm1", "sum"], "norm1"),
        ("X", ["x", "y"], "x"),
        ("weigths", ["weights", "heights"], "weights"),
        ("bb", ["b", "a"], "b"),
        ("x", ["y"], None),
        ("rand", ["arctan"], None),
        ("completely", ["different"], None),
        ("x", [], None),
    ],
)
def test_the_nearest_name(name: str, known: list[str], found: str | None) -> None:
    assert nearest(name, known) == found


def test_the_nearest_name_among_very_many_is_found_in_no_time() -> None:
    known = [f"parameter{number}" for number in range(200_000)]
    start = time.perf_counter()
    assert nearest("parametre1", known) is not None
    nearest("a" * 1_000_000, known)
    assert time.perf_counter() - start < 1


@given(st.characters())
def test_every_character_is_explained(char: str) -> None:
    message, edit = explain_character(char)
    assert message.endswith("not part of the language")
    assert edit is None or edit
    assert message.isprintable()
