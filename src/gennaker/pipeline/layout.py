"""Where the variables stand in one flat vector, and how vectors are cut up and put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from gennaker.backends.space import Array, Space
from gennaker.expressions.dimension import Dimension
from gennaker.expressions.problem import Symbol

__all__ = ["Layout", "Piece", "joiner", "layout_of", "length", "splitter"]


@dataclass(frozen=True, slots=True)
class Piece:
    """One array among those that stand behind each other in a flat vector."""

    name: str
    shape: tuple[int, ...]
    start: int
    stop: int

    @property
    def size(self) -> int:
        """The number of entries."""
        return self.stop - self.start


@dataclass(frozen=True, slots=True)
class Layout:
    """Arrays in their order, raveled row by row into one flat vector."""

    pieces: tuple[Piece, ...]

    @property
    def size(self) -> int:
        """The length of the flat vector."""
        return self.pieces[-1].stop if self.pieces else 0

    def split(self, x: Array) -> dict[str, Array]:
        """Return the arrays by name; views where the library has them."""
        return {
            piece.name: x[piece.start : piece.stop].reshape(piece.shape) for piece in self.pieces
        }

    def join(self, values: Mapping[str, Array], space: Space) -> Array:
        """Return the flat vector of some arrays; it shares no memory with them."""
        parts = [space.xp.reshape(space.array(values[piece.name]), (-1,)) for piece in self.pieces]
        if space.library == "numpy":
            return np.concatenate(parts, dtype=space.dtype)
        return space.xp.concat(parts)


def layout_of(symbols: Sequence[Symbol], sizes: Mapping[str, int]) -> Layout:
    r"""Lay out variables whose sizes are known.

    Example:
        >>> from gennaker import Model
        >>> problem = Model("variables\n Vector x\n Matrix X\nmin\n sum(x) + sum(X)").problem
        >>> sizes = {"x.size": 3, "X.rows": 2, "X.columns": 2}
        >>> [(piece.name, piece.start, piece.stop) for piece in layout_of(problem.variables, sizes).pieces]
        [('x', 0, 3), ('X', 3, 7)]

    """
    pieces: list[Piece] = []
    start = 0
    for symbol in symbols:
        shape = tuple(length(axis, sizes) for axis in symbol.node.shape.axes)
        stop = start + prod(shape)
        pieces.append(Piece(symbol.name, shape, start, stop))
        start = stop
    return Layout(tuple(pieces))


def length(axis: Dimension, sizes: Mapping[str, int]) -> int:
    """Return the length of an axis where all sizes are known."""
    return axis.constant + sum(factor * sizes[name] for name, factor in axis.terms)


def splitter(layout: Layout) -> Callable[[Array], tuple[Array, ...]]:
    """Return a function that cuts a flat vector up; one that is a single vector stays as it is."""
    shapes = [piece.shape for piece in layout.pieces]
    if [len(shape) for shape in shapes] == [1]:
        return _alone
    # slices are made once: this runs in every evaluation
    cuts = [
        (piece.start if not piece.shape else slice(piece.start, piece.stop), piece.shape)
        for piece in layout.pieces
    ]

    def split(x: Array) -> tuple[Array, ...]:
        return tuple([x[cut].reshape(shape) if len(shape) > 1 else x[cut] for cut, shape in cuts])

    return split


def _alone(x: Array) -> tuple[Array, ...]:
    return (x,)


def joiner(layout: Layout, space: Space) -> Callable[[Sequence[Array]], Array]:
    """Return a function that puts arrays behind each other; a single vector stays as it is."""
    if [len(piece.shape) for piece in layout.pieces] == [1]:
        return _only
    if space.library == "numpy":
        return _numpy_joiner(layout, space)
    if not layout.pieces:
        empty = space.zeros(0)
        return lambda _parts: empty
    xp, array = space.xp, space.array

    def join(parts: Sequence[Array]) -> Array:
        flat = [array(part).reshape((-1,)) for part in parts]
        return flat[0] if len(flat) == 1 else xp.concat(flat)

    return join


def _only(parts: Sequence[Array]) -> Array:
    return parts[0]


def _numpy_joiner(layout: Layout, space: Space) -> Callable[[Sequence[Array]], Array]:
    places = [slice(piece.start, piece.stop) for piece in layout.pieces]
    size, dtype = layout.size, space.dtype

    def join(parts: Sequence[Array]) -> Array:
        flat = np.empty(size, dtype)
        for place, part in zip(places, parts, strict=True):
            flat[place] = np.ravel(part)
        return flat

    return join
