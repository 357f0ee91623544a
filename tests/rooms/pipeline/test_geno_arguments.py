"""Bounds, constraints and options as GENO's files pass them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gennaker import DataError
from gennaker.pipeline.geno_arguments import (
    Wishes,
    read_constraints,
    read_options,
    read_sides,
)
from gennaker.solver.options import Options
from gennaker.solver.result import Counts, Residuals, Result
from gennaker.solver.status import Status


def result(gradient, violation):
    residuals = Residuals(0.0, 0.0, 0.0, violation, gradient)
    nothing = np.zeros(0)
    return Result(nothing, 0.0, nothing, Status.SOLVED, residuals, Counts(), 0.0)


def test_wishes_are_absolute():
    wishes = Wishes(1e-4, 1e-6, Options())
    assert wishes.hold(result(1e-4, 1e-6))
    assert wishes.hold(result(0.0, 0.0))
    assert not wishes.hold(result(1e-3, 0.0))
    assert not wishes.hold(result(0.0, 1e-5))
    assert wishes.missed(result(1e-3, 1e-4)) == pytest.approx(1e-2)
    assert "projected gradient of 1.0e-03 and a violation of 0" in wishes.regret(result(1e-3, 0.0))


def test_nothing_is_wished_where_nothing_was_said():
    wishes = read_options({}, None, constrained=True)
    assert wishes == Wishes(math.inf, math.inf, Options())
    assert wishes.hold(result(1e3, 1e3))


@pytest.mark.parametrize(
    ("given", "tol", "constrained", "tolerance"),
    [
        ({"eps_pg": 1e-4, "constraint_tol": 1e-4}, None, True, 1e-6),
        ({"tol": 1e-1}, None, False, 1e-3),
        ({"eps_pg": 1e-8}, None, False, 1e-8),
        ({}, 1e-9, False, 1e-9),
        ({"tol": 1e-5}, 1e-9, False, 1e-6),
        ({"eps_pg": 1e-1, "constraint_tol": 1e-8}, None, True, 1e-8),
        ({"eps_pg": 1e-1, "constraint_tol": 1e-8}, None, False, 1e-3),
        ({"eps_pg": 1e3}, None, False, 1e-2),
    ],
)
def test_the_relative_tolerance_is_a_hundredth(given, tol, constrained, tolerance):
    options = read_options(given, tol, constrained=constrained).options
    assert options.tolerance == pytest.approx(tolerance)


def test_both_generations_of_names_mean_the_same():
    modern = {"eps_pg": 1e-5, "constraint_tol": 1e-3, "max_iter": 70, "verbose": 2}
    old = {"tol": 1e-5, "constraintsTol": 1e-3, "maxiter": 70, "verbosity": 2}
    assert read_options(modern, None, constrained=True) == read_options(old, None, constrained=True)


@pytest.mark.parametrize(
    ("given", "constrained", "iterations", "rounds"),
    [
        ({}, True, 10_000, 100),
        ({"max_iter": 70}, True, 70, 100),
        ({"max_iter": 70, "max_iter_outer": 3}, True, 210, 3),
        ({"max_iter": 70.0, "max_iter_outer": 3}, False, 70, 3),
    ],
)
def test_iterations_are_limited_together(given, constrained, iterations, rounds):
    options = read_options(given, None, constrained=constrained).options
    assert (options.max_iterations, options.max_rounds) == (iterations, rounds)


def test_the_other_options_find_their_places():
    given = {"m": 7, "grad_test": True, "disp": True, "ls": 1, "max_ls": 9, "step_max": 2.0}
    options = read_options(given, None, constrained=False).options
    assert (options.memory, options.check_gradient, options.verbose) == (7, True, True)


def test_sides_come_as_arrays_or_as_pairs():
    start = np.zeros(2)
    for arguments in ((0, [1, None], None), (None, None, [(0, 1), (0, np.inf)])):
        lower, upper = read_sides(*arguments, start)
        assert [lower.tolist(), upper.tolist()] == [[0.0, 0.0], [1.0, np.inf]]
    assert read_sides(None, None, None, start) == (None, None)
    with pytest.raises(DataError, match="given twice"):
        read_sides(None, 1, [(0, 1)] * 2, start)


def test_constraints_come_alone_or_together():
    one = {"type": "EQ", "fun": np.sum, "jacprod": np.dot}
    many = (one, {"type": "ineq", "fun": np.max, "jac": abs})
    sides = {"type": "bnds", "fun": np.min, "cl": 1, "cu": [2]}
    (item,) = read_constraints(one)
    assert (item.name, item.lower, item.upper) == ("constraints[0]", 0.0, 0.0)
    assert (item.fun, item.product, item.jac) == (np.sum, np.dot, None)
    first, second = read_constraints(many)
    assert first == item
    assert (second.name, second.lower, second.upper) == ("constraints[1]", -math.inf, 0.0)
    assert (second.product, second.jac) == (None, abs)
    (third,) = read_constraints([sides])
    assert (third.lower, third.upper) == (1, [2])
    assert [read_constraints(none) for none in (None, (), [], {})] == [[]] * 4
