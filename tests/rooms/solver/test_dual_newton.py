from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, minimize

from gennaker.solver.problem import Block, Problem
from gennaker.solver.solve import solve
from gennaker.solver.status import Status
from tests.flat_problems import Terms, nearest_in_simplex, separable, simplex, transport

OFF = {"dual": False}


def by_scipy(problem):
    """The same problem by an interior-point method."""
    functions = problem.functions
    least = np.where(np.arange(problem.constraints) < problem.equalities, functions.r, -np.inf)
    found = minimize(
        lambda x: functions.forward(x, ())[0],
        np.full(problem.size, 0.5),
        jac=lambda x: functions.backward(x, (), np.zeros(problem.constraints), None),
        bounds=Bounds(np.full(problem.size, 1e-12), problem.upper, keep_feasible=True),
        constraints=LinearConstraint(functions.J, least, functions.r),
        method="trust-constr",
        options={"gtol": 1e-10, "xtol": 1e-12, "barrier_tol": 1e-11, "maxiter": 3000},
    )
    return found.fun


def took_rounds(result):
    """Whether the ordinary method was needed."""
    return result.counts.rounds > 1


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_an_interior_point_method_agrees(seed):
    problem = separable(seed)
    result = solve(problem)
    assert result.status is Status.SOLVED
    assert not took_rounds(result)
    assert result.objective == pytest.approx(by_scipy(problem), rel=1e-5, abs=1e-5)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("equalities", "inequalities"), [(2, 3), (0, 4), (3, 0)])
@pytest.mark.parametrize("squares", [0.0, 0.5, 1.0])
def test_the_conditions_of_kuhn_and_tucker_hold(seed, equalities, inequalities, squares):
    problem = separable(seed, equalities, inequalities, squares)
    result = solve(problem, {"tolerance": 1e-9})
    assert result.status is Status.SOLVED
    assert not took_rounds(result)
    x, y, functions = result.x, result.multipliers, problem.functions
    g = functions.backward(x, (), y, None)
    c = functions.forward(x, ())[1]
    inside = (x > 1e-9) & (x < 2.0)
    assert g[inside] == pytest.approx(0.0, abs=1e-7)
    assert (g[x == 2.0] <= 1e-7).all()
    assert (g[(x <= 1e-9) & (functions.entropic == 0.0)] >= -1e-7).all()
    assert c[:equalities] == pytest.approx(0.0, abs=1e-8)
    assert (c[equalities:] <= 1e-8).all()
    assert (y[equalities:] >= 0.0).all()
    assert y[equalities:] * c[equalities:] == pytest.approx(0.0, abs=1e-7)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("squares", [False, True])
def test_both_ways_agree(seed, squares):
    problem = transport(seed, squares=squares, weight=2.0)
    dual, rounds = solve(problem), solve(problem, OFF)
    assert dual.status is rounds.status is Status.SOLVED
    assert dual.objective == pytest.approx(rounds.objective, rel=1e-5, abs=1e-6)
    assert np.abs(dual.x - rounds.x).max() <= 1e-3
    assert dual.residuals.violation <= 1e-8


def test_the_entropy_alone_has_a_closed_form():
    """Under sum(x) == 1 the answer is the softmax, and the multiplier its logarithm."""
    m = np.random.default_rng(0).normal(size=20)
    functions = Terms(m, np.full(20, 0.7), np.ones(20), np.ones((1, 20)), np.ones(1))
    block = Block("budget", 0, 1, linear=True)
    problem = Problem(
        functions, np.full(20, 0.05), np.zeros(20), blocks=[block], equalities=1, entropies=m**0
    )
    result = solve(problem, {"tolerance": 1e-10})
    weights = np.exp(-m / 0.7)
    assert result.x == pytest.approx(weights / weights.sum(), rel=1e-8)
    assert result.multipliers[0] == pytest.approx(0.7 * (np.log(weights.sum()) - 1.0), rel=1e-8)


@pytest.mark.parametrize("seed", range(6))
def test_the_nearest_point_of_the_simplex(seed):
    problem = replace(simplex(seed), entropies=np.zeros(8))
    result = solve(problem, {"tolerance": 1e-10})
    assert result.status is Status.SOLVED
    assert result.x == pytest.approx(nearest_in_simplex(problem.functions.b), abs=1e-8)


