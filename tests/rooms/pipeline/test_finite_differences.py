"""Differences of values against derivatives that are known."""

from __future__ import annotations

import numpy as np
import pytest

from gennaker.backends.space import space_of
from gennaker.pipeline.finite_differences import Differences

X = np.array([0.3, -2.0, 50.0])


def value(x):
    return x[0] ** 3 + x[0] * x[1] + np.cos(x[2])


def gradient(x):
    return np.array([3 * x[0] ** 2 + x[1], x[0], -np.sin(x[2])])


def differences(lower=None, upper=None, x=X):
    return Differences(space_of(x), lower, upper)


def test_differences_are_good_to_two_thirds_of_the_digits():
    assert np.allclose(differences().jacobian(value, X), gradient(X), rtol=1e-8, atol=1e-8)


def test_a_vector_has_a_row_for_each_value():
    def values(x):
        return np.array([x[0] * x[1], x[2] ** 2])

    expected = [[-2.0, 0.3, 0.0], [0.0, 0.0, 100.0]]
    assert np.allclose(differences().jacobian(values, X), expected, rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize(
    ("lower", "upper"),
    [
        (X, None),
        (None, X),
        (X, X + 1e-7),
        (X - 1e-7, X),
        (X - 1e-9, X + 1.0),
        (X - 1e-8, X + 1e-6),
    ],
)
def test_no_evaluation_leaves_the_box(lower, upper):
    seen = []

    def watched(x):
        seen.append(x)
        return value(x)

    found = differences(lower, upper).jacobian(watched, X)
    low = -np.inf if lower is None else lower
    high = np.inf if upper is None else upper
    assert seen
    assert all((low <= x).all() and (x <= high).all() for x in seen)
    room = 1.0 if lower is None or upper is None else float(np.min(upper - lower))
    assert np.allclose(found, gradient(X), atol=1e-8 if room > 1e-3 else 1e-6 + 1e-14 / room)


def test_a_variable_that_cannot_move_has_no_slope():
    found = differences(X, X).jacobian(value, X)
    assert found.tolist() == [0.0, 0.0, 0.0]
    found = differences(X, np.nextafter(X, np.inf)).jacobian(value, X)
    assert np.isfinite(found).all()


def test_the_point_stays_as_it_is():
    x = X.copy()
    differences().jacobian(value, x)
    assert x.tolist() == X.tolist()


@pytest.mark.parametrize("library", ["torch", "jax.numpy", "array_api_strict"])
def test_every_library_gives_the_same(library):
    xp = pytest.importorskip(library)
    x = xp.asarray([0.5, 2.0])

    def product(x):
        return x[0] * x[0] * x[1]

    found = Differences(space_of(x), None, xp.asarray([0.5, 3.0])).jacobian(product, x)
    assert isinstance(found, type(x))
    assert np.allclose(np.asarray([float(found[0]), float(found[1])]), [2.0, 0.25], rtol=1e-3)


def test_single_precision_takes_longer_steps():
    x = X.astype(np.float32)
    found = Differences(space_of(x), None, None).jacobian(lambda x: x @ x, x)
    assert found.dtype == np.float32
    rounding = float(x @ x) * np.finfo(np.float32).eps ** (2 / 3)
    assert np.allclose(found, 2 * x, atol=2 * rounding)
