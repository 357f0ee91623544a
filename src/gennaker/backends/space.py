"""The few things that the solver asks of an array library beyond the array standard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from gennaker.backends.find import library_of

__all__ = ["Array", "Space", "space_of"]

Array = Any
"""An array of any library: the solver uses the array standard, no library's own methods."""

STANDARD_NUMPY = 2


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
        return float(self.xp.finfo(self.dtype).eps)

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

    def to_host(self, values: Sequence[Any]) -> list[float]:
        """Wait once for several numbers."""
        if self.library == "numpy":
            return [float(value) for value in values]
        stacked = self.xp.stack([self.array(value) for value in values])
        return self.array_to_host(stacked).tolist()

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
            return Space(kind, _standard(array), array.dtype, array.device)
        return Space("numpy", _numpy(), array.dtype, "cpu")
    return Space(library, _standard(array), array.dtype, getattr(array, "device", None))


def _numpy() -> ModuleType:
    """NumPy itself where it follows the standard: a wrapper costs time in every call."""
    if int(np.__version__.partition(".")[0]) >= STANDARD_NUMPY:
        return np
    return _standard(np.zeros(1))


def _standard(array: Array) -> ModuleType:
    """Return the namespace of an array with the names of the standard."""
    from array_api_compat import array_namespace  # noqa: PLC0415 - half of the import time

    return array_namespace(array)
