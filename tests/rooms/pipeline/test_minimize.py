"""SciPy's manner, against SciPy's own methods, closed forms and conditions of optimality."""

from __future__ import annotations

import re
import subprocess
import sys

import numpy as np
import pytest
import scipy.optimize
from scipy import sparse
from scipy.optimize import Bounds, LinearConstraint, NonlinearConstraint, OptimizeResult
from scipy.optimize import minimize as scipy_minimize

import gennaker
from gennaker import DataError, minimize
from gennaker.pipeline.answer import Answer
from tests.flat_problems import nearest_in_simplex

KEYS = {
    *("x", "fun", "jac", "nit", "nfev", "njev", "status", "success", "message"),
    *("multipliers", "constr_violation", "optimality"),
}
B = np.array([0.9, 0.4, -0.6, 0.2, 0.35])


def distance(x):
    return 0.5 * (x - B) @ (x - B)


def slope(x):
    return x - B


def together(x):
    return distance(x), slope(x)


def rosen(x):
    return scipy.optimize.rosen(x), scipy.optimize.rosen_der(x)


# ---- answers that are known ------------------------------------------------------------------


def test_an_answer_has_everything_and_reads_both_ways():
    result = minimize(together, np.zeros(5), jac=True)
    assert isinstance(result, OptimizeResult)
    assert set(result) == KEYS
    assert result["x"] is result.x
    assert np.allclose(result.x, B, atol=1e-6)
    assert (result.status, result.success) == (0, True)
    assert result.message.startswith("The point meets all optimality conditions")
    assert result.multipliers.shape == (0,)
    assert np.allclose(result.jac, slope(result.x))
    assert result.optimality == np.abs(result.jac).max() <= 1e-6
    assert result.constr_violation == 0.0


@pytest.mark.parametrize("jac", [None, False, "2-point", "3-point", scipy.optimize.rosen_der])
def test_rosenbrocks_valley(jac):
    result = minimize(scipy.optimize.rosen, [1.3, 0.7, 0.8, 1.9, 1.2], jac=jac)
    assert result.success
    assert np.allclose(result.x, 1.0, atol=1e-5)


def test_the_nearest_point_of_the_simplex_and_its_multiplier():
    x = nearest_in_simplex(B)
    for constraint in (
        {"type": "eq", "fun": lambda x: x.sum() - 1},
        {"type": "eq", "fun": lambda x: x.sum() - 1, "jac": np.ones_like},
        LinearConstraint(np.ones(5), 1, 1),
        LinearConstraint(sparse.csr_array(np.ones((1, 5))), 1, 1),
        NonlinearConstraint(np.sum, 1, 1),
    ):
        result = minimize(
            distance, np.full(5, 0.2), jac=slope, bounds=Bounds(0), constraints=constraint, tol=1e-9
        )
        assert result.success
        assert np.allclose(result.x, x, atol=1e-7)
        inside = x > 0
        assert np.allclose(result.multipliers, slope(x)[inside], atol=1e-6)
        assert result.constr_violation == pytest.approx(abs(result.x.sum() - 1), abs=1e-12)


def test_multipliers_and_answers_are_those_of_slsqp():
    constraints = [
        {"type": "eq", "fun": lambda x: x[0] ** 2 + x[1] - 1},
        {"type": "ineq", "fun": lambda x: np.array([x[0] - 0.3, 2.0 - x[2] - x[3]])},
        {"type": "ineq", "fun": lambda x: 0.1 - x[4]},
    ]
    ours = minimize(distance, np.ones(5), jac=slope, constraints=constraints, tol=1e-8)
    theirs = scipy_minimize(
        distance, np.ones(5), jac=slope, constraints=constraints, method="SLSQP", tol=1e-12
    )
    assert ours.success
    assert np.allclose(ours.x, theirs.x, atol=1e-6)
    assert np.allclose(ours.multipliers, theirs.multipliers, atol=1e-5)


def test_the_gradient_is_the_constraints_gradients_times_the_multipliers():
    A = np.random.default_rng(3).standard_normal((4, 5))
    lower, upper = np.array([0.5, -np.inf, -1.0, 0.1]), np.array([0.5, -0.3, 1.0, np.inf])
    constraints = [
        LinearConstraint(A, lower, upper),
        NonlinearConstraint(lambda x: x @ x, 0.2, 0.6, jac=lambda x: 2 * x),
    ]
    result = minimize(together, np.full(5, 0.1), jac=True, constraints=constraints, tol=1e-9)
    assert result.success
    J = np.vstack([A, 2 * result.x])
    values = np.r_[A @ result.x, result.x @ result.x]
    low, high = np.r_[lower, 0.2], np.r_[upper, 0.6]
    y = result.multipliers
    assert np.allclose(result.jac, J.T @ y, atol=1e-6)
    assert (values >= low - 1e-7).all()
    assert (values <= high + 1e-7).all()
    assert np.allclose(np.where(y > 1e-6, values - low, 0.0), 0.0, atol=1e-6)
    assert np.allclose(np.where(y < -1e-6, values - high, 0.0), 0.0, atol=1e-6)
    assert (np.abs(y) > 1e-3).sum() >= 2


