from __future__ import annotations

import logging
import os
import subprocess
import sys
import tracemalloc

import array_api_compat
import numpy as np
import pytest
from array_api_compat.common import _helpers
from scipy import optimize, sparse
from scipy.sparse.linalg import aslinearoperator

from gennaker import Model
from gennaker.errors import DataError
from tests.contracts.counting import Device, DeviceArray

RANDOM = np.random.default_rng(7)
A, B = RANDOM.standard_normal((30, 12)), RANDOM.standard_normal(30)
X, Y = RANDOM.standard_normal((30, 11)), np.sign(RANDOM.standard_normal(30))
K = X[:12, :4] @ X[:12, :4].T + 0.1 * np.eye(12)
LABELS = Y[:12]

LEAST_SQUARES = "parameters\n Matrix A\n Vector b\nvariables\n Vector x\nmin\n norm2(A*x - b)^2"
NNLS = Model(f"{LEAST_SQUARES}\nst\n x >= 0")
SIMPLEX = Model(f"{LEAST_SQUARES}\nst\n sum(x) == 1\n x >= 0")
RIDGE = Model(LEAST_SQUARES.replace("variables", " Scalar c\nvariables") + " + c*norm2(x)^2")
LOGISTIC = Model("""
parameters
  Matrix X
  Vector y
  Scalar c
variables
  Vector w
  Scalar t
min
  sum(log(vector(1) + exp(-y.*(X*w + t*vector(1))))) + c*norm2(w)^2
""")
SVM = Model("""
parameters
  Matrix K psd
  Vector y
  Scalar c
variables
  Vector a
max
  sum(a) - 0.5*(a.*y)'*K*(a.*y)
st
  balance: y'*a == 0
  0 <= a <= c
""")
LASSO = Model(LEAST_SQUARES.replace("variables", " Scalar c\nvariables") + " + c*norm1(x)")
TIGHT = {"tolerance": 1e-9}


# ---- answers known from elsewhere ---------------------------------------------------------


def test_non_negative_least_squares():
    solution = NNLS.solve(A=A, b=B, options=TIGHT)
    expected, length = optimize.nnls(A, B)
    assert solution.success
    np.testing.assert_allclose(solution.x, expected, atol=1e-7)
    assert solution.objective == pytest.approx(length**2)
    assert solution.violation == 0.0


def test_least_squares_on_the_simplex_meets_its_optimality_conditions():
    solution = SIMPLEX.solve(A=A, b=B, options=TIGHT)
    gradient = 2 * A.T @ (A @ solution.x - B)
    balance = gradient + solution.multipliers["sum(x) == 1"] - solution.multipliers["x >= 0"]
    np.testing.assert_allclose(balance, 0, atol=1e-5)
    assert (solution.multipliers["x >= 0"] >= 0).all()
    assert solution.multipliers["x >= 0"] @ solution.x == pytest.approx(0, abs=1e-8)
    assert solution.x.sum() == pytest.approx(1)


def test_ridge_regression_in_closed_form():
    solution = RIDGE.solve(A=A, b=B, c=2)
    expected = np.linalg.solve(A.T @ A + 2 * np.eye(12), A.T @ B)
    np.testing.assert_allclose(solution.x, expected, atol=1e-6)


def test_logistic_regression_as_scipy_solves_it():
    def loss(v):
        return np.logaddexp(0, -Y * (X @ v[:11] + v[11])).sum() + 0.1 * v[:11] @ v[:11]

    expected = optimize.minimize(loss, np.zeros(12), options={"gtol": 1e-9}).x
    solution = LOGISTIC.solve(X=X, y=Y, c=0.1, options=TIGHT)
    np.testing.assert_allclose(solution.w, expected[:11], atol=1e-5)
    assert solution.t == pytest.approx(expected[11], abs=1e-5)
    assert np.ndim(solution.t) == 0


