"""The type of a row in the table of operations: all that is known about one operation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gennaker.expressions.curvature import Facts
from gennaker.expressions.shape import Shape
from gennaker.expressions.sign import Sign

if TYPE_CHECKING:
    from gennaker.expressions.node import Node
    from gennaker.expressions.sizes import Sizes

__all__ = ["Domain", "Operation", "ShapeMismatch", "Spelling"]


class ShapeMismatch(Exception):  # noqa: N818 - a message between rooms, not an error of its own
    """Operands that do not go together: what is wrong and what to write instead."""

    def __init__(self, message: str, suggestion: str | None = None) -> None:
        """Keep message and suggestion apart; the checker adds the place."""
        super().__init__(message)
        self.message = message
        self.suggestion = suggestion


@dataclass(frozen=True, slots=True)
class Spelling:
    """How an operation is written in text, in Unicode and in LaTeX.

    ``#1`` stands for the first argument, ``#*`` for all of them between commas. In the styles
    that are ``tight`` the argument stands beside a mark, as in ``K⁻¹``, and is bracketed where
    needed, as is the whole before another mark.
    """

    text: str
    unicode: str
    latex: str
    tight: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Domain:
    """The arguments for which an operation is defined, in signs and in words."""

    signs: Sign
    words: str


ShapeRule = Callable[["tuple[Node, ...]", "Sizes"], Shape]
FactsRule = Callable[["Node", "tuple[Facts, ...]"], Facts]


@dataclass(frozen=True, slots=True, eq=False)
class Operation:
    """One row: what an operation means for shapes, signs, curvature, domain and print.

    ``kink`` says where the operation has no derivative, ``overflow`` whether large arguments
    overflow. The derivative stands under the same name in ``calculus/rules.py``, over named
    indices, and the spelling in each library in ``emission/targets``; a test asks for both.
    """

    name: str
    summary: str
    example: str
    arity: tuple[int, int]
    shape: ShapeRule
    facts: FactsRule
    spelling: Spelling
    elementwise: bool = False
    domain: Domain | None = None
    kink: str | None = None
    overflow: bool = False

    def __repr__(self) -> str:
        """Show the name only; the rest is in the table."""
        return f"<operation {self.name}>"

    def __reduce__(self) -> tuple[Callable[[str], Operation], tuple[str]]:
        """Pickle by name, so that a row stays the one row of its table."""
        return (find_operation, (self.name,))

    def __post_init__(self) -> None:
        """Enter the row into the register that pickling reads."""
        if self.name in REGISTER:
            message = f"two rows for the operation {self.name!r}"
            raise AssertionError(message)
        REGISTER[self.name] = self


REGISTER: dict[str, Operation] = {}


def find_operation(name: str) -> Operation:
    """Return the row with a name."""
    return REGISTER[name]
