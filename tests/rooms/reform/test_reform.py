from __future__ import annotations

from pathlib import Path
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize

from gennaker.expressions.show import text
from gennaker.language.check import read
from gennaker.reform.reform import reform
from tests.reforming import both, check_equivalence, solve_smooth

MODELS = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted((Path(__file__).parents[2] / "models").glob("*.txt"))
}
KINKED = {
    "chebyshev_fit",
    "elastic_net",
    "lasso",
    "least_absolute_deviations",
    "logistic_regression",
    "quantile_regression",
    "robust_pca",
    "soft_thresholding_by_let",
    "sparse_inverse_covariance",
    "sparse_pca",
    "svm_hinge",
    "total_variation",
    "trend_filtering",
}
DECLARED = """
parameters
  Matrix A(m, n)
  Vector b(m)
  Vector d(n), w(n)
  Vector wp(n) nonnegative
  Scalar c nonnegative
  Scalar s
variables
  Vector x(n)
  Vector y(n) nonnegative
  Scalar t
"""


def model(objective: str, *relations: str, goal: str = "min") -> str:
    lines = "".join(f"  {line}\n" for line in relations)
    return f"{DECLARED}{goal}\n  {objective}\n" + (f"st\n{lines}" if relations else "")


def told(objective: str, *relations: str, goal: str = "min") -> str:
    """Return what the smooth problem says below its variables, and those that are new."""
    reformed = reform(read(model(objective, *relations, goal=goal)))
    lines = reformed.problem.text().splitlines()
    first = lines.index("variables")
    new = [line for line in lines[first:] if line not in DECLARED.splitlines()]
    return "\n".join(line.removeprefix("  ") for line in new if line != "variables")


def notes(objective: str, *relations: str, goal: str = "min") -> tuple[str, ...]:
    return reform(read(model(objective, *relations, goal=goal))).notes


# ---- whole models -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(set(MODELS) - KINKED))
def test_smooth_model_stays_as_it_is(name):
    problem = read(MODELS[name])
    reformed = reform(problem)
    assert reformed.is_identity is not problem.maximize
    assert reformed.notes == ()
    assert reformed.problem.variables == problem.variables
    assert reformed.problem.constraints == problem.constraints
    assert reformed.problem.bounds == problem.bounds
    assert reformed.constraints == tuple(item.name for item in problem.constraints)
    assert reformed.bounds == tuple(item.name for item in problem.bounds)
    assert not reformed.problem.maximize


@pytest.mark.parametrize("name", sorted(KINKED))
def test_model_with_kinks_becomes_smooth(name):
    pair = both(MODELS[name])
    assert pair.reformed.notes == ()
    assert not {"norm1", "abs", "norminf", "relu"} & operations(pair.reformed.problem)
    assert check_equivalence(pair) > 5
    assert reform(pair.reformed.problem).is_identity


def operations(problem):
    roots = (problem.objective, *(item.function for item in problem.constraints))
    data = {item.node for item in problem.parameters}
    found, stack = set(), [root for root in roots if root not in data]
    while stack:
        node = stack.pop()
        found.add(node.op.name)
        stack += node.args
    return found


@pytest.mark.parametrize("name", sorted(MODELS))
def test_smooth_problem_reads_back(name):
    printed = reform(read(MODELS[name])).problem.text()
    assert read(printed).text() == printed


def test_reform_takes_little_time():
    problems = [read(text) for text in MODELS.values()]
    best = []
    for problem in problems:
        times = []
        for _ in range(3):
            start = perf_counter()
            reform(problem)
            times.append(perf_counter() - start)
        best.append(min(times))
    assert np.median(best) < 1e-3


