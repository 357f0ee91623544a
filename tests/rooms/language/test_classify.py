from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gennaker.expressions.problem import Bound, Problem
from gennaker.expressions.show import text
from gennaker.expressions.sign import Sign
from gennaker.language.check import read
from gennaker.operations.bounds import DECLARED, signs_from_bounds
from tests.reference import evaluate

DECLARED_NAMES = """
parameters
  Matrix A(3, 2), B(3, 2)
  Vector b(3), c(2)
  Scalar s positive
  Scalar r, z nonnegative
  Scalar u
variables
  Vector x(2)
  Matrix X(3, 2)
  Matrix Y(2, 2) symmetric
  Scalar t
min
  0
st
"""


def problem(*lines: str) -> Problem:
    return read(DECLARED_NAMES + "".join(f"  {line}\n" for line in lines))


def shown(bound: Bound) -> str:
    """Write a bound as ``lower <= target <= upper``."""
    sign = " < " if bound.strict else " <= "
    parts = [bound.lower, bound.target, bound.upper]
    return sign.join("." if part is None else text(part) for part in parts)


# ---- bounds or constraints --------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "bound"),
    [
        ("x >= 0", "0 <= x <= ."),
        ("0 <= x", "0 <= x <= ."),
        ("x <= c", ". <= x <= c"),
        ("c >= x", ". <= x <= c"),
        ("x > 0", "0 < x < ."),
        ("1 > x", ". < x < 1"),
        ("x == c", "c <= x <= c"),
        ("3 == x", "3 <= x <= 3"),
        ("x >= vector(0)", "vector(0) <= x <= ."),
        ("x' >= c'", "c' <= x' <= ."),
        ("(x')' <= c", ". <= x'' <= c"),
        ("x[1] <= 5", ". <= x[1] <= 5"),
        ("x[1:2] <= c", ". <= x[1:2] <= c"),
        ("x[2:end]' <= 5", ". <= x[2:2]' <= 5"),
        ("X <= B", ". <= X <= B"),
        ("X' >= B'", "B' <= X' <= ."),
        ("X >= 0", "0 <= X <= ."),
        ("X[1, :] >= 0", "0 <= X[1, :] <= ."),
        ("X[:, 2] <= b", ". <= X[:, 2] <= b"),
        ("X[1:2, :][1, 2] <= 1", ". <= X[1:2, :][1, 2] <= 1"),
        ("Y >= 0", "0 <= Y <= ."),
        ("t <= norm2(A)", ". <= t <= norm2(A)"),
        ("x <= A'*b", ". <= x <= A'*b"),
        ("2*x <= c", ". <= x <= c/2"),
        ("x*2 <= c", ". <= x <= c/2"),
        ("2*x/3 <= c", ". <= x <= 3*c/2"),
        ("(-x) <= 5", "-5 <= x <= ."),
        ("5 >= -x", "-5 <= x <= ."),
        ("(-x) <= -c", "c <= x <= ."),
        ("(-2*x) <= 6", "6/-2 <= x <= ."),
        ("(-(2*x)) >= -4", ". <= x <= 4/2"),
        ("x/-2 < c", "-2*c < x < ."),
        ("(-x)*s == c", "-(c/s) <= x <= -(c/s)"),
        ("s*x <= c", ". <= x <= c/s"),
        ("x./s >= c", "s*c <= x <= ."),
        ("1/s*1/s*x <= 0", ". <= x <= 0"),
        ("5*x >= 0", "0 <= x <= ."),
    ],
)
def test_a_bare_variable_against_data_is_a_bound(line: str, bound: str) -> None:
    found = problem(line)
    assert [shown(item) for item in found.bounds] == [bound]
    assert found.constraints == ()


@pytest.mark.parametrize(
    "line",
    [
        "u*x <= c",  # the sign of u is not known
        "r*x <= c",  # r may be 0
        "0*x <= c",
        "A*x <= b",
        "c.*x <= 1",
        "sum(x) == 1",
        "x <= t*vector(1)",
        "t <= c",  # one bound for each entry of c
        "x + c >= 0",
        "x - c >= 0",
        "diag(Y) >= 0",
        "[x; t] >= 0",
        "x'*x <= x'*x + t",
    ],
)
def test_everything_else_is_a_constraint(line: str) -> None:
    found = problem(line)
    assert found.bounds == ()
    assert len(found.constraints) == 1


