from __future__ import annotations

import numpy as np
import pytest

from gennaker.language.check import read
from gennaker.pipeline.bind import bind
from gennaker.pipeline.not_finite import first_not_finite


def told(text, point, data=None, library="numpy"):
    convert = np.asarray if library == "numpy" else pytest.importorskip(library).asarray
    problem = read(text)
    data = {name: convert(np.asarray(value, float)) for name, value in (data or {}).items()}
    point = {name: convert(np.asarray(value, float)) for name, value in point.items()}
    bound = bind(problem, data, point)
    places = [bound.point[symbol.name] for symbol in problem.variables]
    return first_not_finite(problem, bound, places)


def test_where_all_is_finite_there_is_nothing_to_say():
    assert told("variables\n Scalar t\nmin\n t^2 + log(t)", {"t": 2}) == ""


@pytest.mark.parametrize("library", ["numpy", "torch", "jax.numpy"])
def test_the_smallest_expression_is_named_with_its_place(library):
    text = "parameters\n Vector b\nvariables\n Vector x\nmin\n norm2(x)^2 +\n sum(exp(-log(x - b)))"
    found = told(text, {"x": [1, 2]}, {"b": [0, 3]}, library)
    assert found == (
        "The expression log(x - b) at line 7, column 11, a part of the objective, is not finite."
    )


@pytest.mark.parametrize(
    ("objective", "value", "part"),
    [
        ("1/t + t", 0.0, "1/t"),
        ("exp(t) - t", 1000.0, "exp(t)"),
        ("sqrt(t - 2) + t", 1.0, "sqrt(t - 2)"),
        ("(t^2)^2 + t", 1e200, "t^2"),
    ],
)
def test_overflow_roots_and_divisions_are_found(objective, value, part):
    found = told(f"variables\n Scalar t\nmin\n {objective}", {"t": value})
    assert found.startswith(f"The expression {part} at line 4")


def test_constraints_are_looked_at_after_the_objective():
    found = told("variables\n Scalar t\nmin\n t^2\nst\n safe: t >= log(t)", {"t": -1.0})
    assert found.startswith(
        "The expression log(t) at line 6, column 13, a part of the constraint 'safe'"
    )


def test_the_objective_itself_needs_no_part():
    found = told("variables\n Scalar t\nmin\n log(t)", {"t": -1.0})
    assert found == "The expression log(t) at line 4, column 2 is not finite."


def test_expressions_too_large_to_look_at_are_passed_over():
    n = 5000
    text = f"variables\n Vector x({n})\nmin\n sum(exp(x*x')) + 1/sum(x)"
    assert "1/sum(x)" in told(text, {"x": np.zeros(n)})
