from __future__ import annotations

import pytest

from gennaker.expressions.dimension import Dimension
from gennaker.expressions.shape import Kind, Shape
from gennaker.expressions.show import text
from gennaker.language.check import read
from gennaker.operations.bounds import signs_from_bounds
from gennaker.operations.convexity import Analysis
from gennaker.reform.names import Names
from gennaker.reform.slacks import Slacks, new_variable
from tests.reading import DECLARED, node_of


def slacks() -> Slacks:
    problem = read(DECLARED.format("x"))
    known = Analysis(signs_from_bounds(problem.bounds, problem.variables))
    return Slacks(Names(problem), known)


def declared(made: Slacks) -> list[str]:
    return [item.declaration() for item in made.variables]


def rows(made: Slacks) -> list[str]:
    return [row.name for row in made.rows]


@pytest.mark.parametrize(
    ("expression", "variables", "expected", "bounded"),
    [
        ("relu(A*x)", ["Vector t1(m) nonnegative"], ["t1 >= A*x"], 0),
        ("max(A*x, b)", ["Vector t1(m)"], ["t1 >= b", "t1 >= A*x"], 1),
        ("max(x, w)", ["Vector t1(n)"], ["t1 >= w", "t1 >= x"], 1),
        ("max(x, 0)", ["Vector t1(n) nonnegative"], ["t1 >= x"], 0),
        ("max(x, y)", ["Vector t1(n) nonnegative"], ["t1 >= x", "t1 >= y"], 0),
        ("max(x, exp(x))", ["Vector t1(n) positive"], ["t1 >= x", "t1 >= exp(x)"], 0),
        ("min(x, y)", ["Vector t1(n)"], ["t1 <= x", "t1 <= y"], 0),
        ("min(y, w)", ["Vector t1(n) nonnegative"], ["t1 <= w", "t1 <= y"], 1),
        ("max(-y, -t)", ["Vector t1(n)"], ["t1 <= 0", "t1 >= -y", "t1 >= -t"], 1),
        ("min(-y, x)", ["Vector t1(n)"], ["t1 <= 0", "t1 <= -y", "t1 <= x"], 1),
        ("min(x, 0)", ["Vector t1(n)"], ["t1 <= 0", "t1 <= x"], 1),
        ("max(x', w')", ["Vector t1(n)"], ["t1 >= w", "t1 >= x"], 1),
        ("max(X)", ["Scalar t1"], ["t1 >= X"], 0),
        ("min(y)", ["Scalar t1 nonnegative"], ["t1 <= y"], 0),
    ],
)
def test_extremes(expression, variables, expected, bounded):
    made, node = slacks(), node_of(expression)
    slack = made.extreme(node, node.args)
    assert slack.shape == node.shape
    assert declared(made) == variables
    assert rows(made) == expected
    assert [row.variable is not None for row in made.rows] == [
        place < bounded for place in range(len(expected))
    ]
    start = made.starts["t1"]
    assert start is node or start.args == (node,)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("norminf(x)", ["x <= t1", "-x <= t1"]),
        ("norminf(y)", ["y <= t1"]),
        ("norminf(-y)", ["y <= t1"]),
        ("norminf(x')", ["x' <= t1", "-x' <= t1"]),
    ],
)
def test_largest_size(expression, expected):
    made, node = slacks(), node_of(expression)
    made.norm(node, node.args[0])
    assert declared(made) == ["Scalar t1 nonnegative"]
    assert rows(made) == expected


def test_two_parts_are_made_once():
    made, node = slacks(), node_of("A*x - b")
    parts = made.parts(node, node)
    assert made.parts(node, node) is parts
    assert declared(made) == ["Vector t1_plus(m) nonnegative", "Vector t1_minus(m) nonnegative"]
    assert rows(made) == ["t1_plus - t1_minus == A*x - b"]
    assert {name: text(start) for name, start in made.starts.items()} == {
        "t1_plus": "relu(A*x - b)",
        "t1_minus": "relu(-(A*x) + b)",
    }


def test_parts_of_a_row_are_columns():
    made, node = slacks(), node_of("x'*X")
    parts = made.parts(node, node)
    assert parts.size.kind is Kind.ROW
    assert [item.kind for item in made.variables] == [Kind.VECTOR] * 2
    assert rows(made) == ["(t1_plus' - t1_minus')' == (x'*X)'"]


def test_sizes_are_declared_where_they_can_be_written():
    n, hidden = Dimension.named("n"), Dimension.named("x.size")
    words = ("symmetric", "nonnegative")
    assert new_variable("t", Shape.matrix(n, n), words).declaration() == (
        "Matrix t(n, n) symmetric nonnegative"
    )
    assert new_variable("t", Shape.vector(hidden), ()).declaration() == "Vector t"
