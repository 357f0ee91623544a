from __future__ import annotations

import ast

import numpy as np
import pytest

from gennaker.emission.module import fingerprint
from gennaker.language.check import read
from gennaker.pipeline.load import TARGETS, write_source

MODEL = """
parameters
  Matrix A
  Vector b
  Scalar lambda nonnegative
variables
  Vector x
min
  norm2(A*x - b)^2 + lambda*sum(abs(x))
st
  budget: sum(x) == 1
  x >= 0
"""


@pytest.fixture(scope="module")
def file():
    namespace = {}
    written = write_source(read(MODEL), "numpy")
    exec(compile(written.text, "generated", "exec"), namespace)  # noqa: S102 - our own source
    return written, namespace


def test_the_file_carries_the_model_and_its_fingerprint(file):
    written, namespace = file
    assert "norm2(A*x - b)^2" in ast.get_docstring(ast.parse(written.text))
    assert namespace["FINGERPRINT"] == fingerprint(read(MODEL))
    assert fingerprint(read(MODEL)) != fingerprint(read(MODEL.replace("== 1", "== 2")))


def test_the_file_imports_one_library_alone(file):
    tree = ast.parse(file[0].text)
    imports = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    assert [alias.name for node in imports for alias in node.names] == ["numpy"]


def test_sample_data_fits_the_checks_of_shapes(file):
    namespace = file[1]
    data = namespace["sample_data"](seed=1)
    problem = namespace["Problem"](*data.values())
    value, gradient = problem.value_and_gradient(np.ones(data["A"].shape[1]))
    assert value == pytest.approx(problem.value(np.ones(data["A"].shape[1])))
    assert gradient.shape == (data["A"].shape[1],)


def test_wrong_shapes_are_told_in_the_users_names(file):
    data = file[1]["sample_data"]()
    with pytest.raises(ValueError, match="b must have 20 entries, but has 3"):
        file[1]["Problem"](data["A"], np.ones(3), 1.0)
    with pytest.raises(ValueError, match="A must have 2 axes"):
        file[1]["Problem"](np.ones(3), np.ones(3), 1.0)


def test_single_precision_stays_single(file):
    data = {k: np.asarray(v, np.float32) for k, v in file[1]["sample_data"]().items()}
    problem = file[1]["Problem"](*data.values())
    value, gradient = problem.value_and_gradient(np.ones(30, np.float32))
    assert gradient.dtype == value.dtype == np.float32
    assert problem.product_1(np.ones(30, np.float32), np.float32(1)).dtype == np.float32


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_every_target_gives_valid_python(target):
    source = write_source(read(MODEL), target.name).text
    assert ast.parse(source)
    assert source.isascii()
    assert all(line == line.rstrip() for line in source.splitlines())


def test_sizes_that_no_data_fixes_are_asked_for():
    model = "parameters\n Matrix M\nvariables\n Matrix U, V\nmin\n norm2(M - U*V')^2"
    written = write_source(read(model), "numpy")
    assert written.sizes == {"U.columns": "U_columns"}


def test_bounds_are_given_with_the_entries_that_they_speak_of():
    model = """
parameters
  Vector l, b
  Scalar c
variables
  Vector x
  Matrix X(m, n)
min
  sum(x) + sum(X)
st
  l <= x <= c
  x[2:end] >= -1
  X[1, :]' <= b.^2
"""
    namespace = {}
    exec(write_source(read(model), "numpy").text, namespace)  # noqa: S102 - our own source
    problem = namespace["Problem"](np.zeros(3), np.asarray([1.0, 2.0]), 4.0, m=2)
    positions = np.arange(3), np.arange(3, 7).reshape(2, 2)
    found = problem.limits(*positions)
    shown = [
        tuple(None if part is None else np.asarray(part).tolist() for part in limit)
        for limit in found
    ]
    assert shown == [
        ([0, 1, 2], [0.0, 0.0, 0.0], None),
        ([0, 1, 2], None, 4.0),
        ([1, 2], -1.0, None),
        ([3, 4], None, [1.0, 4.0]),
    ]


def test_the_slope_along_a_ray_is_that_of_the_values(file):
    data = file[1]["sample_data"]()
    problem = file[1]["Problem"](*data.values())
    rng = np.random.default_rng(0)
    x, p = rng.random(30), rng.random(30)
    u, du, v, h = problem.images(x), problem.images(p), 0.7, 1e-6
    assert problem.rays

    def value(alpha):
        moved = [ui + alpha * dui for ui, dui in zip(u, du, strict=True)]
        f, c, _ = problem.forward(x + alpha * p, *moved)
        return f + v * c

    *_, saved = problem.forward(x, *u)
    slope = problem.slope(x, *u, p, *du, v, saved)
    assert slope == pytest.approx((value(h) - value(-h)) / (2 * h), rel=1e-7)
    assert slope == pytest.approx(problem.backward(x, *u, v, saved) @ p)


def test_without_images_everything_is_computed_from_the_variables():
    model = "parameters\n Matrix M\nvariables\n Matrix U, V\nmin\n norm2(M - U*V')^2"
    namespace = {}
    exec(write_source(read(model), "numpy").text, namespace)  # noqa: S102 - our own source
    rng = np.random.default_rng(0)
    problem = namespace["Problem"](rng.random((4, 3)), U_columns=2)
    at = rng.random((4, 2)), rng.random((3, 2))
    value, *gradient = problem.value_and_gradient(*at)
    found, saved = problem.forward(*at)
    assert not problem.rays
    assert problem.images(*at) == ()
    assert found == value
    for part, other in zip(problem.backward(*at, saved), gradient, strict=True):
        np.testing.assert_array_equal(part, other)