@pytest.mark.parametrize("bounds", [Bounds(-0.5, 0.5), [(-0.5, 0.5)] * 5])
def test_bounds_hold_at_every_evaluation(bounds):
    seen = []

    def fun(x):
        seen.append(x.copy())
        return distance(x)

    result = minimize(fun, np.full(5, 3.0), bounds=bounds)
    assert np.allclose(result.x, np.clip(B, -0.5, 0.5), atol=1e-6)
    assert np.abs(seen).max() <= 0.5
    assert result.nfev == len(seen)


# ---- as a method of SciPy's ------------------------------------------------------------------


def test_it_is_a_method_of_scipys():
    result = scipy_minimize(
        rosen,
        [1.3, 0.7, 0.8],
        jac=True,
        method=gennaker.method,
        bounds=[(0, 0.9), (None, None), (None, None)],
        constraints={"type": "ineq", "fun": lambda x: 2 - x.sum()},
        tol=1e-8,
        options={"maxiter": 500},
    )
    other = scipy_minimize(
        rosen,
        [1.3, 0.7, 0.8],
        jac=True,
        method="SLSQP",
        bounds=[(0, 0.9), (None, None), (None, None)],
        constraints={"type": "ineq", "fun": lambda x: 2 - x.sum()},
        tol=1e-12,
    )
    assert isinstance(result, OptimizeResult)
    assert result.success
    assert np.allclose(result.x, other.x, atol=1e-5)


def test_scipy_hands_everything_over():
    def fun(x, a, b):
        return a * ((x - b) ** 2).sum()

    seen = []
    result = scipy_minimize(
        fun, [1.0, 2.0], args=(2.0, 5.0), method=gennaker.method, callback=seen.append
    )
    assert np.allclose(result.x, 5.0, atol=1e-6)
    assert np.allclose(seen[0], [1.0, 2.0])
    assert len(seen) > 1
    with pytest.warns(RuntimeWarning, match="second derivatives"):
        scipy_minimize(fun, [1.0], args=(1.0, 2.0), method=gennaker.method, hess=lambda *_: 1.0)


# ---- counting, callbacks, options --------------------------------------------------------------


@pytest.mark.parametrize("constrained", [False, True])
def test_value_and_gradient_are_computed_once_for_each_point(constrained):
    seen = []

    def fun(x):
        seen.append(x.tobytes())
        return np.exp(x).sum() + x @ x, np.exp(x) + 2 * x

    constraints = {"type": "eq", "fun": lambda x: x @ x - 2.5} if constrained else ()
    result = minimize(fun, [1.3, 0.7, 0.8], jac=True, constraints=constraints)
    assert result.success
    assert len(seen) == len(set(seen)) == result.nfev == result.njev


def test_calls_are_counted():
    calls = {"f": 0, "g": 0}

    def fun(x):
        calls["f"] += 1
        return distance(x)

    def jac(x):
        calls["g"] += 1
        return slope(x)

    result = minimize(fun, np.zeros(5), jac=jac)
    assert (result.nfev, result.njev) == (calls["f"], calls["g"])
    calls["f"] = 0
    result = minimize(fun, np.zeros(5))
    assert result.nfev == calls["f"] >= 10 * result.njev


@pytest.mark.parametrize("style", ["state", "keyword", "point"])
def test_a_callback_sees_every_iteration_and_may_stop(style):
    seen = []

    def by_state(state):
        seen.append(state.objective)
        return len(seen) == 4

    def by_keyword(*, intermediate_result):
        seen.append(intermediate_result.fun)
        if len(seen) == 4:
            raise StopIteration

    def by_point(xk):
        seen.append(rosen(xk)[0])
        return len(seen) == 4

    callback = {"state": by_state, "keyword": by_keyword, "point": by_point}[style]
    result = minimize(rosen, [1.3, 0.7, 0.8], jac=True, callback=callback)
    assert (len(seen), result.status, result.success) == (4, 99, False)
    assert "callback" in result.message
    assert seen == sorted(seen, reverse=True)
    assert result.fun == pytest.approx(min(seen))


