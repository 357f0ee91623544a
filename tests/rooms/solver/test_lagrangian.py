from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gennaker.backends.space import space_of
from gennaker.solver.box import Box
from gennaker.solver.evaluation import Counted
from gennaker.solver.lagrangian import Lagrangian, Point
from gennaker.solver.options import Options
from gennaker.solver.problem import Block, Problem
from tests.flat_problems import Affine, nnls, simplex

EQUALITIES, INEQUALITIES, SIZE = 2, 3, 4
ROWS = EQUALITIES + INEQUALITIES
seeds = st.integers(0, 2**32 - 1)
FREE = Box(space_of(np.zeros(1)), None, None)


def make(seed, rays=True):
    """Least squares with two equalities and three inequalities, scaled, at some multipliers."""
    random = np.random.default_rng(seed)
    functions = Affine(
        random.standard_normal((6, SIZE)),
        random.standard_normal(6),
        random.standard_normal((ROWS, SIZE)),
        random.standard_normal(ROWS),
        rays=rays,
    )
    blocks = [Block("e", 0, EQUALITIES, linear=True), Block("i", EQUALITIES, ROWS, linear=True)]
    problem = Problem(
        functions, np.zeros(SIZE), blocks=blocks, equalities=EQUALITIES, quadratic=True
    )
    scale = random.uniform(0.1, 10.0, ROWS)
    y = random.standard_normal(ROWS)
    y[EQUALITIES:] = np.maximum(y[EQUALITIES:], 0.0)
    rho = random.uniform(0.1, 10.0)
    counted = Counted(functions, Options())
    function = Lagrangian(problem, counted, problem.space, scale).with_multipliers(y, rho)
    return function, scale, y, rho, random.standard_normal(SIZE)


def by_hand(function, scale, y, rho, x):
    """Equation 2 of the paper, without the terms that do not depend on x."""
    F = function.problem.functions
    c = scale * (F.J @ x - F.r)
    shifted = c + y / rho
    shifted[EQUALITIES:] = np.maximum(shifted[EQUALITIES:], 0.0)
    return 0.5 * np.sum((F.A @ x - F.b) ** 2) + 0.5 * rho * (
        shifted @ shifted - (y / rho) @ (y / rho)
    )


@given(seeds)
def test_the_value_is_that_of_the_paper(seed):
    function, scale, y, rho, x = make(seed)
    found = function.at(x)
    assert found.value == pytest.approx(by_hand(function, scale, y, rho, x), rel=1e-9, abs=1e-9)
    assert found.f == pytest.approx(0.5 * np.sum((found.u[0] - function.problem.functions.b) ** 2))


@given(seeds)
def test_multiplier_estimates_are_lines_6_and_7_of_algorithm_4(seed):
    function, scale, y, rho, x = make(seed)
    found = function.at(x)
    expected = y + rho * scale * found.c
    expected[EQUALITIES:] = np.maximum(expected[EQUALITIES:], 0.0)
    assert np.allclose(found.v, expected)
    assert np.allclose(function.unscaled(found.v), scale * expected)


@pytest.mark.parametrize("rays", [True, False])
@given(seed=seeds)
def test_gradient_and_slope_are_those_of_the_value(rays, seed):
    function, scale, y, rho, x = make(seed, rays)
    point = function.completed(function.at(x))
    assert isinstance(point, Point)
    p = np.random.default_rng(seed + 1).standard_normal(SIZE)
    h = 1e-6
    args = (function, scale, y, rho)
    expected = (by_hand(*args, x + h * p) - by_hand(*args, x - h * p)) / (2 * h)
    size = abs(expected) + abs(point.value) + 1.0
    assert point.g @ p == pytest.approx(expected, abs=1e-5 * size * rho)
    if rays:
        du = function.functions.images(p)
        assert function.slope(point, p, du) == pytest.approx(point.g @ p, rel=1e-9, abs=1e-9 * size)


@pytest.mark.parametrize("rays", [True, False])
@given(seed=seeds)
def test_a_step_is_an_evaluation_at_its_end(rays, seed):
    function, *_, x = make(seed, rays)
    start = function.at(x)
    p = np.random.default_rng(seed + 1).standard_normal(SIZE)
    du = function.functions.images(p)
    before = function.functions.products
    there = function.step(start, p, du, 0.37, FREE)
    assert (function.functions.products == before) == rays
    again = function.at(x + 0.37 * p)
    assert np.array_equal(there.x, again.x)
    assert there.value == pytest.approx(again.value, rel=1e-9)


def test_a_step_ends_in_the_box_in_spite_of_rounding():
    function, *_, x = make(1)
    box = Box(function.space, x - 0.1, x + 0.3)
    p = np.full(SIZE, 0.3)
    alpha = np.nextafter(1.0, 2.0)
    trial = function.step(function.at(x), p, function.functions.images(p), alpha, box)
    assert np.all(trial.x <= box.upper)


@given(seeds)
def test_a_new_round_looks_at_the_old_point_for_one_gradient(seed):
    function, *_, x = make(seed)
    point = function.completed(function.at(x))
    y = np.abs(np.random.default_rng(seed + 2).standard_normal(ROWS))
    later = function.with_multipliers(y, 7.0)
    counted = function.functions
    before = counted.evaluations, counted.gradients, counted.products
    moved = later.moved(point)
    assert (counted.evaluations, counted.gradients - 1, counted.products) == before
    fresh = later.completed(later.at(x))
    assert moved.value == pytest.approx(fresh.value)
    assert np.allclose(moved.g, fresh.g)
    assert function.penalty != 7.0


@given(seeds)
def test_at_rest_the_gradient_is_that_of_the_plain_lagrangian(seed):
    function, scale, y, _, x = make(seed)
    F = function.problem.functions
    point = function.at_rest(function.completed(function.at(x)))
    assert np.allclose(point.g, (F.A @ x - F.b) @ F.A + (scale * y) @ F.J)


@given(seeds)
def test_violation_is_in_the_users_units(seed):
    function, _, _, _, x = make(seed)
    F = function.problem.functions
    c = F.J @ x - F.r
    expected = max(np.abs(c[:EQUALITIES]).max(), c[EQUALITIES:].max(), 0.0)
    assert function.violation(function.at(x)) == pytest.approx(expected)


def test_without_constraints_it_is_the_objective():
    problem = nnls(0)
    function = Lagrangian(
        problem, Counted(problem.functions, Options()), problem.space, np.zeros(0)
    )
    point = function.completed(function.at(np.ones(20)))
    assert point.value is point.f
    assert float(function.violation(point)) == 0.0
    assert not function.constrained


def test_it_knows_where_it_is_a_quadratic():
    def exact(problem):
        counted = Counted(problem.functions, Options())
        return Lagrangian(problem, counted, problem.space, np.ones(problem.constraints)).exact

    assert exact(nnls(0))
    assert exact(simplex(0))
    assert not exact(replace(nnls(0), quadratic=False))
    assert not exact(replace(simplex(0), equalities=0))
    assert not exact(replace(simplex(0), blocks=[Block("curved", 0, 1)]))
