"""GENO's convention: files in the style of both generations, and every corner of the two calls."""

from __future__ import annotations

import logging
import subprocess
import sys
from types import ModuleType

import array_api_strict
import numpy as np
import pytest
from scipy.optimize import minimize as scipy_minimize
from scipy.optimize import nnls

from gennaker.geno import check_version, minimize
from gennaker.pipeline.answer import Answer
from tests.flat_problems import nearest_in_simplex

IMPORT = "from genosolver import minimize, check_version"
OURS = "from gennaker.geno import minimize, check_version"
KEYS = {
    *("x", "y", "fun", "jac", "nit", "nfev", "nInner"),
    *("maxcv", "slack", "status", "success", "message"),
}

# ---- files as GENO prints them: a class for the model, solve, random data, a script -------------

DUAL_SVM = '''"""
parameters
  Matrix K symmetric
  Scalar c
  Vector y
variables
  Vector a
min
  0.5*(a.*y)'*K*(a.*y) - sum(a)
st
  a >= 0
  a <= c
  y'*a == 0
"""
from __future__ import division, print_function, absolute_import

from math import inf
from timeit import default_timer as timer
try:
    from genosolver import minimize, check_version
    USE_GENO_SOLVER = True
except ImportError:
    from scipy.optimize import minimize
    USE_GENO_SOLVER = False


class GenoNLP:
    def __init__(self, K, c, y, np):
        self.np = np
        self.K = K
        self.c = c
        self.y = y
        assert isinstance(K, self.np.ndarray)
        assert isinstance(y, self.np.ndarray)
        if isinstance(c, self.np.ndarray):
            self.c = c[0]
        self.a_rows = K.shape[0]
        self.a_size = self.a_rows

    def getLowerBounds(self):
        bounds = []
        bounds += [0] * self.a_size
        return self.np.array(bounds)

    def getUpperBounds(self):
        bounds = []
        bounds += [self.c] * self.a_size
        return self.np.array(bounds)

    def getStartingPoint(self):
        self.aInit = self.np.zeros((self.a_rows, 1))
        return self.aInit.reshape(-1)

    def variables(self, _x):
        a = _x
        return a

    def fAndG(self, _x):
        a = self.variables(_x)
        t_0 = (a * self.y)
        t_1 = (self.K).dot(t_0)
        f_ = ((0.5 * (t_0).dot(t_1)) - self.np.sum(a))
        g_0 = ((t_1 * self.y) - self.np.ones(self.a_rows))
        g_ = g_0
        return f_, g_

    def functionValueEqConstraint000(self, _x):
        a = self.variables(_x)
        f = (self.y).dot(a)
        return f

    def jacProdEqConstraint000(self, _x, _v):
        a = self.variables(_x)
        gv_ = ((_v * self.y))
        return gv_


def solve(K, c, y, np):
    start = timer()
    NLP = GenoNLP(K, c, y, np)
    x0 = NLP.getStartingPoint()
    lb = NLP.getLowerBounds()
    ub = NLP.getUpperBounds()
    options = {'eps_pg' : 1E-4,
               'constraint_tol' : 1E-4,
               'max_iter' : 3000,
               'm' : 10,
               'ls' : 0,
               'verbose' : 0
              }

    if USE_GENO_SOLVER:
        check_version('0.1.0')
        constraints = ({'type' : 'eq',
                        'fun' : NLP.functionValueEqConstraint000,
                        'jacprod' : NLP.jacProdEqConstraint000})
        result = minimize(NLP.fAndG, x0, lb=lb, ub=ub, options=options,
                      constraints=constraints, np=np)
    else:
        raise ImportError('genosolver')

    a = NLP.variables(result.x)
    elapsed = timer() - start
    return result, a


def generateRandomData(np):
    np.random.seed(0)
    X = np.random.randn(30, 2)
    y = np.sign(X[:, 0] + 0.3 * np.random.randn(30))
    K = np.exp(-((X[:, None, :] - X[None, :, :]) ** 2).sum(-1))
    return K, 1.5, y


if __name__ == '__main__':
    import numpy as np
    # import cupy as np  # uncomment this for GPU usage
    K, c, y = generateRandomData(np=np)
    result, a = solve(K, c, y, np=np)
    print(result.message)
    print(result.fun, result.maxcv, result.nit, result.nfev)
'''

