from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gennaker.solver.evaluation import Counted
from gennaker.solver.options import Options
from gennaker.solver.problem import Problem
from gennaker.solver.terms import measure
from tests.flat_problems import Plain, separable


def terms_of(problem, size=1.0):
    return measure(problem, Counted(problem.functions, Options()), size)


def slope(functions, x):
    return functions.backward(x, (), np.zeros(functions.J.shape[0]), None)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("size", [1e-3, 1.0, 1e4, 0.0, float("inf")])
def test_weights_are_measured(seed, size):
    problem = separable(seed, upper=None)
    assert terms_of(problem, size).weight == pytest.approx(problem.functions.w, rel=1e-9)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("upper", [None, 2.0, 1e-3])
def test_points_have_the_slope_that_was_asked_for(seed, upper):
    given = {} if upper is None else {"upper": np.full(12, upper)}
    problem = separable(seed, **{"upper": None, **given}, start=np.zeros(12))
    terms = terms_of(problem)
    tilt = np.random.default_rng(seed).normal(size=12)
    x = terms.at_slope(slope(problem.functions, terms.place) + tilt)
    rest = slope(problem.functions, np.maximum(x, 1e-300)) + tilt
    free = terms.softness(x) > 0.0
    assert rest[free] == pytest.approx(0.0, abs=1e-9)
    assert (rest[x == 0.0] >= 0.0).all()
    assert (rest[~free & (x > 0.0)] <= 0.0).all()


def test_what_a_bound_holds_is_stiff():
    problem = separable(0)
    terms = terms_of(problem)
    assert (terms.softness(problem.upper) == 0.0).all()
    inside = terms.softness(np.full(12, 0.5))
    w, entropic = problem.functions.w, problem.functions.entropic
    assert inside == pytest.approx(np.where(entropic > 0.0, 0.5, 1.0) / w)


def test_the_distance_is_zero_at_the_place_alone():
    terms = terms_of(separable(1))
    assert float(terms.distance(terms.place)) == pytest.approx(0.0, abs=1e-12)
    assert float(terms.distance(1.1 * terms.place)) > 1e-3


def test_fixed_variables_need_no_curvature():
    problem = separable(2, squares=1.0)
    held = np.arange(12) < 4
    lower = np.where(held, 0.3, 0.0)
    upper = np.where(held, 0.3, 2.0)
    assert terms_of(replace(problem, lower=lower, upper=upper)) is not None


def separate(value, gradient, entropic=0.0, **rest):
    return Problem(Plain(value, gradient), np.full(3, 0.5), entropies=np.full(3, entropic), **rest)


@pytest.mark.parametrize(
    "problem",
    [
        separate(lambda x: x.sum(), lambda x: 1.0 + 0.0 * x),  # linear
        separate(lambda x: -x @ x, lambda x: -2.0 * x),  # concave
        separate(lambda x: np.exp(x).sum(), np.exp),  # no square
        separate(lambda x: x @ x, lambda x: 2.0 * x, entropic=1.0, lower=np.zeros(3)),  # no entropy
        separate(lambda x: np.nan, lambda x: np.nan * x),
        separate(lambda x: 1e-20 * x @ x, lambda x: 1.0 + 2e-20 * x),  # lost in rounding
    ],
)
def test_other_terms_are_refused(problem):
    with np.errstate(all="ignore"):
        assert terms_of(problem) is None


def test_nobody_asked():
    assert terms_of(replace(separable(0), entropies=None)) is None
