from __future__ import annotations

import numpy as np
import pytest

from gennaker.backends.space import space_of
from gennaker.pipeline.layout import Layout, Piece
from gennaker.pipeline.start import start_values
from gennaker.reform.start import StartRule

LAYOUT = Layout((Piece("x", (3,), 0, 3), Piece("S", (2, 2), 3, 7), Piece("t", (), 7, 8)))
SPACE = space_of(np.zeros(1))


def by(rule, space=SPACE, given=None):
    return start_values(LAYOUT, given or {}, dict.fromkeys("xSt", rule), space)


def test_rules_say_where_a_variable_starts():
    for x, S, t in (by(StartRule.ZEROS), [value - 1 for value in by(StartRule.ONES)]):
        assert not x.any()
        assert not S.any()
        assert t == 0.0
        assert (x.shape, S.shape) == ((3,), (2, 2))
    rules = {"x": StartRule.ZEROS, "S": StartRule.IDENTITY, "t": StartRule.ZEROS}
    np.testing.assert_array_equal(start_values(LAYOUT, {}, rules, SPACE)[1], np.eye(2))


def test_random_numbers_are_the_same_every_time():
    first, second = by(StartRule.RANDOM), by(StartRule.RANDOM)
    for one, other in zip(first, second, strict=True):
        np.testing.assert_array_equal(one, other)
    assert len(set(np.concatenate([np.ravel(value) for value in first]))) == 8
    assert 0 < np.abs(first[0]).max() < 1
    assert all((np.asarray(value) > 0).all() for value in by(StartRule.RANDOM_POSITIVE))


def test_what_is_given_wins_and_is_not_shared():
    given = np.array([1.0, 2.0, 3.0])
    x, _, t = by(StartRule.ONES, given={"x": given, "t": np.asarray(5.0)})
    np.testing.assert_array_equal(x, given)
    assert not np.shares_memory(x, given)
    assert t == 5.0


@pytest.mark.parametrize("library", ["torch", "jax.numpy"])
def test_all_libraries_start_at_the_same_point(library):
    xp = pytest.importorskip(library)
    space = space_of(xp.zeros(1))
    for found, expected in zip(by(StartRule.RANDOM, space), by(StartRule.RANDOM), strict=True):
        assert type(found) is type(xp.zeros(1))
        np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_symmetric_variables_start_symmetric():
    rules = dict.fromkeys("xSt", StartRule.RANDOM)
    for given in ({}, {"S": np.array([[1.0, 2.0], [4.0, 3.0]])}):
        S = start_values(LAYOUT, given, rules, SPACE, {"S"})[1]
        np.testing.assert_array_equal(S, S.T)
        assert S.any()
    np.testing.assert_array_equal(S, [[1, 3], [3, 3]])
