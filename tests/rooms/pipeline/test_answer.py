"""Results that read as keys and as attributes."""

from __future__ import annotations

import copy
import pickle
import sys

import pytest

from gennaker.pipeline.answer import Answer, answer_class


def test_keys_are_attributes():
    answer = Answer(x=1)
    answer.y = 2
    assert answer["y"] == answer.y == 2
    assert {"x", "y"} <= set(dir(answer))
    del answer.y
    assert "y" not in answer
    assert not hasattr(answer, "y")


def test_what_is_missing_is_named():
    answer = Answer(x=1, fun=2)
    with pytest.raises(AttributeError, match="has no 'z'; it holds x, fun"):
        _ = answer.z
    with pytest.raises(AttributeError, match="has no 'z'"):
        del answer.z


def test_an_answer_can_be_copied_and_pickled():
    answer = Answer(x=[1, 2])
    for other in (copy.copy(answer), copy.deepcopy(answer), pickle.loads(pickle.dumps(answer))):  # noqa: S301
        assert type(other) is Answer
        assert other == answer


def test_it_shows_one_key_a_line():
    assert repr(Answer(fun=1.5, success=True)) == "    fun: 1.5\nsuccess: True"
    assert repr(Answer()) == ""


def test_scipys_own_class_where_it_is_installed():
    scipy = pytest.importorskip("scipy.optimize")
    assert answer_class() is scipy.OptimizeResult


def test_ours_where_scipy_is_not_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    monkeypatch.setitem(sys.modules, "scipy", None)
    assert answer_class() is Answer