def test_a_maximum_is_a_maximum():
    solution = SVM.solve(K=K, y=LABELS, c=1.0, options=TIGHT)
    a = solution.a
    assert solution.objective == pytest.approx(a.sum() - 0.5 * (a * LABELS) @ K @ (a * LABELS))
    assert solution.history[-1].objective == pytest.approx(solution.objective, rel=1e-6)
    assert abs(LABELS @ a) < 1e-8
    below = optimize.minimize(
        lambda v: -v.sum() + 0.5 * (v * LABELS) @ K @ (v * LABELS),
        np.zeros(12),
        jac=lambda v: -1 + LABELS * (K @ (v * LABELS)),
        method="SLSQP",
        bounds=[(0, 1)] * 12,
        constraints={"type": "eq", "fun": lambda v: LABELS @ v, "jac": lambda _: LABELS},
        options={"ftol": 1e-12, "maxiter": 1000},
    )
    assert solution.objective == pytest.approx(-below.fun, rel=1e-6)


def test_a_lasso_needs_no_declared_sign():
    solution = LASSO.solve(A=A, b=B, c=3.0, options=TIGHT)
    pull = 2 * A.T @ (A @ solution.x - B)
    active = np.abs(solution.x) > 1e-8
    assert 0 < active.sum() < 12
    np.testing.assert_allclose(pull[active], -3 * np.sign(solution.x[active]), atol=1e-4)
    assert (np.abs(pull) <= 3 + 1e-4).all()
    assert not solution.notes


def test_matrix_variables_and_sizes_that_no_data_tells():
    model = Model("parameters\n Matrix M\nvariables\n Matrix U, V\nmin\n norm2(M - U*V')^2")
    M = A[:10] @ A[:8].T
    solution = model.solve(M=M, size={"U.columns": 3}, options=TIGHT)
    singular = np.linalg.svd(M, compute_uv=False)
    assert solution.U.shape == (10, 3)
    assert solution.objective == pytest.approx(np.sum(singular[3:] ** 2), rel=1e-6)
    with pytest.raises(DataError, match=r"nothing tells the size U\.columns"):
        model.solve(M=M)


def test_bounds_on_slices_and_fixed_entries():
    model = Model(
        "variables\n Vector x(5)\nmin\n norm2(x - vector(3))^2\nst\n x[1:2] <= 1\n x[5] == 2\n x[3] >= 4"
    )
    solution = model.solve()
    np.testing.assert_allclose(solution.x, [1, 1, 4, 3, 2], atol=1e-6)
    np.testing.assert_allclose(solution.multipliers["x[1:2] <= 1"], [4, 4], atol=1e-5)
    assert solution.multipliers["x[3] >= 4"] == pytest.approx(2, abs=1e-5)
    assert solution.multipliers["x[5] == 2"] == pytest.approx(2, abs=1e-5)


def test_lets_come_back_by_name():
    model = Model(
        "parameters\n Vector b\nvariables\n Vector x\nlet\n r = x - b\n n = norm2(r)\nmin\n n^2\nst\n x >= 0"
    )
    solution = model.solve(b=[1, -2])
    np.testing.assert_allclose(solution.r, [0, 2], atol=1e-6)
    assert solution["n"] == pytest.approx(2)


# ---- ways to end ----------------------------------------------------------------------------


def test_constraints_in_conflict_are_named():
    model = Model(
        "variables\n Vector x(3)\nmin\n norm2(x)^2\nst\n low: sum(x) >= 3\n high: sum(x) <= 1\n apart: x[1] - x[2] == 5"
    )
    solution = model.solve()
    assert solution.status == "infeasible"
    assert not solution.success
    assert solution.conflict == ("low", "high")
    assert solution.violation == pytest.approx(1, abs=1e-3)


def test_a_bound_takes_part_in_a_conflict():
    model = Model(
        "variables\n Vector x(3)\n Scalar t\nmin\n norm2(x)^2\nst\n low: sum(x) == -3\n x >= 0\n t <= 1"
    )
    assert model.solve().conflict == ("low", "x >= 0")


def test_bounds_that_cross_are_told():
    solution = Model(
        "parameters\n Vector l\nvariables\n Vector x\nmin\n sum(x)\nst\n l <= x <= 2"
    ).solve(l=[1, 3])
    assert solution.status == "inconsistent bounds"
    assert "Entry 1" in solution.message


def test_an_unbounded_objective_gets_its_ray():
    solution = Model(
        "variables\n Vector x(2)\n Scalar t\nmax\n t - norm2(x)^2\nst\n t >= 1"
    ).solve()
    assert solution.status == "unbounded"
    assert solution.ray["t"] == pytest.approx(1)
    assert np.abs(solution.ray["x"]).max() < 1e-6