# ---- one kink at a time -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("objective", "smooth"),
    [
        (
            "c*norm1(x)",
            """Vector x_plus(n) nonnegative
Vector x_minus(n) nonnegative
let
x = x_plus - x_minus
min
c*sum(x_plus + x_minus)""",
        ),
        (
            "norm1(wp.*x) + abs(t)",
            """Vector x_plus(n) nonnegative
Vector x_minus(n) nonnegative
Scalar t_plus nonnegative
Scalar t_minus nonnegative
let
x = x_plus - x_minus
t = t_plus - t_minus
min
sum(wp.*(x_plus + x_minus)) + (t_plus + t_minus)""",
        ),
        (
            "norm1(w.*x)",
            """Vector x_plus(n) nonnegative
Vector x_minus(n) nonnegative
let
x = x_plus - x_minus
min
sum(abs(w).*(x_plus + x_minus))""",
        ),
        (
            "norm1(x[2:end]')",
            """Vector x_plus(n) nonnegative
Vector x_minus(n) nonnegative
let
x = x_plus - x_minus
min
sum((x_plus + x_minus)[2:end]')""",
        ),
        (
            "norm1(x - d)",
            """Vector x_plus(n) nonnegative
Vector x_minus(n) nonnegative
let
x = d + x_plus - x_minus
min
sum(x_plus + x_minus)""",
        ),
        (
            "sum(relu(d - 2*x))",
            """Vector t1(n) nonnegative
min
sum(t1)
st
t1 >= d - 2*x""",
        ),
        (
            "sum(relu(d - x))",
            """Vector x_plus(n) nonnegative
Vector x_minus(n) nonnegative
let
x = d + x_plus - x_minus
min
sum(x_minus)""",
        ),
        (
            "sum(max(x, d))",
            """Vector x_plus(n) nonnegative
Vector x_minus(n) nonnegative
let
x = d + x_plus - x_minus
min
sum(d + x_plus)""",
        ),
        (
            "-sum(min(x, 0))",
            """Vector x_plus(n) nonnegative
Vector x_minus(n) nonnegative
let
x = x_plus - x_minus
min
-sum(-x_minus)""",
        ),
        (
            "norm1(A*x - b)",
            """Vector t1_plus(m) nonnegative
Vector t1_minus(m) nonnegative
min
sum(t1_plus + t1_minus)
st
t1_plus - t1_minus == A*x - b""",
        ),
        (
            "norminf(A*x - b)",
            """Scalar t1 nonnegative
min
t1
st
A*x - b <= t1
(-(A*x) + b) <= t1""",
        ),
        (
            "norminf(y)",
            """Scalar t1 nonnegative
min
t1
st
y <= t1""",
        ),
        (
            "max(A*x) - min(A*x)",
            """Scalar t1
Scalar t2
min
t1 - t2
st
t1 >= A*x
t2 <= A*x""",
        ),
        (
            "sum(max(A*x, b))",
            """Vector t1(m)
min
sum(t1)
st
t1 >= b
t1 >= A*x""",
        ),
        (
            "sum(max(c*(A*x), (c - 1)*(A*x)))",
            """Vector t1_plus(m) nonnegative
Vector t1_minus(m) nonnegative
min
sum(max(c, c - 1)*t1_plus - min(c, c - 1)*t1_minus)
st
t1_plus - t1_minus == A*x""",
        ),
        (
            "max(t, -t)",
            """Scalar t_plus nonnegative
Scalar t_minus nonnegative
let
t = t_plus - t_minus
min
t_plus + t_minus""",
        ),
        (
            "relu(norm1(x) - 1)",
            """Vector x_plus(n) nonnegative
Vector x_minus(n) nonnegative
Scalar t1 nonnegative
let
x = x_plus - x_minus
min
t1
st
t1 >= sum(x_plus + x_minus) - 1""",
        ),
        ("norm2(A*x - b)", "min\nnorm2(A*x - b)^2"),
        ("norm2(x)^2 + norm1(y)", "min\nnorm2(x)^2 + norm1(y)"),
        ("sum(relu(A*x).^2) + abs(t)^2", "min\nsum(relu(A*x).^2) + abs(t)^2"),
        ("sum(huber(x, 1))", "min\nsum(huber(x, 1))"),
        ("norm2(x) + norm2(d - x)", "min\nnorm2(x) + norm2(d - x)"),
    ],
)
def test_what_a_kink_becomes(objective, smooth):
    assert told(objective) == smooth
    check_equivalence(both(model(objective)))


