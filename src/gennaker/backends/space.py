"""The few things that the solver asks of an array library beyond the array standard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType
from typing import Any

import numpy as np

from gennaker.backends.find import library_of, load, standard_namespace

__all__ = ["Array", "Space", "space_at", "space_of"]

Array = Any
"""An array of any library: the solver uses the array standard, no library's own methods."""

STANDARD_NUMPY = 2
CACHED = 2048
"""Entries of a row that the host multiplies at a time: all rows stay in its cache, and the product is
too small for threads, which wait for each other far longer than it takes."""


@dataclass(frozen=True, slots=True)
class Space:
    """Arrays of one library, type and device; how to make them and how to look at them.

    A method with ``host`` in its name waits for the device. Everything else is queued.
    """

    library: str
    xp: ModuleType
    dtype: Any
    device: Any

    @property
    def on_host(self) -> bool:
        """Whether reading a number costs nothing, so that an early exit beats a batch."""
        return self.library == "numpy"

    @property
    def epsilon(self) -> float:
        """The distance from one to the next larger number."""
        return _epsilon(self.xp, self.dtype)

    def zeros(self, *shape: int) -> Array:
        """Return an array of zeros."""
        if self.library == "numpy":
            return np.zeros(shape, self.dtype)
        return self.xp.zeros(shape, dtype=self.dtype, device=self.device)

    def full(self, size: int, value: float) -> Array:
        """Return a vector with the same number everywhere."""
        return self.xp.full((size,), value, dtype=self.dtype, device=self.device)

    def array(self, values: Any) -> Array:  # noqa: ANN401 - numbers or an array of any library
        """Return numbers of the host as an array of this space; this does not wait."""
        if self.library == "numpy":
            return np.asarray(values, self.dtype)
        return self.xp.asarray(values, dtype=self.dtype, device=self.device)

    def clip(self, x: Array, lower: Array, upper: Array) -> Array:
        """Return the nearest point of a box."""
        return self.xp.minimum(self.xp.maximum(x, lower), upper)

    def set_row(self, rows: Array, place: int, row: Array) -> Array:
        """Return rows with one of them replaced; the old array must not be used again."""
        if self.library == "jax":
            return rows.at[place].set(row)
        rows[place, ...] = row
        return rows

    def inner(self, rows: Array, others: Array, weights: Array | None = None) -> Array:
        """Return the inner products of rows with others, each entry weighted where that is asked.

        The host goes along the rows in blocks: with long rows that is two to three times faster.
        """
        size = rows.shape[1]
        if self.library != "numpy" or size <= CACHED:
            weighted = rows if weights is None else rows * weights
            return weighted @ others.T
        found = np.zeros((rows.shape[0], others.shape[0]), rows.dtype)
        for start in range(0, size, CACHED):
            here = slice(start, start + CACHED)
            block = rows[:, here] if weights is None else rows[:, here] * weights[here]
            found += block @ others[:, here].T
        return found

    def to_host(self, values: Sequence[Any]) -> list[float]:
        """Wait once for several numbers."""
        if self.library == "numpy":
            return [float(value) for value in values]
        stacked = self.xp.stack([self.array(value) for value in values])
        return self.array_to_host(stacked).tolist()

    def gather_to_host(
        self, array: Array, values: Sequence[Any]
    ) -> tuple[np.ndarray[Any, Any], list[float]]:
        """Wait once for an array and several numbers together; the array may be on the host."""
        if self.library == "numpy":
            return array, [float(value) for value in values]
        if isinstance(array, np.ndarray):
            return array, self.to_host(values)
        flat = self.xp.reshape(array, (-1,))
        joined = self.xp.concat([flat, self.xp.stack([self.array(value) for value in values])])
        found = self.array_to_host(joined).astype(float)
        count = found.size - len(values)
        return found[:count].reshape(array.shape), found[count:].tolist()

    def array_to_host(self, array: Array) -> np.ndarray[Any, Any]:
        """Wait for a whole array, as NumPy."""
        if self.library == "numpy":
            return np.asarray(array)
        if self.library == "cupy":
            return array.get()
        if self.library == "torch":
            return array.detach().cpu().numpy()
        if self.library == "jax":
            return np.asarray(array)
        return np.asarray([float(value) for value in self.xp.reshape(array, (-1,))]).reshape(
            array.shape
        )


@lru_cache(maxsize=64)
def _epsilon(xp: ModuleType, dtype: Any) -> float:  # noqa: ANN401 - each library has its own
    return float(xp.finfo(dtype).eps)


def space_of(array: Array) -> Space:
    """Return the space that an array belongs to.

    Example:
        >>> import numpy
        >>> space_of(numpy.zeros(3)).library
        'numpy'

    """
    library = library_of({"array": array})
    if library == "numpy":
        kind = type(array).__module__.partition(".")[0]
        if kind != "numpy":
            return Space(kind, standard_namespace(array), array.dtype, array.device)
        return Space("numpy", _numpy(), array.dtype, "cpu")
    return Space(library, standard_namespace(array), array.dtype, getattr(array, "device", None))


def space_at(library: str, dtype: Any, device: Any = None) -> Space:  # noqa: ANN401 - see Space
    """Return the space of arrays of a type on a device, or where the library puts them by itself.

    Example:
        >>> import numpy
        >>> space_at("numpy", numpy.dtype(float)).zeros(2)
        array([0., 0.])

    """
    zeros = load(library).zeros
    if device is None:
        return space_of(zeros(1, dtype=dtype))
    if library == "cupy":  # its functions take no device, but a device is a context
        with device:
            return space_of(zeros(1, dtype=dtype))
    return space_of(zeros(1, dtype=dtype, device=device))


def _numpy() -> ModuleType:
    """NumPy itself where it follows the standard: a wrapper costs time in every call."""
    if int(np.__version__.partition(".")[0]) >= STANDARD_NUMPY:
        return np
    return standard_namespace(np.zeros(1))