@pytest.mark.parametrize(
    ("line", "linear"),
    [
        ("u*x <= c", True),
        ("0*x <= c", True),
        ("A*x == b", True),
        ("tr(X'*A) <= 1", True),
        ("X*c + A*x <= b", True),
        ("(x')' + c == 0", True),
        ("u*(x - c)'*c <= t/s", True),
        ("norm2(x) <= 1", False),
        ("x'*x == 1", False),
        ("X*x == b", False),
        ("exp(t) <= 1", False),
        ("abs(x) <= 1", False),
        ("1/t <= 1", False),
        ("x.^2 <= 1", False),
    ],
)
def test_linear_constraints_are_told_from_the_others(line: str, linear: bool) -> None:
    assert [item.linear for item in problem(line).constraints] == [linear]


def test_a_chain_is_taken_apart() -> None:
    found = problem("0 <= x <= c", "0 <= sum(x) <= 1", "t == x[1] == 1")
    assert [shown(item) for item in found.bounds] == [
        "0 <= x <= .",
        ". <= x <= c",
        "1 <= x[1] <= 1",
    ]
    assert [text(item.function) for item in found.constraints] == [
        "-sum(x)",
        "sum(x) - 1",
        "t - x[1]",
    ]
    assert [item.relation for item in (*found.bounds, *found.constraints)] == [0, 0, 2, 1, 1, 2]


def test_a_constraint_is_a_function_that_must_not_be_positive() -> None:
    found = problem("sum(x) >= 1", "sum(x) < t", "x <= x[1]", "0 >= A*x", "A*x == vector(0)")
    assert [text(item.function) for item in found.constraints] == [
        "1 - sum(x)",
        "sum(x) - t",
        "x - vector(x[1])",
        "A*x",
        "A*x",
    ]
    assert [item.equality for item in found.constraints] == [False] * 4 + [True]
    assert [item.strict for item in found.constraints] == [False, True, False, False, False]


# ---- names ------------------------------------------------------------------------------


def names(found: Problem) -> list[str]:
    return [item.name for item in (*found.bounds, *found.constraints)]


def test_a_constraint_goes_by_its_label_or_its_text() -> None:
    assert names(problem("budget: sum(x)==1", "sum(x)   <=t")) == ["budget", "sum(x) <= t"]


def test_the_parts_of_a_chain_are_numbered_or_written_out() -> None:
    assert names(problem("a: 0 <= x <= c", "1 <= t <= 2")) == [
        "a[1]",
        "a[2]",
        "1 <= t",
        "t <= 2",
    ]


def test_no_two_constraints_have_the_same_name() -> None:
    long = " + ".join(["exp(t)"] * 20)
    found = problem("x >= 0", "x >= 0", "x >= 0", "a: t >= 0", f"{long} <= 1", f"{long} + t <= 1")
    assert len(set(names(found))) == 6
    assert names(found)[:3] == ["x >= 0", "x >= 0 (2)", "x >= 0 (3)"]


# ---- signs ------------------------------------------------------------------------------


def test_the_sign_of_a_variable_is_a_bound() -> None:
    found = read(
        "variables\n  Vector x nonnegative\n  Matrix X, Y positive\nmin\n  0\nst\n  x <= 1"
    )
    assert [(item.name, shown(item), item.relation) for item in found.bounds] == [
        ("x nonnegative", "0 <= x <= .", DECLARED),
        ("X positive", "0 < X < .", DECLARED),
        ("Y positive", "0 < Y < .", DECLARED),
        ("x <= 1", ". <= x <= 1", 0),
    ]


@pytest.mark.parametrize(
    ("lines", "sign"),
    [
        (["x >= 0"], Sign.NONNEGATIVE),
        (["x > 0"], Sign.POSITIVE),
        (["x >= s"], Sign.POSITIVE),
        (["x >= r"], Sign.NONNEGATIVE),
        (["x > r"], Sign.POSITIVE),
        (["x >= u"], Sign.UNKNOWN),
        (["x >= -1"], Sign.UNKNOWN),
        (["x <= 0"], Sign.NONPOSITIVE),
        (["x < 0"], Sign.NEGATIVE),
        (["x' <= -s"], Sign.NEGATIVE),
        (["(-2*x) >= 0"], Sign.NONPOSITIVE),
        (["x >= 0", "x <= 0"], Sign.ZERO),
        (["x == 0"], Sign.ZERO),
        (["x[1] >= 0"], Sign.UNKNOWN),
        (["sum(x) >= 0"], Sign.UNKNOWN),
    ],
)
def test_bounds_promise_signs(lines: list[str], sign: Sign) -> None:
    found = problem(*lines)
    signs = signs_from_bounds(found.bounds, found.variables)
    assert signs[found.variables[0].node] is sign