def test_a_start_outside_the_domain_is_told_by_its_expression():
    solution = Model("variables\n Scalar t\nmin\n t^2 + log(t - 1)").solve(start={"t": 0.5})
    assert solution.status == "not finite"
    assert solution.message.startswith("The expression log(t - 1) at line 4, column 8, a part of")


@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_a_singular_start_is_told_and_not_raised(library):
    xp = pytest.importorskip(library)
    model = Model(
        "parameters\n Matrix C\nvariables\n Matrix X symmetric\nmin\n tr(C*X) - logdet(X)"
    )
    C = xp.asarray([[2.0, 0.5], [0.5, 1.0]])
    solution = model.solve(C=C, start={"X": xp.zeros((2, 2), dtype=C.dtype)})
    assert solution.status == "not finite"
    assert solution.message.startswith("The expression logdet(X) at line 6")
    np.testing.assert_allclose(model.solve(C=C).X, np.linalg.inv(np.asarray(C)), atol=1e-4)


def test_a_derivative_that_is_not_finite_is_told_by_its_variable():
    model = Model(
        "variables\n Scalar t\n Vector x(2)\nmin\n norm2(x)^2 + sqrt(t) + t^2\nst\n t >= 0"
    )
    solution = model.solve(start={"t": 0.0})
    assert not solution.success
    assert "The derivative by t is not finite there." in solution.message


def test_without_a_start_another_one_is_tried():
    model = Model("parameters\n Vector b\nvariables\n Vector x\nmin\n norm2(x)^2 - sum(log(x - b))")
    solution = model.solve(b=[0.2, 0.1])
    np.testing.assert_allclose(2 * solution.x, 1 / (solution.x - [0.2, 0.1]), rtol=1e-5)


def test_limits_are_kept_and_a_limited_solve_can_go_on():
    first = SIMPLEX.solve(A=A, b=B, options={"max_iterations": 3})
    assert first.status == "iteration limit"
    assert "start=solution" in first.message
    second = SIMPLEX.solve(A=A, b=B, start=first)
    np.testing.assert_allclose(second.x, SIMPLEX.solve(A=A, b=B).x, atol=1e-5)


def test_the_same_data_solves_again_at_once():
    for model, data in (
        (NNLS, {"A": A, "b": B}),
        (SIMPLEX, {"A": A, "b": B}),
        (SVM, {"K": K, "y": LABELS, "c": 1}),
    ):
        first = model.solve(data)
        again = model.solve(data, start=first)
        assert again.success
        assert again.counts.iterations <= 2
        assert again.objective == pytest.approx(first.objective, rel=1e-6)


# ---- callbacks, options and data -------------------------------------------------------------


def test_a_callback_sees_named_values_and_can_stop():
    seen = []
    solution = NNLS.solve(
        A=A,
        b=B,
        callback=lambda iterate: seen.append(iterate.values["x"]) or iterate.iteration >= 3,
    )
    assert solution.status == "stopped by the callback"
    assert seen[0].shape == (12,)
    assert solution.counts.iterations <= 4


