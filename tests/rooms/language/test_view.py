from __future__ import annotations

from gennaker.expressions.curvature import Curvature
from gennaker.expressions.node import Node
from gennaker.expressions.sign import Sign
from gennaker.language.check import read
from gennaker.language.view import NOTE, View

MODEL = """
variables
  Vector x, z nonnegative
  Vector y
let
  r = exp(y)
max
  sum(x) + norm2(x - y)
st
  x <= 1
  sum(y) == 1
  norm2(y) <= 2
"""


def view() -> tuple[View, dict[str, Node]]:
    problem = read(MODEL)
    return View(problem), {symbol.name: symbol.node for symbol in problem.variables}


def test_where_variables_stand() -> None:
    seen, nodes = view()
    parts = (seen.in_objective, seen.in_constraints, seen.in_lets)
    assert [[name for name in "xyz" if nodes[name] in part] for part in parts] == [
        ["x", "y"],
        ["y"],
        ["y"],
    ]


def test_parents_are_told_once() -> None:
    problem = read("variables\n  Vector x\nmin\n  sum(x.*x)")
    (parent,) = View(problem).parents[problem.variables[0].node]
    assert parent.op.name == "elmul"


def test_signs_of_bounds_count() -> None:
    seen, nodes = view()
    assert seen.signs[nodes["x"]] is Sign.NONNEGATIVE
    assert seen.signs[nodes["y"]] is Sign.UNKNOWN


def test_a_maximum_is_the_minimum_of_the_negative() -> None:
    seen, _ = view()
    assert seen.objective_curvature is Curvature.CONCAVE
    assert [seen.is_proven(item) for item in seen.problem.constraints] == [True, True]


def test_lines_of_bounds_and_constraints() -> None:
    seen, _ = view()
    assert [seen.line_of(item) for item in seen.problem.bounds] == [3, 3, 10]
    assert [seen.line_of(item) for item in seen.problem.constraints] == [11, 12]


def test_a_finding_stands_where_its_expression_is_first_written() -> None:
    seen, nodes = view()
    found = seen.finding(seen.problem.objective, NOTE, "code", "message")
    assert (found.line, found.column) == (8, 3)
    found = seen.finding(nodes["y"], NOTE, "code", "message")
    assert (found.line, found.column) == (6, 11)


def test_edits_are_bracketed_where_that_is_needed_and_never_cut_off() -> None:
    problem = read("variables\n  Vector x\nmin\n  sum(x + x)")
    node = problem.objective.args[0]
    assert View.edit("{}", node) == "x + x"
    assert View.edit("-{}", node) == "-(x + x)"
    assert View.edit("-sum({})", node) == "-sum(x + x)"
    long = read(f"variables\n  Vector x\nmin\n  sum({' + '.join(['x'] * 50)})")
    assert View.edit("{}", long.objective.args[0]) is None


def test_the_line_of_a_side() -> None:
    problem = read(MODEL)
    seen = View(problem)
    assert [seen.line_of_side(item.sides[0]) for item in problem.relations] == [10, 11, 12]
    assert seen.line_of_side(problem.objective) is None
