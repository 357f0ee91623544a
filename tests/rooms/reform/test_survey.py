from __future__ import annotations

from gennaker.expressions.problem import Problem
from gennaker.expressions.show import text
from gennaker.language.check import read
from gennaker.operations.bounds import signs_from_bounds
from gennaker.operations.convexity import Analysis
from gennaker.reform.positions import FALLING, NEITHER, RISING, Position
from gennaker.reform.survey import Plan, Survey, inside, survey
from tests.reading import node_of

MODEL = """
parameters
  Matrix A(m, n)
  Scalar c nonnegative
variables
  Vector x(n)
  Vector y(n) nonnegative
{}
  {}
st
  sum(x) + sum(y) {}
"""


def surveyed(objective: str, relation: str = "<= 1", goal: str = "min") -> Survey:
    problem: Problem = read(MODEL.format(goal, objective, relation))
    return survey(problem, Analysis(signs_from_bounds(problem.bounds, problem.variables)))


def told(found: Survey) -> dict[str, list[Position]]:
    return {text(node): list(places) for node, places in found.places.items()}


def test_smooth_expressions_are_not_listed():
    found = surveyed("norm2(A*x)^2 + norm1(y) + huber(x[1], 1)")
    assert not found.places
    assert not found.plans
    assert not found.left


def test_places_lead_from_the_root_to_the_kinks():
    found = surveyed("c*norm1(x) - max(x)")
    assert told(found) == {
        "norm1(x)": [RISING],
        "c*norm1(x)": [RISING],
        "max(x)": [FALLING],
        "-max(x)": [RISING],
        "c*norm1(x) - max(x)": [RISING],
    }
    assert [text(node) for node in found.plans] == ["norm1(x)"]
    assert {text(node): place for node, place in found.left.items()} == {"max(x)": (FALLING, "")}


def test_maximum_turns_everything():
    found = surveyed("min(x) - norm1(x)", goal="max")
    assert told(found)["min(x)"] == [FALLING]
    assert told(found)["norm1(x)"] == [RISING]
    assert not found.left


def test_kink_may_stand_in_several_places():
    found = surveyed("norm1(x)^2 + norm1(x)", "+ norm1(x) == 1")
    assert told(found)["norm1(x)"] == [NEITHER, RISING, Position(1, level=True)] or told(found)[
        "norm1(x)"
    ] == [NEITHER, Position(1, level=True), RISING]
    assert list(found.left.values()) == [(NEITHER, "it stands in an equality")]
    assert len(found.plans) == 1


def test_arguments_of_rewritten_kinks_have_places_too():
    found = surveyed("max(abs(x)) + norm1(relu(x))")
    assert told(found)["abs(x)"] == [RISING]
    found = surveyed("abs(norm1(x) - 1)")
    assert told(found)["norm1(x)"] == [NEITHER]
    assert list(found.left.values()) == [(NEITHER, "it stands inside abs(norm1(x) - 1)")]


def test_largest_size_needs_both_signs_of_its_argument():
    known, plan = Analysis({}), Plan(None, None)
    assert inside(node_of("norminf(x)"), plan, known)[0][0] == NEITHER
    assert inside(node_of("norminf(y)"), plan, known)[0][0] == RISING
    assert inside(node_of("norminf(-y)"), plan, known)[0][0] == FALLING
    assert inside(node_of("min(x, y)"), plan, known) == [(FALLING, "")] * 2
