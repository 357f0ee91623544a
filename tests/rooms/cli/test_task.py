from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from gennaker import DataError, Model
from gennaker.cli.library import Library
from gennaker.cli.mistakes import InputError
from gennaker.cli.task import Task
from gennaker.pipeline.solution import Solution

RIDGE = Model("""
parameters
  Matrix A
  Vector b
  Scalar lam
variables
  Vector x
min
  norm2(A*x - b)^2 + lam*norm2(x)^2
""")
DATA = ["A=[[2, 0], [0, 1]]", "b=[2, 1]"]


def started(words: list[str]) -> Solution:
    """Solve without a single step."""
    task = Task(RIDGE, [*DATA, "lam=1"], start=words, options={"max_iterations": 0})
    found = task.solve()
    assert task.notes == []
    return found


def test_the_words_are_the_data() -> None:
    solution = Task(RIDGE, [*DATA, "lam=1"], options={"tolerance": 1e-9}).solve()
    assert solution.x == pytest.approx([4 / 5, 1 / 2], abs=1e-7)


def test_random_data_goes_behind_what_is_given() -> None:
    task = Task(RIDGE, ["lam=0.5"], size=["A.rows=7"], sample=3, options={"tolerance": 1e-9})
    data = RIDGE.sample_data(3, size={"A.rows": 7})
    A, b = data["A"], data["b"]
    assert A.shape[0] == 7
    wanted = np.linalg.solve(A.T @ A + 0.5 * np.eye(A.shape[1]), A.T @ b)
    assert task.solve().x == pytest.approx(wanted, abs=1e-6)


def test_a_start_is_where_it_begins() -> None:
    assert started(["x=[3, 4]"]).x.tolist() == [3, 4]


def test_a_start_may_come_from_a_file_that_holds_more(tmp_path: Path) -> None:
    path = tmp_path / "solution.npz"
    np.savez(path, x=[0.8, 0.5], r=[1.0])
    assert started([str(path)]).x.tolist() == [0.8, 0.5]


def test_a_file_that_holds_more_than_the_model_knows_is_told(tmp_path: Path) -> None:
    path = tmp_path / "data.npz"
    np.savez(path, A=np.eye(2), b=[1.0, 2.0], ids=[1, 2])
    task = Task(RIDGE, [str(path), "lam=1"])
    task.solve()
    assert task.notes == [f"{path} also holds ids, which the model has no name for"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "the parameters A, b, lam are missing: give A=FILE or A=VALUE, or draw random data"),
        (DATA, "the parameter lam is missing: give lam=FILE"),
        ([*DATA, "lambda=1"], "the model has no parameter lambda"),
        ([*DATA, "lam=[1, 2]"], "lam must be a number"),
        (["A=[[1, 2], [3]]", "b=[1, 2]", "lam=1"], "A is no array of numbers"),
        (["A=[[1, 2]]", "b=[1, 2]", "lam=1"], "b has shape (2,), but needs (1,)"),
        ([*DATA, "lam=nan"], "lam is nan"),
    ],
)
@pytest.mark.parametrize("library", [Library.NUMPY, Library.TORCH])
def test_data_that_does_not_fit(data, message: str, library: Library) -> None:
    if library is Library.TORCH:
        pytest.importorskip("torch")
    with pytest.raises((InputError, DataError), match=re.escape(message)):
        Task(RIDGE, data, library=library).solve()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"options": {"tolerance": 7.0}}, "tolerance must be"),
        ({"size": ["n"]}, "--size n: write NAME=NUMBER"),
        ({"size": ["n=5"]}, "the model has no size n"),
        ({"start": ["y=[1, 2]"]}, "the model has no variable y"),
        ({"start": ["x=[1, 2, 3]"]}, "x has shape (3,), but needs (2,)"),
    ],
)
def test_settings_that_make_no_sense(settings, message: str) -> None:
    with pytest.raises((InputError, DataError), match=re.escape(message)):
        Task(RIDGE, [*DATA, "lam=1"], **settings).solve()


@pytest.mark.parametrize("library", [Library.TORCH])
def test_another_library_gives_the_same_answer(library: Library) -> None:
    pytest.importorskip(library.value)
    words = [*DATA, "lam=1"]
    found = Task(RIDGE, words, library=library, options={"tolerance": 1e-9}).solve()
    assert type(found.x).__module__.startswith(library.value)
    assert found.x.tolist() == pytest.approx([0.8, 0.5], abs=1e-7)


def test_a_start_and_lists_follow_narrow_arrays(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    np.save(tmp_path / "A.npy", np.eye(2, dtype=np.float32))
    words = [f"A={tmp_path / 'A.npy'}", "b=[2, 1]", "lam=1"]
    options = {"max_iterations": 0}
    for library in (Library.NUMPY, Library.TORCH):
        task = Task(RIDGE, words, start=["x=[3, 4]"], library=library, options=options)
        assert str(task.solve().x.dtype).endswith("float32")
