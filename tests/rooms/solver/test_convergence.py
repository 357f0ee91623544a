from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import lsq_linear

from gennaker.solver.convergence import NaturalSizes, examine, feasibility, usable_tolerance
from gennaker.solver.evaluation import Counted
from gennaker.solver.options import Options
from gennaker.solver.problem import Block, Problem
from tests.flat_problems import Affine, Plain, nearest_in_simplex, nnls, quadratic, simplex

seeds = st.integers(0, 2**32 - 1)


def sizes_at_start(problem):
    """What a solve measures before its first step."""
    counted = Counted(problem.functions, Options())
    x = problem.start
    u = counted.images(x)
    f, _, saved = counted.forward(x, u)
    g = counted.backward(x, u, np.zeros(problem.constraints), saved)
    rows = np.zeros(0)
    if problem.constraints:
        rows = np.linalg.norm(problem.functions.J, axis=1)
    return NaturalSizes(float(np.abs(g).max()), float(f), x, rows)


def look(problem, x, y=None, sizes=None):
    y = np.zeros(problem.constraints) if y is None else np.atleast_1d(y)
    sizes = sizes_at_start(problem) if sizes is None else sizes
    return examine(problem, Counted(problem.functions, Options()), x, y, sizes)


def nnls_solution(problem):
    """Exact on the free variables, which SciPy names."""
    A, b = problem.functions.A, problem.functions.b
    found = lsq_linear(A, b, (0.0, np.inf), method="bvls", tol=1e-15)
    free = found.active_mask == 0
    x = np.zeros(A.shape[1])
    x[free] = np.linalg.lstsq(A[:, free], b, rcond=None)[0]
    return x


def simplex_solution(problem):
    """The point and the multiplier of its budget."""
    b = problem.functions.b
    x = nearest_in_simplex(b)
    return x, float(np.mean((b - x)[x > 0.0]))


@given(seeds)
def test_residuals_vanish_at_solutions(seed):
    problem = nnls(seed)
    found = look(problem, nnls_solution(problem))
    assert found.finite
    assert found.residuals.largest <= 1e-11
    problem = simplex(seed)
    x, y = simplex_solution(problem)
    assert look(problem, x, y).residuals.largest <= 1e-12


@given(seeds, st.floats(-7, -2))
def test_residuals_grow_with_the_distance(seed, power):
    """At a distance of t from the solution they are neither nothing nor far above t."""
    problem = nnls(seed)
    x = nnls_solution(problem)
    random = np.random.default_rng(seed)
    t = 10.0**power
    moved = np.where(x > 0.0, x * (1.0 + t * random.choice([-1.0, 1.0], x.size)), 0.0)
    found = look(problem, moved).residuals
    assert 1e-4 * t <= found.largest <= 1e3 * t
    assert found.gradient > 0.0


@given(seeds, st.sampled_from([1e-8, 1e-3, 1e3, 1e8]), st.sampled_from([1e-8, 1.0, 1e8]))
def test_units_do_not_matter(seed, of_f, of_x):
    """Scaling the objective and the variables leaves every relative residual as it is."""
    problem = nnls(seed)
    F = problem.functions
    other = replace(problem, functions=replace(F, A=F.A * (of_f / of_x), b=F.b * of_f))
    x = np.abs(np.random.default_rng(seed).standard_normal(problem.size))
    one, two = look(problem, x).residuals, look(other, x * of_x).residuals
    assert two.stationarity == pytest.approx(one.stationarity, rel=1e-6)
    assert two.complementarity == pytest.approx(one.complementarity, rel=1e-6)


@given(seeds)
def test_each_residual_sees_its_own_condition(seed):
    problem = simplex(seed)
    x, y = simplex_solution(problem)
    exact = look(problem, x, y).residuals
    shifted = look(problem, x * 1.001, y).residuals
    natural = min(1.0, np.sqrt(8.0) * np.linalg.norm(1.001 * x))
    assert shifted.feasibility == pytest.approx(0.001 / natural, rel=1e-6)
    assert shifted.violation == pytest.approx(0.001, rel=1e-6)
    wrong = look(problem, x, y + 0.01).residuals
    assert wrong.stationarity > exact.stationarity + 1e-5
    assert wrong.violation == exact.violation


