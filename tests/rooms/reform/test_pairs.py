from __future__ import annotations

import pytest

from gennaker.expressions.show import text
from gennaker.operations.convexity import Analysis
from gennaker.reform.pairs import find_pair
from gennaker.reform.parts import Parts
from tests.reading import node_of

KNOWN = Analysis({})
PARTS = Parts.of(node_of("x"), node_of("y"))


@pytest.mark.parametrize(
    ("expression", "argument", "over", "needs_bare"),
    [
        ("abs(A*x)", "A*x", "x + y", False),
        ("norm1(x)", "x", "sum(x + y)", False),
        ("norminf(sum(x))", "sum(x)", "x + y", False),
        ("relu(x)", "x", "x", True),
        ("max(x, 0)", "x", "x", True),
        ("max(w, x)", "x - w", "w + x", True),
        ("max(w - x, c)", "w - x - vector(c)", "vector(c) + x", True),
        ("min(x, w)", "x - w", "w - y", True),
        ("max(d*x, c*x)", "x", "max(d, c)*x - min(d, c)*y", False),
        ("min(d*x, c*x)", "x", "min(d, c)*x - max(d, c)*y", False),
        ("max(w.*x, 2*x)", "x", "max(w, 2).*x - min(w, 2)*y", False),
        ("max(x, -x)", "x", "x + y", False),
        ("max(x, -2*x)", "x", "x + 2*y", False),
        ("max(-(d*x), 3*x)", "x", "max(-d, 3)*x - min(-d, 3)*y", False),
    ],
)
def test_kinks_over_two_parts(expression, argument, over, needs_bare):
    pair = find_pair(node_of(expression), KNOWN)
    assert pair is not None
    assert text(pair.argument) == argument
    assert pair.needs_bare is needs_bare
    if "w" not in over or "." not in over:  # the parts have the size of a vector
        assert text(pair.over(PARTS)) == over


@pytest.mark.parametrize("expression", ["norminf(x)", "max(x)", "min(x)", "max(x, y)", "max(t, x)"])
def test_other_kinks_need_a_variable_of_their_own(expression):
    assert find_pair(node_of(expression), KNOWN) is None
