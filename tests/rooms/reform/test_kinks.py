from __future__ import annotations

import pytest

from gennaker.operations.bounds import signs_from_bounds
from gennaker.operations.convexity import Analysis
from gennaker.reform.kinks import direction_of, is_kink, subgradient_note
from gennaker.reform.positions import FALLING, NEITHER
from tests.reading import DECLARED, node_of, read

KNOWN = Analysis(
    signs_from_bounds((problem := read(DECLARED.format("x"))).bounds, problem.variables)
)


@pytest.mark.parametrize(
    ("expression", "kink", "level"),
    [
        ("abs(x)", True, False),
        ("abs(y)", False, False),
        ("abs(-y)", False, False),
        ("abs(w - vector(c))", False, False),
        ("norm1(x)", True, True),
        ("norm1(y)", False, False),
        ("norm1(sum(x))", True, False),
        ("norminf(x)", True, True),
        ("norminf(y)", True, True),
        ("relu(x)", True, False),
        ("relu(y)", False, False),
        ("relu(-y)", False, False),
        ("max(x, 0)", True, False),
        ("max(0, y)", False, False),
        ("min(y, 0)", False, False),
        ("max(x, w)", True, True),
        ("max(t, vector(0, n))", True, True),
        ("max(x)", True, True),
        ("min(x)", True, True),
        ("sign(x)", True, True),
        ("norm2(x)", False, False),
        ("sqrt(t)", False, False),
        ("huber(x, d)", False, False),
    ],
)
def test_kinks_that_matter(expression, kink, level):
    node = node_of(expression)
    assert is_kink(node, KNOWN) is kink
    assert is_kink(node, KNOWN, level=True) is level


@pytest.mark.parametrize(
    ("expression", "direction"),
    [("abs(x)", 1), ("max(x)", 1), ("min(x)", -1), ("min(x, w)", -1), ("sign(x)", 0)],
)
def test_directions_in_which_kinks_are_rewritten(expression, direction):
    assert direction_of(node_of(expression)) == direction


def test_note_names_the_place_where_it_is_known():
    node = node_of("abs(x)")
    assert subgradient_note(node, (FALLING, ""), None) == (
        "abs(x) is solved with a subgradient: it stands in a concave position"
    )
    assert subgradient_note(node, (NEITHER, "the moon is full"), (2, 3)) == (
        "abs(x) at line 2, column 3 is solved with a subgradient: the moon is full"
    )
