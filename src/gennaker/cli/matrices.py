"""Matrices by their entries that are not zero: .mtx of Matrix Market and .svm of LIBSVM."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TextIO

import numpy as np

from gennaker.cli.contents import Bundle, Single
from gennaker.cli.files import reading

__all__ = ["read_mtx", "read_svm"]

SMALL = 2**20  # entries up to which a product is faster where the zeros are there
DENSE = 0.25
LAYOUTS = ("coordinate", "array")
FIELDS = ("real", "double", "integer", "pattern")
SYMMETRIES = ("general", "symmetric", "skew-symmetric")
HEAD = 5
Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Entries:
    """A matrix as a list of entries; those of the same place add up."""

    shape: tuple[int, int]
    rows: Ints
    columns: Ints
    values: Floats

    def matrix(self) -> Any:  # noqa: ANN401 - an array, sparse or not
        """Return a matrix of SciPy where that pays and SciPy is there, else an array."""
        size = self.shape[0] * self.shape[1]
        if size > SMALL and len(self.values) < DENSE * size and find_spec("scipy") is not None:
            sparse = import_module("scipy.sparse")
            return sparse.csr_array((self.values, (self.rows, self.columns)), shape=self.shape)
        full = np.zeros(self.shape)
        np.add.at(full, (self.rows, self.columns), self.values)
        return full


# ---- Matrix Market ------------------------------------------------------------------------


def read_mtx(path: str) -> Single:
    """Read a file of Matrix Market: real, of any layout and symmetry."""
    with reading(path), open(path, encoding="utf-8", errors="replace") as lines:  # noqa: PTH123
        head = lines.readline().lower().split()
        if len(head) != HEAD or head[:2] != ["%%matrixmarket", "matrix"]:
            raise ValueError("its first line is not that of a matrix of Matrix Market")
        layout, field, symmetry = head[2:]
        for word, known in ((layout, LAYOUTS), (field, FIELDS), (symmetry, SYMMETRIES)):
            if word not in known:
                raise ValueError(f"its matrix is {word}; it must be {' or '.join(known)}")
        lengths = _lengths(lines, 3 if layout == "coordinate" else 2)
        numbers = _numbers(lines)
        if layout == "array":
            return Single(path, _filled(numbers.reshape(-1), lengths, symmetry))
        return Single(path, _entries(numbers, lengths, field, symmetry).matrix())


def _lengths(lines: TextIO, count: int) -> tuple[int, ...]:
    for line in lines:
        if line.strip() and not line.startswith("%"):
            words = line.split()
            if len(words) != count or not all(word.isdecimal() for word in words):
                raise ValueError(f"the line of its lengths needs {count} whole numbers")
            return tuple(map(int, words))
    raise ValueError("the line of its lengths is missing")


def _numbers(lines: TextIO) -> Floats:
    rows = [line for line in lines if line.strip() and not line.startswith("%")]
    return np.loadtxt(rows, ndmin=2) if rows else np.zeros((0, 0))


def _entries(numbers: Floats, lengths: tuple[int, ...], field: str, symmetry: str) -> Entries:
    height, width, count = lengths
    wanted = 2 if field == "pattern" else 3
    if len(numbers) != count or (count and numbers.shape[1] != wanted):
        raise ValueError(f"it promises {count} entries of {wanted} numbers, but holds others")
    numbers = numbers.reshape(count, wanted)
    rows, columns = (numbers[:, place].astype(np.int64) - 1 for place in (0, 1))
    if count and not (rows.min() >= 0 and rows.max() < height and columns.min() >= 0):
        raise ValueError("an entry stands outside the matrix")
    if count and columns.max() >= width:
        raise ValueError("an entry stands outside the matrix")
    values = np.ones(count) if field == "pattern" else numbers[:, 2]
    if symmetry != "general":
        away = rows != columns
        sign = -1.0 if symmetry == "skew-symmetric" else 1.0
        rows, columns = (
            np.concatenate([rows, columns[away]]),
            np.concatenate([columns, rows[away]]),
        )
        values = np.concatenate([values, sign * values[away]])
    return Entries((height, width), rows, columns, values)


def _filled(numbers: Floats, lengths: tuple[int, ...], symmetry: str) -> Floats:
    """Put numbers into a matrix column by column; of a symmetric one the lower half is there."""
    height, width = lengths
    if symmetry == "general":
        _check_count(numbers, height * width)
        return numbers.reshape(width, height).T.copy()
    if height != width:
        raise ValueError(f"its matrix is {symmetry}, but {height} by {width}")
    skew = symmetry == "skew-symmetric"
    columns, rows = np.triu_indices(height, 1 if skew else 0)
    _check_count(numbers, len(rows))
    full = np.zeros((height, height))
    full[columns, rows] = -numbers if skew else numbers
    full[rows, columns] = numbers
    return full


def _check_count(numbers: Floats, count: int) -> None:
    if len(numbers) != count:
        raise ValueError(f"it promises {count} entries, but holds {len(numbers)}")


# ---- LIBSVM -------------------------------------------------------------------------------


def read_svm(path: str) -> Bundle:
    """Read a file of LIBSVM: a label in each line, then place:value for each entry.

    Places count from 1, or from 0 where a place 0 occurs.
    """
    with reading(path), open(path, encoding="utf-8", errors="replace") as lines:  # noqa: PTH123
        labels, entries = _examples(lines)
    parts = {"X": entries.matrix(), "y": labels}
    return Bundle(path, tuple(parts), parts.__getitem__, main="X", ordered=True)


def _examples(lines: Iterable[str]) -> tuple[Floats, Entries]:
    labels: list[float] = []
    rows: list[int] = []
    columns: list[int] = []
    values: list[float] = []
    for number, line in enumerate(lines, start=1):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        try:
            label, *pairs = words
            labels.append(float(label))
            for pair in pairs:
                place, value = pair.split(":")
                if place == "qid":
                    continue
                columns.append(int(place))
                values.append(float(value))
                rows.append(len(labels) - 1)
        except ValueError:
            raise ValueError(f"line {number} is not LABEL PLACE:VALUE PLACE:VALUE ...") from None
    if not columns:
        raise ValueError("it holds no entries")
    first = min(columns)
    if first < 0:
        raise ValueError("a place is below 0")
    places = np.array(columns) - min(first, 1)
    shape = (len(labels), int(places.max()) + 1)
    return np.array(labels), Entries(shape, np.array(rows), places, np.array(values))
