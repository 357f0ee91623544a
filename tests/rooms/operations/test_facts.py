from __future__ import annotations

from itertools import product

import pytest

from gennaker.expressions import Curvature, Facts, Monotone, Node, Sign
from gennaker.operations.facts import (
    CONCAVE_RISING,
    CONVEX,
    CONVEX_FALLING,
    CONVEX_RISING,
    MIXED,
    UNKNOWN,
    Bend,
    composed,
    first_reason,
    joined,
    literal,
    magnitude,
    summed,
    unary,
)
from tests.contracts.zoo import node

SIGNS = [Sign(bits) for bits in range(1, 8)]
EXP, BOTH = node("exp(s)"), node("max(s, sp)")


def known(curvature: Curvature, sign: Sign = Sign.UNKNOWN, reason: str = "") -> Facts:
    return Facts(sign, curvature, reason=reason)


# Compose f(x) = a*x^2 + b*x with inner functions on x > 0; the signs of a and b give the bend.
@pytest.mark.parametrize("inner", list(Curvature))
@pytest.mark.parametrize(
    ("bend", "inner_kept", "outcome"),
    [
        (CONVEX_RISING, {Curvature.CONVEX}, Curvature.CONVEX),
        (CONVEX_FALLING, {Curvature.CONCAVE}, Curvature.CONVEX),
        (CONVEX, set(), Curvature.CONVEX),
        (CONCAVE_RISING, {Curvature.CONCAVE}, Curvature.CONCAVE),
        (Bend(Curvature.CONCAVE, Monotone.FALLING), {Curvature.CONVEX}, Curvature.CONCAVE),
        (Bend(Curvature.CONCAVE, Monotone.NEITHER), set(), Curvature.CONCAVE),
        (UNKNOWN, set(), Curvature.UNKNOWN),
    ],
)
def test_the_composition_rule(
    bend: Bend, inner_kept: set[Curvature], outcome: Curvature, inner: Curvature
) -> None:
    found = composed(EXP, Sign.POSITIVE, (bend,), (known(inner),)).curvature
    if inner is Curvature.CONSTANT:
        assert found is Curvature.CONSTANT
    elif inner is Curvature.AFFINE or inner in inner_kept:
        assert found is outcome
    else:
        assert found is Curvature.UNKNOWN


@pytest.mark.parametrize("rising", [True, False])
@pytest.mark.parametrize("inner", [Curvature.AFFINE, Curvature.CONVEX, Curvature.CONCAVE])
def test_an_affine_function_passes_curvature_on(inner: Curvature, *, rising: bool) -> None:
    bend = Bend(Curvature.AFFINE, Monotone.RISING if rising else Monotone.FALLING)
    found = composed(EXP, Sign.UNKNOWN, (bend,), (known(inner),)).curvature
    assert found is (inner if rising else -inner)


def test_every_argument_must_fit() -> None:
    bends = (CONVEX_RISING, CONVEX_RISING)
    fits = {
        (left, right): composed(BOTH, Sign.UNKNOWN, bends, (known(left), known(right))).curvature
        for left, right in product(Curvature, repeat=2)
    }
    good = {Curvature.CONSTANT, Curvature.AFFINE, Curvature.CONVEX}
    for (left, right), found in fits.items():
        if left is right is Curvature.CONSTANT:
            assert found is Curvature.CONSTANT
        else:
            assert found.is_convex is (left in good and right in good)


@pytest.mark.parametrize(
    ("bend", "inner", "reason"),
    [
        (CONVEX_RISING, Curvature.CONCAVE, "exp(s) is convex and rising in s, which is concave"),
        (CONVEX_FALLING, Curvature.CONVEX, "exp(s) is convex and falling in s, which is convex"),
        (CONVEX, Curvature.CONVEX, "exp(s) is convex in s, which is convex, not affine"),
        (UNKNOWN, Curvature.AFFINE, "exp(s) is neither convex nor concave"),
        (
            MIXED,
            Curvature.AFFINE,
            "exp(s) is neither convex nor concave while the sign of s is not known",
        ),
    ],
)
def test_the_reason_names_what_does_not_fit(bend: Bend, inner: Curvature, reason: str) -> None:
    assert composed(EXP, Sign.POSITIVE, (bend,), (known(inner),)).reason == reason


def test_the_reason_of_an_argument_goes_first() -> None:
    facts = (known(Curvature.CONVEX), known(Curvature.UNKNOWN, reason="it twists"))
    assert first_reason(facts) == "it twists"
    bends = (CONVEX_RISING, CONVEX_RISING)
    assert composed(BOTH, Sign.UNKNOWN, bends, facts).reason == "it twists"
    assert first_reason(facts[:1]) == ""


def test_bends_by_sign() -> None:
    rule = unary(Sign.UNKNOWN, nonnegative=CONVEX_RISING, nonpositive=CONCAVE_RISING)
    curvatures = [rule(EXP, (known(Curvature.AFFINE, sign),)).curvature for sign in SIGNS]
    for sign, curvature in zip(SIGNS, curvatures, strict=True):
        if sign.is_nonnegative:
            assert curvature is Curvature.CONVEX
        else:
            assert curvature is (Curvature.CONCAVE if sign.is_nonpositive else Curvature.UNKNOWN)


@pytest.mark.parametrize("sign", SIGNS)
def test_magnitude_is_never_negative_and_zero_only_for_zero(sign: Sign) -> None:
    assert magnitude(sign).is_nonnegative
    assert bool(magnitude(sign) & Sign.ZERO) is bool(sign & Sign.ZERO)


@pytest.mark.parametrize("sign", SIGNS)
def test_adding_up_entries_can_cancel_them(sign: Sign) -> None:
    found = summed(EXP, (known(Curvature.CONVEX, sign),))
    assert found.sign is (Sign.UNKNOWN if sign is Sign.NONZERO else sign + sign)
    assert found.curvature is Curvature.CONVEX


def test_joined_signs() -> None:
    assert joined([Sign.POSITIVE, Sign.ZERO, Sign.POSITIVE]) is Sign.NONNEGATIVE


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("3", 3.0),
        ("-(1/2)", -0.5),
        ("2*3 - 1 + 0.5", 5.5),
        ("--4/8", 0.5),
        ("1/0", None),
        ("1e300*1e300", None),
        ("1e300*1e300 - 1e300*1e300", None),
        ("c", None),
        ("1 + c", None),
        ("2^2", None),
        ("-" * 8 + "1", 1.0),
        ("-" * 40 + "1", None),
    ],
)
def test_literals(expression: str, value: float | None) -> None:
    found: Node = node(expression)
    assert literal(found) == value
