"""The solver over the whole collection: solved and right, or an honest word on why not."""

from __future__ import annotations

import numpy as np
import pytest

from gennaker.solver.options import Options
from gennaker.solver.solve import solve
from gennaker.solver.status import Status
from tests.problems import infeasible, unbounded
from tests.problems.case import for_solver
from tests.problems.collection import CASES
from tests.problems.judge import Verdict
from tests.problems.outcome import outcome

SHARE = 0.97
LIMIT = Options(max_evaluations=20_000)


@pytest.fixture(scope="module")
def outcomes():
    return [outcome(case, LIMIT) for case in CASES]


def told(outcomes):
    """The lines of some outcomes, which is what a failing test shows."""
    return [str(entry) for entry in outcomes]


def test_nothing_raises(outcomes):
    assert told(entry for entry in outcomes if entry.raised) == []


def test_solved_is_never_said_of_a_wrong_point(outcomes):
    assert told(entry for entry in outcomes if entry.lie) == []


def test_no_value_below_the_least_known_one(outcomes):
    below = (entry for entry in outcomes if entry.clearly is Verdict.BELOW)
    assert told(below) == []


def test_nearly_all_are_solved(outcomes):
    unsolved = [entry for entry in outcomes if not entry.solved]
    share = 1 - len(unsolved) / len(outcomes)
    assert share >= SHARE, "\n".join(told(unsolved))


def test_no_false_alarm(outcomes):
    assert told(entry for entry in outcomes if entry.false_alarm) == []


@pytest.mark.parametrize("case", infeasible.CASES, ids=lambda case: case.name)
def test_the_infeasible_are_recognised_and_explained(case):
    result = solve(case.problem)
    assert result.status is Status.INFEASIBLE
    assert frozenset(result.conflict) == case.conflict
    assert result.residuals.violation >= case.least * (1 - 1e-9)


@pytest.mark.parametrize("entry", unbounded.CASES, ids=lambda entry: entry.case.name)
def test_the_unbounded_are_recognised(entry):
    case = entry.case
    result = solve(for_solver(case))
    assert result.status is Status.UNBOUNDED
    assert np.all(result.x >= case.lower)
    assert np.all(result.x <= case.upper)


@pytest.mark.parametrize(
    "entry",
    [entry for entry in unbounded.CASES if "convex" in entry.case.tags],
    ids=lambda entry: entry.case.name,
)
def test_the_ray_of_an_unbounded_problem_goes_down_and_stays_feasible(entry):
    """From the point far out that the solver returned, in lengths of that point."""
    case = entry.case
    result = solve(for_solver(case))
    assert result.ray is not None
    x, ray = np.asarray(result.x), np.asarray(result.ray) / np.abs(result.ray).max()
    points = [x + t * np.abs(x).max() * ray for t in (0.0, 1.0, 10.0)]
    steps = [case.objective(point)[0] for point in points]
    assert steps[0] > steps[1] > steps[2]
    for point in points:
        assert np.all(np.clip(point, case.lower, case.upper) == point)
        assert case.violation(point) <= 1e-6 * np.abs(point).max()
