"""Numbers that people pass and functions return, read as vectors of one array library."""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

import numpy as np

from gennaker.backends.find import library_of
from gennaker.backends.space import Array, Space, space_of
from gennaker.errors import DataError
from gennaker.pipeline.not_numbers import has_masked

__all__ = ["as_number", "as_vector", "entries", "read_side", "read_start"]

KEPT = ("float32", "float64")
NUMBERS = ("bool", "int", "uint", "float")
NOT_REAL = {"c": "complex numbers", "O": "objects", "U": "text", "S": "text", "M": "dates"}


# ---- what is read once, before the first evaluation ------------------------------------------


def read_start(x0: Any, xp: ModuleType | None = None) -> Array:  # noqa: ANN401 - numbers or arrays
    """Return a start point as a vector of floats of its own library, or of the one given.

    A matrix is laid out row by row. Whole numbers become floats, float32 stays what it is.

    Example:
        >>> read_start([[1, 2], [3, 4]])
        array([1., 2., 3., 4.])

    """
    library_of({"x0": x0})
    value = x0 if _is_array_elsewhere(x0) else _floats_on_host(x0)
    if xp is not None:
        value = xp.asarray(_detached(value))
    vector = value if isinstance(value, np.ndarray) else _floats(_detached(value))
    if vector.shape[0] == 0:
        raise DataError("x0 is empty; pass one number for each variable")
    _check_finite(vector)
    return vector


def read_side(value: Any, name: str, start: Array, none: float) -> Array | None:  # noqa: ANN401
    """Return the lower or upper bounds as a vector like the start; None where nothing is bounded.

    ``none`` is the infinity that stands for no bound on this side; None in a list does so too.

    Example:
        >>> import numpy
        >>> read_side([0, None], "ub", numpy.zeros(2), numpy.inf)
        array([ 0., inf])

    """
    if value is None:
        return None
    space, size = space_of(start), start.shape[0]
    xp = space.xp
    if not _is_array_elsewhere(value):
        value = _on_host(name, _filled(value, none))
    side = xp.reshape(space.array(_detached(value)), (-1,))
    if side.shape[0] not in {1, size}:
        raise DataError(f"{name} has {entries(side.shape[0])}, but x0 has {entries(size)}")
    side = xp.broadcast_to(side, (size,)) + 0.0
    bad = xp.isnan(side) | (side == -none)
    wrong, free = space.to_host([xp.any(bad), xp.all(side == none)])
    if wrong:
        place = int(np.argmax(space.array_to_host(bad)))
        shown = space.to_host([side[place]])[0]
        raise DataError(f"{name}[{place}] is {shown}, which is no bound; pass a number or None")
    return None if free else side


def entries(count: int) -> str:
    """Return a number of entries in words."""
    return f"{count} {'entry' if count == 1 else 'entries'}"


def _floats_on_host(x0: Any) -> np.ndarray[Any, Any]:  # noqa: ANN401
    array = _on_host("x0", x0)
    kind = array.dtype if array.dtype.name in KEPT else np.dtype(float)
    return np.array(array, dtype=kind.newbyteorder("=")).reshape(-1)


def _on_host(name: str, value: Any) -> np.ndarray[Any, Any]:  # noqa: ANN401
    if has_masked(value):
        raise DataError(f"{name} has masked entries; fill them, as in {name}.filled(0)")
    try:
        array = np.asarray(value)
    except (ValueError, TypeError) as error:
        raise DataError(f"{name} is no array of numbers: {error}") from None
    if array.dtype.kind in NOT_REAL:
        raise DataError(f"{name} holds {NOT_REAL[array.dtype.kind]}; pass real numbers")
    return array


def _filled(value: Any, none: float) -> Any:  # noqa: ANN401 - nested lists
    """Put infinity in the place of None."""
    if isinstance(value, (list, tuple)):
        return [_filled(item, none) for item in value]
    return none if value is None else value


def _floats(array: Array) -> Array:
    """Return a vector of floats; JAX decides itself how long its floats are."""
    space = space_of(array)
    words = str(array.dtype).rpartition(".")[2]
    if not words.startswith(NUMBERS):
        raise DataError(f"x0 holds {words} values; pass real numbers")
    if words not in KEPT:
        kind = space.xp.asarray(0.0).dtype if space.library == "jax" else space.xp.float64
        array = space.xp.astype(array, kind)
    return space.xp.reshape(array, (-1,))


def _check_finite(start: Array) -> None:
    space = space_of(start)
    finite = space.xp.isfinite(start)
    if space.to_host([space.xp.all(finite)])[0]:
        return
    place = int(np.argmin(space.array_to_host(finite)))
    shown = space.to_host([start[place]])[0]
    raise DataError(f"x0[{place}] is {shown}; start from finite numbers")


def _is_array_elsewhere(value: object) -> bool:
    """Tell whether this is an array of another library than NumPy."""
    return hasattr(value, "__dlpack__") and not isinstance(value, (np.ndarray, np.generic))


def _detached(value: Any) -> Any:  # noqa: ANN401 - nobody asks for derivatives of these
    return value.detach() if hasattr(value, "detach") else value


# ---- what functions return, in every evaluation ----------------------------------------------


def as_number(value: Any, space: Space, source: str) -> Any:  # noqa: ANN401 - of any library
    """Return what a function returned as one number of the space; this does not wait.

    An array with one entry counts as a number.
    """
    if type(value) in {float, np.float64} and space.on_host:
        return value
    array = _as_array(value, space, source)
    if _size(array) != 1:
        raise DataError(f"{source} returned an array of shape {_shape(array)}; return one number")
    return space.xp.reshape(array, ())


def as_vector(value: Any, space: Space, source: str, shape: tuple[int, ...]) -> Array:  # noqa: ANN401
    """Return what a function returned as a vector of its own, whatever happens to the original.

    It must have as many entries as ``shape``, in that shape or flat.
    """
    if type(value) is np.ndarray and value.shape == shape and value.dtype == space.dtype:
        return value.flatten()  # the common case, in a hurry
    array = _as_array(value, space, source)
    misshapen = len(shape) == array.ndim > 1 and tuple(array.shape) != shape
    if misshapen or _size(array) != math.prod(shape):
        wanted = entries(shape[0]) if len(shape) == 1 else f"shape {shape}"
        raise DataError(f"{source} returned an array of shape {_shape(array)}; return {wanted}")
    return space.xp.reshape(array if space.library == "jax" else array + 0.0, (-1,))


def _as_array(value: Any, space: Space, source: str) -> Array:  # noqa: ANN401
    value = _detached(value)
    if value is None:
        raise DataError(f"{source} returned None; return real numbers")
    if not _is_array_elsewhere(value):
        value = value.toarray() if hasattr(value, "toarray") else value
        try:
            value = np.asarray(value)
        except (ValueError, TypeError) as error:
            raise DataError(f"{source} returned no array of numbers: {error}") from None
        if value.dtype.kind in NOT_REAL:
            held = NOT_REAL[value.dtype.kind]
            raise DataError(f"{source} returned {held}; return real numbers")
    elif "complex" in str(value.dtype):
        raise DataError(f"{source} returned complex numbers; return real numbers")
    return space.array(value)


def _size(array: Array) -> int:
    return math.prod(array.shape)


def _shape(array: Array) -> tuple[int, ...]:
    return tuple(array.shape)
