"""Algorithm 1 and its Theorem 1: feasible iterates, an objective that falls, a stationary limit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import lsq_linear

from gennaker.backends.space import space_of
from gennaker.solver.box import Box
from gennaker.solver.lbfgsb import Outcome
from gennaker.solver.paper.lbfgs_box import ARMIJO, EPSILON, free_variables, lbfgs_box
from gennaker.solver.problem import Problem
from gennaker.solver.solve import solve
from tests.flat_problems import Affine, Plain, bench, nnls, quadratic, rosenbrock

seeds = st.integers(0, 2**32 - 1)
few = settings(max_examples=30)
NOISE = 1e-12


class Seen:
    """A watch that remembers points, values and steps."""

    def __init__(self, most=4000):
        self.points, self.values, self.steps, self.most = [], [], [], most

    def __call__(self, point, sight, alpha):
        self.points.append(point)
        self.values.append(sight.value)
        self.steps.append(alpha)
        return len(self.points) > self.most


def run(problem, tolerance=1e-6, most=4000, **options):
    tools = bench(problem)
    seen = Seen(most)
    found = lbfgs_box(
        tools.function, tools.box, tools.point, tolerance, memory=10, watch=seen, **options
    )
    return found, seen, tools.counted


def random_box(random, size):
    lower = random.standard_normal(size) - 0.5
    return lower, lower + random.exponential(1.0, size)


def convex(random, size):
    half = random.standard_normal((size, size))
    H = half @ half.T / size + 0.1 * np.eye(size)
    return quadratic(H, 3.0 * random.standard_normal(size))


def indefinite(random, size):
    half = random.standard_normal((size, size))
    return quadratic(0.5 * (half + half.T), random.standard_normal(size))


def wavy(random, size):
    A, shift = random.standard_normal((size, size)), random.standard_normal(size)
    functions = Plain(
        lambda x: np.sum(np.cos(A @ x + shift)) + 0.05 * (x @ x),
        lambda x: -np.sin(A @ x + shift) @ A + 0.1 * x,
    )
    return Problem(functions, np.zeros(size))


def valley(random, size):
    return rosenbrock(size + 1, start=random.uniform(-1.0, 1.0, size + 1))


families = pytest.mark.parametrize(
    "family", [convex, indefinite, wavy, valley], ids=lambda family: family.__name__
)


@families
@few
@given(seed=seeds, size=st.integers(1, 10))
def test_theorem_1(family, seed, size):
    random = np.random.default_rng(seed)
    problem = family(random, size)
    lower, upper = random_box(random, problem.size)
    problem = replace(problem, lower=lower, upper=upper)
    tools = bench(problem)
    tolerance = 1e-6 * max(1.0, np.abs(tools.point.g).max())
    found, seen, _ = run(problem, tolerance)
    for point in seen.points:
        assert np.all(point.x >= lower)
        assert np.all(point.x <= upper)
    for before, after, alpha in zip(seen.points, seen.points[1:], seen.steps[1:], strict=False):
        step = after.x - before.x
        promised = ARMIJO * (before.g @ step)
        assert alpha > 0.0
        assert after.value <= before.value
        assert after.value <= before.value + promised + NOISE * (1.0 + abs(before.value))
    assert found.outcome is Outcome.STATIONARY
    x, g = found.point.x, problem.functions.gradient(found.point.x)
    held = ((x <= lower + EPSILON) & (g >= 0.0)) | ((x >= upper - EPSILON) & (g <= 0.0))
    assert np.abs(g[~held]).max(initial=0.0) <= tolerance


@few
@given(seeds, st.integers(2, 12))
def test_the_corollary_on_convex_problems(seed, size):
    """The limit of a convex problem is its global minimum."""
    random = np.random.default_rng(seed)
    problem = nnls(seed, size + 5, size)
    lower, upper = random_box(random, size)
    problem = replace(problem, lower=lower, upper=upper)
    found, _, _ = run(problem, tolerance=1e-8)
    F = problem.functions
    expected = lsq_linear(F.A, F.b, (lower, upper), tol=1e-14).cost
    assert float(found.point.value) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(seeds)
def test_free_variables_are_those_of_equation_1(seed):
    random = np.random.default_rng(seed)
    lower, upper = random_box(random, 8)
    box = Box(space_of(lower), lower, upper)
    x, g = box.clip(random.standard_normal(8)), random.integers(-1, 2, 8).astype(float)
    free = free_variables(x, g, box, 1e-3)
    for i in range(8):
        low = x[i] <= lower[i] + 1e-3 and g[i] >= 0.0
        high = x[i] >= upper[i] - 1e-3 and g[i] <= 0.0
        assert free[i] == (0.0 if low or high else 1.0)


def test_every_trial_costs_a_value_and_a_gradient():
    _, _, counted = run(nnls(1))
    counts = counted.counts
    assert counts.evaluations == counts.gradients == counts.images
    assert counts.evaluations > counts.iterations


def test_the_first_step_has_a_length_of_at_most_one():
    problem = quadratic(1e4 * np.eye(3), np.full(3, 1e4))
    _, seen, _ = run(problem)
    assert np.linalg.norm(seen.points[1].x - seen.points[0].x) <= 1.0 + 1e-12


def test_a_tighter_tolerance_may_be_called_for():
    asked = []

    def enough(point):
        asked.append(np.abs(point.g).max())
        return len(asked) == 3

    found, _, _ = run(nnls(2, positive=False), tolerance=1.0, enough=enough)
    assert found.outcome is Outcome.STATIONARY
    assert len(asked) == 3
    assert asked[0] <= 1.0
    assert asked[1] <= 0.1 * asked[0]
    assert asked[2] <= 0.1 * asked[1]


def test_a_watch_stops_it():
    found, seen, _ = run(rosenbrock(5), most=4)
    assert found.outcome is Outcome.STOPPED
    assert len(seen.points) == 5


def test_an_objective_without_end_is_told():
    falling = Problem(Plain(lambda x: -np.sum(x**3), lambda x: -3.0 * x**2), np.ones(2))
    assert run(falling)[0].outcome is Outcome.UNBOUNDED


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_is_not_finite_is_told(bad):
    assert run(Problem(Plain(lambda x: bad, lambda x: x), np.ones(2)))[0].outcome is (
        Outcome.NOT_FINITE
    )


def test_a_wrong_gradient_does_not_hang():
    problem = Problem(Plain(lambda x: float(x @ x), lambda x: -2.0 * x), np.ones(4))
    found, _, counted = run(problem)
    assert found.outcome is Outcome.NO_PROGRESS
    assert counted.counts.evaluations <= 120


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_default_needs_half_the_products_on_the_papers_own_problem(seed):
    """Non-negative least squares (i) of the paper, smaller: the reason for a default of our own."""
    random = np.random.default_rng(seed)
    A, x = random.random((60, 180)), np.zeros(180)
    x[:2] = np.abs(random.standard_normal(2))
    b = np.sqrt(0.003) * A @ x + 0.003 * random.standard_normal(60)
    problem = Problem(Affine(A, b), np.zeros(180), np.zeros(180), quadratic=True, convex=True)
    ours = solve(problem)
    theirs = solve(problem, {"method": "paper", "max_iterations": 3000})
    assert ours.success
    assert ours.objective <= theirs.objective * (1.0 + 1e-9)
    assert 2 * ours.counts.products < theirs.counts.products
