from __future__ import annotations

import jax
import numpy as np
import pytest

from gennaker.calculus.derive import Derivation
from gennaker.expressions.show import text
from tests.drawn import drawn
from tests.reference import evaluate

HEAD = """
parameters
  Vector b(n)
  Vector w(n) positive
  Matrix M(m, n)
  Scalar c positive
  Scalar d
variables
  {}
min
  {}
"""


def conjugate(variables, objective):
    known = drawn(HEAD.format(variables, objective))
    return known, Derivation(known.problem).structure.conjugate


@pytest.mark.parametrize(
    ("variables", "objective", "expected"),
    [
        ("Vector x(n)", "norm2(x - b)^2", "0.5*s_x + b"),
        ("Vector x(n)", "sum(w.*x.^2) + b'*x", "0.5*((s_x - b)./w)"),
        ("Vector x(n) nonnegative", "c*sum(entropy(x))", "exp(s_x/c - vector(1))"),
        ("Vector x(n)", "sum(exp(x)) - b'*x", "log(s_x + b)"),
        ("Vector x(n) positive", "b'*x - sum(w.*log(x))", None),
        ("Matrix P(m, n) nonnegative", "tr(M'*P) + c*sum(P.*log(P))", None),
        ("Matrix P(m, n)", "tr(M'*P) + c*norm2(P)^2", None),
        ("Vector x(n), z(n)", "norm2(x)^2 + 3*norm2(z - b)^2", None),
    ],
)
def test_at_its_points_the_gradient_is_the_slope(variables, objective, expected):
    known, found = conjugate(variables, objective)
    if expected is not None:
        assert text(found.points[0]) == expected
    names = [symbol.name for symbol in known.problem.variables]
    inside = {
        name: jax.grad(
            lambda at: evaluate(known.problem.objective, {**known.data, **at}, known.sizes)[0, 0]
        )({name: np.abs(value) + 0.1 for name, value in known.point.items()})[name]
        for name in names
    }
    slopes = {f"s_{name}": np.asarray(value) for name, value in inside.items()}
    at = {
        name: np.asarray(evaluate(node, {**known.data, **slopes}, known.sizes)).reshape(
            known.point[name].shape
        )
        for name, node in zip(names, found.points, strict=True)
    }
    for name, value in at.items():
        np.testing.assert_allclose(value, np.abs(known.point[name]) + 0.1, rtol=1e-9)


@pytest.mark.parametrize(
    ("variables", "objective"),
    [
        ("Vector x(n)", "norm2(M*x)^2"),
        ("Vector x(n)", "b'*x"),
        ("Vector x(n)", "d*norm2(x)^2"),
        ("Vector x(n)", "-norm2(x)^2"),
        ("Vector x(n)", "sum(cosh(x))"),
        ("Vector x(n)", "norm2(x)^2 + sum(exp(x))"),
        ("Vector x(n), z(n)", "norm2(x)^2 + b'*z"),
        ("Matrix X(n, n) symmetric", "norm2(M*X)^2"),
    ],
)
def test_there_is_none_without_a_closed_form_or_without_convexity(variables, objective):
    assert conjugate(variables, objective)[1] is None
