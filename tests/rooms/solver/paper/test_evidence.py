from __future__ import annotations

import numpy as np
import pytest

from gennaker.solver.paper.evidence import measure
from gennaker.solver.problem import Block, Problem
from tests.flat_problems import Affine, bench, nearest_in_simplex, nnls, quadratic, simplex


def look(problem, x, y=None, natural=1.0):
    tools = bench(problem)
    function = tools.function
    if y is not None:
        function = function.with_multipliers(np.atleast_1d(y), 1.0)
    point = function.completed(function.at(x))
    return measure(problem, tools.box, point, natural)


def test_a_solution_has_no_residual():
    problem = simplex(1)
    b = problem.functions.b
    x = nearest_in_simplex(b)
    y = np.mean((b - x)[x > 0.0])
    assert look(problem, x, y).largest <= 1e-12


def test_a_gradient_that_pushes_against_a_bound_does_not_count():
    problem = quadratic(np.eye(2), np.array([-3.0, 1.0]), lower=np.zeros(2), upper=np.full(2, 9.0))
    assert look(problem, np.array([0.0, 1.0])).gradient == 0.0
    assert look(problem, np.array([0.1, 1.0])).gradient == pytest.approx(3.1)
    assert look(problem, np.array([0.1, 1.0]), natural=31.0).stationarity == pytest.approx(0.1)


def test_bounds_may_be_infinite():
    wide = np.full(2, np.inf)
    problem = quadratic(np.eye(2), np.zeros(2), lower=-wide, upper=wide)
    assert look(problem, np.array([0.25, -1.0])).gradient == 1.0


def test_violations_are_largest_values():
    functions = Affine(np.eye(2), np.zeros(2), np.eye(2), np.zeros(2))
    blocks = [Block("h", 0, 1, linear=True), Block("g", 1, 2, linear=True)]
    problem = Problem(functions, np.zeros(2), blocks=blocks, equalities=1)
    assert look(problem, np.array([-0.5, -7.0])).violation == 0.5
    assert look(problem, np.array([-0.5, 0.75])).violation == 0.75


def test_a_slack_inequality_has_no_multiplier():
    functions = Affine(np.eye(1), np.ones(1), np.eye(1), np.full(1, 4.0))
    problem = Problem(functions, np.zeros(1), blocks=[Block("g", 0, 1, linear=True)])
    x = np.ones(1)
    assert look(problem, x, 0.0).complementarity == 0.0
    assert look(problem, x, 3.5).complementarity == pytest.approx(0.5)


def test_without_constraints_only_the_gradient_counts():
    found = look(nnls(0), np.ones(20))
    assert (found.feasibility, found.complementarity, found.violation) == (0.0, 0.0, 0.0)
    assert found.gradient > 0.0
