from __future__ import annotations

from itertools import product

import pytest

from gennaker.expressions import Sign

# Three magnitudes of each sign: a sum of numbers of different sign can take any sign.
NUMBERS = {Sign.NEGATIVE: (-1, -2, -3), Sign.ZERO: (0,), Sign.POSITIVE: (1, 2, 3)}
SETS = [Sign(bits) for bits in range(1, 8)]
each_pair = pytest.mark.parametrize(("left", "right"), list(product(SETS, SETS)))


def numbers(sign: Sign) -> list[int]:
    return [number for single, some in NUMBERS.items() if single & sign for number in some]


def signs(values: list[int]) -> Sign:
    found = Sign(0)
    for value in values:
        found |= Sign.of(value)
    return found


@each_pair
def test_sums_take_exactly_these_signs(left: Sign, right: Sign) -> None:
    assert left + right == signs([a + b for a in numbers(left) for b in numbers(right)])


@each_pair
def test_products_take_exactly_these_signs(left: Sign, right: Sign) -> None:
    assert left * right == signs([a * b for a in numbers(left) for b in numbers(right)])


@each_pair
def test_within_compares_sets(left: Sign, right: Sign) -> None:
    assert left.within(right) is set(numbers(left)).issubset(numbers(right))


@pytest.mark.parametrize("sign", SETS)
def test_negation_and_the_two_questions(sign: Sign) -> None:
    assert -sign == signs([-number for number in numbers(sign)])
    assert sign.is_nonnegative is all(number >= 0 for number in numbers(sign))
    assert sign.is_nonpositive is all(number <= 0 for number in numbers(sign))


@pytest.mark.parametrize(
    ("number", "sign"),
    [(2.5, Sign.POSITIVE), (-1e-300, Sign.NEGATIVE), (0.0, Sign.ZERO), (-0.0, Sign.ZERO)],
)
def test_sign_of_a_number(number: float, sign: Sign) -> None:
    assert Sign.of(number) is sign
