from __future__ import annotations

import pytest

from gennaker.operations.bounds import signs_from_bounds
from gennaker.operations.convexity import Analysis
from gennaker.reform.positions import FALLING, NEITHER, RISING, Position, below, turned
from tests.reading import DECLARED, node_of, read

KNOWN = Analysis(
    signs_from_bounds((problem := read(DECLARED.format("x"))).bounds, problem.variables)
)


def directions(expression: str, position: Position = RISING) -> list[int]:
    return [place.direction for place, _ in below(node_of(expression), (position, ""), KNOWN)]


def levels(expression: str, position: Position = RISING) -> list[bool]:
    return [place.level for place, _ in below(node_of(expression), (position, ""), KNOWN)]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("x + y - w", [1, 1, 1]),
        ("-x", [-1]),
        ("x'", [1]),
        ("x[1]", [1]),
        ("[x; y]", [1, 1]),
        ("sum(X)", [1]),
        ("mean(X, rows)", [1]),
        ("exp(x)", [1]),
        ("arccos(x)", [-1]),
        ("cos(x)", [0]),
        ("entropy(x)", [0]),
        ("logdet(X)", [0]),
        ("max(x, w)", [1, 1]),
        ("min(x)", [1]),
        ("d*x", [0, 1]),
        ("c*x", [0, 0]),
        ("(-d)*x", [0, -1]),
        ("t*sum(x)", [0, 1]),
        ("w.*x", [0, 1]),
        ("A*x", [0, 0]),
        ("w'*x", [0, 1]),
        ("x/d", [1, 0]),
        ("x/c", [0, 0]),
        ("y/t", [1, -1]),
        ("y/(-t)", [-1, -1]),
        ("-d/t", [1, 1]),
        ("abs(x)", [0]),
        ("abs(y)", [1]),
        ("abs(-y)", [-1]),
        ("norm2(y)", [1]),
        ("square(x)", [0]),
        ("huber(y, d)", [1, 0]),
        ("huber(x, d)", [0, 0]),
        ("huber(y, c)", [0, 0]),
        ("sum(x)^3", [1, 0]),
        ("sum(x)^2", [0, 0]),
        ("sum(y)^2", [1, 0]),
        ("(-t)^2", [-1, 0]),
        ("(-t)^-2", [1, 0]),
        ("(-t)^-1", [-1, 0]),
        ("sum(x)^-1", [0, 0]),
        ("sum(x)^0.5", [1, 0]),
        ("t^-0.5", [-1, 0]),
        ("t^d", [1, 0]),
        ("t^c", [0, 0]),
    ],
)
def test_how_an_expression_moves_with_its_arguments(expression, expected):
    assert directions(expression) == expected
    assert directions(expression, FALLING) == [-direction for direction in expected]
    assert directions(expression, NEITHER) == [0] * len(expected)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("square(x)", [True]),
        ("norm2(x)", [True]),
        ("cos(x)", [True]),
        ("huber(x, d)", [True, False]),
        ("sum(x)^2", [True, False]),
        ("x.^1.5", [True, False]),
        ("x.^1", [False, False]),
        ("sqrt(x)", [False]),
        ("x.*x", [True, True]),
        ("x.*y", [False, False]),
        ("x'*x", [True, True]),
        ("x'*y", [False, False]),
        ("exp(x)", [False]),
        ("norm1(x)", [False]),
    ],
)
def test_where_a_kink_at_zero_does_no_harm(expression, expected):
    assert levels(expression) == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("c*x", [True, True]),
        ("x/d", [True, False]),
        ("-x", [True]),
        ("x'", [True]),
        ("relu(x)", [True]),
        ("max(x, 0)", [True, False]),
        ("max(x, w)", [False, False]),
        ("x + y", [False, False]),
        ("sum(x)", [False]),
        ("A*x", [False, False]),
        ("x[1:2]", [True]),
    ],
)
def test_what_keeps_a_level_place_level(expression, expected):
    assert levels(expression, Position(1, level=True)) == expected


def test_reason_of_an_open_direction_is_kept():
    reasons = [reason for _, reason in below(node_of("c*x"), (RISING, ""), KNOWN)]
    assert reasons[1] == "the sign of c is not known (declare it nonnegative if it is)"
    reasons = [reason for _, reason in below(node_of("c*x"), (NEITHER, "earlier"), KNOWN)]
    assert reasons == ["earlier", "earlier"]
    assert turned((FALLING, ""), -1, "never seen") == (RISING, "")
    assert turned((RISING, ""), 0, "why") == (NEITHER, "why")