@pytest.mark.parametrize(
    ("relations", "smooth"),
    [
        (
            ["norm1(x) <= c"],
            """Vector x_plus(n) nonnegative
Vector x_minus(n) nonnegative
let
x = x_plus - x_minus
min
norm2(x)^2
st
sum(x_plus + x_minus) - c <= 0""",
        ),
        (
            ["budget: c >= norm1(A*x - b)", "sum(x) == 1"],
            """Vector t1_plus(m) nonnegative
Vector t1_minus(m) nonnegative
min
norm2(x)^2
st
budget: sum(t1_plus + t1_minus) - c <= 0
sum(x) == 1
t1_plus - t1_minus == A*x - b""",
        ),
        (
            ["max(x) <= 1", "1 >= -min(x)"],
            """Scalar t1
Scalar t2
min
norm2(x)^2
st
t1 - 1 <= 0
(-t2 - 1) <= 0
t1 >= x
t2 <= x""",
        ),
    ],
)
def test_what_a_constraint_becomes(relations, smooth):
    assert told("norm2(x)^2", *relations) == smooth
    check_equivalence(both(model("norm2(x)^2", *relations)))


@pytest.mark.parametrize(
    ("relations", "smooth"),
    [
        (["-1 <= x <= 2"], ["x_minus <= 1", "x_plus <= 2"]),
        (["x <= c"], ["x_plus <= c"]),
        (["-c <= x"], ["x_minus <= c"]),
        (["x >= d"], ["x_plus >= relu(d)", "x_minus <= relu(-d)"]),
        (["x <= d"], ["x_plus <= relu(d)", "x_minus >= relu(-d)"]),
        (["x[2:end] <= c", "sum(x) == 1"], ["x_plus[2:end] <= c", "sum(x) == 1"]),
        (["y <= 1", "0 <= t <= 1"], ["y <= 1", "0 <= t <= 1"]),
    ],
)
def test_box_stays_a_box(relations, smooth):
    found = told("norm1(x)", *relations)
    assert found.partition("st\n")[2].splitlines() == smooth
    check_equivalence(both(model("norm1(x)", *relations)))


def test_bounds_move_with_the_offset():
    found = told("norm1(x - d)", "x <= 1")
    assert found.endswith("st\nx_plus <= relu(vector(1) - d)\nx_minus >= relu(-vector(1) + d)")
    check_equivalence(both(model("norm1(x - d)", "-2 <= x <= 3")))


def test_offsets_that_differ_share_no_split():
    found = told("norm1(x - d) + norm1(x)")
    assert "x = x_plus - x_minus" in found
    assert "t1_plus - t1_minus == x - d" in found


def test_variable_of_known_sign_stays_whole():
    assert "t1_plus - t1_minus == y - d" in told("norm1(y - d)")


@pytest.mark.parametrize(
    "objective",
    ["max(-y - vector(1))^-2", "(-max(-y))^0.5", "norm1(min(-y, d))", "norm1(max(-y, -exp(x)))"],
)
@pytest.mark.parametrize("goal", ["min", "max"])
def test_known_signs_stay_known(objective, goal):
    check_equivalence(both(model(objective, goal=goal)))


# ---- maxima -----------------------------------------------------------------------------------


def test_maximum_is_negated():
    reformed = reform(read(model("sum(x) - norm1(x)", "norm2(x) <= 1", goal="max")))
    assert reformed.maximize
    assert not reformed.problem.maximize
    assert text(reformed.problem.objective) == "-sum(x_plus - x_minus) + sum(x_plus + x_minus)"
    assert reformed.constraints == ("norm2(x) <= 1",)


