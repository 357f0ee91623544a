from __future__ import annotations

import numpy as np
import pytest

from gennaker.language.check import read
from gennaker.pipeline.load import TARGETS, instantiate, load_source


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
