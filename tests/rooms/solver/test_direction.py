from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gennaker.solver.direction import CURVATURE, coefficients

seeds = st.integers(0, 2**32 - 1)


def bfgs_inverse(S, Y, gamma):
    """The inverse Hessian of BFGS, formed in full, one update for each pair."""
    size = S.shape[1]
    H = gamma * np.eye(size)
    for s, y in zip(S, Y, strict=True):
        rho = 1.0 / (s @ y)
        V = np.eye(size) - rho * np.outer(y, s)
        H = V.T @ H @ V + rho * np.outer(s, s)
    return H


def pairs_of(seed, count, size=8, condition=1e2):
    """Steps on a random convex quadratic."""
    random = np.random.default_rng(seed)
    Q, _ = np.linalg.qr(random.standard_normal((size, size)))
    A = (Q * np.geomspace(1.0, condition, size)) @ Q.T
    S = random.standard_normal((count, size))
    return random, S, S @ A


def direction(S, Y, g):
    """H g by the coefficients, with what else they tell."""
    found = coefficients(S @ Y.T, Y @ Y.T, S @ g, Y @ g)
    assert found is not None
    return found, found.gamma * g + found.of_s @ S + found.of_y @ Y


@given(seeds, st.integers(1, 10))
def test_it_is_the_inverse_of_bfgs(seed, count):
    random, S, Y = pairs_of(seed, count)
    g = random.standard_normal(S.shape[1])
    found, Hg = direction(S, Y, g)
    gamma = (S[-1] @ Y[-1]) / (Y[-1] @ Y[-1])
    expected = bfgs_inverse(S, Y, gamma) @ g
    assert found.used == count
    assert found.gamma == pytest.approx(gamma)
    assert np.linalg.norm(Hg - expected) <= 1e-9 * np.linalg.norm(expected)
    assert found.decrement + found.gamma * (g @ g) == pytest.approx(g @ expected, rel=1e-8)


@given(seeds, st.integers(1, 10))
def test_masked_it_is_the_inverse_of_bfgs_on_the_free_variables(seed, count):
    """Pairs that are sound on all variables may fail on the free ones: then they are left out."""
    random, S, Y = pairs_of(seed, count)
    free = (random.random(S.shape[1]) < 0.5).astype(float)
    S, Y = S * free, Y * free
    g = random.standard_normal(S.shape[1]) * free
    kept = np.sum(S * Y, axis=1) > CURVATURE * np.sum(Y * Y, axis=1)
    if not kept.any():
        assert coefficients(S @ Y.T, Y @ Y.T, S @ g, Y @ g) is None
        return
    found, Hg = direction(S, Y, g)
    S, Y = S[kept], Y[kept]
    gamma = (S[-1] @ Y[-1]) / (Y[-1] @ Y[-1])
    H = bfgs_inverse(S, Y, gamma)
    assert found.used == kept.sum()
    bound = 1e-13 * np.linalg.cond(np.triu(S @ Y.T)) ** 2
    assert np.linalg.norm(Hg - H @ g) <= max(bound, 1e-10) * np.linalg.norm(H) * np.linalg.norm(g)
    assert g @ Hg >= -1e-12 * np.linalg.norm(g) * np.linalg.norm(Hg)


def test_the_newest_pair_is_honoured():
    """The secant equation: H y = s for the last pair."""
    _, S, Y = pairs_of(3, 5)
    _, Hy = direction(S, Y, Y[-1])
    assert np.allclose(Hy, S[-1], rtol=1e-10)


def test_as_many_pairs_as_variables_give_newtons_step():
    random, S, Y = pairs_of(4, 40, size=4, condition=10.0)
    A = np.linalg.lstsq(S, Y, rcond=None)[0]
    g = random.standard_normal(4)
    _, Hg = direction(S, Y, g)
    assert np.allclose(Hg, np.linalg.solve(A, g), rtol=0.2)


def test_a_bad_pair_in_the_middle_changes_nothing():
    random, S, Y = pairs_of(5, 3)
    g = random.standard_normal(S.shape[1])
    _, plain = direction(S, Y, g)
    bad = random.standard_normal(S.shape[1])
    S = np.insert(S, 1, bad, axis=0)
    steep = 1e20 * np.roll(bad, 1)
    for y in (-bad, np.zeros_like(bad), steep if bad @ steep > 0.0 else -steep):
        found, Hg = direction(S, np.insert(Y, 1, y, axis=0), g)
        assert found.used == 3
        assert found.of_s[1] == found.of_y[1] == 0.0
        assert np.allclose(Hg, plain, rtol=1e-12)


def test_without_curvature_there_is_no_direction():
    S, Y = np.ones((2, 3)), -np.ones((2, 3))
    assert coefficients(S @ Y.T, Y @ Y.T, S @ np.ones(3), Y @ np.ones(3)) is None
    assert coefficients(np.zeros((0, 0)), np.zeros((0, 0)), np.zeros(0), np.zeros(0)) is None
