from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gennaker.solver.paper.two_loop import Pair, modified_two_loop

seeds = st.integers(0, 2**32 - 1)
EPSILON = 1e-10


def bfgs_inverse_on(S, pairs, epsilon):
    """B^-1 on the variables in S, formed in full from the pairs that are curved there."""
    size = S.size
    if not size:
        return np.zeros((0, 0))
    newest = pairs[-1]
    curvature = newest.s[S] @ newest.y[S]
    scale = curvature / newest.yy if curvature > epsilon * newest.yy else 1.0
    H = scale * np.eye(size)
    for pair in pairs:
        s, y = pair.s[S], pair.y[S]
        if not s @ y > epsilon * pair.yy:
            continue
        V = np.eye(size) - np.outer(y, s) / (s @ y)
        H = V.T @ H @ V + np.outer(s, s) / (s @ y)
    return H


@pytest.mark.parametrize("convex", [True, False])
@given(seed=seeds, count=st.integers(1, 6))
def test_it_is_the_inverse_of_bfgs_on_the_free_variables(convex, seed, count):
    random = np.random.default_rng(seed)
    size = 7
    half = random.standard_normal((size, size))
    A = half @ half.T + 0.1 * np.eye(size) if convex else half + half.T
    pairs = []
    for _ in range(count):
        s = random.standard_normal(size)
        y = A @ s
        pairs.append(Pair(s, y, float(y @ y)))
    free = (random.random(size) < 0.7).astype(float)
    S = np.flatnonzero(free)
    g = random.standard_normal(size)
    epsilon = 1e-3
    found = modified_two_loop(g, free, pairs, epsilon)
    H = bfgs_inverse_on(S, pairs, epsilon)
    error = np.linalg.norm(found[S] - H @ g[S])
    assert error <= 1e-7 * np.linalg.norm(H) * np.linalg.norm(g)
    assert not found[free == 0.0].any()
    assert g @ found >= 0.0


def test_without_pairs_it_is_the_gradient_on_the_free_variables():
    g, free = np.array([1.0, -2.0, 3.0]), np.array([1.0, 0.0, 1.0])
    assert np.array_equal(modified_two_loop(g, free, [], EPSILON), [1.0, 0.0, 3.0])


def test_a_pair_may_fail_on_the_free_variables_alone():
    """s'y = 1 over all variables, -1 over the first: there, it must not be used."""
    pair = Pair(np.array([1.0, 1.0]), np.array([-1.0, 2.0]), 5.0)
    g = np.array([1.0, 1.0])
    assert np.array_equal(modified_two_loop(g, np.array([1.0, 0.0]), [pair], EPSILON), [1.0, 0.0])
    everywhere = modified_two_loop(g, np.ones(2), [pair], EPSILON)
    assert not np.allclose(everywhere, g)


def test_curvature_is_held_against_all_of_y():
    """Line 4 measures against the whole y, so that a tiny free part of it is not enough."""
    pair = Pair(np.array([1e-6, 1.0]), np.array([2e-6, 1.0]), 1.0)
    g, free = np.array([1.0, 0.0]), np.array([1.0, 0.0])
    assert np.array_equal(modified_two_loop(g, free, [pair], 1e-10), g)
    assert not np.array_equal(modified_two_loop(g, free, [pair], 1e-14), g)


def test_only_the_newest_pair_sets_the_scale():
    """Lines 9 and 10: where the newest pair is left out there is no scaling."""
    good = Pair(np.array([0.0, 1.0, 0.0]), np.array([0.0, 4.0, 0.0]), 16.0)
    bad = Pair(np.array([1.0, 0.0, 0.0]), np.array([-1.0, 0.0, 0.0]), 1.0)
    g = np.array([0.0, 4.0, 8.0])
    free = np.ones(3)
    assert np.allclose(modified_two_loop(g, free, [bad, good], EPSILON), [0.0, 1.0, 2.0])
    assert np.allclose(modified_two_loop(g, free, [good, bad], EPSILON), [0.0, 1.0, 8.0])
