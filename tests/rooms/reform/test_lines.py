from __future__ import annotations

from gennaker.language.check import read
from gennaker.reform.reform import reform

MODEL = """
parameters
  Vector c(n) nonnegative
variables
  Vector x(n)
  Vector y(n) nonnegative
min
  norm1(x) + sum(y)
st
  first: sum(x) == 1
  between: -1 <= x <= c
  norm1(x) < 2
  y <= c
  both: -1 <= sum(x + y) <= 1
  several: -2 <= norm1(x - y) + sum(x) < 5
"""
PROBLEM = reform(read(MODEL)).problem


def test_every_bound_and_constraint_knows_its_line():
    lines = PROBLEM.text().partition("st\n")[2].splitlines()
    assert lines == [
        "  first: sum(x) == 1",
        "  x_minus <= 1",
        "  x_plus <= c",
        "  sum(x_plus + x_minus) - 2 < 0",
        "  y <= c",
        "  both: -1 <= sum(x + y) <= 1",
        "  (-2 - (norm1(x - y) + sum(x))) <= 0",
        "  (sum(t1_plus + t1_minus) + sum(x)) - 5 < 0",
        "  t1_plus - t1_minus == x - y",
    ]
    assert [(item.name, item.relation) for item in PROBLEM.bounds] == [
        ("x_plus nonnegative", -1),
        ("x_minus nonnegative", -1),
        ("y nonnegative", -1),
        ("t1_plus nonnegative", -1),
        ("t1_minus nonnegative", -1),
        ("x_minus <= 1", 1),
        ("x_plus <= c", 2),
        ("y <= c", 4),
    ]
    assert [(item.name, item.relation, item.strict) for item in PROBLEM.constraints] == [
        ("first", 0, False),
        ("norm1(x) < 2", 3, True),
        ("both[1]", 5, False),
        ("both[2]", 5, False),
        ("several[1]", 6, False),
        ("several[2]", 7, True),
        ("t1_plus - t1_minus == (x_plus - x_minus) - y", 8, False),
    ]


def test_lines_read_back_as_the_same_bounds_and_constraints():
    again = read(PROBLEM.text())
    assert [item.name for item in again.bounds] == [item.name for item in PROBLEM.bounds]
    assert [(item.equality, item.linear, item.strict) for item in again.constraints] == [
        (item.equality, item.linear, item.strict) for item in PROBLEM.constraints
    ]


def test_bounds_beside_rewritten_constraints_stay():
    source = "variables\n  Vector x(3), z(3)\n  Scalar t\nmin\n  t\nst\n  {}\n"
    problem = reform(read(source.format("norm1(x) <= t <= 4"))).problem
    assert problem.text().partition("st\n")[2] == "  t <= 4\n  sum(x_plus + x_minus) - t <= 0\n"
    assert [item.relation for item in problem.bounds] == [-1, -1, 0]
    assert [item.relation for item in problem.constraints] == [1]