def test_a_limit_is_told_by_the_name_it_goes_by():
    result = minimize(rosen, [1.3, 0.7, 0.8], jac=True, options={"maxiter": 3})
    assert (result.nit, result.status, result.success) == (3, 1, False)
    assert "raise maxiter" in result.message
    result = minimize(rosen, [1.3, 0.7, 0.8], jac=True, options={"maxfev": 5})
    assert (result.status, result.success) == (1, False)


def test_a_tighter_tolerance_gives_a_better_answer():
    loose = minimize(rosen, [1.3, 0.7, 0.8], jac=True, tol=1e-2)
    tight = minimize(rosen, [1.3, 0.7, 0.8], jac=True, tol=1e-10)
    assert loose.nfev < tight.nfev
    assert tight.optimality < loose.optimality
    assert np.allclose(tight.x, 1.0, atol=1e-8)


def test_the_papers_method_can_be_chosen():
    result = minimize(
        together, np.full(5, 0.2), jac=True, bounds=Bounds(0), options={"method": "paper"}
    )
    assert np.allclose(result.x, np.maximum(B, 0), atol=1e-6)


def test_the_start_is_whatever_holds_numbers():
    for x0 in (np.zeros((5, 1)), [[0] * 5], np.zeros(5, int), (0, 0, 0, 0, 0)):
        result = minimize(together, x0, jac=True)
        assert result.x.shape == (5,)
        assert np.allclose(result.x, B, atol=1e-6)
    assert minimize(lambda x: (x - 2) ** 2, 7).x == pytest.approx(2.0, abs=1e-6)


def test_one_argument_needs_no_tuple():
    assert minimize(lambda x, a: ((x - a) ** 2).sum(), [0.5], 3.0).x == pytest.approx(3.0, abs=1e-6)


def test_nothing_that_was_passed_is_changed():
    x0, options = np.full(5, 3.0), {"maxiter": 50}
    lower = np.zeros(5)
    constraint = {"type": "eq", "fun": lambda x: x.sum() - 1}
    minimize(distance, x0, bounds=Bounds(lower), constraints=constraint, options=options)
    assert x0.tolist() == [3.0] * 5
    assert lower.tolist() == [0.0] * 5
    assert options == {"maxiter": 50}
    assert set(constraint) == {"type", "fun"}


def test_the_same_call_gives_the_same_bits():
    first, second = (minimize(rosen, [1.3, 0.7, 0.8], jac=True) for _ in range(2))
    assert first.x.tobytes() == second.x.tobytes()


# ---- trouble ---------------------------------------------------------------------------------


def test_infeasible_constraints_are_named():
    constraints = [
        {"type": "ineq", "fun": lambda x: x[0] - 2},
        {"type": "ineq", "fun": lambda x: 1 - x[0]},
    ]
    result = minimize(together, np.full(5, 0.2), jac=True, constraints=constraints)
    assert (result.status, result.success) == (2, False)
    assert "constraints[0] and constraints[1] cannot hold together" in result.message
    assert result.constr_violation > 0.5 - 1e-6


def test_an_unbounded_objective_is_recognised():
    result = minimize(lambda x: (-x.sum(), -np.ones(3)), np.ones(3), jac=True)
    assert (result.status, result.success) == (3, False)
    assert "falls without limit" in result.message


def test_crossed_bounds_are_named_and_nothing_is_evaluated():
    def fun(_):
        raise AssertionError("there is no point to evaluate at")

    result = minimize(fun, [0.0, 0.0], bounds=[(0, 1), (2, 1)])
    assert (result.status, result.success) == (2, False)
    assert "Entry 1 has the lower bound 2 above its upper bound 1" in result.message
    assert np.isnan(result.fun)
    assert np.isnan(result.jac).all()


@pytest.mark.parametrize(
    ("fun", "constraints", "words"),
    [
        (lambda x: (np.nan, x), (), "the objective is not finite"),
        (lambda x: (np.inf, x), (), "the objective is not finite"),
        (lambda x: (x @ x, x * np.nan), (), "the gradient of the objective is not finite"),
        (
            lambda x: (x @ x, 2 * x),
            {"type": "eq", "fun": lambda x: np.array([x[0], np.nan])},
            r"constraints\[0\] is not finite",
        ),
    ],
)
def test_what_is_undefined_at_the_start_is_named(fun, constraints, words):
    result = minimize(fun, np.ones(2), jac=True, constraints=constraints)
    assert (result.status, result.success) == (4, False)
    assert pytest.approx(1.0) == result.x
    assert re.search(words, result.message)


