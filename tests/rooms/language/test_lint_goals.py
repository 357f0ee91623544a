from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gennaker.expressions.problem import Problem
from gennaker.expressions.shape import Kind
from gennaker.language.check import read
from gennaker.language.lint_goals import goal_findings
from gennaker.language.report import Finding
from gennaker.language.view import View
from tests.reference import evaluate

DECLARED = """
parameters
  Matrix A(4, 3)
  Matrix K(3, 3) psd
  Vector b(4)
  Vector c(3)
  Vector q(3) positive
  Scalar u
  Scalar s positive
variables
  Vector x(3)
  Vector y(3)
  Scalar t
"""


def findings(objective: str, *relations: str, goal: str = "min") -> list[Finding]:
    model = f"{DECLARED}{goal}\n  {objective}\n"
    if relations:
        model += "st\n" + "".join(f"  {line}\n" for line in relations)
    return list(goal_findings(View(read(model))))


def codes(objective: str, *relations: str, goal: str = "min") -> list[str]:
    return [found.code for found in findings(objective, *relations, goal=goal)]


# ---- objective ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "objective", "relations", "reason"),
    [
        ("min", "c'*x", (), "x has no bounds"),
        ("min", "sum(x) + norm2(c)", (), "x has no bounds"),
        ("min", "u*t", (), "t has no bounds"),
        ("min", "x[1]", (), "x has no bounds"),
        ("min", "-norm2(x)^2", (), "x has no bounds"),
        ("min", "sum(min(x, 0))", (), "x has no bounds"),
        ("max", "x'*K*x + c'*x", (), None),  # the two ways to x could cancel out
        ("max", "x'*K*x", (), "x has no bounds"),
        ("max", "x'*x", (), "x has no bounds"),
        ("max", "t*t", (), "t has no bounds"),
        ("max", "norm2(A*x - b)^2", (), "x has no bounds"),
        ("max", "sum(exp(x))", (), "x has no bounds"),
        ("max", "logsumexp(x) + t", (), "x has no bounds"),
        ("min", "sum(y) + t", ("y >= 0",), "t has no bounds"),
        ("min", "sum(x)", ("x <= 1",), "nothing bounds x from below"),
        ("max", "sum(x)", ("x >= 0",), "nothing bounds x from above"),
        ("max", "q'*x - t", ("x >= 0", "t >= 0"), "nothing bounds x from above"),
        ("min", "-2*t/s", ("t >= 0",), "nothing bounds t from above"),
        ("min", "x' * -q", ("x' >= 0",), "nothing bounds x from above"),
        ("max", "sum(q*x')", ("x >= 0",), "nothing bounds x from above"),
        ("min", "sum(y)", ("x[1] <= 1", "norm2(x) <= 1"), "y has no bounds"),
    ],
)
def test_an_objective_without_a_minimum(
    goal: str, objective: str, relations: tuple[str, ...], reason: str | None
) -> None:
    found = [
        item for item in findings(objective, *relations, goal=goal) if item.code == "unbounded"
    ]
    if reason is None:
        assert found == []
    else:
        (item,) = found
        assert item.level == "warning"
        assert item.message.endswith(f"without limit: {reason}")


@pytest.mark.parametrize(
    ("goal", "objective", "relations"),
    [
        ("min", "sum(x)", ("x >= 0",)),
        ("max", "sum(x)", ("x <= 0",)),
        ("min", "c'*x", ("x >= 0",)),  # c may be nonnegative
        ("min", "c'*x", ("norm2(x) <= 1",)),
        ("min", "c'*x", ("x[1] >= 0",)),
        ("min", "x[1]", ("x[1] >= 0",)),
        ("min", "0*sum(x) + norm2(y)^2", ()),
        ("min", "sum(x) - sum(x)", ()),
        ("min", "c'*(x - x)", ()),
        ("min", "sum(x - mean(x)*vector(1))", ()),
        ("min", "x[1] - x[1]", ()),
        ("min", "vector(0)'*x + t^2", ()),
        ("min", "sum(x.^0.5)", ()),
        ("min", "sum(sqrt(x))", ()),
        ("min", "sum(log(x))", ()),
        ("min", "t - log(t)", ()),
        ("max", "sum(entropy(x))", ()),
        ("max", "1/t", ()),
        ("max", "sum(sigmoid(x))", ()),
        ("min", "sum(arctan(x))", ()),
        ("min", "norm2(x)^2 + c'*x", ()),
        ("min", "sum(exp(x)) - sum(x)", ()),
        ("max", "sum(x)", ("x == 1",)),
        ("min", "-norm2(x)^2", ("x >= 0",)),  # true, but not claimed
        ("max", "-t^2 + sum(x.*y)", ("x >= 0", "y >= 0")),
    ],
)
def test_no_claim_without_proof(goal: str, objective: str, relations: tuple[str, ...]) -> None:
    assert "unbounded" not in codes(objective, *relations, goal=goal)


