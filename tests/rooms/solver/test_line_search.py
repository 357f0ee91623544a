from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gennaker.solver.line_search import ARMIJO, FLAT, FLAT_ENOUGH, FLAT_ON_A_RAY, search
from gennaker.solver.problem import Problem
from tests.flat_problems import bench, nnls, rosenbrock

seeds = st.integers(0, 2**32 - 1)


@dataclass(frozen=True)
class OnALine:
    """A function of one variable, x being its own image."""

    value: Any
    derivative: Any
    rays: bool = True

    def images(self, x):
        return (1.0 * x,) if self.rays else ()

    def _at(self, x, u):
        return u[0] if self.rays else x

    def forward(self, x, u):
        return self.value(self._at(x, u)[0]), x[:0], None

    def backward(self, x, u, v, saved):
        return np.array([self.derivative(self._at(x, u)[0])])

    def slope(self, x, u, p, du, v, saved):
        return self.derivative(u[0][0]) * du[0][0]


FAMILY = {
    "parabola": (lambda t: (t - 3.0) ** 2, lambda t: 2.0 * (t - 3.0)),
    "quartic": (lambda t: (t - 3.0) ** 4, lambda t: 4.0 * (t - 3.0) ** 3),
    "steep": (lambda t: np.cosh(50.0 * (t - 0.01)), lambda t: 50.0 * np.sinh(50.0 * (t - 0.01))),
    "far": (lambda t: np.hypot(1.0, t - 1e4), lambda t: (t - 1e4) / np.hypot(1.0, t - 1e4)),
    "waves": (lambda t: 0.1 * t**2 + np.sin(3.0 * t), lambda t: 0.2 * t + 3.0 * np.cos(3.0 * t)),
    "log": (lambda t: t - np.log(t + 0.1), lambda t: 1.0 - 1.0 / (t + 0.1)),
    "pole": (
        lambda t: np.where(t < 0.5, 1.0 / (0.5 - min(t, 0.49999999)) - 9.0 * t, np.inf),
        lambda t: np.where(t < 0.5, 1.0 / (0.5 - min(t, 0.49999999)) ** 2 - 9.0, np.nan),
    ),
    "undefined beyond": (
        lambda t: -np.sqrt(t + 1e-9) + 4.0 * t if t < 0.1 else np.nan,
        lambda t: -0.5 / np.sqrt(t + 1e-9) + 4.0 if t < 0.1 else np.nan,
    ),
}
UPHILL = {"quartic", "waves", "parabola", "log", "far"}
each = pytest.mark.parametrize("name", FAMILY)
ways = pytest.mark.parametrize("rays", [True, False], ids=["ray", "robust"])


def go(value, derivative, rays, *, lower=None, upper=None, p=None, start=0.0):
    bounds = [None if side is None else np.array([side]) for side in (lower, upper)]
    problem = Problem(OnALine(value, derivative, rays), np.array([start]), *bounds)
    tools = bench(problem)
    point = tools.point
    p = -np.sign(point.g) if p is None else np.array([p])
    return point, tools, search(tools.function, tools.box, point, p, float(point.value)), p


@each
@ways
def test_an_accepted_step_falls_by_armijo(name, rays):
    point, tools, found, p = go(*FAMILY[name], rays)
    assert found is not None
    assert found.alpha > 0.0
    assert math.isfinite(found.value)
    assert found.value == pytest.approx(float(found.point.value))
    assert found.slope == pytest.approx(float(point.g @ p))
    assert found.value <= point.value + ARMIJO * found.alpha * found.slope
    assert np.allclose(found.point.x, point.x + found.alpha * p)
    assert found.point.g[0] == pytest.approx(FAMILY[name][1](found.point.x[0]), rel=1e-6)
    assert tools.counted.evaluations <= 30


@each
def test_on_a_ray_the_step_is_nearly_exact(name):
    point, _, found, p = go(*FAMILY[name], rays=True)
    assert abs(found.point.g @ p) <= 1.05 * FLAT_ON_A_RAY * abs(point.g @ p)


@each
def test_without_rays_the_slope_is_less_steep_at_the_end(name):
    point, _, found, p = go(*FAMILY[name], rays=False)
    assert found.point.g @ p >= 1.05 * FLAT * (point.g @ p)


@each
@ways
def test_a_step_ends_at_the_bound_at_the_latest(name, rays):
    point, _, found, _ = go(*FAMILY[name], rays, lower=-1e-3, upper=0.004)
    assert found is not None
    assert -1e-3 <= found.point.x[0] <= 0.004
    assert found.value < point.value


