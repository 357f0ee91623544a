"""Constraints between two sides, cut into what must be zero and what must be at most zero."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gennaker.backends.space import Array, Space, space_of
from gennaker.errors import DataError
from gennaker.pipeline.vectors import entries

__all__ = ["Constraint", "Part", "parts_of"]


@dataclass(slots=True)
class Constraint:
    """lower <= fun(x) <= upper, entry by entry; equal sides make an equality.

    ``product(x, v)`` is the transposed Jacobian times v, which comes in the shape of the value;
    ``jac`` is a function for the Jacobian itself. Where neither is there differences must do.
    ``matrix`` stands for the function x -> matrix @ x.
    """

    name: str
    lower: Any
    upper: Any
    fun: Callable[..., Any] | None = None
    product: Callable[..., Any] | None = None
    jac: Callable[..., Any] | None = None
    matrix: Any = None
    args: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """Some entries of a constraint, all equalities or all of one side: sign*(rows - offset).

    ``rows`` says which entries, ``places`` for each entry of the constraint where it stands in
    the part, one past the end if it does not; both are None where the part is the whole.
    """

    constraint: int
    equality: bool
    sign: float
    offset: Array | None
    rows: Array | None
    places: Array | None
    size: int

    def values(self, rows: Array, xp: Any) -> Array:  # noqa: ANN401 - a namespace
        """Return what must be zero, or at most zero."""
        if self.rows is not None:
            rows = xp.take(rows, self.rows, axis=0)
        if self.offset is not None:
            rows = rows - self.offset
        return rows if self.sign > 0.0 else -rows

    def weights(self, v: Array, space: Space) -> Array:
        """Return weights of the part as weights of all entries of the constraint."""
        v = v if self.sign > 0.0 else -v
        if self.places is None:
            return v
        return space.xp.take(space.xp.concat([v, space.zeros(1)]), self.places, axis=0)


def parts_of(place: int, item: Constraint, size: int, space: Space) -> list[Part]:
    """Cut a constraint into equalities, lower sides and upper sides; empty ones are left out."""
    low = _side(item.lower, f"the lower side of {item.name}", size, -np.inf)
    high = _side(item.upper, f"the upper side of {item.name}", size, np.inf)
    crossed = low > high
    if crossed.any():
        at = int(np.argmax(crossed))
        raise DataError(
            f"{item.name} can never hold: entry {at} has the lower side {low[at]:g} above its "
            f"upper side {high[at]:g}"
        )
    equal = low == high
    found = [
        _part(place, equal, low, 1.0, space, equality=True),
        _part(place, ~equal & np.isfinite(low), low, -1.0, space),
        _part(place, ~equal & np.isfinite(high), high, 1.0, space),
    ]
    return [part for part in found if part is not None]


def _part(
    place: int,
    chosen: np.ndarray[Any, Any],
    side: np.ndarray[Any, Any],
    sign: float,
    space: Space,
    *,
    equality: bool = False,
) -> Part | None:
    size = int(chosen.sum())
    if size == 0:
        return None
    offset = space.array(side[chosen]) if side[chosen].any() else None
    if size == chosen.size:
        return Part(place, equality, sign, offset, None, None, size)
    rows = np.flatnonzero(chosen)
    places = np.full(chosen.size, size)
    places[rows] = np.arange(size)
    return Part(place, equality, sign, offset, _indices(rows, space), _indices(places, space), size)


def _indices(places: np.ndarray[Any, Any], space: Space) -> Array:
    if space.library == "numpy":
        return places
    return space.xp.asarray(places, device=space.device)


def _side(value: Any, name: str, size: int, none: float) -> np.ndarray[Any, Any]:  # noqa: ANN401
    """Return one side of a constraint on the host, where it is decided what is an equality."""
    if hasattr(value, "__dlpack__") and not isinstance(value, (np.ndarray, np.generic)):
        value = space_of(value).array_to_host(value)
    try:
        side = np.asarray(none if value is None else value, dtype=float).reshape(-1)
    except (TypeError, ValueError) as error:
        raise DataError(f"{name} is no array of numbers: {error}") from None
    if side.size not in {1, size}:
        raise DataError(f"{name} has {entries(side.size)}, but its function has {entries(size)}")
    bad = np.isnan(side) | (side == -none)
    if bad.any():
        raise DataError(f"{name} is {side[int(np.argmax(bad))]:g} somewhere; pass a number")
    return np.broadcast_to(side, (size,))
