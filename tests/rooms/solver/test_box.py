from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gennaker.backends.space import space_of
from gennaker.solver.box import Box

SPACE = space_of(np.zeros(1))
seeds = st.integers(0, 2**32 - 1)


def residual(box, x, g, gamma):
    return float(box.residual(box.downhill(x, g, gamma), gamma))


def make(seed, size=7):
    """A box of which some sides are infinite and some variables are fixed, and a point in it."""
    random = np.random.default_rng(seed)
    lower, width = random.standard_normal(size), random.exponential(1.0, size)
    width[random.random(size) < 0.2] = 0.0
    upper = lower + width
    lower[random.random(size) < 0.2] = -np.inf
    upper[random.random(size) < 0.2] = np.inf
    box = Box(SPACE, lower, upper)
    x = box.clip(random.standard_normal(size))
    return random, box, x


@given(seeds)
def test_clip_is_the_nearest_point(seed):
    random, box, x = make(seed)
    far = 10.0 * random.standard_normal(x.size)
    near = box.clip(far)
    assert np.array_equal(near, np.clip(far, box.lower, box.upper))
    assert np.linalg.norm(far - near) <= np.linalg.norm(far - x)


def test_none_is_no_bound():
    x, p = np.array([-5.0, 5.0]), np.array([-1.0, 1.0])
    free = Box(SPACE, None, None)
    assert not free.bounded
    assert free.clip(x) is x
    assert float(free.reach(x, p)) == math.inf
    assert np.array_equal(Box(SPACE, np.zeros(2), None).clip(x), [0.0, 5.0])
    assert np.array_equal(Box(SPACE, None, np.zeros(2)).clip(x), [-5.0, 0.0])
    assert float(Box(SPACE, None, np.full(2, 7.0)).reach(x, p)) == 2.0
    assert float(Box(SPACE, np.full(2, -7.0), None).reach(x, p)) == 2.0


@given(seeds, st.sampled_from([0.0, 1e-6, 0.1, 10.0]))
def test_working_set_holds_what_sits_at_a_bound_and_is_pushed_on(seed, width):
    random, box, x = make(seed)
    g = random.standard_normal(x.size)
    working = box.working_set(x, g, width)
    for i in range(x.size):
        below = x[i] <= box.lower[i] + width and g[i] > 0
        above = x[i] >= box.upper[i] - width and g[i] < 0
        assert working.free[i] == (0.0 if below or above else 1.0)
        goal = box.lower[i] if below else box.upper[i] if above else x[i]
        assert working.snap[i] == goal - x[i]


@given(seeds, st.sampled_from([0.0, 1e-6, 0.1, 10.0]))
def test_snapping_stays_in_the_box_and_goes_downhill(seed, width):
    random, box, x = make(seed)
    g = random.standard_normal(x.size)
    working = box.working_set(x, g, width)
    assert np.all(np.abs(working.snap) <= width)
    assert np.all(g * working.snap <= 0.0)
    assert np.all(working.free * working.snap == 0.0)
    landed = x + working.snap
    assert np.allclose(landed, box.clip(landed), rtol=0, atol=1e-15)


@given(seeds)
def test_reach_is_the_largest_step_inside(seed):
    random, box, x = make(seed)
    p = random.standard_normal(x.size) * (random.random(x.size) < 0.6)
    reach = float(box.reach(x, p))
    assert reach >= 0.0
    if math.isinf(reach):
        assert np.array_equal(box.clip(x + 1e6 * p), x + 1e6 * p)
        return
    inside, outside = x + reach * p, x + (1.01 * reach + 1e-3) * p
    assert np.allclose(inside, box.clip(inside), rtol=0, atol=1e-12)
    assert not np.array_equal(box.clip(outside), outside)


@given(seeds)
def test_a_projected_step_may_be_taken_whole(seed):
    random, box, x = make(seed)
    p = box.clip(x + random.standard_normal(x.size)) - x
    assert float(box.reach(x, p)) >= 1.0 - 1e-12


@given(seeds, st.floats(1e-3, 1e3))
def test_residual_vanishes_where_no_variable_can_move_downhill(seed, gamma):
    random, box, x = make(seed)
    g = random.standard_normal(x.size)
    stuck = np.where(g > 0, x <= box.lower, x >= box.upper)
    assert (residual(box, x, g, gamma) == 0.0) == bool(np.all(stuck))
    assert residual(box, x, np.where(stuck, g, 0.0), gamma) == 0.0


def test_residual_without_bounds_is_the_largest_entry_of_the_gradient():
    g = np.array([3.0, -4.0])
    assert residual(Box(SPACE, None, None), np.ones(2), g, 17.0) == 4.0
    far = Box(SPACE, np.full(2, -1e9), np.full(2, 1e9))
    assert residual(far, np.ones(2), g, 17.0) == pytest.approx(4.0)


def test_residual_sees_what_a_small_variable_hides():
    """A step of length one cannot show a large gradient at x = 1e-3; a short step does."""
    x, g = np.array([1e-3]), np.array([37.0])
    box = Box(SPACE, np.zeros(1), None)
    assert residual(box, x, g, 1.0) == 1e-3
    assert residual(box, x, g, 1e-6) == pytest.approx(37.0)


@given(seeds)
def test_what_may_be_overwritten_is_clipped_alike(seed):
    random, box, x = make(seed)
    far = 10.0 * random.standard_normal(x.size)
    expected = box.clip(far)
    assert np.array_equal(box.clipped(far), expected)


def test_a_direction_without_end_has_no_entry_that_a_bound_stops():
    box = Box(SPACE, np.array([0.0, -np.inf, 0.0]), np.array([np.inf, 9.0, 1.0]))
    assert box.without_end(np.array([1.0, 1.0, 1.0])).tolist() == [1.0, 0.0, 0.0]
    assert box.without_end(-np.ones(3)).tolist() == [0.0, -1.0, 0.0]


def test_a_table_is_made_once():
    box = Box(SPACE, None, None)
    assert box.table((1.0, 2.0)) is box.table((1.0, 2.0))
    assert box.table((1.0, 2.0)).tolist() == [1.0, 2.0]