def test_trials_on_a_ray_cost_no_product():
    _, tools, found, _ = go(*FAMILY["waves"], rays=True)
    assert found is not None
    assert tools.counted.evaluations > 2
    assert tools.counted.counts.images == 2  # of the start and of the step
    assert tools.counted.counts.gradients == 2


@given(seeds, st.floats(-6, 6))
def test_on_a_quadratic_one_trial_tells_the_exact_step(seed, power):
    """It is taken unless the full step, which was tried, is nearly as good."""
    problem = nnls(seed, 9, 5, positive=False)
    tools = bench(problem)
    point = tools.point
    p = -(10.0**power) * point.g
    found = search(tools.function, tools.box, point, p, float(point.value))
    A = problem.functions.A
    exact = -(point.g @ p) / np.sum((A @ p) ** 2)
    if abs(found.point.g @ p) > 1e-6 * abs(point.g @ p):
        assert found.alpha == 1.0
        assert abs(1.0 / exact - 1.0) <= 1.001 * FLAT_ENOUGH
    else:
        assert found.alpha == pytest.approx(exact, rel=1e-5)
    assert tools.counted.evaluations <= 4
    assert found.value <= point.value


@ways
@pytest.mark.parametrize("p", [1.0, 0.0])
def test_a_direction_that_does_not_descend_is_refused(rays, p):
    _, _, found, _ = go(*FAMILY["parabola"], rays, start=4.0, p=p)
    assert found is None


@ways
def test_at_the_minimum_no_step_is_made_up(rays):
    _, _, found, _ = go(*FAMILY["parabola"], rays, start=3.0, p=1.0)
    assert found is None


@ways
def test_an_objective_that_is_nowhere_finite_is_refused(rays):
    value, derivative = (lambda t: 1.0 if t == 0.0 else np.nan), (lambda t: -1.0)
    _, tools, found, _ = go(value, derivative, rays)
    assert found is None
    assert tools.counted.evaluations <= 50


@ways
def test_a_wrong_gradient_ends_the_search(rays):
    """The value rises where the gradient claims that it falls."""
    _, tools, found, _ = go(lambda t: 5.0 + t, lambda t: -1.0, rays, p=1.0)
    assert found is None or found.value <= 5.0 + 1e-12
    assert tools.counted.evaluations <= 60


@ways
def test_a_function_that_falls_for_ever_is_followed_far(rays):
    _, tools, found, _ = go(lambda t: -t, lambda t: -1.0, rays)
    assert found.alpha >= 10.0
    assert tools.counted.evaluations <= 50


@ways
def test_at_rounding_level_slopes_decide(rays):
    """Near 1e8 a parabola is flat in floating point; its slope still shows the minimum."""
    value, derivative = (lambda t: 1e8 + (t - 3e-5) ** 2), (lambda t: 2.0 * (t - 3e-5))
    point, tools, found, _ = go(value, derivative, rays)
    assert found is not None
    assert abs(found.point.g[0]) <= abs(point.g[0])
    assert found.value <= float(point.value)
    assert tools.counted.evaluations <= 40
    assert abs(found.point.x[0]) <= 6.1e-5


@given(seeds)
def test_the_banana_valley_is_descended(seed):
    problem = rosenbrock(4, start=np.random.default_rng(seed).uniform(-2, 2, 4))
    tools = bench(problem)
    point = tools.point
    found = search(tools.function, tools.box, point, -point.g, float(point.value))
    assert found is not None
    assert found.value <= point.value + ARMIJO * found.alpha * found.slope


@given(seeds)
def test_negative_curvature_leads_to_the_bound(seed):
    """On a ray with an exact step the end is the wall, not a stationary maximum."""
    random = np.random.default_rng(seed)

    @dataclass(frozen=True)
    class Saddle:
        H: Any
        rays: bool = True

        def images(self, x):
            return (self.H @ x,)

        def forward(self, x, u):
            return 0.5 * (x @ u[0]), x[:0], None

        def backward(self, x, u, v, saved):
            return u[0]

        def slope(self, x, u, p, du, v, saved):
            return u[0] @ p

    H = -np.diag(random.uniform(0.5, 2.0, 3))
    start = random.uniform(0.1, 1.0, 3)
    problem = Problem(Saddle(H), start, np.full(3, -9.0), np.full(3, 9.0), quadratic=True)
    tools = bench(problem)
    point = tools.point
    p = -0.1 * point.g
    found = search(tools.function, tools.box, point, p, float(point.value))
    assert found.alpha == pytest.approx(float(tools.box.reach(point.x, p)))
    assert np.isclose(np.abs(found.point.x).max(), 9.0)
    assert replace(problem).quadratic