TWO_VARIABLES = '''"""
parameters
  Matrix A
  Vector b
variables
  Vector x
  Matrix W
min
  norm2(A*x - b)^2 + norm2(W - X0)^2
st
  0 <= x, x <= 1
  sum(x) <= 2
  W'*vector(1) == vector(1)
  W >= 0
  x*x[1:2]' - matrix(0.5) <= matrix(0)
"""
from math import inf
import numpy as np
from genosolver import minimize, check_version


class GenoNLP:
    def __init__(self, A, b, X0):
        self.A, self.b, self.X0 = A, b, X0
        self.x_rows = A.shape[1]
        self.x_size = self.x_rows
        self.W_rows, self.W_cols = X0.shape
        self.W_size = self.W_rows * self.W_cols

    def getBounds(self):
        bounds = []
        bounds += [(0, 1)] * self.x_size
        bounds += [(0, inf)] * self.W_size
        return bounds

    def getStartingPoint(self):
        self.xInit = np.random.randn(self.x_rows, 1)
        self.WInit = np.random.randn(self.W_rows, self.W_cols)
        return np.hstack((self.xInit.reshape(-1), self.WInit.reshape(-1)))

    def variables(self, _x):
        x = _x[0 : 0 + self.x_size]
        W = _x[0 + self.x_size : 0 + self.x_size + self.W_size]
        W = W.reshape(self.W_rows, self.W_cols)
        return x, W

    def fAndG(self, _x):
        x, W = self.variables(_x)
        t_0 = (self.A).dot(x) - self.b
        T_1 = W - self.X0
        f_ = (np.linalg.norm(t_0) ** 2) + (np.linalg.norm(T_1, 'fro') ** 2)
        g_0 = 2 * (self.A.T).dot(t_0)
        g_1 = 2 * T_1
        g_ = np.hstack((g_0, g_1.reshape(-1)))
        return f_, g_

    def functionValueIneqConstraint000(self, _x):
        x, W = self.variables(_x)
        f = np.sum(x) - 2
        return f

    def jacProdIneqConstraint000(self, _x, _v):
        x, W = self.variables(_x)
        gv_0 = _v * np.ones(self.x_rows)
        gv_1 = np.ones((self.W_rows, self.W_cols)) * 0
        return np.hstack((gv_0, gv_1.reshape(-1)))

    def functionValueEqConstraint000(self, _x):
        x, W = self.variables(_x)
        f = (W.T).dot(np.ones(self.W_rows)) - np.ones(self.W_cols)
        return f

    def jacProdEqConstraint000(self, _x, _v):
        x, W = self.variables(_x)
        gv_0 = np.ones(self.x_rows) * 0
        gv_1 = np.outer(np.ones(self.W_rows), _v)
        return np.hstack((gv_0, gv_1.reshape(-1)))

    def functionValueIneqConstraint001(self, _x):
        x, W = self.variables(_x)
        f = np.outer(x, x[0:2]) - 0.5 * np.ones((self.x_rows, 2))
        return f

    def jacProdIneqConstraint001(self, _x, _v):
        x, W = self.variables(_x)
        gv_0 = (_v).dot(x[0:2])
        gv_0[0:2] += (_v.T).dot(x)
        gv_1 = np.ones((self.W_rows, self.W_cols)) * 0
        return np.hstack((gv_0, gv_1.reshape(-1)))


def toArray(v):
    return np.ascontiguousarray(v, dtype=np.float64).reshape(-1)


def solve(A, b, X0):
    NLP = GenoNLP(A, b, X0)
    x0 = NLP.getStartingPoint()
    bnds = NLP.getBounds()
    tol = 1E-6
    options = {'tol' : tol,
               'constraintsTol' : 1E-6,
               'maxiter' : 1000,
               'verbosity' : 0
              }
    check_version('0.0.3')
    constraints = ({'type' : 'eq',
                    'fun' : NLP.functionValueEqConstraint000,
                    'jacprod' : NLP.jacProdEqConstraint000},
                   {'type' : 'ineq',
                    'fun' : NLP.functionValueIneqConstraint000,
                    'jacprod' : NLP.jacProdIneqConstraint000},
                   {'type' : 'ineq',
                    'fun' : NLP.functionValueIneqConstraint001,
                    'jacprod' : NLP.jacProdIneqConstraint001})
    result = minimize(NLP.fAndG, x0, tol=tol,
                      bounds=bnds, options=options,
                      constraints=constraints)
    x = result.x
    ineqConstraint000 = np.asarray(NLP.functionValueIneqConstraint000(x))
    ineqConstraint000[ineqConstraint000 < 0] = 0
    x, W = NLP.variables(x)
    solution = {}
    solution['success'] = result.success
    solution['message'] = result.message
    solution['fun'] = result.fun
    solution['grad'] = result.jac
    solution['slack'] = result.slack
    solution['x'] = x
    solution['W'] = W
    solution['ineqConstraint000'] = toArray(ineqConstraint000)
    solution['result'] = result
    return solution


def generateRandomData():
    np.random.seed(0)
    return np.random.randn(12, 4), 3 * np.random.randn(12), np.random.randn(3, 2)


if __name__ == '__main__':
    A, b, X0 = generateRandomData()
    solution = solve(A, b, X0)
    print(solution['message'])
    if solution['success']:
        print('optimal function value   = ', solution['fun'])
        print('norm of the gradient     = ', np.linalg.norm(solution['grad'], np.inf))
        print('maximal compl. slackness = ', solution['slack'])
        print('optimal variable x = ', solution['x'])
'''


