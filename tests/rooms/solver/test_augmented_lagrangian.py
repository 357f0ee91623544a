from __future__ import annotations

import numpy as np
import pytest

from gennaker.solver.problem import Block, Problem
from gennaker.solver.solve import solve
from gennaker.solver.status import Status
from tests.flat_problems import Affine, Plain, nearest_in_simplex, nnls, simplex


class Curved:
    """x'x where the point stays on the outside of a ball: not convex."""

    rays = False

    def images(self, x):
        return ()

    def forward(self, x, u):
        return (x - 1.0) @ (x - 1.0), np.array([4.0 - x @ x]), None

    def backward(self, x, u, v, saved):
        return 2.0 * (x - 1.0) - 2.0 * v[0] * x

    def slope(self, x, u, p, du, v, saved):
        raise NotImplementedError


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-9])
def test_nearest_point_of_the_simplex(seed, tolerance):
    problem = simplex(seed)
    result = solve(problem, {"tolerance": tolerance})
    assert result.status is Status.SOLVED
    assert result.x == pytest.approx(nearest_in_simplex(problem.functions.b), abs=30 * tolerance)
    assert abs(result.x.sum() - 1.0) <= 3.0 * tolerance


@pytest.mark.parametrize("seed", range(4))
def test_multipliers_meet_the_conditions_of_kuhn_and_tucker(seed):
    problem = simplex(seed)
    result = solve(problem, {"tolerance": 1e-9})
    g = result.x - problem.functions.b + result.multipliers[0]
    free = result.x > 1e-6
    assert g[free] == pytest.approx(0.0, abs=1e-7)
    assert (g[~free] >= -1e-7).all()


def test_a_curved_constraint_is_met_with_its_multiplier():
    problem = Problem(Curved(), np.array([3.0, 0.5]), blocks=[Block("outside", 0, 1)])
    result = solve(problem, {"tolerance": 1e-9})
    assert result.status is Status.SOLVED
    assert result.x == pytest.approx(np.sqrt([2.0, 2.0]), abs=1e-6)
    assert result.multipliers[0] == pytest.approx(1.0 - 1.0 / np.sqrt(2.0), abs=1e-6)


def test_constraints_without_a_common_point_are_named():
    J = np.array([[1.0, 1.0], [1.0, 1.0], [1.0, -1.0]])
    functions = Affine(np.eye(2), np.zeros(2), J, np.array([1.0, 2.0, 0.0]))
    blocks = [Block("one", 0, 1, linear=True), Block("two", 1, 2, linear=True)]
    blocks.append(Block("bystander", 2, 3, linear=True))
    problem = Problem(
        functions, np.zeros(2), blocks=blocks, equalities=3, quadratic=True, convex=True
    )
    result = solve(problem)
    assert result.status is Status.INFEASIBLE
    assert result.conflict == ("one", "two")
    assert result.x.sum() == pytest.approx(1.5, abs=1e-4)  # as near to both as can be


def test_a_falling_ray_is_returned():
    problem = Problem(Plain(lambda x: -x.sum(), lambda x: -np.ones(3)), np.zeros(3), np.zeros(3))
    result = solve(problem)
    assert result.status is Status.UNBOUNDED
    assert (result.ray > 0.0).all()


def test_solving_again_costs_nothing():
    problem = simplex(3)
    first = solve(problem)
    again = solve(problem, start=first)
    assert again.status is Status.SOLVED
    assert again.counts.iterations <= 2


def test_other_data_is_judged_by_its_own_sizes():
    large, small = nnls(1), nnls(1)
    functions = Affine(1e6 * large.functions.A, 1e6 * large.functions.b)
    first = solve(Problem(functions, large.start, large.lower, quadratic=True))
    result = solve(small, start=first)
    reference = solve(small, {"tolerance": 1e-12})
    assert result.x == pytest.approx(reference.x, abs=1e-5)


def test_a_start_at_the_solution_is_a_solution():
    b = np.array([0.3, -2.0])
    problem = Problem(Plain(lambda x: (x - b) @ (x - b), lambda x: 2.0 * (x - b)), b + 1e-15)
    assert solve(problem).status is Status.SOLVED
