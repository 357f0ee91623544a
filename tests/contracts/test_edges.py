"""At the edges of their domains functions stay exact, or become infinite; nothing is silently NaN."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from gennaker.language.check import read
from gennaker.pipeline.load import instantiate, load_source
from tests.differentiation import converted

LIBRARIES = ("numpy", "torch", "jax")
each_library = pytest.mark.parametrize("library", LIBRARIES)
MODEL = "variables\n {kind} x({sizes}) {words}\nmin\n {objective}"


@cache
def loaded(objective, library, kind="Vector", words=""):
    sizes = "n, n" if kind == "Matrix" else "n"
    model = MODEL.format(kind=kind, sizes=sizes, objective=objective, words=words)
    return load_source(read(model), library)


def value_and_gradient(objective, library, point, **form):
    """Return value and gradient of an objective at a point, from every function that gives them."""
    pytest.importorskip(library)
    written, made = loaded(objective, library, **form)
    point = np.asarray(point, dtype=float)
    x = converted({"x": point}, library)["x"]
    functions = instantiate(written, made, {}, {"n": len(point)})
    with np.errstate(all="ignore"):
        value, gradient = functions.value_and_gradient(x)
        images = functions.images(x)
        other, saved = functions.forward(x, *images)
        again = functions.backward(x, *images, saved)
    np.testing.assert_allclose(float(other), float(value), rtol=1e-12)
    np.testing.assert_allclose(np.asarray(again), np.asarray(gradient), rtol=1e-12)
    return float(value), np.asarray(gradient)


@each_library
@pytest.mark.parametrize("margin", [1e4, -1e4, 710.0, -745.0])
def test_the_logistic_loss_at_large_margins(library, margin):
    value, gradient = value_and_gradient("sum(log(vector(1) + exp(-x)))", library, [margin])
    assert value == pytest.approx(max(-margin, 0.0), abs=1e-300)
    assert gradient[0] == pytest.approx(-1.0 if margin < 0 else 0.0, abs=1e-300)


@each_library
@pytest.mark.parametrize("words", ["", "nonnegative"])
@pytest.mark.parametrize("objective", ["sum(x.*log(x))", "sum(entropy(x))"])
def test_the_entropy_at_zero(objective, library, words):
    value, gradient = value_and_gradient(objective, library, [0.0, 1.0, 2.0], words=words)
    assert value == pytest.approx(2 * np.log(2))
    assert gradient[0] < -100  # steep, but a number that a solver can work with
    assert np.isfinite(gradient).all()


@each_library
def test_the_entropy_below_zero_is_infinite(library):
    assert value_and_gradient("sum(entropy(x))", library, [-1e-9, 1.0])[0] == np.inf


@each_library
def test_the_norm_at_zero(library):
    value, gradient = value_and_gradient("norm2(x)", library, [0.0, 0.0])
    assert value == 0.0
    assert (gradient == 0.0).all()


@each_library
@pytest.mark.parametrize(
    ("objective", "expected"),
    [
        ("-sum(log(x))", np.inf),
        ("sum(log(x))", -np.inf),
        ("-sum(sqrt(x))", np.inf),
        ("-sum(x.^0.5)", np.inf),
        ("sum(exp(-log(x)))", np.inf),
    ],
)
def test_outside_of_its_domain_a_value_is_infinite(objective, expected, library):
    assert value_and_gradient(objective, library, [-1.0, 1.0])[0] == expected


@each_library
def test_the_logarithm_at_zero(library):
    assert value_and_gradient("-sum(log(x))", library, [0.0, 1.0])[0] == np.inf


@each_library
@pytest.mark.parametrize("size", [1e4, -1e4])
def test_sums_of_exponentials_do_not_overflow(size, library):
    value, gradient = value_and_gradient("log(sum(exp(x)))", library, [size, size - 1.0])
    assert value == pytest.approx(size + np.log1p(np.exp(-1.0)))
    assert gradient.sum() == pytest.approx(1.0)


@each_library
@pytest.mark.parametrize("entries", [[-1.0, -2.0], [-1.0, 2.0], [0.0, 1.0]])
def test_logdet_of_a_symmetric_matrix_that_is_not_positive_definite(entries, library):
    pytest.importorskip(library)
    written, made = loaded("-logdet(x)", library, kind="Matrix", words="symmetric")
    x = converted({"x": np.diag(entries)}, library)["x"]
    functions = instantiate(written, made, {}, {"n": 2})
    with np.errstate(all="ignore"):
        assert float(functions.value(x)) == np.inf


@each_library
def test_logdet_of_a_positive_definite_matrix(library):
    matrix = np.array([[2.0, 1.0], [1.0, 3.0]])
    form = {"kind": "Matrix", "words": "symmetric"}
    value, gradient = value_and_gradient("-logdet(x)", library, matrix, **form)
    assert value == pytest.approx(-np.log(5.0))
    np.testing.assert_allclose(gradient, -np.linalg.inv(matrix))
