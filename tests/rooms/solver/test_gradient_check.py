from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gennaker.solver.gradient_check import WrongGradientError, check_gradient
from gennaker.solver.problem import Problem
from gennaker.solver.solve import solve
from tests.flat_problems import Affine, Plain, nnls, simplex


def plain(value, gradient, size=3):
    return Problem(Plain(value, gradient), np.linspace(0.5, 1.5, size))


@pytest.mark.parametrize("problem", [nnls(1), simplex(1), simplex(2, size=100)])
def test_right_derivatives_pass(problem):
    check_gradient(problem)


@pytest.mark.parametrize("scale", [1e-8, 1.0, 1e8])
def test_a_wrong_gradient_is_named_whatever_its_size(scale):
    problem = plain(lambda x: scale * (x @ x), lambda x: scale * np.array([2, 2, 1.0]) * x)
    with pytest.raises(WrongGradientError, match="objective, entry 2"):
        check_gradient(problem)


def test_a_wrong_product_of_a_constraint_is_named():
    problem = simplex(1)
    functions = problem.functions

    class Wrong(Affine):
        def backward(self, x, u, v, saved):
            return saved @ self.A - v @ self.J

    wrong = Wrong(functions.A, functions.b, functions.J, functions.r)
    with pytest.raises(WrongGradientError, match="constraint budget"):
        check_gradient(replace(problem, functions=wrong))


def test_many_variables_are_checked_along_random_directions():
    problem = plain(lambda x: x @ x, lambda x: 1.9 * x, size=100)
    with pytest.raises(WrongGradientError, match="random direction"):
        check_gradient(problem)


def test_the_option_asks_for_it():
    problem = plain(lambda x: x @ x, lambda x: -2.0 * x)
    with pytest.raises(WrongGradientError, match="check the derivative"):
        solve(problem, {"check_gradient": True})