def test_an_objective_without_a_variable() -> None:
    assert codes("norm2(b)^2") == ["constant-objective"]


def test_min_0_asks_for_any_feasible_point() -> None:
    assert codes("0", "A*x == b") == []


def test_a_norm_as_the_objective_is_squared() -> None:
    (found,) = findings("norm2(A*x - b)")
    assert (found.code, found.level, found.suggestion) == (
        "squared-norm",
        "note",
        "norm2(A*x - b)^2",
    )
    assert codes("norm2(A*x - b)^2") == []
    assert "squared-norm" not in codes("-norm2(x)", "norm1(x) <= 1", goal="max")


# ---- constraints ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "relation",
    [
        "norm2(x)^2 <= -1",
        "(-1) >= sum(exp(x))",
        "sum(exp(x)) == 0",
        "norm2(x) == -s",
        "norm2(x) < 0",
        "exp(x) <= 0",
        "sum(y) <= -1",
        "y + q <= 0",
        "0 <= -sum(y) - s",
    ],
)
def test_constraints_that_cannot_hold(relation: str) -> None:
    assert codes("norm2(x)^2 + norm2(y)^2", "y >= 0", relation) == ["impossible"]


@pytest.mark.parametrize(
    "relation",
    [
        "norm2(x) <= 0",
        "norm2(x) == 0",
        "norm2(x)^2 <= u",
        "sum(y) <= 0",
        "y - vector(1) <= 0",
        "sum(x) == -1",
        "norm2(x) <= u*s",
        "norm2(x) > 0",
    ],
)
def test_constraints_that_can_hold(relation: str) -> None:
    assert codes("norm2(x)^2 + norm2(y)^2", "y >= 0", relation) == []


@pytest.mark.parametrize(
    "relation", ["norm2(x) >= 0", "norm2(x) >= -1", "sum(exp(x)) > 0", "sum(y) >= 0", "y + q >= 0"]
)
def test_constraints_that_always_hold(relation: str) -> None:
    assert codes("norm2(x)^2 + norm2(y)^2", "y >= 0", relation) == ["redundant"]


def test_a_constraint_that_stands_twice() -> None:
    found = findings("norm2(x)^2", "a: sum(x) <= 1", "b: 1 >= sum(x)", "sum(x) == 1")
    assert [(item.code, item.message) for item in found] == [
        ("redundant", "the constraint b says the same as a")
    ]


@pytest.mark.parametrize(
    ("relations", "count"),
    [
        (("x >= 2", "x <= 1"), 1),
        (("2 <= x <= 1",), 1),
        (("x >= 2", "x <= 5", "x <= 1"), 1),
        (("(-x) >= 2", "x >= -1"), 1),
        (("x[1] >= 2", "x[1] <= 1"), 1),
        (("x == 1", "x == 2"), 1),
        (("x >= 1", "x <= 1"), 0),
        (("x >= u", "x <= 1"), 0),
        (("x[1] >= 2", "x[2] <= 1"), 0),
        (("x >= 1/2", "x <= 2/3"), 0),
    ],
)
def test_bounds_that_exclude_each_other(relations: tuple[str, ...], count: int) -> None:
    assert codes("norm2(x)^2", *relations) == ["crossed-bounds"] * count


def test_a_sign_and_a_bound_can_exclude_each_other() -> None:
    problem = read("variables\n  Vector x positive\nmin\n  norm2(x)^2\nst\n  x <= -1")
    (found,) = goal_findings(View(problem))
    assert found.message == "the bounds x positive and x <= -1 cannot both hold"
    assert found.line == 6


# ---- the claims are true ------------------------------------------------------------------------

TERMS = """c'*x; sum(x); -sum(x); q'*y; -2*sum(y); t; -t; s*t; u*t; 0*t; t/s; x[1]; y[2]; tr(x*y')
norm2(A*x - b)^2; -norm2(x)^2; -norm2(A*x)^2; x'*K*x; -x'*K*x; y'*y; -y'*y; t^2; -t^2; t^3; t*t
-norm1(y); norm1(x); norminf(y); sum(exp(y)); -sum(exp(x)); -sum(exp(-x)); logsumexp(x); -logsumexp(y)
sum(log(x)); -sum(log(y)); sum(sqrt(y)); sum(x.^0.5); 1/t; -1/t; norm2(x)^2/t; -t*log(2)
sum(min(x, 0)); -sum(max(y, 0)); sum(max(x, 1)); max(x); -max(x); min(y); sum(sigmoid(y)); sum(arctan(x))
sum(x) - sum(x); (x - x)'*c; sum(x - mean(x)*vector(1)); sum(A*x); sum(entropy(y)); -sum(entropy(x))
sum(x.*x); -sum(x.*x); -sum(huber(x, 1)); sum(tanh(x)); sum(x.*y); -sum(softplus(x))"""
BOUNDS = """x >= 0; x <= 1; 1 >= -x; y >= -1; y <= 0; y == 1; t >= 0; t <= 3; t > 1; x[1] >= 0; y[1:2] <= 2
x >= c; (-2*y) <= 1; x' <= 2*q'"""
CONSTRAINTS = """sum(x) <= 1; sum(x) == -1; norm2(y) <= 1; norm2(y)^2 <= -1; sum(exp(x)) <= 0; t*sum(x) <= 1
sum(y) >= 1; A*x <= b; sum(exp(y)) >= -1; norm2(x) < 0; norm1(x) + s <= 0; x'*K*x <= -s; exp(t) == -1
sum(x) + sum(q) <= 0; max(x, 1) <= 0; sqrt(s) + abs(t) <= 0; y.*y + q <= 0; sum(softplus(x)) <= 0"""


