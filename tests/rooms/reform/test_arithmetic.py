from __future__ import annotations

import pytest

from gennaker.expressions.show import text
from gennaker.operations.leaves import number
from gennaker.reform.arithmetic import (
    applied,
    difference,
    is_zero,
    negated,
    positive_part,
    spread,
    total,
    transposed,
)
from tests.reading import node_of


@pytest.mark.parametrize(
    ("expression", "answer"),
    [("0", True), ("-0*1", True), ("vector(0, n)", True), ("-vector(0, n)'", True), ("c", False)],
)
def test_zero_is_recognised(expression, answer):
    assert is_zero(node_of(expression)) is answer


@pytest.mark.parametrize(
    ("expression", "answer"),
    [
        ("x", "-x"),
        ("-x", "x"),
        ("x - w", "-x + w"),
        ("c - 2*d", "-c + 2*d"),
        ("0", "0"),
    ],
)
def test_negation_goes_into_sums(expression, answer):
    assert text(negated(node_of(expression))) == answer


def test_difference_spreads_scalars_and_drops_zeros():
    x, c, zero = node_of("x"), node_of("c"), number(0)
    assert text(difference(x, c)) == "x - vector(c)"
    assert text(difference(c, x)) == "vector(c) - x"
    assert difference(x, zero) is x
    assert text(difference(zero, x)) == "-x"
    assert difference(x, c).shape == x.shape


def test_total_leaves_zeros_out():
    x, zero = node_of("x"), node_of("vector(0, n)")
    assert total([zero, x]) is x
    assert total([zero, zero]) is zero
    assert text(total([x, x])) == "x + x"


def test_scalars_are_spread_and_arrays_are_not():
    x, c = node_of("x"), node_of("c")
    assert spread(x, x.shape) is x
    assert spread(c, c.shape) is c
    assert spread(c, x.shape).shape == x.shape


def test_transposes_do_not_pile_up():
    x = node_of("x")
    assert transposed(transposed(x)) is x
    assert transposed(node_of("c")) is node_of("c")


def test_functions_take_the_shape_of_their_arrays():
    x, c = node_of("x"), node_of("c")
    assert applied("maximum", c, x).shape == x.shape
    assert applied("sum", x).is_scalar
    assert applied("maximum", c, c).is_scalar


def test_positive_part_of_a_number_is_a_number():
    assert positive_part(number(-2)) is number(0)
    assert positive_part(number(3)) is number(3)
    assert text(positive_part(node_of("c"))) == "relu(c)"
