from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from gennaker.pipeline.solution import Multipliers, Violation
from tests.solutions import SOLUTION, solution


def test_values_and_lets_go_by_the_users_names():
    assert SOLUTION["x"] is SOLUTION.x is SOLUTION.values["x"]
    assert SOLUTION["r"] is SOLUTION.r is SOLUTION.lets["r"]
    assert SOLUTION.t == 3.0
    assert list(SOLUTION) == ["x", "t", "r"]
    assert len(SOLUTION) == 3
    assert "x" in SOLUTION
    assert "y" not in SOLUTION
    assert list(dict(SOLUTION)) == ["x", "t", "r"]


def test_names_are_offered_for_completion():
    assert {"x", "t", "r", "objective", "plot"} <= set(dir(SOLUTION))


def test_a_name_that_is_not_there_is_told_with_those_that_are():
    with pytest.raises(KeyError, match="there is no 'y' in the solution; it holds x, t, r"):
        SOLUTION["y"]
    with pytest.raises(AttributeError, match="a solution has no 'y'"):
        SOLUTION.y  # noqa: B018 - asking is the point


def test_a_variable_named_like_a_member_is_reached_by_its_name_alone():
    found = solution(values={"objective": np.ones(2)})
    assert found.objective == 3.0
    np.testing.assert_array_equal(found["objective"], [1, 1])


def test_the_violation_is_that_of_the_worst():
    assert SOLUTION.violation == 4e-9
    worse = (Violation("a", 1e-3), Violation("b", 0.5, is_bound=True))
    assert solution(violations=worse).violation == 0.5
    assert solution(violations=()).violation == 0.0


def test_a_solution_survives_copying_and_pickling():
    for found in (copy.copy(SOLUTION), pickle.loads(pickle.dumps(SOLUTION))):  # noqa: S301
        np.testing.assert_array_equal(found.x, SOLUTION.x)
        assert found.residuals == SOLUTION.residuals


def test_it_shows_itself():
    assert repr(SOLUTION) == "<Solution: solved, objective 3, x, t, r>"
    assert str(SOLUTION).startswith("solved: minimum 3\n")
    assert SOLUTION._repr_html_().startswith("<div>")


def test_it_draws_itself():
    pytest.importorskip("matplotlib").use("Agg")
    assert SOLUTION.plot().get_xlabel() == "iteration"


def test_a_multiplier_that_is_not_there_is_told_with_the_nearest():
    multipliers = Multipliers({"budget": 1.0, "x >= 0": 2.0})
    with pytest.raises(KeyError, match="no multiplier 'budgt'; did you mean 'budget'"):
        multipliers["budgt"]
    with pytest.raises(KeyError, match="did you mean 'x >= 0'"):
        multipliers["x>=0"]
    with pytest.raises(KeyError, match="they are 'budget', 'x >= 0'"):
        multipliers["something else"]
    with pytest.raises(KeyError, match="the model has neither constraints nor bounds"):
        Multipliers()["budget"]
    assert pickle.loads(pickle.dumps(multipliers)) == multipliers  # noqa: S301


def test_a_solution_does_not_change():
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'x'"):
        SOLUTION.x = 3
