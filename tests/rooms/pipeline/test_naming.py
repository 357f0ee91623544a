from __future__ import annotations

import numpy as np
import pytest

from gennaker import Model

TIGHT = {"tolerance": 1e-9}


def change_with(model, data, parameter, step=1e-4):
    """How the best objective changes with a parameter, by solving again on both sides."""
    up, down = (
        model.solve({**data, parameter: data[parameter] + sign * step}, options=TIGHT).objective
        for sign in (1, -1)
    )
    return (up - down) / (2 * step)


def test_multipliers_tell_what_a_constraint_costs_a_minimum():
    model = Model(
        "parameters\n Scalar r, s, l, u\nvariables\n Vector x(3)\nmin\n norm2(x - [3; -2; 5])^2\nst\n ball: norm2(x)^2 <= r\n plane: x[1] + x[2] == s\n x[2] >= l\n x[3] <= u"
    )
    data = {"r": 9.0, "s": 1.5, "l": 0.25, "u": 1.0}
    found = model.solve(data, options=TIGHT).multipliers
    # a constraint is its left side minus its right side; relaxing it by e changes a minimum by -y*e
    assert change_with(model, data, "r") == pytest.approx(-found["ball"], abs=1e-3)
    assert change_with(model, data, "s") == pytest.approx(-found["plane"], abs=1e-3)
    assert change_with(model, data, "l") == pytest.approx(found["x[2] >= l"], abs=1e-3)
    assert change_with(model, data, "u") == pytest.approx(-found["x[3] <= u"], abs=1e-3)
    assert min(found["ball"], found["x[2] >= l"], found["x[3] <= u"]) >= 0
    assert max(found["x[2] >= l"], found["x[3] <= u"]) > 0.1


def test_multipliers_tell_what_a_constraint_costs_a_maximum():
    model = Model(
        "parameters\n Scalar r, u\nvariables\n Vector x(2)\nmax\n 3*x[1] + 4*x[2]\nst\n ball: norm2(x)^2 <= r\n x[2] <= u"
    )
    data = {"r": 4.0, "u": 1.0}
    solution = model.solve(data, options=TIGHT)
    assert solution.objective == pytest.approx(3 * np.sqrt(3) + 4)
    assert change_with(model, data, "r") == pytest.approx(solution.multipliers["ball"], abs=1e-3)
    assert change_with(model, data, "u") == pytest.approx(
        solution.multipliers["x[2] <= u"], abs=1e-3
    )
    assert min(solution.multipliers.values()) > 0


def test_an_objective_that_was_squared_keeps_its_own_multipliers():
    model = Model(
        "parameters\n Vector b\n Scalar s\nvariables\n Vector x\nmin\n norm2(x - b)\nst\n plane: sum(x) == s\n x[1] >= 2"
    )
    data = {"b": np.array([1.0, 2.0, 4.0]), "s": 4.0}
    solution = model.solve(data, options=TIGHT)
    expected = np.sqrt(1 + 2 * 2.0**2)
    assert solution.objective == pytest.approx(expected)
    assert change_with(model, data, "s") == pytest.approx(-solution.multipliers["plane"], abs=1e-3)
    gradient = (solution.x - data["b"]) / expected
    assert gradient[0] + solution.multipliers["plane"] == pytest.approx(
        solution.multipliers["x[1] >= 2"], abs=1e-5
    )


def test_multipliers_of_rewritten_problems_belong_to_the_users_constraints():
    model = Model(
        "parameters\n Vector b\nvariables\n Vector x\nmin\n norm1(x - b)\nst\n cap: sum(x) <= 3\n x <= 2"
    )
    solution = model.solve(b=[1, 5, 1], options=TIGHT)
    assert set(solution.multipliers) == {"cap", "x <= 2"}
    assert {item.name for item in solution.violations} == {"cap", "x <= 2"}
    assert solution.objective == pytest.approx(4, abs=1e-6)
    assert solution.multipliers["cap"] == pytest.approx(1, abs=1e-5)