def module(text):
    """Run a file as a module, with its one import changed."""
    assert text.count(IMPORT) == 1
    made = ModuleType("generated")
    code = compile(text.replace(IMPORT, OURS), "generated.py", "exec", dont_inherit=True)
    exec(code, made.__dict__)  # noqa: S102 - the files above
    return made


def test_a_file_of_today_runs():
    file = module(DUAL_SVM)
    K, c, y = file.generateRandomData(np)
    result, a = file.solve(K, c, y, np)
    assert (result.status, result.success) == (0, True)
    assert set(result) == KEYS
    Q = K * np.outer(y, y)
    other = scipy_minimize(
        lambda a: (0.5 * a @ Q @ a - a.sum(), Q @ a - 1),
        np.zeros(30),
        jac=True,
        method="SLSQP",
        bounds=[(0, c)] * 30,
        constraints={"type": "eq", "fun": lambda a: y @ a, "jac": lambda _: y},
        options={"ftol": 1e-14, "maxiter": 500},
    )
    assert result.fun == pytest.approx(other.fun, rel=1e-5)
    assert np.allclose(a, other.x, atol=1e-3)
    assert abs(y @ a) <= 1e-4
    assert result.y.shape == (1,)
    assert np.allclose(result.jac, Q @ a - 1 + result.y * y)


def test_a_file_from_before_2022_runs():
    file = module(TWO_VARIABLES)
    A, b, X0 = file.generateRandomData()
    solution = file.solve(A, b, X0)
    assert solution["success"] is True
    W = np.column_stack([nearest_in_simplex(column) for column in X0.T])
    assert np.allclose(solution["W"], W, atol=1e-5)
    other = scipy_minimize(
        lambda x: ((A @ x - b) @ (A @ x - b), 2 * A.T @ (A @ x - b)),
        np.full(4, 0.3),
        jac=True,
        method="SLSQP",
        bounds=[(0, 1)] * 4,
        constraints=[
            {"type": "ineq", "fun": lambda x: 2 - x.sum()},
            {"type": "ineq", "fun": lambda x: 0.5 - np.outer(x, x[:2]).ravel()},
        ],
        options={"ftol": 1e-14, "maxiter": 500},
    )
    assert np.allclose(solution["x"], other.x, atol=1e-4)
    assert solution["ineqConstraint000"].max() <= 1e-6
    assert solution["result"].y.shape == (2 + 1 + 8,)
    assert solution["result"].maxcv <= 1e-6
    assert solution["slack"] <= 1e-4


