from __future__ import annotations

import numpy as np
import pytest

from gennaker.backends.space import space_of
from gennaker.language.check import read
from gennaker.pipeline.layout import Piece
from gennaker.pipeline.multipliers import Row, of_bounds, of_parts, shares

PROBLEM = read("""
variables
  Vector x(4)
  Scalar t nonnegative
min
  sum(x) + t
st
  x >= 0
  x <= 2
  x[1:2] >= -1
  t >= 0
  x[4] == 1
""")
SPACE = space_of(np.zeros(1))


def held(x, pull, t=0.0, pull_of_t=0.0):
    """The forces by name, at values of the variables and of the gradient of the Lagrangian."""
    x, pull = np.asarray(x, float), np.asarray(pull, float)

    def limits(v, s):
        return [
            (s, 0.0, None),
            (v, 0.0, None),
            (v, None, 2.0),
            (v[:2], -1.0, None),
            (s, 0.0, None),
            (v[3], 1.0, 1.0),
        ]

    t, s = np.float64(t), np.float64(pull_of_t)
    found = of_bounds(PROBLEM.bounds, limits(x, t), limits(pull, s), SPACE)
    return {bound.name: value for bound, value in zip(PROBLEM.bounds, found, strict=True)}


def test_a_bound_balances_the_gradient_where_the_variable_stands_on_it():
    found = held([0.0, 1.0, 2.0, 1.0], [3.0, 1e-9, -4.0, 0.0])
    np.testing.assert_array_equal(found["x >= 0"], [3, 0, 0, 0])
    np.testing.assert_array_equal(found["x <= 2"], [0, 0, 4, 0])
    np.testing.assert_array_equal(found["x[1:2] >= -1"], [0, 0])


def test_a_gradient_that_points_inside_leaves_a_bound_without_force():
    found = held([0.0, 0.0, 2.0, 1.0], [-1.0, 0.0, 1.0, 0.0])
    assert not found["x >= 0"].any()
    assert not found["x <= 2"].any()


def test_of_two_bounds_that_say_the_same_the_first_one_holds():
    found = held([1, 1, 1, 1], np.zeros(4), t=0.0, pull_of_t=5.0)
    assert found["t nonnegative"] == 5.0
    assert found["t >= 0"] == 0.0


def test_a_fixed_variable_has_a_multiplier_of_either_sign():
    assert held([1, 1, 1, 1], [0, 0, 0, 2.5])["x[4] == 1"] == -2.5
    assert held([1, 1, 1, 1], [0, 0, 0, -2.5])["x[4] == 1"] == 2.5


def test_numbers_stay_numbers():
    assert isinstance(held([1, 1, 1, 1], np.zeros(4), 0.0, 1.0)["t >= 0"], np.float64)


@pytest.mark.parametrize("library", ["torch", "jax.numpy"])
def test_other_libraries_do_the_same(library):
    xp = pytest.importorskip(library)
    bounds = [bound for bound in PROBLEM.bounds if bound.name == "x >= 0"]
    x, pull = xp.asarray([0.0, 1.0]), xp.asarray([2.0, 0.0])
    (found,) = of_bounds(bounds, [(x, 0.0, None)], [(pull, 0.0, None)], space_of(x))
    assert found.tolist() == [2.0, 0.0]


def test_a_bound_on_one_of_two_mirrored_entries_holds_both():
    piece = Piece("X", (3, 3), 10, 19)
    places = 10 + np.arange(9).reshape(3, 3)
    forces = np.zeros((3, 3))
    forces[0, 1] = forces[1, 0] = forces[2, 2] = forces[0, 2] = 1.0
    times = shares(places, forces, piece)
    assert times[0, 1] == times[1, 0] == times[2, 2] == 1.0
    assert times[0, 2] == 2.0
    assert shares(places[0, 1], np.float64(3.0), piece) == 2.0
    assert shares(places[1, 1], np.float64(3.0), piece) == 1.0


# ---- both parts of a variable that was split --------------------------------------------------


def parts(*rows, equality=False):
    """What each row adds, from (negative, low, high, pull, force) of three entries each."""
    made = [
        Row(negative, low, high, np.asarray(pull, float), np.asarray(force, float))
        for negative, low, high, pull, force in rows
    ]
    return np.sum(of_parts(made, SPACE, equality=equality), axis=0).tolist()


def test_the_part_that_a_bound_keeps_away_from_zero_feels_it_alone():
    low = np.array([3.0, 0.0, 0.0])
    zero = np.zeros(3)
    rows = [(False, low, None, zero, [5, 6, 7]), (True, None, zero, zero, [1, 2, 3])]
    assert parts(*rows) == [5, 2, 3]
    assert parts(rows[1]) == [1, 2, 3]  # the data is known to be nowhere positive


def test_of_two_entries_of_an_equality_the_part_that_is_not_zero_tells():
    plus = (False, None, np.array([2.0, 0.0, 0.0]), [4, 5, -3], np.zeros(3))
    minus = (True, None, np.array([0.0, 2.0, 0.0]), [7, 6, 9], np.zeros(3))
    assert parts(plus, minus, equality=True) == [-4, 6, 3]
    between = (
        (False, None, 0.0, [4, -2, 1], np.zeros(3)),
        (True, None, 0.0, [1, 6, -8], np.zeros(3)),
    )
    assert parts(*between, equality=True) == [0, 2, -1]
