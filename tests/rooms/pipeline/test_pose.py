from __future__ import annotations

import numpy as np
import pytest

from gennaker import Model
from gennaker.errors import DataError
from gennaker.pipeline import memory
from gennaker.pipeline.pose import pose
from gennaker.reform.start import StartRule
from gennaker.solver.options import Options

MODEL = Model("""
parameters
  Matrix A
  Vector b
variables
  Vector x
  Scalar t
min
  norm2(A*x - b)^2 + t^2
st
  ball: norm2(x)^2 <= 9
  sum(x) == t
  x >= 1
""")
A, B = np.arange(12.0).reshape(4, 3), np.ones(4)
DATA = {"A": A, "b": B}


def posed(data=None, start=None, model=MODEL, size=None, **options):
    return pose(model._prepared, DATA if data is None else data, start, size, Options(**options))


def test_a_model_becomes_a_problem_over_one_flat_vector():
    problem = posed().problem
    assert problem.size == 4
    np.testing.assert_array_equal(problem.lower, [1, 1, 1, -np.inf])
    assert problem.upper is None
    assert [(b.name, b.start, b.stop, b.linear) for b in problem.blocks] == [
        ("sum(x) == t", 0, 1, True),
        ("ball", 1, 2, False),
    ]
    assert problem.equalities == 1
    assert problem.quadratic
    assert problem.convex
    np.testing.assert_array_equal(problem.start, [1, 1, 1, 0])


TRANSPORT = """
parameters
  Matrix M(m, n)
  Vector u(m), v(n)
  Scalar w nonnegative
variables
  Matrix P(m, n)
  Vector x(n)
min
  tr(M'*P) + w*{} + norm2(x)^2
st
  P*vector(1) == u
  P'*vector(1) + x == v
  P >= 0
"""
COSTS = {"M": [[0.0, 1.0, 2.0], [1.0, 0.0, 1.0]], "u": [0.4, 0.6], "v": [0.3, 0.3, 0.5], "w": 0.2}


@pytest.mark.parametrize(("terms", "first"), [("sum(entropy(P))", 1.0), ("norm2(P)^2", 0.0)])
def test_entropies_and_squares_are_told_apart(terms, first):
    found = posed(COSTS, model=Model(TRANSPORT.format(terms))).problem.entropies
    np.testing.assert_array_equal(found, [first] * 6 + [0.0] * 3)


@pytest.mark.parametrize("terms", ["sum(entropy(P))", "norm2(P)^2"])
def test_the_dual_and_the_rounds_find_the_same(terms):
    model = Model(TRANSPORT.format(terms))
    dual = model.solve(COSTS)
    rounds = model.solve(COSTS, options={"dual": False})
    assert dual.success
    assert rounds.success
    assert (dual.result.counts.rounds, rounds.result.counts.rounds > 1) == (1, True)
    assert dual.objective == pytest.approx(rounds.objective, rel=1e-5)
    np.testing.assert_allclose(dual.P, rounds.P, atol=1e-4)
    assert dual.violation <= 1e-8


def test_other_terms_and_symmetric_matrices_have_no_dual():
    assert posed().problem.entropies is None
    text = "variables\n Matrix X(2, 2) symmetric\nmin\n norm2(X)^2\nst\n sum(X) == 1"
    assert posed({}, model=Model(text)).problem.entropies is None


def test_a_start_may_leave_variables_out_and_is_moved_into_the_box():
    np.testing.assert_array_equal(posed(start={"t": 7}).problem.start, [1, 1, 1, 7])
    found = posed(start={"x": [5, 0, -3]})
    np.testing.assert_array_equal(found.problem.start, [5, 1, 1, 0])
    assert found.given
    assert not posed().given


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ({"z": 1}, "the model has no variable z; its variables are x, t"),
        ({"x": [1, 2]}, r"x has shape \(2,\), but needs \(3,\)"),
        ({"x": [1, np.nan, 2]}, r"x\[1\] is nan"),
        ([1, 2, 3], "start must be a solution, or a dictionary .* not a list"),
    ],
)
def test_a_wrong_start_is_refused(start, message):
    with pytest.raises(DataError, match=message):
        posed(start=start)


def test_a_start_follows_the_type_of_the_data():
    data = {"A": A.astype(np.float32), "b": B.astype(np.float32)}
    assert posed(data, {"x": np.ones(3), "t": 0.5}).problem.start.dtype == np.float32


def test_a_solution_of_this_very_problem_is_gone_on_from():
    solution = MODEL.solve(DATA)
    assert posed(start=solution).earlier is solution.result
    other = MODEL.solve(A=np.ones((4, 2)), b=B)
    with pytest.raises(DataError, match="x has shape"):
        posed(start=other)


def test_a_solution_of_another_model_gives_its_values():
    other = Model("variables\n Vector x(3)\n Scalar t\nmin\n norm2(x - vector(2))^2 + (t - 5)^2")
    found = posed(start=other.solve())
    assert found.earlier is None
    np.testing.assert_allclose(found.problem.start, [2, 2, 2, 5], atol=1e-5)


def test_a_solution_of_another_type_or_library_gives_its_values():
    solution = MODEL.solve(DATA)
    narrow = {"A": A.astype(np.float32), "b": B.astype(np.float32)}
    found = posed(narrow, solution)
    assert found.earlier is None
    assert found.problem.start.dtype == np.float32
    torch = pytest.importorskip("torch")
    found = posed({"A": torch.tensor(A), "b": torch.tensor(B)}, solution)
    assert found.earlier is None
    np.testing.assert_allclose(found.problem.start, [*solution.x, solution.t])


def test_values_come_back_in_the_users_variables():
    model = Model(
        "variables\n Vector x(3)\n Scalar t\nmin\n norm1(x) + norm2(x - vector(t))^2 + t^2"
    )
    found = posed({}, {"x": [1, -2, 0], "t": 4}, model)
    assert found.problem.size == 7  # two parts of x, and t
    values = found.values(found.problem.start)
    assert list(values) == ["x", "t"]
    np.testing.assert_array_equal(values["x"], [1, -2, 0])
    assert values["t"] == 4


def test_other_points_of_the_box_can_be_tried():
    found = posed()
    np.testing.assert_array_equal(found.start_by(StartRule.ONES), [1, 1, 1, 1])
    assert found.is_finite(found.problem.start)
    assert not found.is_finite(found.problem.start * np.nan)


def test_what_cannot_fit_into_memory_is_refused_before_it_is_computed(monkeypatch):
    monkeypatch.setattr(memory, "_host_memory", lambda: 2 * memory.GIBIBYTE)
    model = Model("variables\n Vector x\nmin\n sum(exp(x*x'))")
    with pytest.raises(DataError, match=r"this solve needs about \d+\.\d GiB"):
        posed({}, None, model, {"x.size": 40_000})


@pytest.mark.parametrize("library", ["torch", "jax.numpy"])
def test_all_stays_where_the_data_lives(library):
    xp = pytest.importorskip(library)
    data = {"A": xp.asarray(A), "b": xp.asarray(B)}
    problem = posed(data).problem
    assert type(problem.start) is type(problem.lower) is type(data["A"])
    assert problem.start.dtype == data["A"].dtype
