from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gennaker.solver.penalty import LEAST, MOST, STIFFER, first_penalty, penalty_of_prices
from gennaker.solver.problem import Block, Prices, Problem
from tests.flat_problems import Affine, Plain, bench, simplex


def penalty(problem, missed=1.0):
    tools = bench(problem)
    start = tools.function.at(tools.box.clip(problem.start))
    weights = np.zeros(problem.constraints)
    of_f = tools.counted.backward(start.x, start.u, weights, start.saved)
    rows = np.full(problem.constraints, 4.0)
    return first_penalty(problem, tools.counted, tools.box, start, of_f, rows, missed)


@pytest.mark.parametrize("curvature", [1e-8, 1.0, 1e8])
@pytest.mark.parametrize("rays", [True, False])
def test_a_quadratic_gets_some_times_its_curvature(curvature, rays):
    """With the Hessian k I the curvature is k along any direction."""
    size = 5
    functions = Affine(
        np.sqrt(curvature) * np.eye(size),
        np.sqrt(curvature) * np.ones(size),
        np.ones((1, size)),
        1.0,
        rays,
    )
    problem = replace(simplex(0, size), functions=functions, lower=None)
    assert penalty(problem) == pytest.approx(STIFFER * curvature, rel=1e-3)


def nonlinear(units, start):
    """A cubic with one non-linear equality."""

    class Functions(Plain):
        def forward(self, x, u):
            return self.value(x), np.array([x @ x - 1.0]), None

        def backward(self, x, u, v, saved):
            return self.gradient(x) + 2.0 * v[0] * x

    functions = Functions(lambda x: units * np.sum(x**3), lambda x: 3.0 * units * x**2)
    return Problem(functions, start, blocks=[Block("sphere", 0, 1)], equalities=1)


def test_the_units_of_the_objective_do_not_matter():
    start = np.array([2.0, 1.0])
    ratios = [penalty(nonlinear(units, start)) / units for units in (1e-8, 1.0, 1e8)]
    assert ratios == pytest.approx([ratios[0]] * 3)


@pytest.mark.parametrize("missed", [1e-12, 1e-3, 1.0, 1e3, 0.0])
def test_it_stays_within_reason(missed):
    problem = nonlinear(1.0, np.array([2.0, 1.0]))
    unit = 12.0 / 2.0  # the steepness over the size of x
    assert LEAST * unit <= penalty(problem, missed) <= MOST * unit


def test_more_violation_needs_less_penalty():
    problem = nonlinear(1.0, np.array([2.0, 1.0]))
    found = [penalty(problem, missed) for missed in (0.1, 1.0, 10.0)]
    assert found == sorted(found, reverse=True)


def test_a_flat_objective_says_nothing():
    assert penalty(nonlinear(0.0, np.array([2.0, 1.0]))) == MOST


def test_a_quadratic_next_to_linear_is_judged_as_linear():
    """Its curvature is rounding, and says nothing of what the constraints must withstand."""
    size = 5
    functions = Affine(1e-9 * np.eye(size), np.full(size, 1e9), np.ones((1, size)), 1.0)
    problem = replace(simplex(0, size), functions=functions, lower=None)
    size_of_x = 1.0 / 4.0  # the value of the constraint over the length of its row, as given
    assert penalty(problem) >= LEAST * 1.0 / size_of_x


@pytest.mark.parametrize("scale", [1e-4, 1.0, 1e4])
def test_a_price_is_reached_in_one_round(scale):
    problem = simplex(0, 5)
    one = np.ones(1)
    problem = replace(problem, prices=Prices(-one, 3.0 * one, one))
    start = bench(problem).function.at(np.full(5, 1.0))  # where sum(x) - 1 is 4
    found = penalty_of_prices(problem, start, scale * one)
    assert found == pytest.approx((4.0 / scale) / (4.0 * scale))
    assert penalty_of_prices(replace(problem, prices=None), start, one) == 0.0
