from __future__ import annotations

import pytest

from gennaker.expressions.show import text
from gennaker.operations.convexity import Analysis
from gennaker.operations.leaves import number
from gennaker.reform.arithmetic import is_zero
from gennaker.reform.prices import added, find_priced, find_tube, share, without_zeros
from tests.reading import node_of

KNOWN = Analysis({})


@pytest.mark.parametrize(
    ("expression", "weight", "function", "low", "high", "rest"),
    [
        ("abs(x)", "d", "x", "-d", "d", None),
        ("abs(x)", "w", "x", "-w", "w", None),
        ("norm1(A*x)", "2", "A*x", "-2", "2", None),
        ("norminf(c*t)", "d", "c*t", "-d", "d", None),
        ("relu(x)", "d", "x", "0", "d", None),
        ("max(x, 0)", "d", "x", "0", "d", None),
        ("max(w, x)", "d", "x - w", "0", "d", "w"),
        ("max(x, y)", "d", "x - y", "0", "d", "y"),
        ("max(t, x)", "d", "x - vector(t)", "0", "d", "vector(t)"),
        ("min(x, w)", "-d", "w - x", "0", "d", "w"),
        ("min(x, y)", "-d", "y - x", "0", "d", "y"),
        ("max(d*x, c*x)", "1", "x", "min(d, c)", "max(d, c)", None),
        ("max(w.*x, c*x)", "d", "x", "min(d*w, d*c)", "max(d*w, d*c)", None),
        ("max(d*x, -x)", "w", "x", "min(w*d, w*-1)", "max(w*d, w*-1)", None),
        ("min(d*x, c*x)", "-1", "x", "min(-1*d, -1*c)", "max(-1*d, -1*c)", None),
    ],
)
def test_kinks_with_a_price(expression, weight, function, low, high, rest):
    node = node_of(expression)
    found = find_priced(node, node_of(weight), KNOWN)
    assert found is not None
    assert text(found.function) == function
    assert (text(found.low), text(found.high)) == (low, high)
    assert found.rest.shape == node.shape
    assert is_zero(found.rest) if rest is None else text(found.rest) == rest


@pytest.mark.parametrize("expression", ["norminf(x)", "max(x)", "min(x)"])
def test_kinks_without(expression):
    assert find_priced(node_of(expression), number(1), KNOWN) is None


@pytest.mark.parametrize(
    ("expression", "sides"),
    [
        ("max(0, abs(x) - vector(2))", ["x - vector(2)", "-x - vector(2)"]),
        ("max(abs(A*x - w) - vector(2), 0)", ["A*x - w - vector(2)", "-(A*x) + w - vector(2)"]),
        ("relu(abs(t) - 3)", ["t - 3", "-t - 3"]),
    ],
)
def test_a_tube_has_two_sides(expression, sides):
    found = find_tube(node_of(expression), number(2), KNOWN)
    assert found is not None
    plain = [text(each.function).replace("(", "").replace(")", "") for each in found]
    assert plain == [side.replace("(", "").replace(")", "") for side in sides]
    for each in found:
        assert (text(each.low), text(each.high)) == ("0", "2")
        assert is_zero(each.rest)


@pytest.mark.parametrize(
    "expression",
    [
        "max(0, abs(x) + vector(2))",  # no tube: it always costs
        "max(0, abs(x) - vector(c))",  # c may have any sign
        "max(1, abs(t) - 2)",
        "max(0, abs(x) - y)",
        "max(0, abs(x.^2) - vector(2))",
        "max(0, x - vector(2))",
        "max(abs(x), abs(y))",
    ],
)
def test_what_is_no_tube(expression):
    assert find_tube(node_of(expression), number(1), KNOWN) is None


@pytest.mark.parametrize(
    ("expression", "index", "weight", "expected"),
    [
        ("x + y", 1, "w", "w"),
        ("sum(x)", 0, "d", "d"),
        ("-x", 0, "w", "-w"),
        ("x'", 0, "w'", "w"),
        ("mean(x)", 0, "d", "d/sum(vector(1))"),
        ("c*x", 1, "d", "d*c"),
        ("c*x", 1, "1", "c"),
        ("w.*x", 1, "d", "d*w"),
        ("w.*x", 1, "w", "w.*w"),
        ("x/c", 0, "w", "w/c"),
        ("x./w", 0, "1", "1./w"),
        ("w'*x", 1, "d", "d*w"),
        ("x'*w", 0, "1", "w'"),
        ("t*w", 0, "1", None),
        ("t*x", 1, "1", None),
        ("y.*x", 1, "1", None),
        ("A*x", 1, "1", None),
        ("y'*x", 1, "1", None),
        ("c/t", 1, "1", None),
        ("exp(x)", 0, "1", None),
        ("x[1]", 0, "1", None),
        ("x.^2", 0, "1", None),
    ],
)
def test_weights_of_arguments(expression, index, weight, expected):
    found = share(node_of(expression), index, node_of(weight), KNOWN)
    assert (None if found is None else text(found)) == expected


def test_weights_add_up():
    assert text(added(node_of("w"), node_of("w"))) == "w + w"
    assert text(added(node_of("d"), node_of("w"))) == "w + vector(d)"
    assert text(added(node_of("d"), node_of("c"))) == "d + c"


@pytest.mark.parametrize(
    ("expression", "args", "expected"),
    [
        ("t + d", ["0", "d"], "d"),
        ("t + d", ["0", "0"], "0"),
        ("c*t", ["c", "0"], "0"),
        ("t/c", ["0", "c"], "0"),
        ("t/c", ["d", "c"], "d/c"),
        ("sum(x)", ["vector(0, n)"], "0"),
        ("-t", ["d"], "-d"),
    ],
)
def test_zeros_are_left_out(expression, args, expected):
    node = node_of(expression)
    assert text(without_zeros(node, tuple(map(node_of, args)))) == expected