def test_maximum_of_nothing_is_a_minimum():
    assert not reform(read(model("0", "sum(x) == 1", goal="max"))).problem.maximize


@pytest.mark.parametrize("objective", ["sum(min(A*x, b))", "-norminf(A*x - b)", "min(A*x)"])
def test_maximum_of_a_concave_objective(objective):
    pair = both(model(objective, goal="max"))
    assert pair.reformed.notes == ()
    assert check_equivalence(pair) > 5


# ---- prices -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("objective", "rest", "prices"),
    [
        ("norm1(A*x - b)", "0", {"A*x - b == 0": ("-1", "1")}),
        ("norm2(x)^2 + c*sum(relu(A*x))", "norm2(x)^2", {"A*x == 0": ("0", "c")}),
        ("-2*sum(min(A*x, 0))", "0", {"-(A*x) == 0": ("0", "2")}),
        ("sum(max(A*x, b))/2", "sum(b)/2", {"A*x - b == 0": ("0", "1/2")}),
        ("wp'*abs(x - y)", "0", {"x - y == 0": ("-wp", "wp")}),
        ("sum(wp.*abs(x - y))", "0", {"x - y == 0": ("-wp", "wp")}),
        ("norm1(x' - y')", "0", {"(x' - y')' == 0": ("-1", "1")}),
        ("c*t + max(x'*d, t)", "c*t + t", {"x'*d - t == 0": ("0", "1")}),
        (
            "sum(max(c*(A*x), (c - 1)*(A*x)))",
            "0",
            {"A*x == 0": ("min(c, c - 1)", "max(c, c - 1)")},
        ),
        ("mean(abs(A*x))", "0", {"A*x == 0": ("-(1/sum(vector(1)))", "1/sum(vector(1))")}),
        (
            "norm1(A*x) + wp'*(2*abs(x - y))",
            "0",
            {"A*x == 0": ("-1", "1"), "x - y == 0": ("-(wp*2)", "wp*2")},
        ),
        ("norm2(y) + norm1(A*x)", "norm2(y)", {"A*x == 0": ("-1", "1")}),
    ],
)
def test_kinks_that_the_objective_adds_up_get_a_price(objective, rest, prices):
    pair = both(model(objective), priced=True)
    reformed = pair.reformed
    assert text(reformed.problem.objective) == rest
    assert {name: tuple(map(text, pair)) for name, pair in reformed.prices.items()} == prices
    assert reformed.problem.variables == reformed.user.variables
    assert all(item.equality for item in reformed.problem.constraints)
    assert reformed.constraints == (None,) * len(prices)
    check_equivalence(pair)


@pytest.mark.parametrize(
    "objective",
    ["norm1(x)", "norminf(A*x)", "norm1(A*x)^2", "exp(norm1(A*x))", "max(A*x)", "norm1(x.*y)"],
)
def test_other_kinks_are_rewritten_as_before(objective):
    plain, priced = (reform(read(model(objective)), priced=flag) for flag in (False, True))
    assert not priced.prices
    assert priced.problem == plain.problem


def test_kinks_inside_kinks_are_rewritten_as_before():
    pair = both(model("relu(norm1(x) - 1) + t^2"), priced=True)
    assert not pair.reformed.prices
    check_equivalence(pair)


def test_price_is_one_for_all_places():
    pair = both(model("norm1(A*x) + c*norm1(A*x)"), priced=True)
    (prices,) = pair.reformed.prices.values()
    assert [text(price) for price in prices] == ["-1 - c", "1 + c"]
    check_equivalence(pair)


def test_same_kink_in_objective_and_constraint():
    pair = both(model("norm1(A*x)", "norm1(A*x) <= c"), priced=True)
    assert len(pair.reformed.prices) == 1
    assert len(pair.reformed.constraints) == 3
    check_equivalence(pair)


def test_maximum_has_prices_too():
    pair = both(model("c*t - norm1(A*x)", goal="max"), priced=True)
    assert text(pair.reformed.problem.objective) == "-(c*t)"
    assert len(pair.reformed.prices) == 1
    check_equivalence(pair)


