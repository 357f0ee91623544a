from __future__ import annotations

import numpy as np
import pytest

from gennaker.backends.space import space_of
from gennaker.language.check import read
from gennaker.pipeline.flat import FlatFunctions, stack_of
from gennaker.pipeline.layout import layout_of
from gennaker.pipeline.load import load_source

PROBLEM = read("""
parameters
  Matrix A(m, n)
  Vector b(m)
variables
  Vector x(n)
  Scalar t
  Matrix X(2, n)
min
  norm2(A*x - b)^2 + t^2 + norm2(X)^2
st
  small: x.^2 <= vector(t)
  rows: X*x == vector(1)
  sum: sum(X) + t == 2
""")
SIZES = {"m": 5, "n": 3}
LAYOUT = layout_of(PROBLEM.variables, SIZES)
STACK = stack_of(PROBLEM.constraints, SIZES)
RANDOM = np.random.default_rng(0)
A, B = RANDOM.standard_normal((5, 3)), RANDOM.standard_normal(5)
POINT = RANDOM.standard_normal(LAYOUT.size)
WEIGHTS = RANDOM.standard_normal(STACK.layout.size)


def functions(library="numpy", convert=np.asarray):
    made = load_source(PROBLEM, library)[1]
    space = space_of(convert(np.zeros(1)))
    return FlatFunctions(made(convert(A), convert(B)), LAYOUT, STACK, space)


def lagrangian(x):
    """The objective plus weighted constraints, written by hand; and the constraints."""
    v, t, X = x[:3], x[3], x[4:].reshape(2, 3)
    f = np.sum((A @ v - B) ** 2) + t**2 + np.sum(X**2)
    c = np.concatenate([X @ v - 1, [X.sum() + t - 2], v**2 - t])
    return f + WEIGHTS @ c, c


def test_equalities_stand_before_inequalities():
    assert STACK.order == (1, 2, 0)
    assert STACK.equalities == 3
    blocks = [(b.name, b.start, b.stop, b.linear) for b in STACK.blocks([False, True, False])]
    assert blocks == [("rows", 0, 2, True), ("sum", 2, 3, False), ("small", 3, 6, False)]


def test_parts_come_in_the_order_of_the_model():
    small, rows, total = STACK.parts(np.arange(6.0))
    assert small.tolist() == [3, 4, 5]
    assert rows.tolist() == [0, 1]
    assert total == 2


def test_without_constraints_the_stack_is_empty():
    assert stack_of((), {}).blocks([]) == ()
    assert stack_of((), {}).equalities == 0


def test_values_and_gradient_are_those_of_the_flat_lagrangian():
    flat = functions()
    u = flat.images(POINT)
    f, c, saved = flat.forward(POINT, u)
    value, expected = lagrangian(POINT)
    np.testing.assert_allclose(c, expected)
    assert f + WEIGHTS @ c == pytest.approx(value)
    gradient = flat.backward(POINT, u, WEIGHTS, saved)
    step = 1e-6
    for place in range(LAYOUT.size):
        e = np.zeros(LAYOUT.size)
        e[place] = step
        slope = (lagrangian(POINT + e)[0] - lagrangian(POINT - e)[0]) / (2 * step)
        assert gradient[place] == pytest.approx(slope, abs=1e-7)


def test_the_slope_is_the_gradient_along_a_direction():
    problem = read(
        "parameters\n Matrix A\n Vector b\nvariables\n Vector x\nmin\n norm2(A*x - b)^2\nst\n sum(x) == 1"
    )
    sizes = {"A.rows": 5, "A.columns": 3, "b.size": 5, "x.size": 3}
    made = load_source(problem, "numpy")[1](A, B)
    layout = layout_of(problem.variables, sizes)
    flat = FlatFunctions(made, layout, stack_of(problem.constraints, sizes), space_of(A))
    assert flat.rays
    x, p, v = RANDOM.standard_normal(3), RANDOM.standard_normal(3), np.array([0.7])
    u, du = flat.images(x), flat.images(p)
    saved = flat.forward(x, u)[-1]
    slope = flat.slope(x, u, p, du, v, saved)
    assert slope == pytest.approx(flat.backward(x, u, v, saved) @ p)


def test_functions_without_cheap_rays_say_so():
    flat = functions()
    if not flat.rays:
        with pytest.raises(NotImplementedError, match="no cheap slope"):
            flat.slope(POINT, (), POINT, (), WEIGHTS, ())


@pytest.mark.parametrize("library", ["torch", "jax"])
def test_other_libraries_agree(library):
    module = pytest.importorskip("torch" if library == "torch" else "jax.numpy")
    if library == "jax":
        pytest.importorskip("jax").config.update("jax_enable_x64", True)
    convert = module.asarray
    flat, host = functions(library, convert), functions()
    x, v = convert(POINT), convert(WEIGHTS)
    found, expected = flat.forward(x, flat.images(x)), host.forward(POINT, host.images(POINT))
    np.testing.assert_allclose(found[1], expected[1], atol=1e-12)
    gradient = flat.backward(x, flat.images(x), v, found[2])
    host_gradient = host.backward(POINT, host.images(POINT), WEIGHTS, expected[2])
    np.testing.assert_allclose(gradient, host_gradient, atol=1e-12)


@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_a_matrix_that_cannot_be_inverted_gives_nan(library):
    module = pytest.importorskip(library)
    problem = read("variables\n Matrix X(2, 2)\nmin\n tr(inv(X))")
    layout = layout_of(problem.variables, {})
    made = load_source(problem, library)[1]()
    x = module.zeros(4, dtype=module.float64)
    flat = FlatFunctions(made, layout, stack_of((), {}), space_of(x))
    f, c, saved = flat.forward(x, flat.images(x))
    assert not np.isfinite(float(f))
    assert c.shape == (0,)
    assert not np.isfinite(np.asarray(flat.backward(x, flat.images(x), c, saved))).any()
