from __future__ import annotations

import numpy as np
import pytest

from gennaker import Model
from gennaker.errors import DataError

RIDGE = Model("""
parameters
  Matrix A
  Vector b
  Scalar lam, c
variables
  Vector x
let
  r = A*x - b
min
  norm2(r)^2 + lam*c*norm2(x)^2
""")
RANDOM = np.random.default_rng(0)
A, B = RANDOM.standard_normal((12, 5)), RANDOM.standard_normal(12)


def ridge(lam, b=B):
    return np.linalg.solve(A.T @ A + lam * np.eye(5), A.T @ b)


@pytest.mark.parametrize("values", [[0.1, 1.0, 10.0], (0.1, 1, 10), np.array([0.1, 1.0, 10.0])])
def test_a_number_runs_along_its_values(values):
    path = RIDGE.path(A=A, b=B, lam=values, c=1)
    assert len(path) == 3
    assert path.success
    assert path.parameters == {"lam": tuple(values)}
    for lam, solution in zip(values, path, strict=True):
        np.testing.assert_allclose(solution.x, ridge(lam), atol=1e-5)
    np.testing.assert_allclose(path["x"], [ridge(lam) for lam in values], atol=1e-5)
    assert path["r"].shape == (3, 12)


def test_a_generator_and_a_range_run_too():
    assert len(RIDGE.path(A=A, b=B, lam=(10.0**k for k in range(4)), c=1)) == 4
    assert len(RIDGE.path(A=A, b=B, lam=range(1, 4), c=1)) == 3


def test_the_rows_of_a_matrix_are_the_vectors_of_a_path():
    targets = np.stack([B, 2 * B])
    path = RIDGE.path(A=A, b=targets, lam=1, c=1)
    np.testing.assert_allclose(path[1].x, ridge(1, 2 * B), atol=1e-5)
    assert len(RIDGE.path(A=A, b=[B, 2 * B, 3 * B], lam=1, c=1)) == 3


def test_several_run_together():
    path = RIDGE.path(A=A, b=np.stack([B, 2 * B]), lam=[1, 3], c=1)
    np.testing.assert_allclose(path[1].x, ridge(3, 2 * B), atol=1e-5)


def test_parts_of_a_path_are_paths():
    path = RIDGE.path(A=A, b=B, lam=[1, 2, 3], c=1)
    assert path[-1] is path.solutions[2]
    assert path[1:].parameters == {"lam": (2, 3)}
    assert path[1:][0] is path[1]
    assert list(path) == list(path.solutions)


def test_each_solve_starts_from_the_one_before():
    values = list(np.geomspace(1, 1.1, 6))
    warm = RIDGE.path(A=A, b=B, lam=values, c=1)
    cold = [RIDGE.solve(A=A, b=B, lam=lam, c=1) for lam in values]
    assert sum(s.counts.iterations for s in warm) < sum(s.counts.iterations for s in cold)


def test_a_failure_does_not_spoil_what_comes_after():
    model = Model(
        "parameters\n Scalar lam\nvariables\n Vector x(3)\nmin\n norm2(x)^2\nst\n lower: sum(x) >= lam\n upper: sum(x) <= 1\n x >= 0"
    )
    path = model.path(lam=[0.5, 2.0, 0.75])
    assert [solution.status for solution in path] == ["solved", "infeasible", "solved"]
    assert not path.success
    np.testing.assert_allclose(path[2].x, 0.25, atol=1e-5)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"lam": 1, "c": 1}, r"a path needs a parameter that runs: .* as in lam=\[1, 2, 3\]"),
        ({"lam": [1, 2], "c": [1, 2, 3]}, "lam has 2, c has 3"),
        ({"lam": [], "c": 1}, "there are no values of lam"),
        ({"lam": [1, 2]}, "the parameter c is missing"),
        ({"lamb": [1, 2], "c": 1}, "the model has no parameter lamb; did you mean lam"),
        ({"lam": "abc", "c": 1}, "a path needs a parameter that runs"),
        ({"lam": [1, 2], "c": 1, "A": None}, "A is None"),
    ],
)
def test_what_cannot_run_is_told(data, message):
    with pytest.raises(DataError, match=message):
        RIDGE.path({"A": A, "b": B, **data})


def test_a_column_is_a_vector_and_does_not_run():
    with pytest.raises(DataError, match="a path needs a parameter that runs"):
        RIDGE.path(A=A, b=B[:, None], lam=1, c=1)


def test_a_path_on_torch_stays_there():
    torch = pytest.importorskip("torch")
    path = RIDGE.path(A=torch.tensor(A), b=torch.tensor(B), lam=[1.0, 2.0], c=1)
    assert isinstance(path["x"], torch.Tensor)
    np.testing.assert_allclose(path["x"].numpy(), [ridge(1), ridge(2)], atol=1e-5)


def test_a_path_shows_itself():
    path = RIDGE.path(A=A, b=np.stack([B, 2 * B]), lam=[0.5, 3], c=1)
    assert repr(path) == "<Path: 2 solutions along b, lam>"
    lines = str(path).splitlines()
    assert lines[0] == "2 solutions along b, lam, all solved"
    assert lines[2].split() == ["b", "lam", "status", "objective", "iterations"]
    assert lines[3].split()[-4:-1] == ["0.5", "solved", f"{path[0].objective:.10g}"]
    assert len(lines) == 5


def test_whole_numbers_of_numpy_are_places():
    path = RIDGE.path(A=A, b=B, lam=[1, 2, 3], c=1)
    assert path[np.int64(1)] is path.solutions[1]
    with pytest.raises(KeyError, match="there is no 'y' in the solution"):
        path["y"]


def test_columns_of_tables_run():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    for column in (pandas.Series([1.0, 2.0], index=[7, 8]), polars.Series([1.0, 2.0])):
        path = RIDGE.path(A=A, b=B, lam=column, c=1)
        np.testing.assert_allclose(path["x"], [ridge(1), ridge(2)], atol=1e-5)