# ---- what leads back --------------------------------------------------------------------------


def test_names_of_the_users_come_first_among_the_lets():
    source = model("norm1(x) + norm1(r)").replace("min\n", "let\n  r = A*x - b\nmin\n")
    reformed = reform(read(source))
    assert [item.name for item in reformed.problem.lets] == ["x", "r"]
    assert text(reformed.problem.lets[1].value) == "A*(x_plus - x_minus) - b"
    assert {name: text(node) for name, node in reformed.variables.items()} == {
        "x": "x_plus - x_minus",
        "y": "y",
        "t": "t",
    }


def test_starts_are_in_the_variables_of_the_user():
    reformed = reform(read(model("norm1(x) + norm1(A*x - b) + norminf(A*x)")))
    assert {name: text(node) for name, node in reformed.starts.items()} == {
        "x_plus": "relu(x)",
        "x_minus": "relu(-x)",
        "y": "y",
        "t": "t",
        "t1_plus": "relu(A*x - b)",
        "t1_minus": "relu(-(A*x) + b)",
        "t2": "norminf(A*x)",
    }
    assert [let.name for let in reformed.starting.lets] == list(reformed.starts)


def test_sources_name_what_the_user_wrote():
    reformed = reform(
        read(model("norm1(x) + norm1(A*x - b)", "cap: x <= c", "total: sum(x) <= 1", "y <= 3"))
    )
    by_name = {
        item.name: source
        for item, source in zip(reformed.problem.bounds, reformed.bounds, strict=True)
    }
    assert by_name == {
        "x_plus nonnegative": None,
        "x_minus nonnegative": None,
        "y nonnegative": "y nonnegative",
        "t1_plus nonnegative": None,
        "t1_minus nonnegative": None,
        "x_plus <= c": "cap",
        "y <= 3": "y <= 3",
    }
    assert reformed.constraints == ("total", None)


def test_rewritten_constraints_are_known_to_be_linear():
    reformed = reform(read(model("sum(x)", "norm1(x) <= 1", "norminf(A*x) <= 1")))
    assert all(item.linear for item in reformed.problem.constraints)


def test_multipliers_of_a_squared_objective_are_scaled():
    reformed = reform(read(model("norm2(A*x - b)", "sum(x) == 1")))
    assert reformed.factor is not None
    assert text(reformed.factor) == "1/(2*norm2(A*x - b))"
    assert reform(read(model("norm2(A*x - b)^2"))).factor is None


def test_rewritten_expressions_keep_their_place():
    reformed = reform(read(model("norm1(x) + norm2(x)^2")))
    origin, problem = reformed.problem.origin, reformed.problem
    assert origin is not None
    assert origin.place(problem.objective) == origin.place(reformed.user.objective)
    assert origin.place(problem.objective) is not None


def test_new_names_keep_clear_of_the_users():
    source = model("norm1(x) + norm1(A*x - b)").replace("Scalar t\n", "Scalar t1, x_plus\n")
    names = [item.name for item in reform(read(source)).problem.variables]
    assert names == ["x_plus2", "x_minus", "y", "t1", "x_plus", "t2_plus", "t2_minus"]


