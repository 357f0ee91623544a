"""Variables that are written as the difference of two parts, so that a box stays a box."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from gennaker.expressions.node import Node, make
from gennaker.expressions.problem import Bound, Problem, Symbol
from gennaker.expressions.walk import fold
from gennaker.operations.convexity import Analysis
from gennaker.operations.products import ADD, NEG
from gennaker.reform.arithmetic import applied, difference, negated, positive_part
from gennaker.reform.bare import Bare
from gennaker.reform.names import Names
from gennaker.reform.parts import Parts
from gennaker.reform.row import Row
from gennaker.reform.slacks import new_variable

__all__ = ["Split", "bound_rows", "choose_splits", "substituted"]

SIGNS = frozenset({"nonnegative", "positive"})


@dataclass(frozen=True, slots=True)
class Split:
    """The variable ``x`` is ``offset + plus - minus``."""

    variable: Node
    offset: Node | None
    plus: Symbol
    minus: Symbol

    @property
    def parts(self) -> Parts:
        """The parts of ``x - offset``."""
        return Parts.of(self.plus.node, self.minus.node)

    @property
    def value(self) -> Node:
        """The variable in terms of the new ones."""
        minus = make(NEG, (self.minus.node,), self.minus.node.shape)
        shift = () if self.offset is None else (self.offset,)
        return make(ADD, (*shift, self.plus.node, minus), self.variable.shape)

    @property
    def starts(self) -> dict[str, Node]:
        """Where the parts start, given a start of the variable."""
        moved = self.variable if self.offset is None else difference(self.variable, self.offset)
        return {
            self.plus.name: applied("relu", moved),
            self.minus.name: applied("relu", negated(moved)),
        }

    def fits(self, bare: Bare) -> bool:
        """Answer whether the parts are those that a kink asks for."""
        return bare.variable is self.variable and bare.offset is self.offset


def choose_splits(
    problem: Problem, wanted: Iterable[Bare], names: Names, known: Analysis
) -> dict[Node, Split]:
    """Decide which variables are split, and around which data; around 0 if that is asked for.

    A variable of known sign stays whole, since the difference would hide its sign.
    """
    offsets: dict[Node, list[Node | None]] = {}
    for bare in wanted:
        offsets.setdefault(bare.variable, []).append(bare.offset)
    splits: dict[Node, Split] = {}
    for item in problem.variables:
        found = offsets.get(item.node)
        sign = known.facts(item.node).sign
        if found is None or sign.is_nonnegative or sign.is_nonpositive:
            continue
        offset = None if None in found else found[0]
        words = (*(word for word in item.attributes if word not in SIGNS), "nonnegative")
        plus, minus = (
            new_variable(names.variable(f"{item.name}_{ending}"), item.node.shape, words)
            for ending in ("plus", "minus")
        )
        splits[item.node] = Split(item.node, offset, plus, minus)
    return splits


def substituted(node: Node, values: Mapping[Node, Node], known: dict[Node, Node]) -> Node:
    """Return an expression with others in the place of some leaves."""

    def rebuilt(item: Node, args: tuple[Node, ...]) -> Node:
        if item in values:
            return values[item]
        return item if args == item.args else make(item.op, args, item.shape, item.payload)

    return fold((node,), rebuilt, known)[node]


# ---- bounds -----------------------------------------------------------------------------


def bound_rows(bound: Bound, split: Split, data: Analysis) -> Iterator[Row]:
    """Write ``lower <= x <= upper`` as bounds on the parts.

    The positive part of ``x`` lies between those of the bounds, the negative part likewise.
    """
    lower, upper = (_moved(side, bound, split) for side in (bound.lower, bound.upper))
    flipped = tuple(None if side is None else negated(side) for side in (upper, lower))
    for part, (low, high) in ((split.plus, (lower, upper)), (split.minus, flipped)):
        target = substituted(bound.target, {bound.variable: part.node}, {})
        if low is not None and not data.facts(low).sign.is_nonpositive:
            yield Row(target, _sign(">", bound), _positive(low, data), part.node, bound.name)
        if high is not None:
            yield Row(target, _sign("<", bound), _positive(high, data), part.node, bound.name)


def _sign(operator: str, bound: Bound) -> str:
    return operator if bound.strict else f"{operator}="


def _moved(side: Node | None, bound: Bound, split: Split) -> Node | None:
    """Return a side of a bound measured from the offset of the variable."""
    if side is None or split.offset is None:
        return side
    return difference(side, substituted(bound.target, {bound.variable: split.offset}, {}))


def _positive(side: Node, data: Analysis) -> Node:
    return side if data.facts(side).sign.is_nonnegative else positive_part(side)
