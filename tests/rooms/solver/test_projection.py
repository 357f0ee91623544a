from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gennaker.backends.space import space_of
from gennaker.solver.box import Box
from gennaker.solver.projection import (
    DESCENT,
    LENGTHS,
    _all_at_once,
    _one_by_one,
    projected_step,
)

SPACE = space_of(np.zeros(1))
seeds = st.integers(0, 2**32 - 1)


def residual(box, x, g, gamma):
    return float(box.residual(box.downhill(x, g, gamma), gamma))


ways = pytest.mark.parametrize("step", [_one_by_one, _all_at_once])


LAST = np.zeros(6)


def make(seed, size=6):
    """A point of a box, a gradient, and a direction on the free variables that descends."""
    random = np.random.default_rng(seed)
    lower = random.standard_normal(size) - 1.0
    box = Box(SPACE, lower, lower + random.exponential(1.0, size))
    x = box.clip(2.0 * random.standard_normal(size))
    g = random.standard_normal(size)
    half = random.standard_normal((size, size))
    working = box.working_set(x, g, 1e-9)
    d = -working.free * ((half @ half.T + 0.1 * np.eye(size)) @ (working.free * g))
    return box, x, g, d


@ways
@given(seed=seeds)
def test_step_stays_in_the_box_and_descends(step, seed):
    box, x, g, d = make(seed)
    p = step(box, x, g, d, box.downhill(x, g, 1.0))
    assert np.array_equal(box.clip(x + p), x + p) or np.allclose(box.clip(x + p), x + p, atol=1e-15)
    if residual(box, x, g, 1.0) > 0.0:
        assert g @ p < 0.0
    else:
        assert not p.any()


@ways
@given(seed=seeds)
def test_it_is_the_first_length_that_keeps_a_tenth_of_the_promise(step, seed):
    box, x, g, d = make(seed)
    p = step(box, x, g, d, box.downhill(x, g, 1.0))
    for length in LENGTHS:
        candidate = box.clip(x + length * d) - x
        if g @ d < 0.0 and g @ candidate <= DESCENT * length * (g @ d):
            assert np.allclose(p, candidate, rtol=0, atol=1e-15)
            return
    assert np.allclose(p, box.clip(x - g) - x, rtol=0, atol=1e-15)


@given(seeds)
def test_the_batch_chooses_what_the_loop_chooses(seed):
    box, x, g, d = make(seed)
    assert np.allclose(
        _one_by_one(box, x, g, d, LAST), _all_at_once(box, x, g, d, LAST), rtol=0, atol=1e-15
    )


@ways
def test_inside_the_box_the_direction_is_left_alone(step):
    box = Box(SPACE, np.full(2, -9.0), np.full(2, 9.0))
    d = np.array([-1.0, 2.0])
    assert np.array_equal(step(box, np.zeros(2), np.array([1.0, -1.0]), d, LAST[:2]), d)


@ways
@pytest.mark.parametrize(
    "uphill", [[1.0, 0.0], [0.0, -1.0], [0.0, 0.0], [np.nan, 0.0], [np.inf, 0.0]]
)
def test_a_direction_that_does_not_descend_is_replaced(step, uphill):
    box = Box(SPACE, np.zeros(2), np.ones(2))
    x, g = np.array([0.5, 0.5]), np.array([0.1, -4.0])
    with np.errstate(invalid="ignore"):
        assert np.array_equal(step(box, x, g, np.array(uphill), np.array([-7.0, 7.0])), [-7.0, 7.0])


@ways
def test_it_goes_past_the_first_bound(step):
    """With many variables some bound is always near; the step must not be cut there."""
    size = 50
    x = np.linspace(1e-8, 1.0, size)
    box = Box(SPACE, np.zeros(size), None)
    g = np.linspace(1.0, 2.0, size)
    p = step(box, x, g, -g, np.zeros(size))
    assert g @ p <= DESCENT * -(g @ g) * LENGTHS[-1]
    assert abs(g @ p) > 1000 * abs(float(box.reach(x, -g)) * (g @ g))


def test_the_host_searches_one_by_one_with_the_same_answer():
    box, x, g, d = make(7)
    assert np.array_equal(projected_step(box, x, g, d, LAST), _one_by_one(box, x, g, d, LAST))
