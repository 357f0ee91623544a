from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import lsq_linear

from gennaker.solver.lbfgsb import Outcome, minimize_in_box
from gennaker.solver.problem import Problem
from tests.flat_problems import (
    Plain,
    bench,
    nnls,
    projected_gradient,
    quadratic,
    rosenbrock,
    watch_nothing,
)

seeds = st.integers(0, 2**32 - 1)
few = settings(max_examples=25)


class Seen:
    """A watch that remembers the points, and stops after some."""

    def __init__(self, most=2000):
        self.points, self.values, self.steps, self.most = [], [], [], most

    def __call__(self, point, look, alpha):
        self.points.append(np.array(point.x))
        self.values.append(look.value)
        self.steps.append(alpha)
        return len(self.points) > self.most


def run(problem, tolerance=1e-8, watch=None, memory=10):
    tools = bench(problem, memory)
    watch = Seen() if watch is None else watch
    found = minimize_in_box(tools.function, tools.box, tools.point, tools.pairs, tolerance, watch)
    return found, watch, tools.counted


def random_box(random, size):
    lower = random.standard_normal(size) - 0.5
    upper = lower + random.exponential(1.0, size)
    lower[random.random(size) < 0.3] = -np.inf
    upper[random.random(size) < 0.3] = np.inf
    return lower, upper


@few
@given(seeds, st.integers(1, 25), st.booleans(), st.booleans())
def test_least_squares_over_a_box_agrees_with_scipy(seed, size, bounded, rays):
    random = np.random.default_rng(seed)
    problem = nnls(seed, size + 10, size)
    functions = replace(problem.functions, rays=rays)
    lower, upper = random_box(random, size) if bounded else (None, None)
    problem = replace(problem, functions=functions, lower=lower, upper=upper)
    found, _, _ = run(problem, tolerance=1e-9)
    bounds = (lower, upper) if bounded else (-np.inf, np.inf)
    expected = lsq_linear(functions.A, functions.b, bounds, tol=1e-14, lsmr_tol="auto").cost
    assert found.outcome is Outcome.STATIONARY
    assert found.value == pytest.approx(expected, rel=1e-9, abs=1e-9)


@few
@given(seeds, st.floats(0, 4))
def test_every_iterate_is_in_the_box_and_none_is_worse(seed, power):
    """Also for a Hessian with negative curvature: the box keeps the objective finite."""
    random = np.random.default_rng(seed)
    size = 12
    Q, _ = np.linalg.qr(random.standard_normal((size, size)))
    eigenvalues = np.geomspace(1.0, 10.0**power, size) * random.choice([1.0, -1.0], size)
    H = (Q * eigenvalues) @ Q.T
    H = 0.5 * (H + H.T)
    lower = random.standard_normal(size) - 1.0
    upper = lower + random.exponential(1.0, size)
    b = random.standard_normal(size)
    problem = quadratic(H, b, lower=lower, upper=upper)
    found, seen, _ = run(problem, tolerance=1e-7)
    for x in seen.points:
        assert np.all(x >= lower)
        assert np.all(x <= upper)
    values = np.array(seen.values)
    noise = 1e-12 * np.abs(values).max()
    assert np.all(np.diff(values) <= noise)
    x = found.point.x
    assert found.value == pytest.approx(0.5 * x @ H @ x - b @ x)
    assert found.value <= values.min() + noise
    assert found.outcome is Outcome.STATIONARY
    g = H @ x - b
    stopped = np.minimum(np.abs(g), np.where(g > 0.0, x - lower, upper - x))
    assert stopped.max() <= 1e-5 * 10.0**power


@few
@given(seeds)
def test_the_banana_valley_ends_at_a_stationary_point(seed):
    random = np.random.default_rng(seed)
    problem = rosenbrock(
        5, start=random.uniform(-2, 2, 5), lower=np.full(5, -1.5), upper=np.full(5, 0.8)
    )
    found, _, counted = run(problem, tolerance=1e-7)
    assert found.outcome is Outcome.STATIONARY
    g = projected_gradient(found.point.x, found.point.g, problem)
    assert np.abs(g).max() <= 1e-5
    assert counted.counts.iterations < 300


def test_it_starts_at_the_end_without_a_step():
    problem = nnls(3)
    first, _, _ = run(problem)
    again, seen, counted = run(replace(problem, start=first.point.x))
    assert again.outcome is Outcome.STATIONARY
    assert counted.iterations <= 2
    assert len(seen.points) <= 2


def test_variables_near_a_bound_land_on_it():
    """The published method leaves them a little off for ever."""
    size = 6
    b = np.array([-1.0, -1.0, -1.0, 1.0, 1.0, 1.0])
    start = np.array([1e-9, 1e-7, 1e-5, 0.5, 0.5, 0.5])
    problem = quadratic(np.eye(size), b, start=start, lower=np.zeros(size))
    found, _, _ = run(problem, tolerance=1e-10)
    assert np.array_equal(found.point.x[:3], np.zeros(3))
    assert np.allclose(found.point.x[3:], 1.0)


def test_fixed_variables_do_not_move():
    lower, upper = np.array([2.0, -1.0, 0.0]), np.array([2.0, 1.0, 0.0])
    problem = quadratic(np.eye(3), np.array([9.0, 0.3, -9.0]), lower=lower, upper=upper)
    found, _, _ = run(problem)
    assert found.outcome is Outcome.STATIONARY
    assert np.allclose(found.point.x, [2.0, 0.3, 0.0])
    fixed = quadratic(np.eye(3), np.ones(3), lower=lower, upper=lower)
    assert run(fixed)[0].outcome is Outcome.STATIONARY


