from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from gennaker.cli.given import gather, whole_numbers
from gennaker.cli.mistakes import InputError

NAMES = ["A", "b", "lam"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    np.savez("data.npz", A=np.eye(2), b=[1.0, 2.0], ids=[7, 8])
    np.save("A.npy", np.ones((2, 2)))
    Path("table.csv").write_text("b,c,d\n1,2,3\n4,5,6\n", encoding="utf-8")
    Path("rows.svm").write_text("1 1:5 2:6\n-1 1:7\n", encoding="utf-8")
    return tmp_path


def values(*words: str) -> dict[str, object]:
    found = gather(words, NAMES, {"A"}).values
    return {name: np.asarray(value).tolist() for name, value in found.items()}


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("lam=0.1", {"lam": 0.1}),
        ("lam = -1e-3", {"lam": -1e-3}),
        ("b=[1, 2]", {"b": [1, 2]}),
        ("A=[[1,2],[3,4]]", {"A": [[1, 2], [3, 4]]}),
        ("λ=2", {"λ": 2}),
        ("A=A.npy", {"A": [[1, 1], [1, 1]]}),
        ("A.npy", {"A": [[1, 1], [1, 1]]}),
        ("b=data.npz", {"b": [1, 2]}),
        ("b=data.npz:ids", {"b": [7, 8]}),
        ("A=table.csv", {"A": [[1, 2, 3], [4, 5, 6]]}),
        ("b=table.csv", {"b": [1, 4]}),
        ("b=table.csv:c", {"b": [2, 5]}),
        ("A=table.csv:c,d", {"A": [[2, 3], [5, 6]]}),
        ("A,b=rows.svm", {"A": [[5, 6], [7, 0]], "b": [1, -1]}),
        ("A=rows.svm", {"A": [[5, 6], [7, 0]]}),
        ("b=rows.svm:y", {"b": [1, -1]}),
        ("u,v=table.csv:c,b", {"u": [2, 5], "v": [1, 4]}),
        ("b,A=rows.svm:y,X", {"b": [1, -1], "A": [[5, 6], [7, 0]]}),
        ("b=./table.csv:c", {"b": [2, 5]}),
    ],
)
def test_words(word: str, wanted: dict[str, object]) -> None:
    assert values(word) == wanted


def test_a_file_gives_what_the_model_has_and_says_what_is_left(tmp_path: Path) -> None:
    found = gather(["data.npz"], NAMES, {"A"})
    assert set(found.values) == {"A", "b"}
    assert found.notes == ["data.npz also holds ids, which the model has no name for"]
    assert values("table.csv") == {"b": [1, 4]}
    (tmp_path / "b.csv").write_text("1\n2\n", encoding="utf-8")
    assert values("b.csv") == {"b": [1, 2]}
    (tmp_path / "lam.csv").write_text("p,q\n2,3\n", encoding="utf-8")
    assert values("lam.csv") == {"lam": [2, 3]}


@pytest.mark.parametrize("words", [["data.npz", "b=[5, 6]"], ["b=[5, 6]", "data.npz"]])
def test_what_is_named_wins(words: list[str]) -> None:
    assert values(*words)["b"] == [5, 6]


def test_a_colon_may_belong_to_the_name_of_a_file(tmp_path: Path) -> None:
    np.save(tmp_path / "a:b.npy", [1.0])
    assert values("b=a:b.npy") == {"b": [1]}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["lam=1", "lam=2"], "lam is given twice"),
        (["lam=o.1"], "lam: 'o.1' is no number, no list such as [1, 2], and no file"),
        (["lam="], "lam: '' is no number"),
        (["b=[1, 2"], "b=[1, 2: this is no list of numbers; write [1, 2]"),
        (["b=" + "1," * 3000], "1,1,...' is no number, no list such as [1, 2]"),
        (["b=" + "[" * 9999], "[[[...: this is no list of numbers"),
        (["A"], "A: write A=VALUE, A=FILE"),
        (["=3"], "=3: '' is no name; write NAME=VALUE or NAME=FILE"),
        (["2x=3"], "2x=3: '2x' is no name; write NAME=VALUE or NAME=FILE"),
        (["b=none.npy"], "cannot read none.npy: no such file"),
        (["none.npz"], "cannot read none.npz: no such file"),
        (["b=data.npz:x"], "data.npz holds no x"),
        (["A=A.npy:x"], "A.npy holds one array, which has no part x"),
        (["A,b=A.npy"], "A.npy holds one array, not one for each of A, b"),
        (["u,v=table.csv:b"], "2 names, but 1 parts"),
        (["data.npz", "table.csv"], "two files hold b; say which one, as in b=FILE"),
    ],
)
def test_words_that_make_no_sense(words: list[str], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        values(*words)


def test_a_file_is_read_once(tmp_path: Path) -> None:
    def write(text: str) -> str:
        (tmp_path / "rows.svm").write_text(text, encoding="utf-8")
        return text

    def words():
        yield "A=rows.svm:X"
        write("damaged")
        yield "b=rows.svm:y"

    assert gather(words(), NAMES, {"A"}).values["b"].tolist() == [1, -1]


@pytest.mark.parametrize("word", ["n", "n=", "n=2.5", "n=-1", "=5", "n=x"])
def test_sizes_are_whole_numbers(word: str) -> None:
    assert whole_numbers(["n=5", "U.columns= 2"], "--size") == {"n": 5, "U.columns": 2}
    with pytest.raises(InputError, match=re.escape(f"--size {word}: write NAME=NUMBER")):
        whole_numbers([word], "--size")
