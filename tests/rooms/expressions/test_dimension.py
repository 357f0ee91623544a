from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gennaker.expressions import ONE, Dimension

NAMES = ("m", "n", "A.rows")
N, M = Dimension.named("n"), Dimension.named("m")

dimensions = st.builds(
    lambda constant, factors: Dimension.total(
        [
            (Dimension.of(constant), 1),
            *((Dimension.named(name), k) for name, k in factors.items()),
        ]
    ),
    st.integers(-5, 5),
    st.dictionaries(st.sampled_from(NAMES), st.integers(-3, 3)),
)
sizes = st.fixed_dictionaries({name: st.integers(1, 50) for name in NAMES})


def value(dimension: Dimension, at: dict[str, int]) -> int:
    return dimension.constant + sum(factor * at[name] for name, factor in dimension.terms)


@given(dimensions, dimensions, st.integers(-4, 4), sizes)
def test_arithmetic_is_that_of_the_lengths(
    left: Dimension, right: Dimension, factor: int, at: dict[str, int]
) -> None:
    assert value(left + right, at) == value(left, at) + value(right, at)
    assert value(left - right, at) == value(left, at) - value(right, at)
    assert value(left * factor, at) == value(left, at) * factor


@given(dimensions, dimensions)
def test_equal_lengths_are_equal_dimensions(left: Dimension, right: Dimension) -> None:
    assert left + right == right + left
    assert hash(left + right) == hash(right + left)
    assert left - left == Dimension.of(0)
    assert all(factor for _, factor in (left + right).terms)


@pytest.mark.parametrize(
    ("dimension", "text"),
    [
        (Dimension.of(0), "0"),
        (Dimension.of(-3), "-3"),
        (N, "n"),
        (N * -1, "-n"),
        (N * 2 - ONE, "2*n - 1"),
        (N + M + ONE, "m + n + 1"),
        (M - N * 3, "m - 3*n"),
        (N * 0, "0"),
    ],
)
def test_written_as_in_a_model(dimension: Dimension, text: str) -> None:
    assert str(dimension) == text


def test_only_a_bare_name_is_a_name() -> None:
    assert N.name == "n"
    assert [d.name for d in (N + ONE, N * 2, N * -1, N + M, ONE)] == [None] * 5


def test_a_dimension_without_names_is_constant() -> None:
    assert (N - N).is_constant
    assert not N.is_constant


def test_many_terms_are_added_up_in_one_go() -> None:
    parts = [(Dimension.named(f"n{k % 1000}"), 1) for k in range(100_000)]
    assert len(Dimension.total(parts).terms) == 1000


@given(dimensions)
def test_a_length_is_surely_positive_when_no_names_make_it_less_than_one(length: Dimension) -> None:
    lowest = {name: 1 if factor > 0 else 1000 for name, factor in length.terms}
    assert length.is_surely_positive == (value(length, lowest) >= 1)


def test_a_sign_stands_in_front_only_where_it_must() -> None:
    assert str(N - M) == "n - m"
    assert str(ONE - M - N) == "-m - n + 1"


def test_the_largest_number_of_a_length() -> None:
    assert Dimension.of(-7).largest_number == 7
    assert (N * 3 - M * 5 + Dimension.of(4)).largest_number == 5
    assert N.largest_number == 1