# ---- what is left to the solver ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("objective", "relations", "goal", "note"),
    [
        (
            "norm2(x)^2 - abs(t)",
            [],
            "min",
            (
                "abs(t) at line 14, column 16 is solved with a subgradient: "
                "it stands in a concave position"
            ),
        ),
        (
            "norm1(x)",
            [],
            "max",
            (
                "norm1(x) at line 14, column 3 is solved with a subgradient: "
                "it stands in a concave position"
            ),
        ),
        (
            "min(t, 1)",
            [],
            "min",
            (
                "min(t, 1) at line 14, column 3 is solved with a subgradient: "
                "it stands in a convex position"
            ),
        ),
        (
            "t^2",
            ["norm1(x) == 1"],
            "min",
            "norm1(x) at line 16, column 3 is solved with a subgradient: it stands in an equality",
        ),
        (
            "s*norm1(x)",
            [],
            "min",
            (
                "norm1(x) at line 14, column 5 is solved with a subgradient: the sign of s is not "
                "known (declare it nonnegative if it is)"
            ),
        ),
        (
            "t*abs(x[1])",
            [],
            "min",
            (
                "abs(x[1]) at line 14, column 5 is solved with a subgradient: the sign of t is not "
                "known in t*abs(x[1])"
            ),
        ),
        (
            "cos(norm1(x))",
            [],
            "min",
            (
                "norm1(x) at line 14, column 7 is solved with a subgradient: cos(norm1(x)) neither "
                "rises nor falls with it"
            ),
        ),
        (
            "abs(relu(A*x)[1] - 1)",
            [],
            "min",
            (
                "relu(A*x) at line 14, column 7 is solved with a subgradient: it stands inside "
                "abs(relu(A*x)[1] - 1)"
            ),
        ),
        (
            "sum(sign(x).*x)",
            [],
            "min",
            (
                "sign(x) at line 14, column 7 is solved as if it were constant: its derivative is 0 "
                "where it has one"
            ),
        ),
    ],
)
def test_what_is_left_is_said(objective, relations, goal, note):
    assert notes(objective, *relations, goal=goal) == (note,)
    check_equivalence(both(model(objective, *relations, goal=goal)))


def test_notes_come_in_the_order_of_the_text():
    found = notes("norm2(x)^2 - abs(t) - norm1(y - d)", "max(x) >= 1")
    assert [note.partition(" at")[0] for note in found] == ["abs(t)", "norm1(y - d)", "max(x)"]


def test_kink_may_go_in_one_place_and_stay_in_another():
    reformed = reform(read(model("norm1(x) + (s - norm1(x))^3")))
    assert len(reformed.notes) == 1
    shown = text(reformed.problem.objective)
    assert shown == "sum(x_plus + x_minus) + (s - norm1(x_plus - x_minus))^3"
    check_equivalence(both(model("norm1(x) + (s - norm1(x))^3")))


# ---- any chain --------------------------------------------------------------------------------

LEAVES = ["x", "y", "-y", "d", "d - x", "w.*x", "2*x", "x - y", "t*d", "A'*(A*x - b)"]
OF_ONE = [
    "abs({})",
    "relu({})",
    "-({})",
    "wp.*({})",
    "w.*({})",
    "max({},0)",
    "min({},d)",
    "({}).^2",
    "exp(-abs({}))",
    "huber({},1)",
    "({}')'",
    "c*({})",
    "sqrt(abs({}))",
]
OF_TWO = ["max({},{})", "min({},{})", "({})+({})"]
REDUCTIONS = [
    "sum({})",
    "norm1({})",
    "norminf({})",
    "max({})",
    "-min({})",
    "norm2({})",
    "norm2({})^2",
    "norm1({})^2",
    "abs(sum({}))",
    "relu(max({}))",
    "-sum({})",
    "s*norm1({})",
    "mean({})",
    "({0})'*({0})",
    "max(norm1({}),t)",
    "logsumexp({})",
    "norm1(({})')",
    "norm1({})/c",
]


def filled(parts: tuple[str, ...]) -> str:
    """Put expressions into the gaps of a pattern."""
    return parts[0].format(*(f"({part})" for part in parts[1:]))


VECTORS = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(OF_TWO), inner, inner).map(filled),
        st.tuples(st.sampled_from(OF_ONE), inner).map(filled),
    ),
    max_leaves=4,
)
SCALARS = st.tuples(st.sampled_from(REDUCTIONS), VECTORS).map(filled)


