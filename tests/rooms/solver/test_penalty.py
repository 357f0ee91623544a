from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gennaker.solver.penalty import LEAST, MOST, STIFFER, first_penalty
from gennaker.solver.problem import Block, Problem
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
