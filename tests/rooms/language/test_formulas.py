from __future__ import annotations

import pytest

from gennaker.errors import ModelError
from gennaker.language.single import read_expression


def same(left, right):
    return read_expression(left) == read_expression(right)


@pytest.mark.parametrize(
    ("text", "bracketed"),
    [
        ("(s.^2)'*h.^2", "((s.^2)')*(h.^2)"),
        ("1/g*1/g*q", "1/g*1/g*q"),
        ("-x^2", "-(x^2)"),
        ("a^-b", "a^(-b)"),
        ("B*-inv(S)", "B*(-inv(S))"),
        ("x'^2", "(x')^2"),
        ("-a*b", "(-a)*b"),
        ("a - b*c", "a - (b*c)"),
    ],
)
def test_operators_have_the_stated_ranks(text, bracketed):
    assert same(text, bracketed)


@pytest.mark.parametrize(
    ("text", "other"),
    [("a - (b - c)", "a - b - c"), ("a/(b*c)", "a/b*c"), ("(-x)^2", "-x^2"), ("(A*x)'", "A*x'")],
)
def test_brackets_matter(text, other):
    assert not same(text, other)


def test_a_power_of_a_power_is_refused():
    with pytest.raises(ModelError, match="two ways"):
        read_expression("2^3^2")


def test_long_sums_stay_flat():
    assert len(read_expression("+".join(["x"] * 5000)).terms) == 5000