@settings(max_examples=40)
@given(
    st.lists(SCALARS, min_size=1, max_size=3),
    st.lists(st.tuples(SCALARS, st.sampled_from(["<=", ">=", "=="])), max_size=1),
    st.lists(st.sampled_from(["x <= 2", "x >= -1", "t <= 1", "x[1] >= -1"]), max_size=2),
    st.sampled_from(["min", "max"]),
    st.booleans(),
)
def test_any_chain_of_kinks_keeps_its_values(terms, constraints, bounds, goal, priced):
    relations = [f"({left}) + t {operator} c" for left, operator in constraints]
    source = model(" + ".join(f"({term})" for term in terms), *bounds, *relations, goal=goal)
    pair = both(source, priced=priced)
    if not any(line.startswith("x[1]") for line in bounds):
        check_equivalence(pair)
    printed = pair.reformed.problem.text()
    assert read(printed).text() == printed


# ---- solved by others -------------------------------------------------------------------------


def test_lasso_meets_its_optimality_conditions():
    pair = both(MODELS["lasso"], lam=np.ones(1))
    _, point = solve_smooth(pair, {"x": np.zeros((3, 1))})
    data = {item.name: pair.data[item.node] for item in pair.reformed.user.parameters}
    x, weight = point["x"], data["lambda"][0, 0]
    slope = data["A"].T @ (data["A"] @ x - data["b"])
    assert np.all(np.abs(slope) <= weight + 1e-5)
    active = np.abs(x) > 1e-6
    np.testing.assert_allclose(slope[active], -weight * np.sign(x[active]), atol=1e-5)


def linear_programme(cost, lines, limits):
    """Solve ``min cost'z`` where ``lines*z <= limits``."""
    found = optimize.linprog(cost, A_ub=lines, b_ub=limits, bounds=(None, None))
    assert found.success
    return found.fun


@pytest.mark.parametrize("name", ["least_absolute_deviations", "chebyshev_fit"])
def test_residual_is_as_small_as_by_linear_programming(name):
    pair = both(MODELS[name])
    data = {item.name: pair.data[item.node] for item in pair.reformed.user.parameters}
    A, b = data["A"], data["b"][:, 0]
    m, n = A.shape
    value, _ = solve_smooth(pair, {"x": np.zeros((n, 1))})
    slack = np.eye(m) if name == "least_absolute_deviations" else np.ones((m, 1))
    cost = np.concatenate([np.zeros(n), np.ones(slack.shape[1])])
    lines = np.block([[A, -slack], [-A, -slack]])
    best = linear_programme(cost, lines, np.concatenate([b, -b]))
    assert value == pytest.approx(best, abs=1e-6)


def test_hinge_loss_is_as_small_as_by_linear_programming():
    pair = both(model("sum(max(vector(1) - b.*(A*x), 0)) + c*norm1(x)"))
    data = {item.name: pair.data[item.node] for item in pair.reformed.user.parameters}
    A, b, c = data["A"], data["b"], data["c"][0, 0]
    m, n = A.shape
    start = {"x": np.zeros((n, 1)), "y": np.zeros((n, 1)), "t": np.zeros((1, 1))}
    value, _ = solve_smooth(pair, start)
    cost = np.concatenate([c * np.ones(2 * n), np.ones(m)])
    lines = np.block([[-b * A, b * A, -np.eye(m)], [-np.eye(2 * n + m)]])
    best = linear_programme(cost, lines, np.concatenate([-np.ones(m), np.zeros(2 * n + m)]))
    assert value == pytest.approx(best, abs=1e-6)


def test_quantile_is_that_of_the_sample():
    source = """
parameters
  Vector y
  Scalar tau positive
variables
  Scalar q
min
  sum(max(tau*(y - vector(q)), (tau - 1)*(y - vector(q))))
"""
    sample = np.array([3.0, -1.0, 0.5, 2.0])
    pair = both(source, y=sample, tau=np.array([0.7]))
    _, point = solve_smooth(pair, {"q": np.zeros((1, 1))})
    assert point["q"][0, 0] == pytest.approx(
        np.quantile(sample, 0.7, method="inverted_cdf"), abs=1e-5
    )
