"""A line below ``st`` of the smooth problem: one bound or one constraint, and where it is from."""

from __future__ import annotations

from dataclasses import dataclass

from gennaker.expressions.node import Node
from gennaker.expressions.problem import Relation
from gennaker.expressions.show import text

__all__ = ["Row"]

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Row:
    """``left operator right``; ``variable`` is the variable that is bounded, if it is a bound.

    ``source`` is the name of the user's bound that it is made of. ``prices`` are those of an
    equality that may be missed.
    """

    left: Node
    operator: str
    right: Node
    variable: Node | None = None
    source: str | None = None
    prices: tuple[Node, Node] | None = None

    @property
    def name(self) -> str:
        """The row as a text, cut off where it is long."""
        left, right = (text(side, LONGEST_NAME) for side in (self.left, self.right))
        return f"{left} {self.operator} {right}"

    @property
    def relation(self) -> Relation:
        """The row as a line of the model."""
        return Relation(None, (self.left, self.right), (self.operator,))