@pytest.mark.parametrize("text", [DUAL_SVM, TWO_VARIABLES], ids=["today", "before 2022"])
def test_a_file_runs_as_a_script(text, tmp_path):
    path = tmp_path / "generated.py"
    path.write_text(text.replace(IMPORT, OURS), encoding="utf-8")
    command = [sys.executable, "-W", "error", str(path)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("The point meets all optimality conditions")


# ---- the call ----------------------------------------------------------------------------------

RNG = np.random.default_rng(5)
A = RNG.standard_normal((12, 4))
B = A @ np.array([1.0, -2.0, 0.5, 0.0]) + 0.1 * RNG.standard_normal(12)
FREE = np.linalg.lstsq(A, B)[0]


def fg(x):
    residual = A @ x - B
    return residual @ residual, 2 * A.T @ residual


def test_an_answer_reads_as_keys_and_attributes():
    result = minimize(fg, np.zeros(4), np=np)
    assert type(result) is Answer
    assert set(result) == KEYS
    assert np.allclose(result["x"], FREE, atol=1e-6)
    assert result["x"] is result.x
    assert (result.status, result.maxcv, result.slack, result.y.size) == (0, 0.0, 0.0, 0)
    assert result.nit == result.nInner > 0
    assert np.allclose(result.jac, fg(result.x)[1])


@pytest.mark.parametrize(
    "sides",
    [
        {"lb": 0},
        {"lb": [0, 0, 0, 0]},
        {"lb": np.zeros((4, 1), int), "ub": np.full((2, 2), np.inf)},
        {"lb": [0, 0.0, 0, 0], "ub": [None] * 4, "constraints": ()},
        {"bounds": [(0, None)] * 4, "tol": 1e-8},
        {"bounds": [(0, np.inf), [0, None], (0.0, 99), (0, 99)]},
    ],
)
def test_bounds_come_in_any_form(sides):
    result = minimize(fg, np.ones(4), **sides)
    assert np.allclose(result.x, nnls(A, B)[0], atol=1e-5)


@pytest.mark.parametrize(
    "x0", [[0, 0, 0, 0], (1, 2, 3, 4), np.zeros((2, 2), int), np.zeros((4, 1))]
)
def test_a_start_comes_in_any_form(x0):
    shapes = set()

    def seeing(x):
        shapes.add(x.shape)
        return fg(x)

    assert np.allclose(minimize(seeing, x0, np=np).x, FREE, atol=1e-6)
    assert shapes == {(4,)}


@pytest.mark.parametrize("x0", [7, 7.0, np.float64(7), np.array(7), [7]])
def test_one_number_is_a_start(x0):
    result = minimize(lambda x: ((x - 2) ** 2, 2 * (x - 2)), x0, np=np)
    assert result.x == pytest.approx(2.0, abs=1e-6)
    assert isinstance(result.fun, float)


TARGET = np.array([0.6, 0.5, -0.2, 0.4])


def near(x):
    return (x - TARGET) @ (x - TARGET), 2 * (x - TARGET)


def test_an_equality_is_zero_and_its_multiplier_balances():
    ones = np.ones(4)
    constraint = {"type": "eq", "fun": lambda x: x.sum() - 1, "jacprod": lambda _, v: v * ones}
    result = minimize(near, np.zeros(4), lb=0, options={"eps_pg": 1e-8}, constraints=constraint)
    assert np.allclose(result.x, nearest_in_simplex(TARGET), atol=1e-7)
    free = result.x > 0
    assert np.allclose((near(result.x)[1] + result.y)[free], 0.0, atol=1e-6)
    assert np.allclose(result.jac, near(result.x)[1] + result.y)
    assert result.maxcv == pytest.approx(abs(result.x.sum() - 1), abs=1e-15)
    assert result.nit < result.nInner


@pytest.mark.parametrize("form", ["number", "one entry", "matrix"])
def test_an_inequality_is_at_most_zero(form):
    shapes = set()

    def fun(x):
        value = 1.5 - x.sum()
        return {
            "number": value,
            "one entry": np.array([value]),
            "matrix": np.array([[value, value - 1], [-1.0, value - 2]]),
        }[form]

    def product(x, v):
        shapes.add(v.shape)
        weight = {"number": v, "one entry": v[0] if v.ndim else v, "matrix": v}[form]
        weight = v[0, 0] + v[0, 1] + v[1, 1] if form == "matrix" else weight
        return -weight * np.ones_like(x)

    constraint = {"type": "ineq", "fun": fun, "jacprod": product}
    result = minimize(near, [0, 0, 0, 0], constraints=[constraint], np=np)
    assert np.allclose(result.x, TARGET + 0.05, atol=1e-6)
    assert shapes == {{"number": (), "one entry": (1,), "matrix": (2, 2)}[form]}
    assert result.y[0] == pytest.approx(0.1, abs=1e-5)
    assert np.abs(result.y[1:]).max(initial=0.0) <= 1e-5
    assert result.slack <= 1e-5


@pytest.mark.parametrize(
    ("cl", "cu", "expected"),
    [
        (1.5, 1.5, 1.5),
        (1.5, np.inf, 1.5),
        (None, 1.1, 1.1),
        ([1.4], [9], 1.4),
        (1.0, 2, 1.3),
        (-1, np.array([0.9]), 0.9),
    ],
)
def test_a_function_between_two_sides(cl, cu, expected):
    constraint = {
        "type": "bnds",
        "fun": lambda x: np.array([x.sum()]),
        "jacprod": lambda x, v: v * np.ones_like(x),
        "cl": cl,
        "cu": cu,
    }
    result = minimize(near, np.zeros(4), constraints=constraint)
    assert result.x.sum() == pytest.approx(expected, abs=1e-5)
    assert result.y == pytest.approx(-(expected - 1.3) / 2, abs=1e-4)


def test_a_jacobian_or_nothing_will_do_too():
    constraints = (
        {"type": "ineq", "fun": lambda x: 1.5 - x.sum(), "jac": lambda x: -np.ones_like(x)},
        {"type": "eq", "fun": lambda x: x[0] - x[1]},
    )
    result = minimize(near, np.zeros(4), constraints=constraints)
    assert np.allclose(result.x, [0.6, 0.6, -0.15, 0.45], atol=1e-5)
    assert result.y.shape == (2,)


def test_value_and_gradient_are_computed_once_for_each_point():
    seen = []

    def counting(x):
        seen.append(x.tobytes())
        return fg(x)

    constraint = {"type": "eq", "fun": lambda x: x.sum(), "jacprod": lambda x, v: v + 0 * x}
    for constraints in (None, constraint):
        seen.clear()
        result = minimize(counting, np.ones(4), lb=-1, constraints=constraints, np=np)
        assert len(seen) == len(set(seen)) == result.nfev


def test_nothing_that_was_passed_is_changed():
    x0, lb, options = np.ones(4), np.zeros(4), {"eps_pg": 1e-4, "max_iter": 50}
    minimize(fg, x0, lb=lb, options=options)
    assert (x0.tolist(), lb.tolist()) == ([1.0] * 4, [0.0] * 4)
    assert options == {"eps_pg": 1e-4, "max_iter": 50}


# ---- options -----------------------------------------------------------------------------------

MODERN = {
    "eps_pg": 1e-5,
    "constraint_tol": 1e-5,
    "max_iter": 500,
    "max_iter_outer": 20,
    "m": 5,
    "ls": 0,
    "max_ls": 30,
    "step_max": 1e10,
    "grad_test": False,
    "verbose": 0,
}
OLD = {"tol": 1e-6, "constraintsTol": 1e-4, "maxiter": 1000, "verbosity": 0, "disp": False}


@pytest.mark.parametrize("options", [MODERN, OLD, {}, None, *({k: v} for k, v in MODERN.items())])
def test_all_options_are_known(options):
    assert np.allclose(minimize(fg, np.zeros(4), options=options).x, FREE, atol=1e-4)


def test_tolerances_are_absolute():
    def large(x):
        value, gradient = fg(x)
        return 1e4 * value, 1e4 * gradient

    loose, tight = (minimize(large, np.zeros(4), options={"eps_pg": e}) for e in (1e-1, 1e-5))
    assert loose.success
    assert 1e-5 < np.abs(loose.jac).max() <= 1e-1
    assert tight.success
    assert np.abs(tight.jac).max() <= 1e-5
    constraint = {
        "type": "eq",
        "fun": lambda x: 1e6 * (x.sum() - 1),
        "jacprod": lambda x, v: 1e6 * v * np.ones_like(x),
    }
    options = {"constraint_tol": 1e-5}
    result = minimize(near, np.zeros(4), options=options, constraints=constraint)
    assert result.success
    assert result.maxcv <= 1e-5


def test_a_tolerance_below_rounding_is_told():
    def large(x):
        value, gradient = fg(x)
        return 1e9 * value, 1e9 * gradient

    result = minimize(large, np.zeros(4), options={"eps_pg": 1e-12})
    assert np.allclose(result.x, FREE, atol=1e-6)
    assert "Rounding hides any progress" in result.message or result.status == 3


def test_a_looser_tolerance_takes_less_work():
    loose = minimize(fg, np.zeros(4), options={"eps_pg": 1.0})
    tight = minimize(fg, np.zeros(4), options={"eps_pg": 1e-9})
    assert loose.nfev < tight.nfev
    assert np.abs(tight.jac).max() <= 1e-9


def test_limits_are_kept():
    result = minimize(fg, np.zeros(4), options={"max_iter": 2})
    assert (result.nit, result.status, result.success) == (2, 2, False)
    assert "raise max_iter" in result.message
    constraint = {"type": "eq", "fun": lambda x: x @ x - 1, "jacprod": lambda x, v: 2 * v * x}
    result = minimize(fg, np.ones(4), options={"maxiter": 2}, constraints=constraint)
    assert (result.nInner, result.status) == (2, 2)
    options = {"max_iter": 100, "max_iter_outer": 1}
    result = minimize(fg, np.ones(4), options=options, constraints=constraint)
    assert (result.nit, result.success) == (1, False)


@pytest.mark.parametrize(
    ("options", "loud"),
    [
        ({}, False),
        ({"verbose": 0}, False),
        ({"verbose": 5}, True),
        ({"verbosity": 1}, True),
        ({"disp": True}, True),
        ({"disp": False, "verbosity": 1}, False),
    ],
)
def test_it_is_silent_unless_asked(options, loud, capfd):
    minimize(fg, np.zeros(4), options=options)
    captured = capfd.readouterr()
    assert captured.out == ""
    assert ("objective" in captured.err) is loud


def test_a_wrong_gradient_is_found_on_request():
    with pytest.raises(ValueError, match="entry 0"):
        minimize(lambda x: (x @ x, 3 * x), np.ones(3), options={"grad_test": True})


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"options": {"eps": 1}}, "there is no option 'eps'; did you mean 'eps_pg'"),
        ({"options": {"eps_pg": -1}}, "eps_pg must be a number above 0, not -1"),
        ({"options": {"tol": "a"}}, "eps_pg must be a number above 0, not 'a'"),
        ({"options": {"max_iter": 1.5}}, "max_iter must be a whole number of at least 0, not 1.5"),
        ({"options": {"m": 0}}, "m must be a whole number of at least 1, not 0"),
        ({"x0": [1, np.nan, 1, 1]}, r"x0\[1\] is nan"),
        ({"lb": [0, 0]}, "lb has 2 entries, but x0 has 4 entries"),
        ({"lb": 0, "bounds": [(0, 1)] * 4}, "bounds are given twice"),
        ({"bounds": [(0, 1)]}, "bounds has 1 pair, but x0 has 4 entries"),
        ({"constraints": 5}, "not iterable"),
        ({"constraints": [5]}, r"constraints\[0\] is a int; pass a dictionary"),
        ({"constraints": {"type": "eq"}}, r"constraints\[0\] has no 'fun'"),
        ({"constraints": {"type": "le", "fun": np.sum}}, "types are 'eq', 'ineq', 'bnds'"),
        ({"constraints": {"type": "bnds", "fun": np.sum}}, "neither 'cl' nor 'cu'"),
        (
            {"constraints": {"type": "eq", "fun": np.sum, "jacprd": np.sum}},
            "has the key 'jacprd'.*did you mean 'jacprod'",
        ),
        (
            {"constraints": {"type": "eq", "fun": np.sum, "jacprod": 5}},
            "jacprod of constraints.* must be a function, not 5",
        ),
        ({"constraints": {"type": "eq", "fun": lambda _: 1j}}, "returned complex numbers"),
        ({"fg": lambda x: x @ x}, "return the value and the gradient"),
        ({"fg": lambda x: (x @ x, x[:2])}, "the gradient returned an array of shape"),
        ({"fg": None}, "fg must be a function, not NoneType"),
    ],
)
def test_bad_input_is_named(arguments, words):
    given = {"fg": fg, "x0": np.zeros(4)} | arguments
    with pytest.raises((ValueError, TypeError), match=words):
        minimize(given.pop("fg"), given.pop("x0"), **given)