def test_an_exception_of_the_callback_passes_through():
    def callback(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        NNLS.solve(A=A, b=B, callback=callback)


def test_the_published_method_can_be_chosen():
    solution = NNLS.solve(A=A, b=B, method="paper")
    np.testing.assert_allclose(solution.x, optimize.nnls(A, B)[0], atol=1e-4)


def test_a_log_changes_nothing(caplog):
    quiet = SIMPLEX.solve(A=A, b=B)
    with caplog.at_level(logging.INFO, "gennaker"):
        loud = SIMPLEX.solve(A=A, b=B, verbose=True)
    np.testing.assert_array_equal(quiet.x, loud.x)
    assert "objective" in caplog.text


@pytest.mark.parametrize(
    "convert",
    [
        np.asfortranarray,
        np.ndarray.tolist,
        lambda a: np.repeat(a, 2, axis=1)[:, ::2],
        sparse.csr_array,
        sparse.coo_matrix,
        aslinearoperator,
    ],
    ids=["Fortran", "lists", "strides", "sparse", "matrix of SciPy's", "operator"],
)
def test_matrices_of_any_form_give_the_same_answer(convert):
    expected = SIMPLEX.solve(A=A, b=B)
    solution = SIMPLEX.solve(A=convert(A), b=B[:, None])
    np.testing.assert_allclose(solution.x, expected.x, atol=1e-7)


def test_data_is_never_changed():
    matrix, vector, start = A.copy(), B.copy(), np.ones(12)
    for array in (matrix, vector, start):
        array.flags.writeable = False
    solution = NNLS.solve(A=matrix, b=vector, start={"x": start})
    assert solution.success
    solution.x[:] = 5
    np.testing.assert_array_equal(start, 1)


def test_infinite_bounds_are_no_bounds():
    model = Model(
        "parameters\n Vector u\nvariables\n Vector x\nmin\n norm2(x - vector(3))^2\nst\n x <= u"
    )
    np.testing.assert_allclose(model.solve(u=[1, np.inf]).x, [1, 3], atol=1e-6)


# ---- other libraries --------------------------------------------------------------------------

CASES = {
    "bounds": (NNLS, {"A": A, "b": B}),
    "an equality": (SIMPLEX, {"A": A, "b": B}),
    "two variables": (LOGISTIC, {"X": X, "y": Y, "c": 0.1}),
    "a maximum": (SVM, {"K": K, "y": LABELS, "c": 1.0}),
    "split variables": (LASSO, {"A": A, "b": B, "c": 3.0}),
}


@pytest.mark.parametrize(
    ("library", "name"),
    # JAX compiles each operation for each shape, which takes its time
    [*(("torch", name) for name in CASES), ("jax", "an equality"), ("jax", "a maximum")],
)
def test_other_libraries_give_the_same_answer(library, name):
    module = pytest.importorskip(library)
    if library == "jax":
        module.config.update("jax_enable_x64", True)
        module = module.numpy
    model, data = CASES[name]
    there = {key: module.asarray(value) if np.ndim(value) else value for key, value in data.items()}
    expected, solution = model.solve(data), model.solve(there)
    assert solution.success
    for key, value in expected.values.items():
        assert isinstance(solution[key], type(module.zeros(1)))
        np.testing.assert_allclose(solution[key], value, atol=1e-6)
    for key, value in expected.multipliers.items():
        assert isinstance(solution.multipliers[key], type(module.zeros(1)))
        np.testing.assert_allclose(solution.multipliers[key], value, atol=1e-4)


@pytest.mark.parametrize("name", CASES)
def test_single_precision_stays_single(name):
    model, data = CASES[name]
    narrow = {key: np.asarray(value, np.float32) for key, value in data.items()}
    solution, expected = model.solve(narrow), model.solve(data)
    for key, value in expected.values.items():
        assert solution[key].dtype == np.float32
        np.testing.assert_allclose(solution[key], value, atol=2e-2)
    assert solution.objective == pytest.approx(expected.objective, rel=1e-4)
    assert {value.dtype for value in solution.multipliers.values()} <= {np.dtype(np.float32)}


# ---- a device ---------------------------------------------------------------------------------


DEVICE = Device()  # one for all: what is compiled for CuPy keeps its module


@pytest.fixture
def device(monkeypatch):
    """A stand-in for CuPy, which refuses arrays of the host beside its own."""
    for name in ("sum", "min", "max", "reshape", "astype", "diagonal"):
        monkeypatch.setattr(DeviceArray, name, _method(name), raising=False)
    monkeypatch.setattr(
        DeviceArray, "nbytes", property(lambda self: self.held.nbytes), raising=False
    )
    monkeypatch.setattr(Device, "ndarray", DeviceArray, raising=False)
    monkeypatch.setitem(sys.modules, "cupy", DEVICE)
    monkeypatch.setitem(sys.modules, "array_api_compat.cupy", DEVICE)
    monkeypatch.setattr(array_api_compat, "cupy", DEVICE, raising=False)
    yield DEVICE
    for item in vars(_helpers).values():  # what was learnt of the class is true here alone
        if hasattr(item, "cache_clear"):
            item.cache_clear()


def _method(name):
    def method(self, *args, **kwargs):
        self.home.work.launched()
        return DeviceArray(getattr(self.held, name)(*args, **kwargs), self.home)

    return method


SLICES = Model(
    "parameters\n Vector b\nvariables\n Vector x\n Scalar t\n Matrix U(2, 2)\nlet\n r = x - b\n"
    "min\n norm2(r)^2 + t^2 + norm2(U)^2 + exp(t)\nst\n x[1:2] <= 1\n U[1,:] >= 2"
)
CONFLICT = Model(
    "parameters\n Vector b\nvariables\n Vector x\nmin\n norm2(x - b)^2\nst\n sum(x) == -1\n x >= 0"
)


@pytest.mark.parametrize(
    ("model", "data"),
    [*CASES.values(), (SLICES, {"b": B[:5]}), (CONFLICT, {"b": B[:5]})],
    ids=[*CASES, "slices", "a conflict"],
)
def test_nothing_leaves_the_device_on_its_way(device, model, data):
    there = {key: device.array(value) if np.ndim(value) else value for key, value in data.items()}
    expected, solution = model.solve(data), model.solve(there)
    assert solution.status == expected.status
    assert solution.conflict == expected.conflict
    found = {**solution.values, **solution.lets, **solution.multipliers}
    for name, value in {**expected.values, **expected.lets, **expected.multipliers}.items():
        assert isinstance(found[name], DeviceArray)
        np.testing.assert_allclose(found[name].get(), value, atol=1e-6)
    assert str(solution).splitlines()[0] == str(expected).splitlines()[0]


# ---- what it costs ------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "columns", "model"), [(4000, 1000, NNLS), (20_000, 50, LOGISTIC)])
def test_a_solve_takes_no_more_memory_than_thirty_vectors(rows, columns, model):
    random = np.random.default_rng(2)
    matrix, vector = random.standard_normal((rows, columns)), random.standard_normal(rows)
    data = {"A": matrix, "b": vector}
    if model is LOGISTIC:
        data = {"X": matrix, "y": np.sign(vector), "c": 1.0}
    assert model.solve(data).success  # what is made once does not count
    tracemalloc.start()
    try:
        model.solve(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak <= 30 * 8 * rows


TWO_DEVICES = """
import jax, numpy
from gennaker import DataError, Model
jax.config.update("jax_enable_x64", True)
first, second = jax.devices()
model = Model("parameters\\n Matrix A\\n Vector b\\nvariables\\n Vector x\\nmin\\n norm2(A*x - b)^2\\nst\\n s: sum(x) == 1\\n x >= 0")
A, b = numpy.eye(3), numpy.arange(3.0)
try:
    model.solve(A=jax.device_put(A, first), b=jax.device_put(b, second))
except DataError as error:
    print(error)
there = model.solve(A=jax.device_put(A, second), b=jax.device_put(b, second))
here = model.solve(A=jax.device_put(A, first), b=b.tolist(), start=there)
for solution in there, here:
    places = (*solution.x.devices(), *solution.multipliers["s"].devices())
    print(solution.status, *(place.id for place in places))
"""


def test_answers_live_on_the_device_of_the_data():
    pytest.importorskip("jax")
    done = subprocess.run(
        [sys.executable, "-c", TWO_DEVICES],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "XLA_FLAGS": "--xla_force_host_platform_device_count=2"},
    )
    refused, *found = done.stdout.splitlines()
    assert refused == (
        "A is on cpu:0, but b is on cpu:1: all data must be on one device; "
        "pass jax.device_put(b, A.device)"
    )
    assert found == ["solved 1 1", "solved 0 0"]


def test_a_symmetric_variable_stays_symmetric():
    """The inverse of a matrix is symmetric up to rounding only, which must not add up."""
    random = np.random.default_rng(0)
    basis, _ = np.linalg.qr(random.standard_normal((8, 8)))
    S = (basis * np.geomspace(0.02, 5.0, 8)) @ basis.T
    S = (S + S.T) / 2
    model = Model(
        "parameters\n Matrix S psd\n Scalar lambda positive\nvariables\n Matrix X symmetric\n"
        "min\n tr(S*X) - logdet(X) + lambda*norm1(X)"
    )
    solution = model.solve({"S": S, "lambda": 1e-3})
    assert solution.success
    assert np.array_equal(solution.X, solution.X.T)
    assert np.abs(S - np.linalg.inv(solution.X)).max() <= 1e-3 + 1e-5