def test_negative_curvature_is_crossed_in_few_steps():
    """An indefinite separable quadratic over a wide box ends at a vertex soon."""
    size = 10
    h = np.where(np.arange(size) % 2, 1.0, -1.0)
    start = np.linspace(0.1, 0.5, size)
    wide = np.full(size, 1e3)
    problem = quadratic(np.diag(h), np.zeros(size), start=start, lower=-wide, upper=wide)
    found, _, counted = run(problem)
    assert found.outcome is Outcome.STATIONARY
    assert counted.counts.evaluations <= 60
    assert np.allclose(np.abs(found.point.x), np.where(h < 0.0, 1e3, 0.0))


@pytest.mark.parametrize("power", [1, 2, 3])
def test_an_objective_without_end_is_told(power):
    def value(x):
        return -np.sum(x**power)

    problem = Problem(Plain(value, lambda x: -power * x ** (power - 1)), np.ones(3), np.zeros(3))
    found, _, counted = run(problem)
    assert found.outcome is Outcome.UNBOUNDED
    assert found.ray is not None
    assert np.all(found.ray > 0.0)
    assert counted.counts.evaluations <= 200


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_start_that_is_not_finite_is_told(bad):
    found, _, _ = run(Problem(Plain(lambda x: bad, lambda x: x), np.ones(2)))
    assert found.outcome is Outcome.NOT_FINITE
    found, _, _ = run(Problem(Plain(lambda x: 1.0, lambda x: bad * x), np.ones(2)))
    assert found.outcome is Outcome.NOT_FINITE


def test_the_edge_of_the_domain_is_no_obstacle():
    """The first steps leave the domain of the logarithm; the search comes back."""
    c = np.array([1e-3, 1.0, 50.0])

    def value(x):
        return c @ x - np.sum(np.log(x)) if np.all(x > 0.0) else np.nan

    problem = Problem(Plain(value, lambda x: c - 1.0 / x), np.full(3, 1.0))
    with np.errstate(all="ignore"):
        found, _, _ = run(problem, tolerance=1e-8)
    assert found.outcome is Outcome.STATIONARY
    assert np.allclose(found.point.x, 1.0 / c, rtol=1e-5)


def test_a_watch_stops_and_the_best_point_is_returned():
    problem = rosenbrock(6)
    found, seen, _ = run(problem, watch=Seen(most=7))
    assert found.outcome is Outcome.STOPPED
    assert len(seen.points) == 8
    assert found.value == min(seen.values)


def test_the_watch_is_told_the_step_and_the_residual():
    looks = []

    def watch(point, look, alpha):
        looks.append((point, look, alpha))
        return False

    found, _, _ = run(nnls(1), watch=watch)
    assert looks[0][2] == 0.0
    assert all(alpha > 0.0 for _, _, alpha in looks[1:])
    for point, look, _ in looks:
        assert look.value == float(point.value)
        assert look.objective == look.value
        assert look.violation == 0.0
    assert all(look.residual > 1e-8 for _, look, _ in looks[:-1])
    assert looks[-1][1].residual == found.residual <= 1e-8


def test_an_unreachable_tolerance_ends_without_progress():
    problem = nnls(5)
    found, seen, _ = run(problem, tolerance=1e-300)
    assert found.outcome in {Outcome.NO_PROGRESS, Outcome.STATIONARY}
    assert len(seen.points) < 500
    assert found.residual <= 1e-10
    assert math.isfinite(found.value)


def test_a_wrong_gradient_does_not_hang():
    problem = Problem(Plain(lambda x: float(x @ x), lambda x: -2.0 * x), np.ones(4))
    found, _, counted = run(problem)
    assert found.outcome is Outcome.NO_PROGRESS
    assert np.allclose(found.point.x, 1.0)
    assert counted.counts.evaluations <= 2000


def test_pairs_are_carried_on():
    """A second minimisation that may keep the pairs needs fewer iterations."""
    problem = nnls(7, 60, 40, positive=False)
    tools = bench(problem)
    args = (tools.function, tools.box)
    halfway = minimize_in_box(*args, tools.point, tools.pairs, 1e-2, watch_nothing)
    before = tools.counted.iterations
    minimize_in_box(*args, halfway.point, tools.pairs, 1e-8, watch_nothing)
    warm = tools.counted.iterations - before
    tools.pairs.drop()
    before = tools.counted.iterations
    minimize_in_box(*args, halfway.point, tools.pairs, 1e-8, watch_nothing)
    assert warm <= tools.counted.iterations - before


def test_an_iteration_costs_two_products_where_there_are_rays():
    problem = nnls(2, 60, 40)
    _, _, counted = run(problem)
    counts = counted.counts
    assert counts.iterations > 10
    assert counts.products <= 2 * counts.iterations + 6


def test_single_precision_stays_single_precision():
    problem = nnls(4)
    F = problem.functions
    functions = replace(F, A=F.A.astype(np.float32), b=F.b.astype(np.float32))
    single = replace(
        problem,
        functions=functions,
        start=np.zeros(20, np.float32),
        lower=np.zeros(20, np.float32),
    )
    found, _, _ = run(single, tolerance=1e-2)
    assert found.outcome is Outcome.STATIONARY
    assert found.point.x.dtype == np.float32
    assert found.point.g.dtype == np.float32
    assert found.value == pytest.approx(run(problem)[0].value, rel=1e-5)
