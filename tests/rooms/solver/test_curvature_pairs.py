from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gennaker.backends.space import Space, space_of
from gennaker.solver.curvature_pairs import CurvaturePairs

HERE = space_of(np.zeros(1))
AWAY = Space("elsewhere", np, np.dtype(float), "cpu")
"""NumPy again, treated like a device: every product is formed anew."""
SIZE = 6
actions = st.lists(
    st.sampled_from(["step", "step", "step", "mask", "retract", "drop", "look again"]), max_size=25
)


class Reference:
    """The pairs as a plain list, with explicit products."""

    def __init__(self, memory):
        self.memory, self.pairs = memory, []

    def add(self, s, y):
        self.pairs = [*self.pairs, (s, y)][-self.memory :]

    def check(self, pairs, g, free, of_s, of_y):
        S = np.array([s for s, _ in self.pairs]).reshape(-1, SIZE)
        Y = np.array([y for _, y in self.pairs]).reshape(-1, SIZE)
        mask = np.ones(SIZE) if free is None else free
        assert np.allclose(np.triu(pairs.sy), np.triu((S * mask) @ Y.T), atol=1e-12)
        assert np.allclose(pairs.yy, (Y * mask) @ Y.T, atol=1e-12)
        assert np.allclose(of_s, (S * mask) @ g, atol=1e-12)
        assert np.allclose(of_y, (Y * mask) @ g, atol=1e-12)


@pytest.mark.parametrize("space", [HERE, AWAY], ids=["host", "device"])
@given(actions=actions, seed=st.integers(0, 2**32 - 1), masked=st.booleans())
def test_products_are_those_of_the_pairs_on_the_free_variables(space, actions, seed, masked):
    random = np.random.default_rng(seed)
    pairs, reference = CurvaturePairs(space, 3, SIZE), Reference(3)
    free = np.ones(SIZE) if masked else None
    for action in actions:
        if action == "step":
            s, y = random.standard_normal((2, SIZE))
            pairs.add(s, y)
            reference.add(s, y)
        elif action == "mask" and masked:
            free = (random.random(SIZE) < 0.6).astype(float)
        elif action == "drop":
            pairs.drop()
            reference.pairs = []
        if not pairs.count:
            continue
        g = random.standard_normal(SIZE)
        found, short = pairs.products(g, free)
        of_s, of_y = pairs.absorb(np.asarray(found), free, short=short)
        reference.check(pairs, g, free, of_s, of_y)
        if action == "retract":
            pairs.retract()
            reference.pairs.pop()
    assert pairs.count == len(reference.pairs)


@given(st.integers(0, 2**32 - 1), st.integers(1, 9))
def test_combination_counts_from_the_oldest(seed, count):
    random = np.random.default_rng(seed)
    pairs = CurvaturePairs(HERE, 4, SIZE)
    S, Y = random.standard_normal((2, count, SIZE))
    for s, y in zip(S, Y, strict=True):
        pairs.add(s, y)
    kept = min(count, 4)
    of_s, of_y = random.standard_normal((2, kept))
    assert np.allclose(pairs.combine(of_s, of_y), of_s @ S[-kept:] + of_y @ Y[-kept:])


def test_the_mask_of_last_time_costs_two_columns():
    pairs = CurvaturePairs(HERE, 5, SIZE)
    random = np.random.default_rng(0)
    free = np.ones(SIZE)
    for turn in range(4):
        pairs.add(*random.standard_normal((2, SIZE)))
        found, short = pairs.products(random.standard_normal(SIZE), free.copy())
        assert short == (turn > 0)
        assert found.shape == (10, 2 if short else 6)
        pairs.absorb(found, free.copy(), short=short)
    free[0] = 0.0
    assert not pairs.products(np.ones(SIZE), free)[1]


@given(st.integers(0, 2**32 - 1), st.integers(1, 40))
def test_a_few_changes_of_the_mask_are_followed(seed, turns):
    """The tables stay those of the mask, whether they are corrected or formed anew."""
    random = np.random.default_rng(seed)
    size, shorts = 400, 0
    pairs, free = CurvaturePairs(HERE, 4, size), (random.random(size) < 0.7).astype(float)
    for _ in range(turns):
        if random.random() < 0.8:
            pairs.add(*random.standard_normal((2, size)))
        if not pairs.count:
            continue
        places = random.integers(0, size, random.integers(0, 5))
        free = free.copy()
        free[places] = 1.0 - free[places]
        g = random.standard_normal(size)
        found, short = pairs.products(g, free)
        shorts += short
        of_s, of_y = pairs.absorb(np.asarray(found), free, short=short)
        order = pairs._order
        S, Y = pairs.rows[order], pairs.rows[4 + order]
        assert np.allclose(np.triu(pairs.sy), np.triu((S * free) @ Y.T), atol=1e-10)
        assert np.allclose(pairs.yy, (Y * free) @ Y.T, atol=1e-10)
        assert np.allclose(of_s, (S * free) @ g)
        assert np.allclose(of_y, (Y * free) @ g)
    assert shorts >= turns // 4 - 3


def test_rows_keep_their_shape():
    pairs = CurvaturePairs(HERE, 5, SIZE)
    assert pairs.rows.shape == (10, SIZE)
    for _ in range(7):
        pairs.add(np.ones(SIZE), np.ones(SIZE))
        assert pairs.rows.shape == (10, SIZE)
    pairs.drop()
    assert pairs.count == 0
    assert not pairs.rows.any()
