from __future__ import annotations

import numpy as np
import pytest

from gennaker.language.check import read
from gennaker.pipeline.load import TARGETS, instantiate, load_source

MODEL = """
parameters
  Vector y
variables
  Vector x
min
  {}
"""


def functions(objective, y):
    problem = read(MODEL.format(objective))
    written, made = load_source(problem, "numpy")
    return instantiate(written, made, {"y": y}, {"y.size": len(y), "x.size": len(y)})


@pytest.mark.parametrize("margin", [1e4, -1e4, 800.0, -800.0, 0.0])
def test_the_logistic_loss_is_safe_at_every_margin(margin):
    y = np.array([1.0, -1.0])
    x = np.array([margin, margin])
    value, gradient = functions("sum(log(vector(1) + exp(-y.*x)))", y).value_and_gradient(x)
    assert value == pytest.approx(abs(margin) if margin else 2 * np.log(2), rel=1e-12)
    assert np.isfinite(gradient).all()


@pytest.mark.parametrize("size", [1e4, -1e4, 0.0])
def test_logsumexp_is_safe(size):
    x = np.array([size, size, -size])
    value, gradient = functions("logsumexp(x) + 0*sum(y)", np.ones(3)).value_and_gradient(x)
    assert value == pytest.approx(np.logaddexp.reduce(x))
    assert gradient.sum() == pytest.approx(1.0)


def test_entropy_is_zero_at_zero_and_infinite_below():
    f = functions("sum(entropy(x)) + 0*sum(y)", np.ones(2))
    assert f.value(np.array([0.0, 1.0])) == 0.0
    assert f.value(np.array([-1e-9, 1.0])) == np.inf


@pytest.mark.parametrize(
    ("objective", "expected"),
    [("-sum(log(x))", np.inf), ("-sum(sqrt(x))", np.inf), ("sum(log(x))", -np.inf)],
)
def test_outside_its_domain_a_function_is_infinite(objective, expected):
    with np.errstate(all="ignore"):
        value = functions(f"{objective} + 0*sum(y)", np.ones(2)).value(np.array([-1.0, 1.0]))
    assert value == expected


def test_the_derivative_of_a_norm_is_zero_at_zero():
    value, gradient = functions("norm2(x) + 0*sum(y)", np.ones(2)).value_and_gradient(np.zeros(2))
    assert value == 0.0
    assert (gradient == 0.0).all()


def test_value_and_gradient_need_one_exponential_together():
    problem = read(MODEL.format("sum(log(vector(1) + exp(-y.*x)))"))
    source = load_source(problem, "numpy")[0].text
    body = source.split("def value_and_gradient")[1].split("def ")[0]
    assert body.count("np.exp(") == 1
    assert "logaddexp" in TARGETS["torch"].calls["softplus"]
