"""Constraints between two sides, cut into equalities and inequalities."""

from __future__ import annotations

import numpy as np
import pytest

from gennaker import DataError
from gennaker.backends.space import space_of
from gennaker.pipeline.sides import Constraint, parts_of

HOST = space_of(np.zeros(1))
VALUES = np.array([10.0, 20.0, 30.0, 40.0])


def parts(lower, upper, space=HOST, size=4):
    return parts_of(0, Constraint("c", lower, upper, fun=abs), size, space)


@pytest.mark.parametrize(
    ("lower", "upper", "equality", "expected"),
    [
        (0.0, 0.0, True, VALUES),
        (15.0, 15.0, True, VALUES - 15.0),
        (-np.inf, 0.0, False, VALUES),
        (None, 25.0, False, VALUES - 25.0),
        (0.0, np.inf, False, -VALUES),
        (25.0, None, False, 25.0 - VALUES),
    ],
)
def test_one_side_for_all_is_one_part(lower, upper, equality, expected):
    (part,) = parts(lower, upper)
    assert part.equality is equality
    assert part.size == 4
    assert part.values(VALUES, np).tolist() == expected.tolist()
    sign = 1.0 if expected[1] > expected[0] else -1.0
    assert part.weights(np.ones(4), HOST).tolist() == [sign] * 4


def test_mixed_sides_pick_their_entries():
    lower = [10.0, -np.inf, 25.0, -np.inf]
    upper = [10.0, 50.0, 35.0, np.inf]
    equal, below, above = parts(lower, upper)
    assert (equal.equality, below.equality, above.equality) == (True, False, False)
    assert equal.values(VALUES, np).tolist() == [0.0]
    assert below.values(VALUES, np).tolist() == [-5.0]  # 25 - 30
    assert above.values(VALUES, np).tolist() == [-30.0, -5.0]
    assert equal.weights(np.array([2.0]), HOST).tolist() == [2.0, 0.0, 0.0, 0.0]
    assert below.weights(np.array([3.0]), HOST).tolist() == [0.0, 0.0, -3.0, 0.0]
    assert above.weights(np.array([4.0, 5.0]), HOST).tolist() == [0.0, 4.0, 5.0, 0.0]


def test_weights_transpose_values():
    rng = np.random.default_rng(0)
    for part in parts([1.0, -np.inf, 2.0, 0.0], [1.0, 3.0, 9.0, np.inf]):
        v, direction = rng.standard_normal(part.size), rng.standard_normal(4)
        change = part.values(VALUES + direction, np) - part.values(VALUES, np)
        assert np.isclose(change @ v, direction @ part.weights(v, HOST))


def test_a_side_that_is_infinite_everywhere_is_no_constraint():
    assert parts(-np.inf, np.inf) == []


def test_other_libraries_index_with_their_own_arrays():
    strict = pytest.importorskip("array_api_strict")
    values = strict.asarray(VALUES)
    (part,) = parts(strict.asarray([-np.inf, 1.0, -np.inf, 2.0]), None, space_of(values))
    assert [float(entry) for entry in part.values(values, strict)] == [-19.0, -38.0]
    found = part.weights(strict.asarray([1.0, 2.0]), space_of(values))
    assert [float(entry) for entry in found] == [0.0, -1.0, 0.0, -2.0]


@pytest.mark.parametrize(
    ("lower", "upper", "words"),
    [
        ([0.0, 1.0], None, "the lower side of c has 2 entries, but its function has 4 entries"),
        (0.0, [1.0, np.nan, 1.0, 1.0], "the upper side of c is nan"),
        (np.inf, None, "the lower side of c is inf"),
        ("a", None, "the lower side of c is no array of numbers"),
        (2.0, [3.0, 1.0, 3.0, 3.0], "c can never hold: entry 1 has the lower side 2 above"),
    ],
)
def test_sides_that_make_no_sense_are_named(lower, upper, words):
    with pytest.raises(DataError, match=words):
        parts(lower, upper)
