"""The problems without an answer: each claim about them is proven apart from any solver of ours."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog, minimize

from tests.problems import infeasible, unbounded
from tests.problems.judge import relative_violation

SMALL = 60
named = pytest.mark.parametrize


def test_there_are_forty_of_each_kind_with_different_names():
    for cases in (infeasible.CASES, [entry.case for entry in unbounded.CASES]):
        assert len(cases) >= 40
        assert len({case.name for case in cases}) == len(cases)


def least_violation(problem):
    """The smallest largest violation over the box, by linear programming or by SciPy's SLSQP."""
    size, count, k = problem.size, problem.constraints, problem.equalities
    unit = np.eye(count)

    def both(x):
        """Every constraint as inequalities, and their gradients."""
        values = problem.functions.forward(x, ())[1]
        nothing = problem.functions.backward(x, (), np.zeros(count), None)
        rows = np.array([problem.functions.backward(x, (), e, None) - nothing for e in unit])
        return np.concatenate([values, -values[:k]]), np.vstack([rows, -rows[:k]])

    low = np.full(size, -np.inf) if problem.lower is None else problem.lower
    high = np.full(size, np.inf) if problem.upper is None else problem.upper
    box = list(zip(low, high, strict=True))
    c, J = both(problem.start)
    if problem.linear:
        found = linprog(
            np.append(np.zeros(size), 1),
            A_ub=np.column_stack([J, -np.ones(len(J))]),
            b_ub=J @ problem.start - c,
            bounds=[*box, (0, None)],
        )
        return found.fun
    found = minimize(
        lambda z: (z[-1], np.eye(size + 1)[-1]),
        np.append(problem.start, max(c.max(), 0)),
        jac=True,
        bounds=[*box, (0, None)],
        constraints={
            "type": "ineq",
            "fun": lambda z: z[-1] - both(z[:-1])[0],
            "jac": lambda z: np.column_stack([-both(z[:-1])[1], np.ones(len(c))]),
        },
        method="SLSQP",
        options={"maxiter": 500},
    )
    return found.fun


@named("case", infeasible.CASES, ids=lambda case: case.name)
def test_no_point_comes_nearer_than_claimed(case):
    assert case.least > 0
    assert case.conflict <= {block.name for block in case.problem.blocks}
    if case.problem.size <= SMALL:
        assert least_violation(case.problem) >= case.least * (1 - 1e-6)


@named("case", infeasible.CASES, ids=lambda case: case.name)
def test_without_a_member_of_the_conflict_the_rest_can_hold(case):
    """What is not to blame alone: a conflict has no part that could be left out."""
    problem = case.problem
    if problem.size > SMALL or not problem.linear:
        return
    jacobian = jacobian_of(problem)
    values = problem.functions.forward(problem.start, ())[1]
    bounds = np.column_stack(
        [
            np.full(problem.size, -np.inf) if problem.lower is None else problem.lower,
            np.full(problem.size, np.inf) if problem.upper is None else problem.upper,
        ]
    )
    for left_out in case.conflict:
        kept = np.array(
            [
                block.name != left_out
                for block in problem.blocks
                for _ in range(block.start, block.stop)
            ]
        )
        equal = kept & (np.arange(len(kept)) < problem.equalities)
        unequal = kept & ~equal
        right = jacobian @ problem.start - values
        found = linprog(
            np.zeros(problem.size),
            A_ub=jacobian[unequal] if unequal.any() else None,
            b_ub=right[unequal] if unequal.any() else None,
            A_eq=jacobian[equal] if equal.any() else None,
            b_eq=right[equal] if equal.any() else None,
            bounds=bounds,
        )
        assert found.status == 0


def jacobian_of(problem):
    nothing = problem.functions.backward(problem.start, (), np.zeros(problem.constraints), None)
    return np.array(
        [
            problem.functions.backward(problem.start, (), unit, None) - nothing
            for unit in np.eye(problem.constraints)
        ]
    )


@named("case", infeasible.CASES, ids=lambda case: case.name)
def test_the_derivatives_are_those_of_differences(case):
    problem = case.problem
    random = np.random.default_rng(0)
    x = problem.start + 0.1 * random.standard_normal(problem.size)
    along, v = random.standard_normal(problem.size), random.standard_normal(problem.constraints)

    def value(point):
        f, c, _ = problem.functions.forward(point, ())
        return f + v @ c

    slope = problem.functions.backward(x, (), v, None) @ along
    difference = (value(x + 1e-6 * along) - value(x - 1e-6 * along)) / 2e-6
    assert abs(slope - difference) <= 1e-5 * max(1.0, abs(slope), abs(value(x)))


@named("entry", unbounded.CASES, ids=lambda entry: entry.case.name)
def test_the_curve_is_feasible_and_falls_without_slowing_to_a_limit(entry):
    case = entry.case
    values = []
    for t in (1.0, 10.0, 100.0, 600.0):
        x = entry.curve(t)
        assert relative_violation(case, x) <= 1e-12
        values.append(case.objective(x)[0])
    falls = -np.diff(values)
    assert np.all(falls[1:] > falls[:-1])
    assert np.all(falls > 0)


@named("entry", unbounded.CASES, ids=lambda entry: entry.case.name)
def test_the_derivatives_of_the_unbounded_are_those_of_differences(entry):
    case = entry.case
    random = np.random.default_rng(0)
    x = case.start + 0.1 * random.uniform(0, 1, case.size)
    along = random.standard_normal(case.size)
    step = 1e-6

    def check(values, slope):
        difference = (values(x + step * along) - values(x - step * along)) / (2 * step)
        assert np.all(np.abs(slope - difference) <= 1e-5 * np.maximum(1.0, np.abs(slope)))

    check(lambda p: case.objective(p)[0], case.objective(x)[1] @ along)
    check(case.equalities, case.equality_jacobian(x) @ along)
    check(case.inequalities, case.inequality_jacobian(x) @ along)
