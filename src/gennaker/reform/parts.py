"""An expression as the difference of two parts of at least 0, and their sum, its size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gennaker.expressions.node import Node
from gennaker.reform.arithmetic import difference, total

__all__ = ["Parts"]


@dataclass(frozen=True, slots=True)
class Parts:
    """What stands for the positive and the negative part of ``r``, and for ``abs(r)``.

    Each is at least as large as what it stands for, and equal where it is small as can be.
    """

    positive: Node
    negative: Node
    size: Node

    @classmethod
    def of(cls, positive: Node, negative: Node) -> Parts:
        """Return the parts that two new variables stand for."""
        return cls(positive, negative, total((positive, negative)))

    @property
    def value(self) -> Node:
        """The expression itself."""
        return difference(self.positive, self.negative)

    @property
    def swapped(self) -> Parts:
        """The parts of the negated expression."""
        return Parts(self.negative, self.positive, self.size)

    def each(self, change: Callable[[Node], Node]) -> Parts:
        """Return the parts after an operation that keeps entries apart and their signs."""
        return Parts(change(self.positive), change(self.negative), change(self.size))
