from __future__ import annotations

import numpy as np
import pytest

from gennaker.solver.evaluation import Counted
from gennaker.solver.options import Options
from gennaker.solver.status import Status
from tests.flat_problems import nnls, quadratic


def test_with_images_only_they_and_gradients_are_products():
    problem = nnls(0)
    counted = Counted(problem.functions, Options())
    x = np.ones(20)
    u = counted.images(x)
    f, c, saved = counted.forward(x, u)
    counted.slope(x, u, x, u, c, saved)
    g = counted.backward(x, u, c, saved)
    A, b = problem.functions.A, problem.functions.b
    assert f == pytest.approx(0.5 * np.sum((A @ x - b) ** 2))
    assert np.allclose(g, A.T @ (A @ x - b))
    found = counted.counts
    assert (found.evaluations, found.gradients, found.images) == (1, 1, 1)
    assert found.products == 2


def test_without_images_each_value_is_a_product():
    problem = quadratic(np.eye(3), np.ones(3))
    counted = Counted(problem.functions, Options())
    x = np.zeros(3)
    for _ in range(3):
        assert counted.images(x) == ()
        _, c, saved = counted.forward(x, ())
    counted.backward(x, (), c, saved)
    assert counted.counts.images == 3
    assert counted.counts.products == 4


def test_iterations_rounds_and_restarts_are_passed_on():
    counted = Counted(nnls(0).functions, Options())
    counted.iterations, counted.rounds, counted.restarts = 3, 2, 1
    counts = counted.counts
    assert (counts.iterations, counts.rounds, counts.restarts) == (3, 2, 1)


def test_limits_are_told_when_they_are_reached():
    counted = Counted(nnls(0).functions, Options(max_iterations=2, max_evaluations=3))
    assert counted.limit() is None
    counted.evaluations = 3
    assert counted.limit() is Status.EVALUATION_LIMIT
    counted.iterations = 2
    assert counted.limit() is Status.ITERATION_LIMIT
    assert Counted(nnls(0).functions, Options(max_iterations=0)).limit() is Status.ITERATION_LIMIT


def test_the_clock_is_watched():
    counted = Counted(nnls(0).functions, Options(time_limit=100.0))
    assert counted.limit() is None
    assert 0.0 <= counted.seconds < 100.0
    counted.started -= 100.0
    assert counted.limit() is Status.TIME_LIMIT
