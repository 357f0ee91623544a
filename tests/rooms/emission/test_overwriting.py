from __future__ import annotations

import numpy as np
import pytest

from gennaker.emission.overwriting import Overwriting
from gennaker.pipeline import load
from gennaker.pipeline.load import instantiate, load_source
from tests.differentiation import largest_error
from tests.drawn import drawn
from tests.rooms.emission.test_sheet import sheet

LOGISTIC = """
parameters
  Matrix X
  Vector y
  Scalar c
variables
  Vector w
min
  c/2*norm2(w)^2 + sum(softplus(-y.*(X*w)))
"""


MODELS = {
    "views": "variables\n Vector x(n)\nlet\n r = exp(x)\n s = r[2:end]\nmin\n sum(s.^2) + sum(sin(r))",
    "spread": (
        "parameters\n Vector u(m), v(n)\nvariables\n Matrix X(m, n)\nmin\n"
        " sum(exp(X + u*vector(1)' + vector(1)*v')) + norm2(X.*X - vector(1)*v')^2"
    ),
    "sums": (
        "parameters\n Matrix A\n Vector b\nvariables\n Vector x\nmin\n"
        " sum(exp(A*x - b) - sin(A*x - b).*cos(A*x) - (b - A*x).^3)\nst\n exp(A*x) <= b"
    ),
    "symmetric": (
        "parameters\n Matrix S symmetric psd\nvariables\n Matrix X symmetric\nmin\n"
        " tr(S*X) - logdet(X*X) + sum(exp(-X))"
    ),
    "diagonal": "parameters\n Matrix A\nvariables\n Vector x\nmin\n sum(A*diag(exp(x))*A'.^2)",
    "a diagonal": "variables\n Vector x(n)\n Matrix Z(n, n)\nmin\n tr(diag(x).*(Z + Z.^2))",
    "logistic": LOGISTIC,
    "softmax": "variables\n Matrix X(m, n)\nmin\n logsumexp(X.^3)",
}


def body(model, block="gradient"):
    """Return the lines and the results of one block."""
    found = sheet(model)
    known = {step.node: step.name for step in found.program.setup.steps}
    found.printer.names = {**found.names, **known}
    kept = {step.node for step in found.program.saved} if block == "forward" else set()
    return Overwriting(found.printer, known, kept).body(getattr(found.program, block))


def test_operations_write_into_what_nothing_else_needs():
    assert body(LOGISTIC) == (
        [
            "t1 = 0.5 * c * (w @ w)",
            "b1 = X @ w",
            "t2 = np.multiply(y, b1, out=b1)",
            "b2 = np.abs(t2)",
            "b2 = np.negative(b2, out=b2)",
            "t3 = np.exp(b2, out=b2)",
            "b3 = np.where(t2 >= 0.0, t3, 1.0)",
            "b4 = np.add(t3, 1.0)",
            "b3 = np.divide(b3, b4, out=b3)",
            "t4 = np.multiply(y, b3, out=b3)",
            "t3 = np.log1p(t3, out=t3)",
            "t2 = np.minimum(t2, 0.0, out=t2)",
            "t3 = np.subtract(t3, t2, out=t3)",
            "b5 = t1 + np.sum(t3)",
            "b6 = np.multiply(c, w)",
            "b7 = t4 @ X",
            "b6 = np.subtract(b6, b7, out=b6)",
        ],
        ["b5", "b6"],
    )


def test_an_array_that_is_done_with_is_used_for_the_next_of_its_shape():
    lines, _ = body(MODELS["softmax"], "hessian_product")
    assert "t3 = np.divide(t2, np.sum(t2), out=t1)" in lines  # t1 has been read for the last time


def test_what_is_saved_and_what_is_returned_stays():
    model = "variables\n Vector x(n)\nlet\n r = exp(x)\n s = sin(r)\nmin\n sum(r)"
    lines, results = body(model, "lets")
    assert (lines, results) == (["r = np.exp(x)", "b2 = np.sin(r)"], ["r", "b2"])
    lines, _ = body(LOGISTIC, "forward")
    assert "b2 = np.log1p(t2)" in lines  # t2 is saved for the gradient


def test_scalars_are_multiplied_with_each_other_first():
    lines, _ = body("parameters\n Scalar c\nvariables\n Vector x(n)\nmin\n c*norm2(x)^2")
    assert lines[-1] == "b2 = np.multiply(2.0 * c, x)"


def test_names_do_not_clash_with_those_of_the_model():
    model = "parameters\n Vector b1(n)\nvariables\n Vector b_2(n)\nmin\n sum(exp(b1 + b_2))"
    lines, _ = body(model, "value")
    assert lines == ["b__1 = np.add(b1, b_2)", "b__1 = np.exp(b__1, out=b__1)"]


@pytest.mark.parametrize("name", MODELS)
def test_numbers_are_those_of_jax(name, monkeypatch):
    monkeypatch.setattr(load, "LARGE", 0)
    assert largest_error(MODELS[name], "numpy") < 1e-9


@pytest.mark.parametrize("name", MODELS)
def test_nothing_given_changes_and_nothing_returned_is_used_again(name, monkeypatch):
    monkeypatch.setattr(load, "LARGE", 0)
    known = drawn(MODELS[name])
    written, made = load_source(known.problem, "numpy")
    functions = instantiate(written, made, known.data, known.sizes)
    point = list(known.point.values())
    before = [value.copy() for value in (*known.data.values(), *point)]
    first = functions.value_and_gradient(*point)
    copies = [np.array(value) for value in first]
    functions.value_and_gradient(*[value + 0.1 for value in point])
    for value, copy in zip(first, copies, strict=True):
        np.testing.assert_array_equal(value, copy)
    for value, copy in zip((*known.data.values(), *point), before, strict=True):
        np.testing.assert_array_equal(value, copy)
