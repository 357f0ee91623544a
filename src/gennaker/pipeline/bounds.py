"""The box of a problem: every bound on a variable, over the data, as two flat vectors."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from gennaker.backends.space import Array, Space
from gennaker.expressions.problem import Problem
from gennaker.pipeline.layout import Layout, Piece, splitter

__all__ = ["Limit", "box", "positions"]

Limit = tuple[Any, Any, Any]
"""One bound over the data: which entries it speaks of, and the values of its two sides."""

INFINITY = float("inf")


def positions(layout: Layout, space: Space) -> tuple[Array, ...]:
    """Return for each variable an array that holds the place of each entry in the flat vector."""
    where = {} if space.library in {"numpy", "cupy"} else {"device": space.device}
    return splitter(layout)(space.xp.arange(layout.size, **where))


def box(
    problem: Problem, limits: Sequence[Limit], layout: Layout, space: Space
) -> tuple[Array | None, Array | None]:
    """Return lower and upper bounds over the flat vector; None where a side has none at all.

    A whole variable is bounded where the data lives, the entries of a slice one by one on the
    host, since a library may not let arrays be written to.
    """
    pieces = {
        symbol.node: piece for symbol, piece in zip(problem.variables, layout.pieces, strict=True)
    }
    mirrored = {symbol.name for symbol in problem.variables if symbol.symmetric}
    lower, upper = _Side(space, -1.0, mirrored), _Side(space, 1.0, mirrored)
    for bound, (target, low, high) in zip(problem.bounds, limits, strict=True):
        piece = pieces[bound.variable]
        places = None if bound.target is bound.variable else target
        lower.add(piece, places, low)
        upper.add(piece, places, high)
    return lower.flat(layout), upper.flat(layout)


class _Side:
    """The lower (``sign`` -1) or upper bounds, by variable; ``mirrored`` ones are symmetric."""

    def __init__(self, space: Space, sign: float, mirrored: Collection[str]) -> None:
        self._space = space
        self._sign = sign
        self._mirrored = mirrored
        self._found: dict[str, Array] = {}

    def add(self, piece: Piece, places: Array | None, value: Any) -> None:  # noqa: ANN401
        """Take a bound on a variable, or on the entries at some places of the flat vector."""
        if value is None:
            return
        earlier = self._found.get(piece.name)
        if places is None:
            self._found[piece.name] = self._tighter(earlier, self._spread(value, piece.size))
            return
        space = self._space
        host = (
            np.full(piece.size, self._sign * INFINITY)
            if earlier is None
            else np.array(space.array_to_host(earlier))
        )
        entries = space.array_to_host(places).reshape(-1) - piece.start
        values = np.asarray(space.array_to_host(space.array(value)))
        values = np.broadcast_to(values, np.shape(places)).reshape(-1)
        pick = np.maximum if self._sign < 0 else np.minimum
        pick.at(host, entries, values)
        self._found[piece.name] = space.array(host)

    def flat(self, layout: Layout) -> Array | None:
        """Return the bounds over the flat vector."""
        if not self._found:
            return None
        parts = [self._of(piece) for piece in layout.pieces]
        return parts[0] if len(parts) == 1 else self._space.xp.concat(parts)

    def _of(self, piece: Piece) -> Array:
        """Return the bounds of one variable; an entry of a symmetric one bounds its mirror image."""
        found = self._found.get(piece.name)
        if found is None:
            return self._space.full(piece.size, self._sign * INFINITY)
        if piece.name not in self._mirrored:
            return found
        matrix = found.reshape(piece.shape)
        return self._tighter(matrix, matrix.T).reshape((-1,))

    def _spread(self, value: Any, size: int) -> Array:  # noqa: ANN401
        array = self._space.array(value)
        if not array.shape:
            # the same number everywhere; adding keeps it where the data lives
            return self._space.zeros(size) + array
        return array.reshape((-1,))

    def _tighter(self, earlier: Array | None, later: Array) -> Array:
        if earlier is None:
            return later
        xp = self._space.xp
        return xp.maximum(earlier, later) if self._sign < 0 else xp.minimum(earlier, later)