def pieces(text: str) -> list[str]:
    return [piece.strip() for piece in text.replace("\n", ";").split(";")]


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    terms = draw(st.lists(st.sampled_from(pieces(TERMS)), min_size=1, max_size=3))
    bounds = draw(st.lists(st.sampled_from(pieces(BOUNDS)), max_size=4))
    constraints = draw(st.lists(st.sampled_from(pieces(CONSTRAINTS)), max_size=2))
    goal = draw(st.sampled_from(["min", "max"]))
    relations = "".join(f"  {line}\n" for line in [*bounds, *constraints])
    objective = " + ".join(f"({term})" for term in terms)
    return read(f"{DECLARED}{goal}\n  {objective}\n" + (f"st\n{relations}" if relations else ""))


def sample_data(rng: np.random.Generator) -> dict[str, np.ndarray]:
    root = rng.normal(size=(3, 3))
    return {
        "A": rng.normal(size=(4, 3)),
        "K": root @ root.T + np.eye(3),
        "b": rng.normal(size=4),
        "c": rng.normal(size=3),
        "q": rng.uniform(0.1, 2, size=3),
        "u": rng.normal(size=()),
        "s": rng.uniform(0.1, 2, size=()),
    }


def entries(problem: Problem, point: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Move a point inside its bounds, entry by entry; crossed bounds are left alone."""
    moved = {name: np.array(value) for name, value in point.items()}
    for bound in problem.bounds:
        name = bound.variable.payload[0]
        target, node = moved[name], bound.target
        while node.op.name in {"index", "transpose"}:
            if node.op.name == "index":
                (index,) = node.payload
                last = index.first if index.last is None else index.last
                target = target[index.first.constant - 1 : last.constant]
            node = node.args[0]
        for value, keep in ((bound.lower, np.maximum), (bound.upper, np.minimum)):
            if value is not None:
                limit = np.asarray(evaluate(value, point, {})).ravel()
                target[...] = keep(
                    target, limit.reshape(target.shape) if limit.size > 1 else limit[0]
                )
    return moved


def value(problem: Problem, point: dict[str, np.ndarray]) -> float:
    found = float(evaluate(problem.objective, point, {})[0, 0])
    return -found if problem.maximize else found


@given(problems(), st.integers(0, 2**32 - 1))
def test_unbounded_means_unbounded(problem: Problem, seed: int) -> None:
    claims = [found for found in goal_findings(View(problem)) if found.code == "unbounded"]
    if not claims:
        return
    reason = claims[0].message.rpartition(": ")[2].split()
    name = next(word for word in reason if word in {"x", "y", "t"})
    rng = np.random.default_rng(seed)
    data = sample_data(rng)
    start = {"x": rng.normal(size=3), "y": rng.normal(size=3), "t": rng.normal(size=())}
    start = entries(problem, data | start)
    lowest = np.inf
    for _ in range(20):
        ray = rng.normal(size=start[name].shape)
        far = dict(start)
        far[name] = start[name] + 300.0 * ray  # exp(300) is still a number
        far = entries(problem, far)
        lowest = min(lowest, value(problem, far))
    assert lowest < value(problem, start) - 5


@given(problems(), st.integers(0, 2**32 - 1))
def test_impossible_means_impossible_and_redundant_redundant(problem: Problem, seed: int) -> None:
    rng = np.random.default_rng(seed)
    data = sample_data(rng)
    told = {
        code: {found.message for found in goal_findings(View(problem)) if found.code == code}
        for code in ("impossible", "redundant")
    }
    for item in problem.constraints:
        never = f"the constraint {item.name} cannot hold: its sides differ in sign"
        always = f"the constraint {item.name} always holds"
        if never not in told["impossible"] and always not in told["redundant"]:
            continue
        for scale in (0.0, 0.01, 1.0, 10.0):
            point = {
                symbol.name: np.asarray(
                    scale * rng.normal(size=() if symbol.kind is Kind.SCALAR else 3)
                )
                for symbol in problem.variables
            }
            found = np.asarray(evaluate(item.function, entries(problem, data | point), {}))
            holds = np.all(found == 0) if item.equality else np.all(found <= 0)
            holds = np.all(found < 0) if item.strict else holds
            assert bool(holds) == (always in told["redundant"])
