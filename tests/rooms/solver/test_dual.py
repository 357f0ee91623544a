from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gennaker.solver.dual import Dual, has_dual
from gennaker.solver.evaluation import Counted
from gennaker.solver.lagrangian import Lagrangian
from gennaker.solver.options import Options
from gennaker.solver.problem import Block, Prices
from gennaker.solver.terms import measure
from tests.flat_problems import separable, simplex, transport


def dual_of(problem, scale=1.0):
    counted = Counted(problem.functions, Options())
    scales = problem.space.full(problem.constraints, scale)
    function = Lagrangian(problem, counted, problem.space, scales)
    terms = measure(problem, counted, 1.0)
    assert terms is not None
    return Dual(problem, counted, function, terms)


def multipliers(problem, seed=0):
    y = np.random.default_rng(seed).normal(size=problem.constraints)
    y[problem.equalities :] = np.abs(y[problem.equalities :])
    return y


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("stretch", [1.0, 7.0])
def test_the_gradient_is_that_of_the_value(seed, stretch):
    problem = separable(seed)
    dual, y = dual_of(problem, scale=0.3), multipliers(problem, seed)
    dual.stretch = stretch
    for place in range(problem.constraints):
        step = np.zeros_like(y)
        step[place] = 1e-6
        difference = (dual.at(y + step).value - dual.at(y - step).value) / 2e-6
        assert dual.at(y).g[place] == pytest.approx(difference, rel=1e-5, abs=1e-7)


@pytest.mark.parametrize("seed", range(5))
def test_the_product_is_the_change_of_the_gradient(seed):
    problem = separable(seed, upper=np.full(12, 50.0))
    dual, y = dual_of(problem, scale=0.3), 0.1 * multipliers(problem, seed)
    d = multipliers(problem, seed + 100)
    point = dual.at(y)
    near = [dual.at(y + sign * 1e-7 * d) for sign in (1.0, -1.0)]
    if any(((p.soft > 0) != (point.soft > 0)).any() for p in near):
        pytest.skip("a bound begins or ends to hold here, where there is no second derivative")
    change = (near[0].g - near[1].g) / 2e-7
    assert dual.product(point, d) == pytest.approx(change, rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("seed", range(5))
def test_no_point_of_the_box_is_better(seed):
    """Weak duality, and the point that belongs to multipliers minimises the Lagrangian."""
    problem = separable(seed)
    dual, y = dual_of(problem), multipliers(problem, seed)
    point = dual.at(y)
    random = np.random.default_rng(seed)
    for x in random.uniform(0.0, 2.0, (200, 12)):
        f, c, _ = problem.functions.forward(x, ())
        assert f + y @ c >= -point.value - 1e-9
    assert (point.trial.x >= problem.lower).all()
    assert (point.trial.x <= problem.upper).all()


def test_seen_from_elsewhere_it_is_the_same_point():
    problem = separable(1)
    dual, y = dual_of(problem), multipliers(problem)
    before = dual.at(y)
    dual.recenter(before)
    assert dual.at(y).trial.x == pytest.approx(before.trial.x, rel=1e-12)


def test_a_stretched_objective_stays_nearer_to_the_place():
    problem = transport(0)
    dual, y = dual_of(problem), multipliers(problem)
    near = dual.terms.place
    away = np.abs(dual.at(y).trial.x - near).max()
    assert float(dual.at(y).steepest) == 0.0
    dual.stretch = 10.0
    assert np.abs(dual.at(y).trial.x - near).max() < away
    assert float(dual.at(y).steepest) > 0.0


def test_huge_multipliers_stay_finite():
    problem = transport(0)
    dual = dual_of(problem)
    for sign in (-1.0, 1.0):
        point = dual.at(np.full(problem.constraints, sign * 1e8))
        assert np.isfinite(point.trial.x).all()
        assert np.isfinite(point.value)
        assert (point.trial.x > 0.0).all()


def test_which_problems_have_one():
    problem = separable(0)
    assert has_dual(problem)
    assert not has_dual(simplex(0))  # nobody said that it is separable
    assert not has_dual(replace(problem, blocks=(), equalities=0))
    curved = [replace(block, linear=False) for block in problem.blocks]
    assert not has_dual(replace(problem, blocks=curved))
    assert not has_dual(replace(problem, blocks=[*problem.blocks, Block("curved", 5, 6)]))
    nothing = np.zeros(problem.constraints)
    assert not has_dual(replace(problem, prices=Prices(nothing, nothing, nothing)))
