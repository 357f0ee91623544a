from __future__ import annotations

import pytest

from gennaker.expressions.problem import Problem
from gennaker.expressions.show import text
from gennaker.expressions.sign import Sign
from gennaker.language.check import read
from gennaker.operations.bounds import DECLARED, declared_bound, signs_from_bounds

MODEL = """
parameters
  Vector c
  Vector d positive
  Scalar r nonnegative
variables
  Vector x{}
  Matrix X
min
  sum(x) + sum(X)
st
  {}
"""


def problem(line: str, attribute: str = "") -> Problem:
    return read(MODEL.format(attribute and f" {attribute}", line))


def sign(line: str, attribute: str = "") -> Sign:
    found = problem(line, attribute)
    return signs_from_bounds(found.bounds, found.variables)[found.variables[0].node]


@pytest.mark.parametrize(
    ("attribute", "strict", "name"),
    [("nonnegative", False, "x nonnegative"), ("positive", True, "x positive")],
)
def test_an_attribute_is_a_bound_at_zero(attribute: str, strict: bool, name: str) -> None:
    symbol = problem("X >= 0", attribute).variables[0]
    bound = declared_bound(symbol)
    assert bound is not None
    assert bound.lower is not None
    assert (text(bound.lower), bound.upper, bound.strict) == ("0", None, strict)
    assert (bound.name, bound.relation, bound.target) == (name, DECLARED, symbol.node)


def test_no_attribute_is_no_bound() -> None:
    assert declared_bound(problem("X >= 0").variables[0]) is None


@pytest.mark.parametrize(
    ("line", "attribute", "expected"),
    [
        ("x >= 0", "", Sign.NONNEGATIVE),
        ("x > 0", "", Sign.POSITIVE),
        ("x <= 0", "", Sign.NONPOSITIVE),
        ("x < 0", "", Sign.NEGATIVE),
        ("x >= 1", "", Sign.POSITIVE),
        ("x <= -1", "", Sign.NEGATIVE),
        ("x >= d", "", Sign.POSITIVE),
        ("x > r", "", Sign.POSITIVE),
        ("x >= r", "", Sign.NONNEGATIVE),
        ("x <= -r", "", Sign.NONPOSITIVE),
        ("x' >= d'", "", Sign.POSITIVE),
        ("0 <= x <= 1", "", Sign.NONNEGATIVE),
        ("0 <= x <= 0", "", Sign.ZERO),
        ("x <= 3", "positive", Sign.POSITIVE),
        ("x >= 0", "positive", Sign.POSITIVE),
    ],
)
def test_bounds_on_the_whole_variable_tell_its_sign(
    line: str, attribute: str, expected: Sign
) -> None:
    assert sign(line, attribute) is expected


@pytest.mark.parametrize(
    "line",
    [
        "x >= -1",
        "x <= 1",
        "x >= c",
        "x[2:end] >= 0",
        "x[1] >= 0",
        "sum(x) >= 0",
        "X >= 0",
        "x == c",
    ],
)
def test_nothing_else_does(line: str) -> None:
    assert sign(line) is Sign.UNKNOWN


def test_contradicting_bounds_leave_the_sign_as_it_was() -> None:
    assert sign("x >= 1; x <= -1") is Sign.POSITIVE