def test_a_wrong_gradient_is_found_on_request():
    def fun(x):
        gradient = slope(x)
        gradient[3] *= 2
        return distance(x), gradient

    with pytest.raises(ValueError, match="entry 3"):
        minimize(fun, np.ones(5), jac=True, options={"check_gradient": True})
    constraint = {"type": "eq", "fun": lambda x: x @ x - 1, "jac": lambda x: x}
    with pytest.raises(ValueError, match=r"constraints\[0\]"):
        minimize(together, B, jac=True, constraints=constraint, options={"check_gradient": True})
    assert minimize(together, np.ones(5), jac=True, options={"check_gradient": True}).success


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"x0": [np.nan]}, r"x0\[0\] is nan"),
        ({"x0": [1j]}, "x0 holds complex numbers"),
        ({"bounds": [(0, 1)] * 2}, "bounds has 2 pairs, but x0 has 1"),
        ({"constraints": LinearConstraint(np.ones((2, 3)))}, "has a matrix with 3 columns"),
        ({"constraints": {"type": "eq", "fun": lambda _: None}}, r"constraints\[0\] returned None"),
        ({"fun": lambda _: "much"}, "the objective returned text"),
        ({"fun": lambda x: x * 1j}, "the objective returned complex numbers"),
        ({"jac": lambda _: [1.0, 2.0]}, "the gradient returned an array of shape"),
        ({"jac": True}, "return the value and the gradient"),
        ({"options": {"max_iteration": 5}}, "did you mean 'max_iterations'"),
        ({"tol": 2}, "tolerance must be a number between 0 and 1"),
    ],
)
def test_bad_input_is_named(arguments, words):
    given = {"fun": lambda x: float(x @ x), "x0": [1.0]} | arguments
    with pytest.raises(ValueError, match=words):
        minimize(**given)


def test_what_is_no_function_is_a_type_error():
    with pytest.raises(TypeError, match="fun must be a function, not float"):
        minimize(3.0, [1.0])
    assert issubclass(DataError, ValueError)


@pytest.mark.parametrize("where", ["fun", "jac", "constraint", "callback"])
def test_exceptions_of_the_user_pass_unchanged(where):
    class OwnError(Exception):
        pass

    count = 0

    def sometimes(value):
        nonlocal count
        count += 1
        if count > allowed:
            raise OwnError(where)
        return value

    allowed = 0 if where == "callback" else 2
    functions = {"fun": distance, "jac": slope, "constraint": np.sum, "callback": lambda _: None}
    own = functions[where]
    functions[where] = lambda x: sometimes(own(x))
    with pytest.raises(OwnError, match=where):
        minimize(
            functions["fun"],
            np.full(5, 0.2),
            jac=functions["jac"],
            constraints={"type": "ineq", "fun": functions["constraint"]},
            callback=functions["callback"],
        )


# ---- libraries -------------------------------------------------------------------------------


def test_single_precision_stays_single():
    result = minimize(lambda x: ((x - 2) ** 2).sum(), np.ones(3, np.float32))
    assert result.x.dtype == np.float32
    assert np.allclose(result.x, 2.0, atol=1e-2)


@pytest.mark.parametrize("library", ["torch", "jax.numpy", "array_api_strict"])
def test_everything_stays_in_the_library_of_the_start(library):
    xp = pytest.importorskip(library)
    if library == "jax.numpy":
        pytest.importorskip("jax").config.update("jax_enable_x64", val=True)
    x0 = xp.asarray(np.full(5, 0.2))
    b, kind = xp.asarray(B), type(x0)
    ones = xp.asarray(np.ones(5))
    kinds = set()

    def fun(x):
        kinds.add(type(x))
        return 0.5 * ((x - b) @ (x - b)), x - b

    constraint = {"type": "eq", "fun": lambda x: x @ ones - 1, "jac": lambda _: ones}
    result = minimize(fun, x0, jac=True, bounds=[(0, None)] * 5, constraints=constraint)
    assert kinds == {kind}
    assert [type(result[key]) for key in ("x", "jac", "multipliers")] == [kind] * 3
    assert isinstance(result.fun, float)
    x = nearest_in_simplex(B)
    assert np.allclose([float(entry) for entry in result.x], x, atol=1e-5)
    assert float(result.multipliers[0]) == pytest.approx(slope(x)[0], abs=1e-5)


def test_scipy_is_not_needed(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    result = minimize(together, np.zeros(5), jac=True)
    assert type(result) is Answer
    assert set(result) == KEYS
    assert np.allclose(result.x, B, atol=1e-6)


def test_importing_it_does_not_load_scipy():
    code = "import sys, gennaker; gennaker.minimize; print('scipy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "False"
