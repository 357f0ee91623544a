from __future__ import annotations

import numpy as np
import pytest

from gennaker.expressions.walk import postorder
from gennaker.language.check import read
from gennaker.pipeline.bind import bind
from gennaker.pipeline.formulas import Formulas

PROBLEM = read("""
parameters
  Matrix A
  Vector formula1
variables
  Vector x
max
  norm2(A*x - formula1)^2 + sum(exp(x))
st
  x >= 0
""")
A, B = np.arange(6.0).reshape(2, 3), np.array([1.0, -1.0])
X = np.array([0.5, 0.0, -1.0])


def evaluated(expressions, library="numpy"):
    convert = np.asarray if library == "numpy" else pytest.importorskip(library).asarray
    bound = bind(PROBLEM, {"A": convert(A), "formula1": convert(B)}, {"x": convert(X)})
    return Formulas(PROBLEM, expressions).evaluate(bound, [bound.point["x"]])


def test_expressions_are_evaluated_in_their_order():
    (objective,) = evaluated([PROBLEM.objective])
    assert objective == pytest.approx(np.sum((A @ X - B) ** 2) + np.exp(X).sum())


def test_every_part_of_an_expression_can_be_asked_for():
    nodes = [node for node in postorder([PROBLEM.objective]) if node.args]
    found = dict(zip((node.op.name for node in nodes), evaluated(nodes), strict=False))
    np.testing.assert_allclose(found["matmul"], A @ X)
    np.testing.assert_allclose(found["exp"], np.exp(X))


def test_nothing_costs_nothing():
    assert evaluated([]) == ()


@pytest.mark.parametrize("library", ["torch", "jax.numpy"])
def test_values_are_of_the_library_of_the_data(library):
    (objective,) = evaluated([PROBLEM.objective], library)
    assert type(objective).__module__.startswith(library.partition(".")[0])
    expected = np.sum((A @ X - B) ** 2) + np.exp(X).sum()
    assert float(objective) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_a_singular_matrix_spoils_what_it_is_in_alone(library):
    xp = pytest.importorskip(library)
    problem = read("variables\n Matrix X\nmin\n tr(inv(X)) + sum(X)")
    bound = bind(problem, {}, {"X": xp.zeros((2, 2), dtype=xp.float64)})
    parts = problem.objective.args
    found = [float(value) for value in Formulas(problem, parts).evaluate(bound, [bound.point["X"]])]
    names = [part.op.name for part in parts]
    assert found[names.index("sum")] == 0.0
    assert not np.isfinite(found[names.index("tr")])
