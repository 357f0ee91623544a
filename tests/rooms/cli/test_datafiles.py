from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse

from gennaker.cli.datafiles import SUFFIXES, read_data
from gennaker.cli.mistakes import InputError


def test_the_suffix_tells(tmp_path: Path) -> None:
    texts = {
        "A.csv": "1,2\n3,4\n",
        "A.tsv": "1\t2\n3\t4\n",
        "A.mtx": "%%MatrixMarket matrix array real general\n2 2\n1\n3\n2\n4\n",
        "A.SVM": "9 1:1 2:2\n9 1:3 2:4\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    np.save(tmp_path / "A.npy", [[1, 2], [3, 4]])
    np.savez(tmp_path / "A.npz", A=[[1, 2], [3, 4]])
    for name in (*texts, "A.npy", "A.npz"):
        found = read_data(str(tmp_path / name)).pick("A", matrix=True)
        assert found.tolist() == [[1, 2], [3, 4]], name
    assert {Path(name).suffix.lower() for name in texts} < set(SUFFIXES)


@pytest.mark.parametrize("name", ["A.txt", "A", "A.npy.bak"])
def test_a_format_that_is_not_known(name: str) -> None:
    with pytest.raises(InputError, match=f"cannot read {name}: data comes in files that end in"):
        read_data(name)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_missing_file(suffix: str) -> None:
    if suffix == ".parquet":
        pytest.importorskip("pyarrow")
    with pytest.raises(InputError, match=r"cannot read none\..*no such file or directory"):
        read_data(f"none{suffix}")


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize(
    "content", [b"", b"\x93NUMPY", b"PK\x03\x04nonsense", b"\xff\xfe\x00 \x01"]
)
def test_a_damaged_file(tmp_path: Path, suffix: str, content: bytes) -> None:
    if suffix == ".parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"A{suffix}"
    path.write_bytes(content)
    with pytest.raises(InputError, match=f"^cannot read {re.escape(str(path))}: "):
        read_data(str(path)).pick("A", matrix=True)


def test_every_place_where_an_npz_may_be_cut(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "whole.npz", A=np.arange(50.0))
    whole = (tmp_path / "whole.npz").read_bytes()
    path = tmp_path / "cut.npz"
    for length in range(0, len(whole), 7):
        path.write_bytes(whole[:length])
        with pytest.raises(InputError):
            read_data(str(path)).pick("A", matrix=False)
    for place in range(0, len(whole), 5):
        path.write_bytes(whole[:place] + b"\0\xff" + whole[place + 2 :])
        try:
            read_data(str(path)).pick("A", matrix=False)
        except InputError:
            continue


def test_headers_that_are_damaged(tmp_path: Path) -> None:
    np.save(tmp_path / "whole.npy", np.arange(4.0))
    whole = (tmp_path / "whole.npy").read_bytes()
    path = tmp_path / "A.npy"
    for place in range(8, 127):
        for byte in b"]\x0e9":
            path.write_bytes(whole[:place] + bytes([byte]) + whole[place + 1 :])
            try:
                assert read_data(str(path)).pick("A", matrix=False) is not None
            except InputError:
                continue


def test_one_array_alone_goes_by_any_name(tmp_path: Path) -> None:
    np.savez(tmp_path / "one.npz", arr_0=[1.0, 2.0])
    assert read_data(str(tmp_path / "one.npz")).pick("b", matrix=False).tolist() == [1, 2]
    np.savez(tmp_path / "two.npz", A=1.0, B=2.0)
    with pytest.raises(InputError, match="holds no C; it holds A, B"):
        read_data(str(tmp_path / "two.npz")).pick("C", matrix=False)


def test_objects_are_not_unpickled(tmp_path: Path) -> None:
    objects = np.array([{"a": 1}], dtype=object)
    np.save(tmp_path / "A.npy", objects, allow_pickle=True)
    with pytest.raises(InputError, match="no file of numbers"):
        read_data(str(tmp_path / "A.npy"))
    np.savez(tmp_path / "A.npz", A=objects)
    with pytest.raises(InputError, match="its A is no array of numbers"):
        read_data(str(tmp_path / "A.npz")).pick("A", matrix=False)


def test_a_suffix_that_lies(tmp_path: Path) -> None:
    np.save(tmp_path / "A.npy", [1.0])
    (tmp_path / "A.npy").rename(tmp_path / "A.npz")
    with pytest.raises(InputError, match=r"it is an \.npy"):
        read_data(str(tmp_path / "A.npz"))
    np.savez(tmp_path / "B.npz", B=[1.0])
    (tmp_path / "B.npz").rename(tmp_path / "B.npy")
    with pytest.raises(InputError, match=r"it is an \.npz"):
        read_data(str(tmp_path / "B.npy"))


def test_a_sparse_matrix_of_scipy(tmp_path: Path) -> None:
    matrix = scipy.sparse.csr_array(np.eye(3))
    path = tmp_path / "K.npz"
    scipy.sparse.save_npz(path, matrix)
    file = read_data(str(path))
    assert file.names == ("K",)
    assert np.array_equal(file.pick("A", matrix=True).toarray(), np.eye(3))
    with np.load(path) as parts:
        np.savez(path, y=[1.0, 2.0, 3.0], **parts)
    file = read_data(str(path))
    assert file.names == ("K", "y")
    assert file.pick("y", matrix=False).tolist() == [1, 2, 3]
    assert file.pick("X", matrix=True).shape == (3, 3)
