"""One index of ``X[i, a:b]``: everything, one position, or a range; counted from 1, end included."""

from __future__ import annotations

from dataclasses import dataclass

from gennaker.expressions.dimension import ONE, Dimension

__all__ = ["ALL", "DYNAMIC", "Index", "Position"]

Position = Dimension


@dataclass(frozen=True, slots=True)
class Index:
    """The positions taken along one axis.

    ``last`` is None for a single position. A dynamic index takes its single position from a
    scalar parameter, which is then an argument of the index node. ``written`` holds the ends in
    the user's words; None stands for one that says the same in the words that are left.
    """

    first: Position
    last: Position | None = None
    is_all: bool = False
    is_dynamic: bool = False
    written: tuple[Position | None, ...] = ()

    def __hash__(self) -> int:
        """Return a hash in one step; models may hold very many positions."""
        return hash((self.first.constant, self.first.terms, self.last, self.is_all))

    @property
    def is_single(self) -> bool:
        """Whether the axis disappears."""
        return self.last is None and not self.is_all

    def length(self, axis: Dimension) -> Dimension:
        """Return how many positions are taken of an axis of the given length."""
        if self.is_all:
            return axis
        if self.last is None:
            return ONE
        return self.last - self.first + ONE


ALL = Index(ONE, None, is_all=True)
DYNAMIC = Index(ONE, None, is_dynamic=True)
