"""Sums over rows are held against numbers: the parts of the data add up to the whole."""

from __future__ import annotations

import numpy as np
import pytest

from gennaker.calculus.derive import Derivation
from gennaker.expressions.structure import RowSum
from gennaker.language.check import read
from gennaker.pipeline.load import instantiate, load_source

DECLARED = """
parameters
  Matrix X(m, n), B(k, n)
  Vector y(m), v(m)
  Matrix Y(m, k)
  Scalar c
variables
  Vector w(n)
  Matrix W(n, k)
  Scalar b
min
  """
LENGTHS = {"m": 6, "n": 3, "k": 2}


def found(objective, constraint=""):
    tail = f"\nst\n {constraint}" if constraint else ""
    return Derivation(read(DECLARED + objective + tail)).structure.row_sums


@pytest.mark.parametrize(
    ("objective", "axes"),
    [
        ("norm2(X*w - y)^2 + c*norm2(w)^2", {"X": 0, "y": 0}),
        ("sum(softplus(-y.*(X*w + vector(b)))) + norm2(w)^2 + norm2(W)^2", {"X": 0, "y": 0}),
        ("sum(huber(X*w - y, c)) - v'*X*w", {"X": 0, "y": 0, "v": 0}),
        ("norm2(X*W - Y)^2 + sum(w)", {"X": 0, "Y": 0}),
        ("sum(exp(X*w)) - y'*X*w", {"X": 0, "y": 0}),
    ],
)
def test_blocks_of_rows_add_up_to_the_whole(objective, axes):
    (rows,) = [rows for rows in found(objective) if rows.size == "m"]
    assert dict(rows.axes) == axes
    problem = read(DECLARED + objective)
    written, made = load_source(problem, "numpy")
    rng = np.random.default_rng(0)

    def draw(symbols):
        shapes = {s.name: tuple(LENGTHS[str(a)] for a in s.node.shape.axes) for s in symbols}
        return {name: rng.standard_normal(shape) for name, shape in shapes.items()}

    data, at = draw(problem.parameters), draw(problem.variables)

    def value(part):
        cut = {
            name: np.take(array, part, axis=axes[name]) if name in axes else array
            for name, array in data.items()
        }
        for name in set(data) - set(axes):  # what the objective does not use still has to fit
            own = next(s for s in problem.parameters if s.name == name).node.shape.axes
            for place, axis in enumerate(own):
                if str(axis) == "m":
                    cut[name] = np.take(cut[name], part, axis=place)
        return instantiate(written, made, cut, LENGTHS).value(*at.values())

    whole, none = value(range(6)), value([])
    assert value([0, 1]) + value([2, 3, 4, 5]) - none == pytest.approx(whole)


@pytest.mark.parametrize(
    "objective",
    [
        "norm2(X*w - y)",
        "logsumexp(X*w)",
        "sum(X*w)^2",
        "sum(exp(X*w))*sum(exp(y))*b",
        "norm2(X'*X*w)^2",
        "y'*X*w*(v'*X*w)",
        "max(X*w)",
        "sum(exp(X*w - vector(sum(X*w))))",
        "sum((X*w)[2:end].*(X*w)[1:end-1])",
    ],
)
def test_what_no_blocks_add_up_to(objective):
    assert not any(rows.size == "m" for rows in found(objective))


def test_constraints_have_to_be_sums_too():
    assert found("norm2(X*w - y)^2", "sum(exp(X*w)) <= 1") != ()
    assert not any(rows.size == "m" for rows in found("norm2(X*w - y)^2", "X*w <= y"))


def test_a_mean_is_a_sum_with_a_factor_that_is_known_beforehand():
    assert RowSum("m", (("X", 0), ("y", 0))) in found("1/m*sum(softplus(-y.*(X*w)))")
