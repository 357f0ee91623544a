"""Which file holds data, and how it is read: the suffix tells."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from gennaker.cli.contents import Bundle, Contents, Single
from gennaker.cli.files import parsing, reading
from gennaker.cli.matrices import read_mtx, read_svm
from gennaker.cli.mistakes import InputError
from gennaker.cli.tables import read_csv, read_parquet

__all__ = ["SUFFIXES", "read_data"]

SPARSE = {"format", "shape", "data", "indices", "indptr"}


def read_data(path: str) -> Contents:
    """Open a data file of any format that is known."""
    suffix = Path(path).suffix.lower()
    if suffix not in READERS:
        known = ", ".join(SUFFIXES)
        raise InputError(f"cannot read {path}: data comes in files that end in {known}")
    return READERS[suffix](path)


def _read_npy(path: str) -> Single:
    with _loaded(path) as found:
        if not isinstance(found, np.ndarray):
            raise ValueError("it is an .npz under the name of an .npy")  # noqa: TRY004
        return Single(path, found)


def _read_npz(path: str) -> Bundle:
    with _loaded(path) as found:
        if isinstance(found, np.ndarray):
            raise ValueError("it is an .npy under the name of an .npz")  # noqa: TRY004
        names = tuple(found.files)

    def fetch(name: str) -> Any:  # noqa: ANN401 - an array
        with _loaded(path) as again, parsing(f"its {name} is no array of numbers"):
            return again[name]

    if set(names) >= SPARSE:
        return _sparse_bundle(path, names, fetch)
    return Bundle(path, names, fetch, names[0] if len(names) == 1 else None)


@contextmanager
def _loaded(path: str) -> Generator[Any]:
    """Open a file of NumPy; nothing stays open, and nothing that is pickled is loaded."""
    with reading(path), Path(path).open("rb") as stream:
        with parsing("it is no file of numbers that NumPy wrote"):
            found = np.load(stream, allow_pickle=False)
        yield found


def _sparse_bundle(path: str, names: tuple[str, ...], fetch: Callable[[str], Any]) -> Bundle:
    """Read a sparse matrix that SciPy saved; arrays that stand beside it go by their names."""
    main = Path(path).stem

    def fetch_any(name: str) -> Any:  # noqa: ANN401 - an array, sparse or not
        if name != main:
            return fetch(name)
        try:
            sparse = import_module("scipy.sparse")
        except ModuleNotFoundError:
            raise InputError(f"cannot read {path}: a sparse matrix needs SciPy") from None
        with reading(path), parsing("it holds no sparse matrix"):
            return sparse.load_npz(path)

    others = tuple(name for name in names if name not in {*SPARSE, "_is_array", main})
    return Bundle(path, (main, *others), fetch_any, main)


READERS: dict[str, Callable[[str], Contents]] = {
    ".npz": _read_npz,
    ".npy": _read_npy,
    ".csv": read_csv,
    ".tsv": read_csv,
    ".parquet": read_parquet,
    ".mtx": read_mtx,
    ".svm": read_svm,
}
SUFFIXES = tuple(READERS)
