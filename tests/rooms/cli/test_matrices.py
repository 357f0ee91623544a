from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import scipy.io
import scipy.sparse

from gennaker.cli import matrices
from gennaker.cli.matrices import Entries, read_mtx, read_svm
from gennaker.cli.mistakes import InputError

RANDOM = np.random.default_rng(0)
SQUARE = np.round(RANDOM.standard_normal((5, 5)), 3) * (RANDOM.random((5, 5)) < 0.5)


@pytest.fixture
def saved(tmp_path: Path):
    def save(text: str) -> str:
        path = tmp_path / "A.mtx"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return save


@pytest.mark.parametrize("sparse", [True, False], ids=["coordinate", "array"])
@pytest.mark.parametrize(
    ("matrix", "symmetry"),
    [
        (SQUARE, "general"),
        (SQUARE[:3], "general"),
        (SQUARE + SQUARE.T, "symmetric"),
        (SQUARE - SQUARE.T, "skew-symmetric"),
        (np.round(SQUARE), "general"),
        (np.zeros((2, 3)), "general"),
    ],
)
def test_what_scipy_writes_is_read(tmp_path: Path, matrix, symmetry: str, sparse: bool) -> None:
    path = str(tmp_path / "A.mtx")
    given = scipy.sparse.coo_array(matrix) if sparse else matrix
    scipy.io.mmwrite(path, given, comment="made for a test", symmetry=symmetry)
    assert np.array_equal(read_mtx(path).array, matrix)


def test_a_pattern_holds_ones(saved) -> None:
    path = saved("%%MatrixMarket matrix coordinate pattern general\n% x\n2 3 2\n1 1\n2 3\n")
    assert read_mtx(path).array.tolist() == [[1, 0, 0], [0, 0, 1]]


HEAD = "%%MatrixMarket matrix coordinate real general\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "its first line is not that of a matrix of Matrix Market"),
        ("1 2 3\n", "its first line is not"),
        (HEAD.replace("real", "complex"), "its matrix is complex; it must be real or"),
        (HEAD.replace("general", "hermitian"), "its matrix is hermitian"),
        (HEAD, "the line of its lengths is missing"),
        (HEAD + "2 2\n", "the line of its lengths needs 3 whole numbers"),
        (HEAD + "2 2 2\n1 1 1\n", "it promises 2 entries"),
        (HEAD + "2 2 1\n1 1\n", "it promises 1 entries of 3 numbers"),
        (HEAD + "2 2 1\n3 1 1\n", "an entry stands outside the matrix"),
        (HEAD + "2 2 1\n1 0 1\n", "an entry stands outside the matrix"),
        (HEAD + "2 2 1\n1 3 1\n", "an entry stands outside the matrix"),
        (HEAD + "2 2 1\n1 x 1\n", "could not convert"),
        (HEAD.replace("coordinate", "array") + "2 2\n1\n2\n3\n", "promises 4 entries, but holds 3"),
        (
            HEAD.replace("coordinate", "array").replace("general", "symmetric") + "2 3\n1\n",
            "2 by 3",
        ),
    ],
)
def test_what_is_no_matrix(saved, text: str, message: str) -> None:
    path = saved(text)
    with pytest.raises(InputError, match=f"^cannot read {re.escape(path)}: .*{re.escape(message)}"):
        read_mtx(path)


def test_large_and_mostly_empty_matrices_stay_sparse(monkeypatch: pytest.MonkeyPatch) -> None:
    diagonal = np.arange(2000)
    entries = Entries((2000, 2000), diagonal, diagonal, np.ones(2000))
    found = entries.matrix()
    assert scipy.sparse.issparse(found)
    assert np.array_equal(found.toarray(), np.eye(2000))
    monkeypatch.setattr(matrices, "find_spec", lambda _: None)
    assert np.array_equal(entries.matrix(), np.eye(2000))


def test_entries_of_one_place_add_up() -> None:
    places = np.array([0, 0])
    assert Entries((1, 2), places, places, np.array([1.0, 2.0])).matrix().tolist() == [[3, 0]]


# ---- LIBSVM -------------------------------------------------------------------------------


def test_labels_and_entries(saved) -> None:
    file = read_svm(saved("+1 1:0.5 3:2 # first\n\n-1 qid:7 2:1e-1\n1\n"))
    assert file.parts(["X"]).tolist() == [[0.5, 0, 2], [0, 0.1, 0], [0, 0, 0]]
    assert file.parts(["y"]).tolist() == [1, -1, 1]
    features, labels = file.several(["A", "b"])
    assert (features.shape, labels.shape) == ((3, 3), (3,))
    assert file.pick("A", matrix=True).shape == (3, 3)


def test_places_may_count_from_0(saved) -> None:
    file = read_svm(saved("1 0:5 1:6\n"))
    assert file.parts(["X"]).tolist() == [[5, 6]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it holds no entries"),
        ("1 2\n", "line 1 is not LABEL PLACE:VALUE"),
        ("1 1:2\nyes 1:2\n", "line 2 is not"),
        ("1 1:2:3\n", "line 1 is not"),
        ("1 -1:2\n", "a place is below 0"),
    ],
)
def test_what_is_no_list_of_examples(saved, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_svm(saved(text))
