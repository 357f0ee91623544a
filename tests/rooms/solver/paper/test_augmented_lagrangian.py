"""Algorithm 4 on quadratic programs whose answers an active-set method knows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from gennaker.solver.paper.augmented_lagrangian import solve_by_paper
from gennaker.solver.problem import Block, Problem
from gennaker.solver.progress import Progress
from gennaker.solver.solve import solve
from gennaker.solver.status import Status
from tests.flat_problems import Affine, Plain, counted, nearest_in_simplex, nnls, simplex

seeds = st.integers(0, 2**32 - 1)
few = settings(max_examples=15)


def run(problem, **options):
    problem, chosen, counting = counted(problem, **options)
    progress = Progress(counting, None)
    return solve_by_paper(problem, chosen, counting, progress), progress


def program(seed, equalities, inequalities, size=8, bounded=True):
    """A strictly convex QP with a point inside."""
    random = np.random.default_rng(seed)
    rows = equalities + inequalities
    A, b = random.standard_normal((size + 3, size)), 2.0 * random.standard_normal(size + 3)
    J = random.standard_normal((rows, size)) / np.sqrt(size)
    inside = random.uniform(0.1, 0.9, size)
    r = J @ inside + np.where(np.arange(rows) < equalities, 0.0, random.exponential(0.1, rows))
    blocks = [Block("h", 0, equalities, linear=True), Block("g", equalities, rows, linear=True)]
    return Problem(
        Affine(A, b, J, r),
        np.zeros(size),
        np.zeros(size) if bounded else None,
        np.ones(size) if bounded else None,
        [block for block in blocks if block.stop > block.start],
        equalities,
        quadratic=True,
        convex=True,
    )


def scipys(problem):
    """The same by SLSQP, an active-set method."""
    F, k = problem.functions, problem.equalities
    constraints = [
        {"type": "eq", "fun": lambda x: F.J[:k] @ x - F.r[:k], "jac": lambda _: F.J[:k]},
        {"type": "ineq", "fun": lambda x: F.r[k:] - F.J[k:] @ x, "jac": lambda _: -F.J[k:]},
    ]
    bounds = None
    if problem.lower is not None:
        bounds = list(zip(problem.lower, problem.upper, strict=True))
    return minimize(
        lambda x: 0.5 * np.sum((F.A @ x - F.b) ** 2),
        np.full(problem.size, 0.5),
        jac=lambda x: (F.A @ x - F.b) @ F.A,
        bounds=bounds,
        constraints=[c for c, size in zip(constraints, (k, F.r.size - k), strict=True) if size],
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 500},
    )


@pytest.mark.parametrize("counts", [(2, 0), (0, 3), (2, 3)])
@pytest.mark.parametrize("bounded", [True, False])
@few
@given(seed=seeds)
def test_quadratic_programs_agree_with_an_active_set_method(counts, bounded, seed):
    problem = program(seed, *counts, bounded=bounded)
    result, _ = run(problem)
    expected = scipys(problem)
    assert result.status is Status.SOLVED
    assert result.objective == pytest.approx(expected.fun, rel=1e-4, abs=1e-4)
    assert np.allclose(result.x, expected.x, atol=1e-3)
    check_kkt(problem, result)


def check_kkt(problem, result):
    """The conditions of Karush, Kuhn and Tucker, from the problem itself."""
    F, k, x, y = problem.functions, problem.equalities, result.x, result.multipliers
    c = F.J @ x - F.r
    g = (F.A @ x - F.b) @ F.A + y @ F.J
    size = max(1.0, np.abs((problem.start @ F.A.T - F.b) @ F.A).max())
    if problem.lower is not None:
        assert np.all((x >= problem.lower) & (x <= problem.upper))
        g = np.where((x <= problem.lower + 1e-8) & (g > 0.0), 0.0, g)
        g = np.where((x >= problem.upper - 1e-8) & (g < 0.0), 0.0, g)
    assert np.abs(g).max() <= 1e-5 * size
    assert np.abs(c[:k]).max(initial=0.0) <= 1e-5
    assert c[k:].max(initial=0.0) <= 1e-5
    assert np.all(y[k:] >= 0.0)
    assert np.abs(np.minimum(y[k:], -c[k:])).max(initial=0.0) <= 1e-4


@few
@given(seeds)
def test_the_nearest_point_of_the_simplex_is_that_of_sorting(seed):
    problem = simplex(seed)
    result, _ = run(problem)
    assert result.success
    assert np.allclose(result.x, nearest_in_simplex(problem.functions.b), atol=1e-4)


def test_one_equality_in_closed_form():
    """min |x|^2/2 with a'x = 1 is a/|a|^2, and the multiplier is -1/|a|^2."""
    a = np.array([1.0, 2.0, 3.0])
    functions = Affine(np.eye(3), np.zeros(3), a[None, :], np.ones(1))
    blocks = [Block("plane", 0, 1, linear=True)]
    result, progress = run(Problem(functions, np.zeros(3), blocks=blocks, equalities=1))
    assert np.allclose(result.x, a / 14.0, atol=1e-6)
    assert result.multipliers == pytest.approx([-1.0 / 14.0], abs=1e-5)
    assert progress.history[0].round == 1
    assert progress.history[0].penalty == 1.0


