from __future__ import annotations

import pytest

from gennaker.expressions.show import text
from gennaker.operations.convexity import Analysis
from gennaker.reform.bare import find_bare
from gennaker.reform.parts import Parts
from tests.reading import node_of

KNOWN = Analysis({})


@pytest.mark.parametrize(
    ("expression", "variable", "offset", "positive", "size"),
    [
        ("x", "x", None, "x", "x + y"),
        ("-x", "x", None, "y", "x + y"),
        ("2*x", "x", None, "2*x", "2*(x + y)"),
        ("(-2)*x", "x", None, "2*y", "2*(x + y)"),
        ("x/d", "x", None, "x/d", "(x + y)/d"),
        ("x/(-d)", "x", None, "y/d", "(x + y)/d"),
        ("w.*x", "x", None, "w.*x", "w.*(x + y)"),
        ("c*x", "x", None, "relu(c)*x + relu(-c)*y", "abs(c)*(x + y)"),
        ("x/c", "x", None, "relu(1/c)*x + relu(-(1/c))*y", "abs(1/c)*(x + y)"),
        ("x'", "x", None, "x'", "(x + y)'"),
        ("x[1:2]", "x", None, "x[1:2]", "(x + y)[1:2]"),
        ("-(d*x[1])", "x", None, "d*y[1]", "d*(x + y)[1]"),
        ("x - w", "x", "w", "x", "x + y"),
        ("w - x", "x", "w", "y", "x + y"),
        ("w + x + vector(c)", "x", "-w - vector(c)", "x", "x + y"),
        ("2*(w - x)[1:2]", "x", "w", "2*y[1:2]", "2*(x + y)[1:2]"),
    ],
)
def test_what_is_bare(expression, variable, offset, positive, size):
    bare = find_bare(node_of(expression), KNOWN)
    assert bare is not None
    assert text(bare.variable) == variable
    assert (None if bare.offset is None else text(bare.offset)) == offset
    parts = bare.parts(Parts.of(node_of("x"), node_of("y")), KNOWN)
    assert text(parts.positive) == positive
    assert text(parts.size) == size


@pytest.mark.parametrize(
    "expression",
    ["A*x", "x + y", "2*x - w", "x.*y", "t*x", "x.^2", "sum(x)", "X - S", "t*w", "[x; y]", "w"],
)
def test_what_is_not(expression):
    assert find_bare(node_of(expression), KNOWN) is None
