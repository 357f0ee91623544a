from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gennaker.solver.box import Box
from gennaker.solver.convergence import NaturalSizes
from gennaker.solver.evaluation import Counted
from gennaker.solver.infeasibility import restore
from gennaker.solver.options import Options
from gennaker.solver.problem import Block, Problem
from tests.flat_problems import Affine

seeds = st.integers(0, 2**32 - 1)
few = settings(max_examples=30)


@dataclass(frozen=True)
class Curved:
    """Constraints of any kind beside an objective that must not matter."""

    values: Any
    product: Any
    rays: bool = False

    def images(self, x):
        return ()

    def forward(self, x, u):
        return float(np.sum(x**3)), self.values(x), None

    def backward(self, x, u, v, saved):
        return 3.0 * x**2 + self.product(x, v)


def linear(J, r, equalities, start, rays=True, **bounds):
    """Rows named one by one; objective of no account."""
    size = J.shape[1]
    names = [Block(f"row {i}", i, i + 1, linear=True) for i in range(J.shape[0])]
    functions = Affine(np.eye(size), np.full(size, 7.0), J, r, rays=rays)
    return Problem(
        functions, start, blocks=names, equalities=equalities, quadratic=True, convex=True, **bounds
    )


def attempt(problem, rows=None):
    space = problem.space
    rows = np.ones(problem.constraints) if rows is None else rows
    sizes = NaturalSizes(1.0, 1.0, problem.start, rows)
    return restore(
        problem,
        Counted(problem.functions, Options()),
        Box(space, problem.lower, problem.upper),
        1.0 / rows,
        sizes,
        problem.start,
        10,
        1e-6,
        lambda: False,
    )


@pytest.mark.parametrize("rays", [True, False])
@few
@given(seed=seeds)
def test_a_point_is_found_where_there_is_one(rays, seed):
    random = np.random.default_rng(seed)
    size, equalities = 9, 3
    J = random.standard_normal((6, size))
    inside = random.uniform(0.0, 1.0, size)
    r = J @ inside + np.where(np.arange(6) < equalities, 0.0, 0.1)
    found = attempt(
        linear(J, r, equalities, np.zeros(size), rays, lower=np.zeros(size), upper=np.ones(size))
    )
    assert not found.infeasible
    assert found.conflict == ()
    assert found.relative <= 1e-6
    c = J @ found.point.x - r
    assert np.abs(c[:equalities]).max() <= 1e-5
    assert c[equalities:].max() <= 1e-5
    assert np.all((found.point.x >= 0.0) & (found.point.x <= 1.0))


@few
@given(seeds, st.sampled_from([1e-4, 1.0, 1e4]))
def test_two_that_contradict_each_other_are_named(seed, gap):
    """a'x <= 0 and a'x >= gap, among others that have nothing to do with it."""
    random = np.random.default_rng(seed)
    size = 6
    a = random.standard_normal(size)
    a /= np.linalg.norm(a)
    others = np.linalg.qr(np.column_stack([a, random.standard_normal((size, 3))]))[0].T[1:]
    J = np.vstack([others[0], a, others[1], -a, others[2]])
    r = np.array([5.0, 0.0, 5.0, -gap, 5.0])
    found = attempt(linear(J, r, 0, random.standard_normal(size)))
    assert found.infeasible
    assert found.conflict == ("row 1", "row 3")
    assert found.point.x @ a == pytest.approx(0.5 * gap, rel=1e-3)


@few
@given(seeds)
def test_a_constraint_against_the_bounds_is_named(seed):
    """The sum of five variables in [0, 1] cannot be six; another row holds."""
    random = np.random.default_rng(seed)
    J = np.vstack([np.ones(5), random.uniform(0.0, 0.1, 5)])
    found = attempt(
        linear(J, np.array([6.0, 0.3]), 2, random.random(5), lower=np.zeros(5), upper=np.ones(5)),
        rows=np.linalg.norm(J, axis=1),
    )
    assert found.infeasible
    assert "row 0" in found.conflict


def circles(gap):
    """A ball around 0 and one around 2+gap, each of radius one: they meet where gap <= 0."""
    centre = np.array([2.0 + gap, 0.0])

    def values(x):
        return np.array([x @ x - 1.0, (x - centre) @ (x - centre) - 1.0])

    def product(x, v):
        return 2.0 * v[0] * x + 2.0 * v[1] * (x - centre)

    blocks = [Block("left", 0, 1), Block("right", 1, 2)]
    return Problem(Curved(values, product), np.array([0.3, 0.8]), blocks=blocks, convex=True)


@pytest.mark.parametrize("gap", [0.1, 3.0])
def test_balls_that_do_not_meet_are_named(gap):
    found = attempt(circles(gap))
    assert found.infeasible
    assert found.conflict == ("left", "right")
    assert found.point.x[1] == pytest.approx(0.0, abs=1e-4)


@pytest.mark.parametrize("gap", [-1e-3, -0.5])
def test_balls_that_meet_are_no_false_alarm(gap):
    found = attempt(circles(gap))
    assert not found.infeasible
    assert found.relative <= 1e-6


def test_a_local_trap_is_told_as_such():
    """x^4 - 2x^2 + 3 has a minimum above zero at 1: no point near satisfies '<= 0'."""

    def values(x):
        return np.array([x[0] ** 4 - 2.0 * x[0] ** 2 + 3.0])

    def product(x, v):
        return v * (4.0 * x**3 - 4.0 * x)

    problem = Problem(Curved(values, product), np.array([2.0]), blocks=[Block("trap", 0, 1)])
    found = attempt(problem)
    assert found.infeasible
    assert found.conflict == ("trap",)
    assert found.point.x == pytest.approx([1.0], abs=1e-3)


def test_the_objective_does_not_matter():
    random = np.random.default_rng(5)
    J, start = random.standard_normal((2, 4)), random.standard_normal(4)
    one = linear(J, np.ones(2), 2, start)
    two = linear(J, np.ones(2), 2, start)
    two = Problem(
        Affine(1e3 * np.eye(4), random.standard_normal(4), J, np.ones(2)),
        start,
        blocks=two.blocks,
        equalities=2,
        quadratic=True,
        convex=True,
    )
    assert np.allclose(attempt(one).point.x, attempt(two).point.x, atol=1e-6)
