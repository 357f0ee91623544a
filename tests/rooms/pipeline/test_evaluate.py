from __future__ import annotations

import numpy as np
import pytest

from gennaker.errors import DataError
from gennaker.language.check import read
from gennaker.pipeline.evaluate import evaluate
from gennaker.pipeline.load import load_source

PROBLEM = read("""
parameters
  Matrix A
  Vector b
variables
  Vector x
min
  norm2(A*x - b)^2
st
  budget: sum(x) == 1
  A*x <= b
  x >= 0
""")


@pytest.fixture(scope="module")
def evaluation():
    rng = np.random.default_rng(0)
    data = {"A": rng.standard_normal((4, 3)), "b": rng.standard_normal(4)}
    x = rng.standard_normal(3)
    compiled = {"numpy": load_source(PROBLEM, "numpy")}
    return data, x, evaluate(PROBLEM, compiled, data, {"x": x})


def test_values_are_those_of_numpy(evaluation):
    data, x, found = evaluation
    residual = data["A"] @ x - data["b"]
    assert found.objective == pytest.approx(residual @ residual)
    assert found.gradient["x"] == pytest.approx(2 * data["A"].T @ residual)
    assert found.constraints["budget"] == pytest.approx(x.sum() - 1)
    assert found.constraints["A*x <= b"] == pytest.approx(residual)


def test_products_take_weights_by_constraint_name(evaluation):
    data, x, found = evaluation
    assert found.products["budget"]["x"] == pytest.approx(np.ones(3))
    assert found.products["A*x <= b"]["x"] == pytest.approx(data["A"].T @ np.ones(4))
    weights = {"A*x <= b": np.arange(4.0)}
    compiled = {"numpy": load_source(PROBLEM, "numpy")}
    other = evaluate(PROBLEM, compiled, data, {"x": x}, weights)
    assert other.products["A*x <= b"]["x"] == pytest.approx(data["A"].T @ np.arange(4.0))


def test_weights_are_numbers_or_arrays_of_the_shape_of_the_constraint(evaluation):
    data, x, _ = evaluation
    compiled = {"numpy": load_source(PROBLEM, "numpy")}
    weights = {"budget": 2.0, "A*x <= b": [1, 2, 3, 4]}
    found = evaluate(PROBLEM, compiled, data, {"x": x}, weights)
    assert found.products["budget"]["x"] == pytest.approx(np.full(3, 2.0))
    assert found.products["A*x <= b"]["x"] == pytest.approx(np.array([1, 2, 3, 4]) @ data["A"])
    spread = evaluate(PROBLEM, compiled, data, {"x": x}, {"A*x <= b": 3})
    assert spread.products["A*x <= b"]["x"] == pytest.approx(3 * data["A"].sum(0))


@pytest.mark.parametrize(
    ("at", "weights", "message"),
    [
        ({}, {}, "at gives no value for the variable x"),
        ({"x": np.ones(3), "z": 1}, {}, "no variable z"),
        ({"x": np.ones(3)}, {"budgit": 1}, "weights names budgit, but .* are budget, A"),
        ({"x": np.ones(3)}, {"A*x <= b": [1, 2]}, r"have shape \(2,\), but need \(4,\)"),
    ],
)
def test_what_does_not_fit_is_told_by_name(evaluation, at, weights, message):
    data, _, _ = evaluation
    with pytest.raises(DataError, match=message):
        evaluate(PROBLEM, {"numpy": load_source(PROBLEM, "numpy")}, data, at, weights)