def test_bounds_of_split_variables_keep_their_multipliers():
    model = Model(
        "parameters\n Vector b\nvariables\n Vector x\nmin\n norm2(x - b)^2 + norm1(x)\nst\n -1 <= x <= 1"
    )
    solution = model.solve(b=[4, -4, 0.25], options=TIGHT)
    np.testing.assert_allclose(solution.x, [1, -1, 0], atol=1e-7)
    np.testing.assert_allclose(solution.multipliers["x <= 1"], [5, 0, 0], atol=1e-5)
    np.testing.assert_allclose(solution.multipliers["-1 <= x"], [0, 5, 0], atol=1e-5)


def test_a_model_not_proven_convex_says_so():
    model = Model("variables\n Scalar t\nmin\n t^4 - t^2 + t")
    assert "not proven convex" in model.solve().notes[-1]
    assert not Model("variables\n Scalar t\nmin\n t^2 - t").solve().notes


def test_matrices_have_matrices_for_multipliers():
    model = Model(
        "parameters\n Matrix C\nvariables\n Matrix P\nmin\n norm2(P - C)^2\nst\n rows: sum(P, rows) == vector(1)\n P >= 0"
    )
    solution = model.solve(C=np.array([[2.0, 1.0, -3.0], [0.2, 0.3, 0.1]]), options=TIGHT)
    assert solution.multipliers["rows"].shape == (2,)
    assert solution.multipliers["P >= 0"].shape == (2, 3)
    np.testing.assert_allclose(solution.P.sum(axis=1), 1, atol=1e-7)


@pytest.mark.parametrize("word", ["min", "max"])
def test_the_history_is_told_in_the_users_sense(word):
    sign = 1 if word == "min" else -1
    model = Model(
        f"variables\n Vector x(3)\n{word}\n {sign}*(norm2(x - vector(2))^2 + sum(exp(x)))"
    )
    solution = model.solve()
    values = [record.objective for record in solution.history]
    assert sign * values[-1] <= sign * values[0]
    assert values[-1] == pytest.approx(solution.objective, rel=1e-4)


def test_multipliers_of_symmetric_matrices_tell_the_cost_too():
    model = Model(
        "parameters\n Matrix A, L\n Scalar u\nvariables\n Matrix X symmetric\nmin\n norm2(X - A)^2\nst\n X >= L\n X[1,1] <= u"
    )
    data = {
        "A": np.array([[1.0, 2.0], [5.0, 3.0]]),
        "L": np.array([[0.0, 4.0], [0.0, 0.0]]),
        "u": 0.5,
    }
    solution = model.solve(data, options=TIGHT)
    np.testing.assert_allclose(solution.X, [[0.5, 4], [4, 3]], atol=1e-6)
    # two entries move together: the derivative of (t - 2)^2 + (t - 5)^2 at 4 is 2
    np.testing.assert_allclose(solution.multipliers["X >= L"], [[0, 2], [0, 0]], atol=1e-5)
    assert change_with(model, data, "u") == pytest.approx(
        -solution.multipliers["X[1, 1] <= u"], abs=1e-3
    )


RANDOM = np.random.default_rng(3)
A, B = RANDOM.standard_normal((12, 5)), RANDOM.standard_normal(12)
LEAST_SQUARES = (
    "parameters\n Matrix A\n Vector b\n Scalar u\n Scalar s positive\nvariables\n Vector x\n"
    "min\n norm2(A*x - b)^2"
)
LINES = [  # a line, the value of u, and the sign that the multiplier has in the slope by u
    ("x[3] == u", 2.0, -1),
    ("u == x[3]", -2.0, 1),
    ("-x[3] == u", 2.0, -1),
    ("2*x[3] == u", 2.0, -1),
    ("u == -s*x[3]/3", 2.0, 1),
    ("x == u*vector(1)", -0.1, -1),
    ("x[3] >= u", 2.0, 1),
    ("x[3] >= u", -2.0, 1),
    ("x[3] <= u", -2.0, -1),
    ("2*x[3] >= u", 2.0, 1),
    ("s*x[3] >= u", 2.0, 1),
    ("x[3]/s >= u", 2.0, 1),
    ("-2/3*x[3] >= u", 2.0, 1),
    ("u >= -s*x[3]*2", -2.0, -1),
    ("s*x >= u*vector(1)", 0.1, 1),
    ("x >= u*vector(1)", -0.1, 1),
    ("x' >= u*vector(1)'", 0.1, 1),
    ("x[2:4] >= u*vector(1)", 0.1, 1),
]


