from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize

from gennaker.solver.augmented_lagrangian import _Rounds
from gennaker.solver.evaluation import Counted
from gennaker.solver.options import Options
from gennaker.solver.problem import Block, Prices, Problem
from gennaker.solver.progress import Progress
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


# ---- constraints with a price ---------------------------------------------------------------


def priced(seed, rows=20, columns=4, low=-1.0, high=1.0):
    """A ridge and the sum of max(low*c, high*c) over c = J x - r, which need not vanish."""
    random = np.random.default_rng(seed)
    J = random.standard_normal((rows, columns))
    r = J @ random.standard_normal(columns) + random.standard_normal(rows)
    functions = Affine(0.1 * np.eye(columns), np.zeros(columns), J, r)
    return Problem(
        functions,
        np.zeros(columns),
        blocks=[Block("kinks", 0, rows, linear=True)],
        equalities=rows,
        quadratic=True,
        convex=True,
        prices=Prices(np.full(rows, low), np.full(rows, high), np.ones(rows)),
    )


def price_by_scipy(problem):
    """The same with a slack for each side, as a quadratic program for another solver."""
    functions, prices = problem.functions, problem.prices
    rows, columns = functions.J.shape

    def value(z):
        x, plus, minus = np.split(z, [columns, columns + rows])
        paid = prices.high @ plus - prices.low @ minus
        gradient = np.concatenate([0.01 * x, prices.high, -prices.low])
        return 0.005 * (x @ x) + paid, gradient

    ties = np.hstack([functions.J, -np.eye(rows), np.eye(rows)])
    found = minimize(
        value,
        np.zeros(columns + 2 * rows),
        jac=True,
        method="SLSQP",
        bounds=[(None, None)] * columns + [(0.0, None)] * (2 * rows),
        constraints=[
            {"type": "eq", "fun": lambda z: ties @ z - functions.r, "jac": lambda _: ties}
        ],
        options={"ftol": 1e-14, "maxiter": 500},
    )
    return found.fun


@pytest.mark.parametrize(("low", "high"), [(-1.0, 1.0), (0.0, 2.0), (-0.3, 0.7), (-5.0, 0.0)])
@pytest.mark.parametrize("rays", [True, False])
def test_kinks_with_a_price_agree_with_slacks(low, high, rays):
    for seed in range(3):
        problem = priced(seed, low=low, high=high)
        problem = replace(problem, functions=replace(problem.functions, rays=rays))
        found = solve(problem, {"tolerance": 1e-9})
        assert found.status is Status.SOLVED
        assert found.objective == pytest.approx(price_by_scipy(problem), rel=1e-6, abs=1e-8)
        assert np.all((found.multipliers >= low - 1e-12) & (found.multipliers <= high + 1e-12))
        assert found.residuals.violation == 0.0


def test_prices_stand_beside_constraints_that_must_hold():
    """|x1 - 3| + |x2 - 3| where x1 + x2 = 1: the price is paid, the budget is kept."""
    J = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    functions = Affine(np.zeros((1, 2)), np.zeros(1), J, np.array([3.0, 3.0, 1.0]))
    paid = np.array([1.0, 1.0, 0.0])
    problem = Problem(
        functions,
        np.zeros(2),
        blocks=[Block("kinks", 0, 2, linear=True), Block("budget", 2, 3, linear=True)],
        equalities=3,
        quadratic=True,
        convex=True,
        prices=Prices(-paid, paid, paid),
    )
    found = solve(problem)
    assert found.status is Status.SOLVED
    assert found.objective == pytest.approx(5.0)
    assert found.x.sum() == pytest.approx(1.0)
    assert found.multipliers[2] == pytest.approx(1.0)
    infeasible = replace(problem, upper=np.zeros(2))
    found = solve(infeasible)
    assert found.status is Status.INFEASIBLE
    assert found.conflict == ("budget",)


def test_a_warm_start_at_other_prices_is_not_believed():
    problem = priced(0)
    earlier = solve(problem)
    other = replace(problem, prices=replace(problem.prices, high=np.full(20, 0.01)))
    found = solve(other, start=earlier)
    assert found.status is Status.SOLVED
    assert np.all(found.multipliers <= 0.01 + 1e-12)
    assert found.objective == pytest.approx(solve(other).objective, rel=1e-6)
    assert solve(problem, start=earlier).counts.iterations <= 2


@pytest.mark.parametrize(("upper", "watching"), [(100.0, False), (np.inf, True)])
def test_nothing_runs_away_where_bounds_enclose_it(upper, watching):
    problem = replace(simplex(0), upper=np.full(8, upper))
    counted = Counted(problem.functions, Options())
    rounds = _Rounds(problem, Options(), counted, Progress(counted))
    assert rounds.runaway.watching is watching
