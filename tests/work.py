"""Arrays that count the work done with them: products with matrices, and passes over arrays."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from gennaker.pipeline.load import Functions, instantiate, load_source
from tests.drawn import drawn

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Counted", "Work", "counted", "counted_functions", "counting"]

MATRIX = 2


class Work:
    """What has been counted: products by the name of the matrix, and passes over arrays.

    A product of two matrices that are both computed, or variables, goes by the name ``*``.
    """

    def __init__(self) -> None:
        self.products: Counter[str] = Counter()
        self.passes = 0

    def note(self, name: str, arrays: list[Counted]) -> None:
        """Count one call over some arrays."""
        matrices = [array for array in arrays if array.ndim == MATRIX]
        if name == "matmul" and matrices:
            labels = [array.label for array in matrices if array.label]
            self.products.update(labels or ["*"])
        elif any(array.ndim for array in arrays):
            self.passes += 1

    def add(self, other: Work) -> None:
        """Add what was counted apart."""
        self.products += other.products
        self.passes += other.passes


class _Ledger:
    open: Work | None = None


@contextmanager
def counting() -> Iterator[Work]:
    """Count all work with counted arrays inside the block."""
    before, _Ledger.open = _Ledger.open, Work()
    try:
        yield _Ledger.open
    finally:
        _Ledger.open = before


class Counted(np.ndarray):
    """An array of NumPy that notes every call; a transpose keeps the label of its matrix."""

    label: str | None

    def __array_finalize__(self, other: object) -> None:
        same = isinstance(other, Counted) and other.size == self.size
        self.label = other.label if same and isinstance(other, Counted) else None

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        name = "matmul" if ufunc is np.matmul else ufunc.__name__
        return self._noted(name, getattr(ufunc, method), inputs, options, out)

    def __array_function__(self, func, types, args, kwargs):
        if func.__name__ in FREE:
            return super().__array_function__(func, types, args, kwargs)
        return self._noted(func.__name__, func, args, kwargs, None)

    @staticmethod
    def _noted(name, function, inputs, options, out):
        arrays = [value for value in _flat(inputs) if isinstance(value, Counted)]
        if _Ledger.open is not None:
            _Ledger.open.note(name, arrays)
        plain = _plain(inputs)
        if out is not None:
            options["out"] = tuple(map(np.asarray, out))
        found = function(*plain, **{key: _plain(value) for key, value in options.items()})
        return counted(found) if isinstance(found, (np.ndarray, np.floating)) else found


FREE = frozenset({"reshape", "shape", "ndim", "transpose", "result_type"})


def _flat(values):
    for value in values:
        if isinstance(value, (tuple, list)):
            yield from _flat(value)
        else:
            yield value


def _plain(value):
    if isinstance(value, (tuple, list)):
        return type(value)(map(_plain, value))
    return value.view(np.ndarray) if isinstance(value, Counted) else value


def counted(value, label: str | None = None) -> Counted:
    """Return a counted view of an array."""
    array = np.asarray(value).view(Counted)
    array.label = label
    return array


def counted_functions(text: str, *, lean: bool = False):
    """Return the functions of a model over random data that counts what is done with it.

    ``lean`` ones are those that a solver is given.
    """
    known = drawn(text)
    if lean:
        functions = Functions(known.problem, "numpy").over(known.data, known.sizes)
    else:
        functions = instantiate(*load_source(known.problem, "numpy"), known.data, known.sizes)
    for name, value in vars(functions).items():
        if isinstance(value, np.ndarray):
            setattr(functions, name, counted(value, name))
    return functions