def test_multipliers_follow_lines_6_and_7():
    """After one exact round from zero multipliers, lambda = rho h(x)."""
    functions = Affine(np.eye(2), np.zeros(2), np.ones((1, 2)), np.ones(1))
    blocks = [Block("h", 0, 1, linear=True)]
    result, _ = run(
        Problem(functions, np.zeros(2), blocks=blocks, equalities=1), max_rounds=1, tolerance=1e-9
    )
    assert result.counts.rounds == 1
    assert result.x == pytest.approx([1 / 3, 1 / 3])  # of |x|^2/2 + (x1 + x2 - 1)^2/2
    assert result.multipliers == pytest.approx([-1 / 3])


def test_the_penalty_is_doubled_where_the_violation_is_not_halved():
    """With |x|^2/2 and x1 = 1 the violation shrinks by 1/(1 + rho): at rho = 1 it is halved."""
    functions = Affine(np.eye(2), np.zeros(2), np.array([[1.0, 0.0]]), np.ones(1))
    problem = Problem(functions, np.zeros(2), blocks=[Block("h", 0, 1, linear=True)], equalities=1)
    _, weak = run(problem, penalty=0.5)
    _, strong = run(problem, penalty=2.0)
    assert sorted({line.penalty for line in strong.history}) == [2.0]
    assert sorted({line.penalty for line in weak.history})[:2] == [0.5, 1.0]


def test_without_constraints_it_is_algorithm_1():
    result, progress = run(nnls(3))
    assert result.success
    assert result.counts.rounds == 1
    assert len(progress.history) >= result.counts.iterations


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ({"max_iterations": 3}, Status.ITERATION_LIMIT),
        ({"max_evaluations": 5}, Status.EVALUATION_LIMIT),
        ({"time_limit": 1e-9}, Status.TIME_LIMIT),
        ({"max_rounds": 1}, Status.ITERATION_LIMIT),
    ],
)
def test_limits_are_kept(options, status):
    result, _ = run(simplex(2), tolerance=1e-9, **options)
    assert result.status is status
    assert np.all(np.isfinite(result.x))
    assert result.counts.iterations <= options.get("max_iterations", 10_000)
    assert result.counts.evaluations <= options.get("max_evaluations", 10**6) + 1


def test_no_false_success_on_contradictions():
    functions = Affine(np.eye(2), np.zeros(2), np.ones((2, 2)), np.array([0.0, 1.0]))
    problem = Problem(functions, np.zeros(2), blocks=[Block("h", 0, 2, linear=True)], equalities=2)
    result, _ = run(problem, max_iterations=300)
    assert not result.success
    assert result.residuals.violation > 0.4


def test_a_lagrangian_without_end_is_no_proof():
    """x^3 over x >= -1, written as a constraint: at a small penalty the Lagrangian falls for ever."""

    class Cubic(Plain):
        def forward(self, x, u):
            return self.value(x), -1.0 - x, None

        def backward(self, x, u, v, saved):
            return self.gradient(x) - v

    functions = Cubic(lambda x: x[0] ** 3, lambda x: 3.0 * x**2)
    problem = Problem(functions, np.full(1, -3.0), blocks=[Block("g", 0, 1, linear=True)])
    result, _ = run(problem)
    assert result.status is not Status.UNBOUNDED
    assert not result.success
    free = replace(problem, blocks=(), functions=Plain(functions.value, functions.gradient))
    assert run(free)[0].status is Status.UNBOUNDED


def test_an_earlier_result_is_a_good_start():
    problem = simplex(4)
    first = solve(problem, {"method": "paper"})
    again = solve(problem, {"method": "paper"}, start=first)
    assert again.success
    assert again.counts.iterations <= 2
    assert np.allclose(again.multipliers, first.multipliers, atol=1e-6)
