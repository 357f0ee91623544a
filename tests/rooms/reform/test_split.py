from __future__ import annotations

import pytest

from gennaker.expressions.show import text
from gennaker.language.check import read
from gennaker.operations.bounds import signs_from_bounds
from gennaker.operations.convexity import Analysis
from gennaker.reform.bare import find_bare
from gennaker.reform.names import Names
from gennaker.reform.split import bound_rows, choose_splits, substituted
from tests.reading import DECLARED, node_of

DATA = Analysis({})


def split(*expressions: str, relation: str = ""):
    model = DECLARED.format("x") + (f"st\n  {relation}\n" if relation else "")
    problem = read(model)
    known = Analysis(signs_from_bounds(problem.bounds, problem.variables))
    wanted = [find_bare(node_of(expression), known) for expression in expressions]
    found = choose_splits(problem, [b for b in wanted if b is not None], Names(problem), known)
    return problem, found


def test_split_around_zero_is_preferred():
    _, found = split("x - w", "x[1]")
    only = found[node_of("x")]
    assert only.offset is None
    assert text(only.value) == "x_plus - x_minus"
    assert only.fits(find_bare(node_of("2*x"), DATA))
    assert not only.fits(find_bare(node_of("x - w"), DATA))
    assert {name: text(start) for name, start in only.starts.items()} == {
        "x_plus": "relu(x)",
        "x_minus": "relu(-x)",
    }


def test_first_offset_is_taken_where_zero_is_not_asked_for():
    _, found = split("x - w", "x - vector(c)")
    only = found[node_of("x")]
    assert text(only.value) == "w + x_plus - x_minus"
    assert text(only.starts["x_plus"]) == "relu(x - w)"
    assert text(only.starts["x_minus"]) == "relu(-x + w)"


def test_attributes_stay_but_for_signs():
    _, found = split("X")
    assert found[node_of("X")].plus.declaration() == "Matrix X_plus(n, n) symmetric nonnegative"


@pytest.mark.parametrize(
    ("expression", "relation"), [("y", ""), ("t", ""), ("x", "x >= 1"), ("x", "x <= 0")]
)
def test_variables_of_known_sign_stay_whole(expression, relation):
    assert not split(expression, relation=relation)[1]


@pytest.mark.parametrize(
    ("expression", "relation", "expected"),
    [
        ("x", "-d <= x", ["x_minus <= d"]),
        ("x", "x <= d", ["x_plus <= d"]),
        ("x", "x <= c", ["x_plus <= relu(c)", "x_minus >= relu(-c)"]),
        ("x", "x < c", ["x_plus < relu(c)", "x_minus > relu(-c)"]),
        ("x", "x == c", ["x_plus >= relu(c)", "x_plus <= relu(c)"]),
        ("x", "x[1] >= 2", ["x_plus[1] >= 2", "x_minus[1] <= 0"]),
        ("x", "x' <= w'", ["x_plus' <= w'"]),
        ("x - w", "x >= A'*b", ["x_plus >= relu(A'*b - w)", "x_minus <= relu(-(A'*b) + w)"]),
        ("x - w", "x[1] <= c", ["x_plus[1] <= relu(c - w[1])", "x_minus[1] >= relu(-c + w[1])"]),
    ],
)
def test_bounds_of_the_parts(expression, relation, expected):
    problem, found = split(expression, relation=relation)
    bounds = [item for item in problem.bounds if item.variable is node_of("x")]
    rows = [row for bound in bounds for row in bound_rows(bound, found[node_of("x")], DATA)]
    assert [row.name for row in rows][: len(expected)] == expected
    assert {row.source for row in rows} == {bounds[0].name}
    assert all(row.variable in {part.node for part in _parts(found)} for row in rows)


def _parts(found):
    return [part for item in found.values() for part in (item.plus, item.minus)]


def test_leaves_are_exchanged():
    node = node_of("A*x + norm1(x)*b")
    values = {node_of("x"): node_of("y")}
    assert text(substituted(node, values, {})) == "A*y + norm1(y)*b"
    assert substituted(node_of("A*w"), values, {}) is node_of("A*w")
