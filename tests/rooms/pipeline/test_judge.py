from __future__ import annotations

import math

import numpy as np
import pytest

from gennaker.backends.space import space_of
from gennaker.language.check import read
from gennaker.pipeline.bind import bind
from gennaker.pipeline.judge import Judge, judged
from gennaker.pipeline.load import instantiate, load_source
from gennaker.pipeline.prepared import Prepared

TEXT = """
parameters
  Vector b, u
variables
  Vector x
  Scalar t
let
  r = x - b
max
  b'*x - norm2(r)^2 - t^2
st
  ball: norm2(x)^2 <= 4
  x - u == vector(t)
  0 <= x <= u
  t <= 1
"""
B, U = np.array([1.0, -2.0, 3.0]), np.array([1.0, 1.0, 2.0])
X, T = np.array([-0.5, 1.0, 2.5]), 1.5
EXPECTED = {
    "ball": X @ X - 4,
    "x - u == vector(t)": np.abs(X - U - T).max(),
    "0 <= x": 0.5,
    "x <= u": 0.5,
    "t <= 1": 0.5,
}


def judgement(library, *, as_solved):
    xp = pytest.importorskip(library)
    problem = read(TEXT)
    point = {"x": xp.asarray(X), "t": xp.asarray(T)}
    bound = bind(problem, {"b": xp.asarray(B), "u": xp.asarray(U)}, point)
    solved = Prepared(problem).reformed.problem
    functions = instantiate(*load_source(solved, bound.library), bound.data, bound.sizes)
    values = Judge(problem, as_solved=as_solved).values(
        bound, functions, [bound.point["x"], bound.point["t"]]
    )
    return values, judged(problem, values, space_of(bound.point["x"]))


@pytest.mark.parametrize("library", ["numpy", "torch", "jax.numpy"])
@pytest.mark.parametrize("as_solved", [True, False])
def test_a_point_is_measured_on_the_model_as_it_was_written(library, as_solved):
    values, (objective, violations) = judgement(library, as_solved=as_solved)
    assert objective == pytest.approx(B @ X - np.sum((X - B) ** 2) - T**2, rel=1e-6)
    assert {item.name: item.amount for item in violations} == pytest.approx(EXPECTED, rel=1e-5)
    assert [item.is_bound for item in violations] == [False, False, True, True, True]
    np.testing.assert_allclose(values.lets[0], X - B, rtol=1e-6)


def verdict(text, point):
    problem = read(text)
    bound = bind(problem, {}, point)
    places = [bound.point[symbol.name] for symbol in problem.variables]
    values = Judge(problem, as_solved=False).values(bound, None, places)
    return judged(problem, values, space_of(np.zeros(1)))


def test_what_holds_is_violated_by_nothing():
    _, violations = verdict(
        "variables\n Vector x\nmin\n sum(x)\nst\n x >= 1\n sum(x) <= 9", {"x": [2, 3]}
    )
    assert [item.amount for item in violations] == [0.0, 0.0]


def test_a_fixed_variable_is_measured_on_both_sides():
    for value in (1.0, 5.0):
        _, violations = verdict("variables\n Scalar t\nmin\n t^2\nst\n t == 3", {"t": value})
        assert [item.amount for item in violations] == [2.0]


def test_nan_is_no_violation_of_nothing():
    with np.errstate(all="ignore"):
        objective, (item,) = verdict(
            "variables\n Scalar t\nmin\n t\nst\n log(t) <= t*0", {"t": -1.0}
        )
    assert objective == -1.0
    assert not math.isfinite(item.amount) or item.amount == 0.0