def test_statuses():
    contrary = tuple(
        {"type": "eq", "fun": lambda x, k=k: x.sum() - k, "jacprod": lambda x, v: v + 0 * x}
        for k in (1, 2)
    )
    result = minimize(near, np.zeros(4), constraints=contrary)
    assert (result.status, result.success) == (1, False)
    assert "constraints[0] and constraints[1] cannot hold together" in result.message
    assert result.maxcv >= 0.5 - 1e-6
    result = minimize(near, np.zeros(4), lb=1, ub=[2, 2, 0, 2])
    assert (result.status, result.success) == (1, False)
    assert "Entry 2 has the lower bound 1" in result.message
    result = minimize(lambda x: (-x.sum(), -np.ones(2)), np.ones(2))
    assert (result.status, result.success) == (3, False)
    result = minimize(lambda x: (np.nan, x), np.ones(2))
    assert (result.status, result.success) == (3, False)
    assert "the objective is not finite" in result.message


# ---- libraries ---------------------------------------------------------------------------------


@pytest.mark.parametrize("library", ["torch", "jax.numpy", "array_api_strict"])
@pytest.mark.parametrize("given", [True, False])
def test_everything_stays_in_the_library(library, given):
    xp = pytest.importorskip(library)
    if library == "jax.numpy":
        pytest.importorskip("jax").config.update("jax_enable_x64", val=True)
    target, ones = xp.asarray(TARGET), xp.asarray(np.ones(4))
    kind = type(target)
    kinds = set()

    def near_there(x):
        kinds.add(type(x))
        return (x - target) @ (x - target), 2 * (x - target)

    def product(x, v):
        kinds.update({type(x), type(v)})
        return v * ones

    constraint = {"type": "eq", "fun": lambda x: x @ ones - 1, "jacprod": product}
    x0 = [1, 0, 0, 0] if given else xp.asarray([1.0, 0.0, 0.0, 0.0], dtype=xp.float64)
    result = minimize(
        near_there, x0, lb=[0] * 4, ub=1, constraints=constraint, np=xp if given else None
    )
    assert kinds == {kind}
    assert [type(result[key]) for key in ("x", "y", "jac")] == [kind] * 3
    assert np.allclose([float(e) for e in result.x], nearest_in_simplex(TARGET), atol=1e-6)
    assert result.x.dtype == xp.float64


def test_another_device_is_kept():
    there = array_api_strict.Device("device1")
    target = array_api_strict.asarray(TARGET, device=there)
    x0 = array_api_strict.asarray([1.0, 0.0, 0.0, 0.0], device=there)
    result = minimize(
        lambda x: ((x - target) @ (x - target), 2 * (x - target)),
        x0,
        lb=0,
        constraints={
            "type": "bnds",
            "fun": lambda x: x,
            "cl": [0.7, 0, 0, 0],
            "cu": [1, 0, 9, 0.3],
            "jacprod": lambda _, v: v,
        },
        np=array_api_strict,
    )
    assert [result[key].device for key in ("x", "y", "jac")] == [there] * 3
    assert np.allclose([float(e) for e in result.x], [0.7, 0.0, 0.0, 0.3], atol=1e-5)


def test_versions_of_both_generations_are_accepted(caplog):
    with caplog.at_level(logging.WARNING, "gennaker"):
        check_version("0.0.3")
        check_version("0.1.0")
        assert not caplog.records
        check_version("1.0.0")
        assert "newer than 0.1" in caplog.text
    for wrong in ("new", None, ""):
        with pytest.raises(ValueError, match="is no version"):
            check_version(wrong)