def test_a_multiplier_of_a_slack_constraint_breaks_complementarity():
    """x >= 1/2 written as a constraint, slack at x = 1, must have no multiplier."""
    functions = Affine(np.eye(1), np.ones(1), -np.ones((1, 1)), -np.full(1, 0.5))
    problem = Problem(functions, np.zeros(1), blocks=[Block("least", 0, 1, linear=True)])
    x = np.ones(1)
    assert look(problem, x, 0.0).residuals.largest == 0.0
    assert look(problem, x, 0.3).residuals.complementarity > 0.1


def test_a_stationary_looking_point_is_unmasked():
    """At x = 1e-3 a step of length one shows 1e-3 only, though the gradient is 37 (research, 1.5)."""
    problem = quadratic(np.eye(1), np.full(1, -37.0), lower=np.zeros(1), start=np.full(1, 1e-3))
    found = look(problem, problem.start)
    assert found.residuals.largest > 0.5


@given(seeds)
def test_projected_gradient_is_reported_as_it_stands(seed):
    problem = nnls(seed)
    x = nnls_solution(problem) + 0.5
    F = problem.functions
    g = (F.A @ x - F.b) @ F.A
    expected = np.abs(np.minimum(np.abs(g), np.where(g > 0.0, x, np.inf))).max()
    assert look(problem, x).residuals.gradient == pytest.approx(expected)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_is_not_finite_is_told(bad):
    sizes = NaturalSizes(1.0, 1.0, np.ones(2), np.zeros(0))
    for functions in (
        Plain(lambda x: bad, lambda x: x),
        Plain(lambda x: 1.0, lambda x: bad * x),
    ):
        with np.errstate(all="ignore"):
            assert not look(Problem(functions, np.ones(2)), np.ones(2), sizes=sizes).finite
    fine = Problem(Plain(lambda x: 1.0, lambda x: x), np.ones(2))
    assert look(fine, np.ones(2), sizes=sizes).finite


def test_a_problem_solved_at_its_start_has_no_residual():
    problem = quadratic(np.eye(3), np.zeros(3))
    found = look(problem, np.zeros(3))
    assert found.residuals.largest == 0.0
    assert math.isclose(found.objective, 0.0)


def test_looking_costs_few_evaluations():
    problem = simplex(0)
    counted = Counted(problem.functions, Options())
    examine(problem, counted, problem.start, np.zeros(1), sizes_at_start(problem))
    assert counted.counts.evaluations == 2  # here, and near by to see what changes
    assert counted.counts.gradients <= 3


@pytest.mark.parametrize("scale", [1e-8, 1.0, 1e8])
def test_feasibility_is_relative_to_small_rows_and_plain_for_large_ones(scale):
    """A constraint is never held to less than its own value, nor to more than its row allows."""
    problem = simplex(0, size=4)
    sizes = NaturalSizes(1.0, 1.0, np.zeros(4), np.full(1, scale))
    relative, plain = feasibility(problem, np.full(1, -0.01 * scale), 1.0, sizes)
    assert plain == pytest.approx(0.01 * scale)
    assert relative == pytest.approx(0.01 * scale / min(scale, 1.0))


def test_rounding_is_no_violation():
    problem = simplex(0, size=4)
    sizes = NaturalSizes(1.0, 1.0, np.zeros(4), np.full(1, 1e9))
    assert feasibility(problem, np.full(1, 1e-6), 1.0, sizes)[0] == 0.0
    assert feasibility(problem, np.full(1, 1e-2), 1.0, sizes)[0] > 0.0


def test_inequalities_may_be_slack():
    problem = replace(simplex(0, size=4), equalities=0)
    sizes = NaturalSizes(1.0, 1.0, np.zeros(4), np.ones(1))
    assert feasibility(problem, np.full(1, -5.0), 1.0, sizes) == (0.0, 0.0)
    assert feasibility(problem, np.full(1, 5.0), 1.0, sizes) == (5.0, 5.0)
    assert feasibility(nnls(0), np.zeros(0), 1.0, sizes) == (0.0, 0.0)


def test_the_tolerance_is_at_least_what_the_numbers_allow():
    assert usable_tolerance(nnls(0), 1e-6) == 1e-6
    assert usable_tolerance(nnls(0), 1e-15) == pytest.approx(2.2e-14, rel=0.01)
    single = replace(nnls(0), start=np.zeros(20, np.float32))
    assert usable_tolerance(single, 1e-8) == pytest.approx(1.2e-5, rel=0.01)
