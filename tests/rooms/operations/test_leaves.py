from __future__ import annotations

import pytest

from gennaker.expressions.dimension import Dimension
from gennaker.expressions.shape import SCALAR, Shape
from gennaker.expressions.sign import Sign
from gennaker.operations.leaves import (
    PARAMETER,
    attribute_sign,
    attributes,
    eye,
    fill,
    number,
    size,
    symbol,
)
from tests.reading import facts_of

N = Dimension.named("n")


def test_leaves_are_shared():
    assert number(2) is number(2.0)
    assert size("n") is size("n")
    assert symbol(PARAMETER, "a", SCALAR, frozenset()) is symbol(
        PARAMETER, "a", SCALAR, frozenset()
    )
    assert fill(number(1), Shape.vector(N)).shape == Shape.vector(N)
    assert eye(N).shape == Shape.matrix(N, N)


def test_attributes_promise_signs():
    assert attribute_sign(frozenset({"positive"})) is Sign.POSITIVE
    assert attribute_sign(frozenset({"nonnegative"})) is Sign.NONNEGATIVE
    assert attribute_sign(frozenset({"sparse"})) is Sign.UNKNOWN
    node = symbol(PARAMETER, "K", Shape.matrix(N, N), frozenset({"psd"}))
    assert attributes(node) == {"psd"}


@pytest.mark.parametrize(
    ("expression", "sign"),
    [
        ("n*c - n*c + n", "UNKNOWN"),
        ("vector(2, n)", "POSITIVE"),
        ("eye(n)", "NONNEGATIVE"),
        ("d", "POSITIVE"),
        ("w", "NONNEGATIVE"),
    ],
)
def test_signs_of_leaves(expression, sign):
    assert facts_of(expression).sign == Sign[sign]
