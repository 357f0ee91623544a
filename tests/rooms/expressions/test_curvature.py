from __future__ import annotations

from itertools import product

import pytest

from gennaker.expressions import Curvature, Facts, Sign

CONSTANT, AFFINE, CONVEX, CONCAVE, UNKNOWN = Curvature
# What each word promises: convex, concave, without variables.
PROMISES = {
    CONSTANT: (True, True, True),
    AFFINE: (True, True, False),
    CONVEX: (True, False, False),
    CONCAVE: (False, True, False),
    UNKNOWN: (False, False, False),
}
WORDS = {promise: word for word, promise in PROMISES.items()}


@pytest.mark.parametrize("curvature", Curvature)
def test_what_each_word_promises(curvature: Curvature) -> None:
    convex, concave, _ = PROMISES[curvature]
    assert curvature.is_convex is convex
    assert curvature.is_concave is concave
    assert curvature.is_affine is (convex and concave)


@pytest.mark.parametrize(("left", "right"), list(product(Curvature, Curvature)))
def test_a_sum_keeps_what_both_terms_promise(left: Curvature, right: Curvature) -> None:
    promises = zip(PROMISES[left], PROMISES[right], strict=True)
    assert left + right is WORDS[tuple(a and b for a, b in promises)]


@pytest.mark.parametrize("curvature", Curvature)
def test_a_negation_swaps_convex_and_concave(curvature: Curvature) -> None:
    convex, concave, constant = PROMISES[curvature]
    assert -curvature is WORDS[concave, convex, constant]


@pytest.mark.parametrize("curvature", Curvature)
def test_scaling(curvature: Curvature) -> None:
    for sign in (Sign.POSITIVE, Sign.NONNEGATIVE):
        assert curvature.scaled(sign) is curvature
    for sign in (Sign.NEGATIVE, Sign.NONPOSITIVE):
        assert curvature.scaled(sign) is -curvature
    for sign in (Sign.UNKNOWN, Sign.NONZERO):
        assert curvature.scaled(sign) is (curvature if curvature.is_affine else UNKNOWN)


def test_zero_times_an_expression_still_holds_its_variables() -> None:
    assert [c.scaled(Sign.ZERO) for c in Curvature] == [CONSTANT, AFFINE, AFFINE, AFFINE, AFFINE]


def test_facts_know_whether_a_variable_occurs() -> None:
    assert Facts(Sign.UNKNOWN, CONSTANT).is_constant
    assert not Facts(Sign.ZERO, AFFINE).is_constant