def test_bounds_that_exclude_each_other_promise_nothing_false() -> None:
    found = problem("x > 0", "x < 0")
    signs = signs_from_bounds(found.bounds, found.variables)
    assert signs[found.variables[0].node] in {Sign.POSITIVE, Sign.NEGATIVE}


# ---- bounds and constraints together say what was written ---------------------------------

COMPARE = {
    "==": np.equal,
    "<=": np.less_equal,
    ">=": np.greater_equal,
    "<": np.less,
    ">": np.greater,
}
# Scalings by powers of 2 are exact, so that equalities can be compared exactly too.
WRAPPED = [
    "{}",
    "-({})",
    "2*({})",
    "({})/4",
    "s*({})",
    "({})./s",
    "u*({})",
    "-0.5*({})*2",
    "0*({})",
]
SIDES = {
    "vector": (["x", "x[1:2]", "A'*(A*x)", "(x')'", "X[1, :]'"], ["c", "vector(1)", "A'*b"]),
    "row": (["x'", "X[2, :]", "x[1:2]'"], ["c'", "B[1, :]", "vector(-1)'"]),
    "matrix": (["X", "X[1:3, :]"], ["B", "matrix(0)", "2*A"]),
    "scalar": (["t", "x[2]", "X[1, 2]", "sum(x)"], ["0", "1", "s", "u", "-2", "A[1, 2]"]),
}


@st.composite
def relation_lines(draw: st.DrawFn) -> str:
    """Write a relation, or a chain of two, between sides that go together."""
    held, data = SIDES[draw(st.sampled_from(sorted(SIDES)))]
    wrap = st.sampled_from(WRAPPED)

    def side(choices: list[str]) -> str:
        return draw(wrap).format(draw(st.sampled_from(choices)))

    ends = [*data, *SIDES["scalar"][1], *held, "t"]
    ends += ["c", "B", "x"] if held == SIDES["scalar"][0] else []
    middle = side(held)
    if draw(st.booleans()):
        first, second = draw(
            st.sampled_from([("<=", "<"), ("<=", "<="), (">", ">="), ("==", "==")])
        )
        return f"({side(data)}) {first} {middle} {second} {side(ends)}"
    operator = draw(st.sampled_from(sorted(COMPARE)))
    sides = [middle, side(ends)]
    left, right = sides if draw(st.booleans()) else sides[::-1]
    return f"({left}) {operator} {right}"


SMALL = st.sampled_from([-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0])
SHAPES = {"A": (3, 2), "B": (3, 2), "b": (3,), "c": (2,), "u": (), "r": (), "z": (), "x": (2,)}
SHAPES |= {"X": (3, 2), "Y": (2, 2), "t": ()}


@st.composite
def values(draw: st.DrawFn) -> dict[str, np.ndarray]:
    """Draw data and a point."""
    found = {
        name: np.array(draw(st.lists(SMALL, min_size=size, max_size=size))).reshape(shape)
        for name, shape in SHAPES.items()
        for size in [int(np.prod(shape))]
    }
    return {**found, "s": np.array(draw(st.sampled_from([0.5, 1.0, 2.0])))}


def holds_as_written(found: Problem, point: dict[str, np.ndarray]) -> bool:
    return all(
        bool(np.all(COMPARE[operator](evaluate(left, point, {}), evaluate(right, point, {}))))
        for relation in found.relations
        for operator, (left, right) in zip(
            relation.operators, pairwise(relation.sides), strict=True
        )
    )


def holds_as_classified(found: Problem, point: dict[str, np.ndarray]) -> bool:
    def compare(bound: Bound) -> bool:
        operator = "<" if bound.strict else "<="
        sides = [
            (low, high)
            for low, high in ((bound.lower, bound.target), (bound.target, bound.upper))
            if low is not None and high is not None
        ]
        return all(
            bool(np.all(COMPARE[operator](evaluate(low, point, {}), evaluate(high, point, {}))))
            for low, high in sides
        )

    zero = {"==": "==", True: "<", False: "<="}
    return all(map(compare, found.bounds)) and all(
        bool(
            np.all(
                COMPARE[zero["==" if item.equality else item.strict]](
                    evaluate(item.function, point, {}), 0
                )
            )
        )
        for item in found.constraints
    )


@given(relation_lines(), values())
def test_classified_relations_mean_what_was_written(
    line: str, point: dict[str, np.ndarray]
) -> None:
    found = problem(line)
    assert holds_as_classified(found, point) == holds_as_written(found, point)
