from __future__ import annotations

import logging
from dataclasses import replace

import numpy as np
import pytest

from gennaker.solver.problem import Problem
from gennaker.solver.solve import solve
from gennaker.solver.status import Status
from tests.flat_problems import Plain, nnls, simplex


@pytest.mark.parametrize("method", ["default", "paper"])
def test_both_methods_find_the_same_point(method):
    problem = simplex(2)
    result = solve(problem, {"method": method, "tolerance": 1e-8})
    assert result.success
    assert result.x.sum() == pytest.approx(1.0, abs=1e-7)


def test_crossed_bounds_are_named_before_anything_is_evaluated():
    problem = replace(nnls(1), upper=np.full(20, 1.0), lower=np.full(20, 0.0))
    problem.lower[7] = 2.0
    result = solve(problem)
    assert result.status is Status.INCONSISTENT_BOUNDS
    assert "Entry 7" in result.message
    assert result.counts.evaluations == 0


def test_an_objective_that_is_not_finite_at_the_start_is_told():
    problem = Problem(Plain(lambda x: np.log(x).sum(), lambda x: 1.0 / x), np.array([1.0, -1.0]))
    assert solve(problem).status is Status.NOT_FINITE


def test_a_gradient_that_is_not_finite_is_told():
    problem = Problem(Plain(lambda x: x @ x, lambda x: x * np.nan), np.ones(2))
    assert solve(problem).status is Status.NOT_FINITE


@pytest.mark.parametrize(
    ("limit", "status"),
    [
        ({"max_iterations": 3}, Status.ITERATION_LIMIT),
        ({"max_evaluations": 5}, Status.EVALUATION_LIMIT),
        ({"time_limit": 1e-9}, Status.TIME_LIMIT),
    ],
)
@pytest.mark.parametrize("problem", [nnls(1), simplex(1)], ids=["box", "constrained"])
def test_limits_end_a_solve_with_a_point(problem, limit, status):
    result = solve(problem, {"tolerance": 1e-10, **limit})
    assert result.status is status
    assert np.isfinite(result.x).all()


def test_the_callback_sees_each_iterate_and_may_stop():
    seen = []

    def callback(state):
        seen.append(state)
        return state.iteration == 4

    result = solve(nnls(1), {"tolerance": 1e-12}, callback=callback)
    assert result.status is Status.STOPPED
    assert [state.iteration for state in seen] == [0, 1, 2, 3, 4]
    assert len(result.history) == 5
    assert (result.x == seen[-1].x).all()


def test_a_callback_that_raises_is_heard():
    def callback(state):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        solve(nnls(1), callback=callback)


def test_logging_changes_no_bit(caplog):
    quiet = solve(simplex(4))
    with caplog.at_level(logging.INFO, logger="gennaker"):
        loud = solve(simplex(4))
    assert caplog.records
    assert (quiet.x == loud.x).all()
    assert quiet.counts == loud.counts


def test_history_ends_at_the_answer():
    result = solve(nnls(2))
    assert result.history[-1].objective == pytest.approx(result.objective, rel=1e-12)
    assert result.history[-1].iteration == result.counts.iterations


def test_every_evaluated_point_is_inside_the_bounds():
    lower, upper = np.full(4, -0.5), np.full(4, 0.7)
    centre = np.array([1.0, 0.2, -2.0, 0.6])

    def value(x):
        assert ((lower <= x) & (x <= upper)).all()
        return np.sum(np.cosh(x - centre))

    problem = Problem(Plain(value, lambda x: np.sinh(x - centre)), np.zeros(4), lower, upper)
    result = solve(problem)
    assert result.success
    assert result.x == pytest.approx(np.clip(centre, lower, upper), abs=1e-5)
