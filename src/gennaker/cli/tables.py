"""Tables with titled columns: .csv, .tsv and .parquet."""

from __future__ import annotations

import csv
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Any, Protocol

import numpy as np

from gennaker.cli.contents import no_part
from gennaker.cli.files import parsing, reading
from gennaker.cli.mistakes import InputError

__all__ = ["Table", "read_csv", "read_parquet"]

LONGEST = 60
DELIMITERS = "\t;,"


class Columns(Protocol):
    """What knows the columns of a table."""

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles; none where the file has no line of them."""
        ...

    @property
    def count(self) -> int:
        """How many columns there are."""
        ...

    def matrix(self, places: Sequence[int] | None) -> np.ndarray[Any, Any]:
        """Read some columns, or all of them."""
        ...


@dataclass(frozen=True, slots=True)
class Table:
    """A file of columns, which are read when they are asked for."""

    path: str
    columns: Columns

    @property
    def names(self) -> tuple[str, ...]:
        """The titles of the columns."""
        return self.columns.titles

    def pick(self, name: str, *, matrix: bool) -> np.ndarray[Any, Any]:
        """Return the column of that title, or the whole table; a matrix is the whole table.

        A single line is a vector where a vector is wanted, since a line in a file is no row.
        """
        if not matrix and name in self.names:
            return self.parts([name])
        found = self.columns.matrix(None)
        return found.reshape(-1) if not matrix and 1 in found.shape else found

    def parts(self, names: Sequence[str]) -> np.ndarray[Any, Any]:
        """Return one column as a vector, several as a matrix; by title, or by number from 1."""
        found = self.columns.matrix([self._place(name) for name in names])
        return found[:, 0] if len(names) == 1 else found

    def several(self, names: Sequence[str]) -> list[np.ndarray[Any, Any]]:
        """Return the columns of these titles; all in their order where there are no titles."""
        if not self.names and len(names) == self.columns.count:
            return list(self.columns.matrix(None).T)
        return list(self.columns.matrix([self._place(name) for name in names]).T)

    def _place(self, name: str) -> int:
        if name in self.names:
            return self.names.index(name)
        if name.isdecimal() and 1 <= int(name) <= self.columns.count:
            return int(name) - 1
        known = self.names or tuple(str(place + 1) for place in range(self.columns.count))
        raise no_part(self.path, name, known, "column ")


# ---- text ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _TextColumns:
    """Columns of numbers in a text; ``skipped`` lines stand above the first of them."""

    path: str
    delimiter: str | None
    titles: tuple[str, ...]
    count: int
    skipped: int

    def matrix(self, places: Sequence[int] | None) -> np.ndarray[Any, Any]:
        """Read some columns, or all of them."""
        try:
            with reading(self.path), _opened(self.path) as lines, warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # no data: told below
                return self._loaded(islice(lines, self.skipped, None), places)
        except InputError:
            raise self._complaint(places) from None

    def _loaded(self, lines: Iterator[str], places: Sequence[int] | None) -> np.ndarray[Any, Any]:
        found = np.loadtxt(lines, delimiter=self.delimiter, quotechar='"', usecols=places, ndmin=2)
        if not found.size:
            raise ValueError("it holds no numbers")
        return found

    def _complaint(self, places: Sequence[int] | None) -> InputError:
        """Find the first field that is no number."""
        wanted = range(self.count) if places is None else places
        rows = 0
        with reading(self.path), _opened(self.path) as lines:
            for number, line in enumerate(lines, start=1):
                fields = _fields(line, self.delimiter)
                if number <= self.skipped or not fields:
                    continue
                rows += 1
                if len(fields) != self.count:
                    return InputError(
                        f"cannot read {self.path}: line {number} has {len(fields)} fields, "
                        f"but the first line has {self.count}"
                    )
                for place in wanted:
                    if not _is_number(fields[place]):
                        return self._no_number(number, place, fields[place])
        what = "it holds no numbers" if not rows else "it is no table of numbers"
        return InputError(f"cannot read {self.path}: {what}")

    def _no_number(self, line: int, place: int, field: str) -> InputError:
        title = f" ({self.titles[place]})" if self.titles else ""
        what = f"holds {field[:LONGEST]!r}, which is no number" if field.strip() else "is empty"
        advice = "mend it, or choose other columns, as in NAME=FILE:COLUMN,COLUMN"
        if "," in field and self.delimiter != ",":
            advice = "write decimals with a point"
        return InputError(
            f"cannot read {self.path}: line {line}, column {place + 1}{title} {what}; {advice}"
        )


def read_csv(path: str) -> Table:
    """Look at the first lines of a table of text: is there a line of titles, and what parts it?

    Columns stand apart by tabs, semicolons, commas or blanks, whichever comes first in this
    order. Lines that start with # are left out.
    """
    with reading(path), _opened(path) as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            delimiter = next((sign for sign in DELIMITERS if sign in line), None)
            titles = _titles(path, _split(line, delimiter))
            count = len(titles or _fields(line, delimiter))
            skipped = number if titles else number - 1
            return Table(path, _TextColumns(path, delimiter, titles, count, skipped))
    raise InputError(f"cannot read {path}: it is empty")


def _titles(path: str, fields: list[str]) -> tuple[str, ...]:
    """Return the fields of the first line if they are titles; a mixture is not guessed about."""
    if fields and "#" in fields[-1] and _is_number(fields[0]):
        return ()  # a line of numbers with a comment behind it
    numbers = [field for field in fields if _is_number(field.replace(",", "."))]
    words = [field for field in fields if field and field not in numbers]
    if numbers and words:
        raise InputError(
            f"cannot read {path}: its first line holds the number {numbers[0][:LONGEST]} and the word "
            f"{words[0][:LONGEST]!r}, so it may be titles or data; write words alone, or numbers alone"
        )
    return tuple(fields) if words else ()


def _opened(path: str) -> Any:  # noqa: ANN401 - a text stream
    return open(path, encoding="utf-8-sig", errors="replace", newline=None)  # noqa: PTH123


def _fields(line: str, delimiter: str | None) -> list[str]:
    """Return the fields of a line of numbers, behind which a comment may stand."""
    line = line.split("#", 1)[0]
    return _split(line, delimiter) if line.strip() else []


def _split(line: str, delimiter: str | None) -> list[str]:
    line = line.rstrip("\n")
    if delimiter is None:
        return line.split()
    try:
        return [field.strip() for field in next(csv.reader([line], delimiter=delimiter))]
    except csv.Error as error:  # which is no ValueError
        raise ValueError(f"it is no table: {error}") from None


def _is_number(field: str) -> bool:
    try:
        float(field)
    except ValueError:
        return False
    return True


# ---- parquet ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _ParquetColumns:
    """Columns of a Parquet file; only those that are asked for are read."""

    path: str
    file: Any
    titles: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many columns there are."""
        return len(self.titles)

    def matrix(self, places: Sequence[int] | None) -> np.ndarray[Any, Any]:
        """Read some columns, or all of them; what is missing becomes NaN."""
        titles = [self.titles[place] for place in (range(self.count) if places is None else places)]
        arrow = import_module("pyarrow")
        schema = self.file.schema_arrow
        for title in titles:
            kind = schema.field(title).type
            tests = (arrow.types.is_floating, arrow.types.is_integer, arrow.types.is_boolean)
            if not any(test(kind) for test in (*tests, arrow.types.is_decimal)):
                raise InputError(
                    f"cannot read {self.path}: column {title} holds {kind} values, which are no "
                    "numbers; choose other columns, as in NAME=FILE:COLUMN,COLUMN"
                )
        with reading(self.path), parsing("it is damaged"):
            table = self.file.read(columns=titles)
            numbers = [table.column(title).cast("float64").to_numpy() for title in titles]
        return np.column_stack(numbers)


def read_parquet(path: str) -> Table:
    """Look at the titles of a Parquet file."""
    try:
        parquet = import_module("pyarrow.parquet")
    except ModuleNotFoundError as error:
        if error.name not in {"pyarrow", "pyarrow.parquet"}:
            raise
        message = "reading .parquet needs pyarrow: pip install 'gennaker[io]'"
        raise InputError(f"cannot read {path}: {message}") from None
    with reading(path), parsing("it is no Parquet file"):
        file = parquet.ParquetFile(path)
    if not file.schema_arrow.names or not file.metadata.num_rows:
        raise InputError(f"cannot read {path}: it is empty")
    return Table(path, _ParquetColumns(path, file, tuple(file.schema_arrow.names)))
