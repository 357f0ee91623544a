from __future__ import annotations

import pickle

import numpy as np
import pytest

from gennaker.language.check import read
from gennaker.pipeline.load import TARGETS, Functions, instantiate, load_source


def test_python_keywords_and_library_names_can_be_names():
    problem = read(
        "parameters\n Scalar lambda, np\nvariables\n Scalar self\nmin\n lambda*self^2 + np"
    )
    written, made = load_source(problem, "numpy")
    functions = instantiate(written, made, {"lambda": 3.0, "np": 1.0}, {})
    assert functions.value_and_gradient(np.float64(2.0)) == (13.0, 12.0)


@pytest.mark.parametrize("library", [name for name in TARGETS if name != "cupy"])
def test_every_library_gives_the_same_numbers(library):
    pytest.importorskip(library)
    problem = read("variables\n Vector x\nmin\n logsumexp(x)")
    written, made = load_source(problem, library)
    functions = instantiate(written, made, {}, {"x.size": 2})
    point = np.array([1.0, 2.0])
    if library == "torch":
        point = pytest.importorskip("torch").as_tensor(point)
    assert float(functions.value(point)) == pytest.approx(np.logaddexp(1, 2))


def test_the_class_is_made_from_generated_source_alone():
    written, made = load_source(read("variables\n Scalar t\nmin\n t^2"), "numpy")
    assert "class Problem" in written.text
    assert made.__module__ == "gennaker_generated"


@pytest.mark.parametrize(("rows", "overwrites"), [(100, False), (20_000, True)])
def test_large_arrays_are_overwritten(rows, overwrites):
    problem = read("parameters\n Matrix A\n Vector b\nvariables\n Vector x\nmin\n norm2(A*x - b)^2")
    written, made = load_source(problem, "numpy")
    rng = np.random.default_rng(0)
    data = {"A": rng.standard_normal((rows, 3)), "b": rng.standard_normal(rows)}
    sizes = {"A.rows": rows, "A.columns": 3}
    functions = instantiate(written, made, data, sizes)
    assert (type(functions) is not made) is overwrites
    value, gradient = functions.value_and_gradient(np.ones(3))
    residual = data["A"].sum(axis=1) - data["b"]
    assert value == pytest.approx(residual @ residual)
    assert gradient == pytest.approx(2 * residual @ data["A"])


REGRESSION = "parameters\n Matrix A\n Vector b\nvariables\n Vector x\nmin\n norm2(A*x - b)^2\nst\n x >= 0\n sum(x) <= 4"


def over_rows(functions, rows):
    rng = np.random.default_rng(0)
    data = {"A": rng.standard_normal((rows, 3)), "b": rng.standard_normal(rows)}
    return data, functions.over(data, {"A.rows": rows, "A.columns": 3})


@pytest.mark.parametrize("rows", [100, 20_000])
def test_a_solver_gets_what_the_written_class_computes(rows):
    problem = read(REGRESSION)
    data, found = over_rows(Functions(problem, "numpy"), rows)
    written, made = load_source(problem, "numpy")
    full = instantiate(written, made, data, {"A.rows": rows, "A.columns": 3})
    x, d, v = np.array([0.5, 1.0, 2.0]), np.array([1.0, -1.0, 3.0]), np.float64(0.3)
    outcomes = []
    for functions in (found, full):
        u, du = functions.images(x), functions.images(d)
        value, constraint, saved = functions.forward(x, *u)
        gradient = functions.backward(x, *u, v, saved)
        slope = functions.slope(x, *u, d, *du, v, saved)
        outcomes.append([value, constraint, slope, *gradient, *functions.limits(x)[0][:2]])
    np.testing.assert_array_equal(*(np.hstack(outcome) for outcome in outcomes))
    assert found.rays is full.rays is True


def test_a_solver_gets_nothing_that_it_does_not_call():
    functions = over_rows(Functions(read(REGRESSION), "numpy"), 100)[1]
    assert not hasattr(functions, "hessian_product")
    assert not hasattr(functions, "value_and_gradient")


def test_each_class_is_printed_when_data_asks_for_it_and_kept():
    functions = Functions(read(REGRESSION), "numpy")
    small, large = (over_rows(functions, rows)[1] for rows in (100, 20_000))
    assert type(over_rows(functions, 50)[1]) is type(small)
    assert type(over_rows(functions, 30_000)[1]) is type(large)
    assert type(small) is not type(large)


def test_functions_survive_pickling():
    functions = pickle.loads(pickle.dumps(Functions(read(REGRESSION), "numpy")))  # noqa: S301 - our own bytes
    data, made = over_rows(functions, 100)
    value = made.forward(np.ones(3), *made.images(np.ones(3)))[0]
    assert value == pytest.approx(np.sum((data["A"].sum(axis=1) - data["b"]) ** 2))