@pytest.mark.parametrize("kink", ["", " + 2*norm1(x)"], ids=["smooth", "split"])
@pytest.mark.parametrize(("line", "u", "sign"), LINES)
def test_multipliers_of_bounds_tell_what_their_line_costs(kink, line, u, sign):
    model = Model(f"{LEAST_SQUARES}{kink}\nst\n c: {line}")
    data = {"A": A, "b": B, "u": u, "s": 2.5}
    solution = model.solve(data, options=TIGHT)
    slope = change_with(model, data, "u")
    assert sign * np.sum(solution.multipliers["c"]) == pytest.approx(slope, rel=1e-4, abs=1e-3)
    if "==" not in line:
        assert np.min(solution.multipliers["c"]) >= 0


@pytest.mark.parametrize(("line", "sign"), [("x[1] >= u", 1), ("x[1] <= u", -1)])
def test_multipliers_of_a_variable_that_was_split_around_data(line, sign):
    model = Model(
        f"parameters\n Vector b\n Scalar u\nvariables\n Vector x\nmin\n norm2(x)^2 + 3*norm1(x - b)\nst\n c: {line}"
    )
    data = {"b": B, "u": 4.0 * sign}
    found = model.solve(data, options=TIGHT).multipliers["c"]
    assert sign * found == pytest.approx(change_with(model, data, "u"), abs=1e-3)


@pytest.mark.parametrize("line", ["x[3] >= u", "x[3] <= u", "x[3] == u"])
def test_at_a_kink_the_multiplier_lies_between_the_slopes_of_both_sides(line):
    model = Model(f"{LEAST_SQUARES} + 2*norm1(x)\nst\n c: {line}")
    data = {"A": A, "b": B, "u": 0.0, "s": 1.0}
    solution = model.solve(data, options=TIGHT)
    found = solution.multipliers["c"] * (1 if ">=" in line else -1)
    right, left = (
        sign
        * (model.solve({**data, "u": sign * 1e-4}, options=TIGHT).objective - solution.objective)
        for sign in (1, -1)
    )
    assert left / 1e-4 - 5e-3 <= found <= right / 1e-4 + 5e-3


def test_multipliers_of_split_symmetric_matrices_tell_the_cost_too():
    model = Model(
        "parameters\n Matrix C symmetric\n Scalar u\nvariables\n Matrix X symmetric\nmin\n norm2(X - C)^2 + 0.2*norm1(X)\nst\n c: X[1,2] >= u"
    )
    data = {"C": A.T @ A / 12, "u": 1.0}
    found = model.solve(data, options=TIGHT).multipliers["c"]
    assert found == pytest.approx(change_with(model, data, "u"), abs=1e-3)


@pytest.mark.parametrize("library", ["torch", "jax.numpy"])
def test_multipliers_of_scaled_and_split_bounds_stay_in_their_library(library):
    xp = pytest.importorskip(library)
    model = Model(f"{LEAST_SQUARES} + 2*norm1(x)\nst\n c: s*x >= u*vector(1)")
    host = {"A": A.astype("f4"), "b": B.astype("f4")}
    expected = model.solve(**host, u=0.1, s=2.5).multipliers["c"]
    found = model.solve(**{k: xp.asarray(v) for k, v in host.items()}, u=0.1, s=2.5)
    assert type(found.multipliers["c"]) is type(found.x)
    np.testing.assert_allclose(np.asarray(found.multipliers["c"]), expected, rtol=1e-2, atol=1e-2)
