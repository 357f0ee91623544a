from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gennaker.backends.space import space_of
from gennaker.solver.box import Box
from gennaker.solver.paper.lbfgs_box import free_variables
from gennaker.solver.paper.project_direction import project_direction

SPACE = space_of(np.zeros(1))
EPSILON = 1e-10


def boxed(lower, upper):
    return Box(SPACE, np.asarray(lower, float), np.asarray(upper, float))


def test_a_projected_step_that_descends_is_taken():
    box = boxed([0, 0], [1, 1])
    x, g = np.array([0.5, 0.5]), np.array([1.0, 1.0])
    assert np.allclose(project_direction(x, g, np.array([-2.0, -0.2]), box, EPSILON), [-0.5, -0.2])


def test_else_the_direction_is_kept_but_for_what_a_bound_blocks():
    """Lines 6 to 8: the projected step is uphill, so the direction is followed to the first bound."""
    box = boxed([0, 0, 0], [1, 1, 1])
    x, g = np.array([0.9, 0.5, 0.0]), np.array([-4.0, 1.0, -1e-6])
    d = np.array([1.0, 0.2, -1e-3])
    z = box.clip(x + d) - x
    g = np.array([-1.0, 3.0, -1e-6])
    assert z @ g > 0.0
    assert np.array_equal(project_direction(x, g, d, box, EPSILON), [1.0, 0.2, 0.0])
    upper = np.array([1.0, 0.5, 0.0])
    blocked = project_direction(upper, g, np.array([1e-3, 0.2, 0.1]), box, EPSILON)
    assert np.array_equal(blocked, [0.0, 0.2, 0.1])


@pytest.mark.parametrize("length", [1e-6, 1e-4])
def test_short_steps_go_the_second_way(length):
    """Line 3 asks for a squared length of at least epsilon, whatever the units."""
    box = boxed([0.0], [0.5 * length])
    d = project_direction(np.zeros(1), np.full(1, -1.0), np.full(1, length), box, EPSILON)
    projected = length * 0.5
    assert float(d[0]) == (projected if projected**2 >= EPSILON else length)


@given(st.integers(0, 2**32 - 1))
def test_it_descends_whenever_the_direction_does(seed):
    """The heart of Theorem 1: for d = -B^-1 g on the free variables, p is downhill too."""
    random = np.random.default_rng(seed)
    size = 6
    lower = random.standard_normal(size)
    box = boxed(lower, lower + random.exponential(1.0, size))
    x = box.clip(lower + random.standard_normal(size))
    g = random.standard_normal(size)
    free = free_variables(x, g, box, EPSILON)
    half = random.standard_normal((size, size))
    d = -free * ((half @ half.T + 0.01 * np.eye(size)) @ (free * g))
    p = project_direction(x, g, d, box, EPSILON)
    if np.any(free * g):
        assert g @ p < 0.0
        assert float(box.reach(x, p)) > 0.0
    else:
        assert not p.any()