@pytest.mark.parametrize("ratio", [10.0, 100.0, 1000.0])
def test_small_weights_ask_for_few_evaluations(ratio):
    result = solve(transport(0, weight=1.0 / ratio))
    assert result.status is Status.SOLVED
    assert not took_rounds(result)
    assert result.counts.evaluations < 1500
    assert result.residuals.violation <= 1e-8


def test_it_can_be_switched_off():
    problem = transport(0, squares=True)
    assert took_rounds(solve(problem, OFF))
    assert not took_rounds(solve(problem))
    paper = {"method": "paper", "max_iterations": 20}
    without = replace(problem, entropies=None)
    assert (solve(problem, paper).x == solve(without, paper).x).all()


# ---- where there is no solution, or no time ------------------------------------------------


@pytest.mark.parametrize("squares", [True, False])
def test_constraints_that_cannot_hold_are_told(squares):
    problem = transport(0, squares=squares)
    functions = replace(problem.functions, r=2.0 * problem.functions.r + (np.arange(24) < 12))
    result = solve(replace(problem, functions=functions))
    assert result.status is not Status.SOLVED
    assert result.residuals.violation > 1e-3
    if squares:
        assert result.status is Status.INFEASIBLE
        assert set(result.conflict) == {"rows", "columns"}


def test_a_budget_that_the_bounds_do_not_allow():
    problem = replace(simplex(3, 20), upper=np.full(20, 0.04), entropies=np.zeros(20))
    result = solve(problem)
    assert result.status is Status.INFEASIBLE
    assert result.conflict == ("budget",)


def test_a_wrong_promise_does_no_harm():
    """The curvature says that these are no squares, so the ordinary method solves."""
    problem = replace(separable(0, squares=0.0), entropies=np.zeros(12))
    result = solve(problem)
    plain = solve(replace(problem, entropies=None))
    assert result.status is plain.status
    assert result.objective == plain.objective


@pytest.mark.parametrize(
    ("option", "status"),
    [
        ({"max_iterations": 2}, Status.ITERATION_LIMIT),
        ({"max_iterations": 0}, Status.ITERATION_LIMIT),
        ({"max_evaluations": 20}, Status.EVALUATION_LIMIT),
        ({"time_limit": 1e-9}, Status.TIME_LIMIT),
    ],
)
def test_limits_are_kept(option, status):
    result = solve(transport(0, weight=0.01), option)
    assert result.status is status
    assert result.counts.iterations <= 2
    assert result.counts.evaluations < 100
    assert np.isfinite(result.x).all()


def test_the_callback_sees_points_and_multipliers_and_may_stop():
    problem = transport(2)
    states = []

    def callback(state):
        states.append(state)
        return len(states) == 3

    result = solve(problem, callback=callback)
    assert result.status is Status.STOPPED
    assert len(result.history) == 3
    assert all(state.x.shape == (144,) and state.multipliers.shape == (24,) for state in states)
    assert all((state.x >= 0.0).all() and state.penalty == 0.0 for state in states)


def test_the_history_ends_at_the_solution():
    result = solve(transport(2), {"tolerance": 1e-9})
    last = result.history[-1]
    assert last.objective == pytest.approx(result.objective)
    assert last.feasibility == result.residuals.violation
    assert last.stationarity <= 1e-9
    assert [line.round for line in result.history] == [1] * len(result.history)


def test_a_later_solve_goes_on():
    problem = transport(4, weight=0.02)
    first = solve(problem)
    again = solve(problem, start=first)
    assert again.status is Status.SOLVED
    assert again.counts.evaluations < 0.2 * first.counts.evaluations
    functions = replace(problem.functions, m=1.001 * problem.functions.m)
    near = solve(replace(problem, functions=functions), start=first)
    cold = solve(replace(problem, functions=functions))
    assert near.status is Status.SOLVED
    assert near.objective == pytest.approx(cold.objective, rel=1e-6)


def test_single_precision():
    problem = transport(1)
    functions = Terms(
        *(
            np.asarray(getattr(problem.functions, name), np.float32)
            for name in ("m", "w", "entropic", "J", "r")
        )
    )
    single = replace(
        problem,
        functions=functions,
        start=problem.start.astype(np.float32),
        lower=problem.lower.astype(np.float32),
        entropies=problem.entropies.astype(np.float32),
    )
    result = solve(single)
    assert result.status is Status.SOLVED
    assert result.x.dtype == np.float32
    assert result.objective == pytest.approx(solve(problem).objective, rel=1e-4)
