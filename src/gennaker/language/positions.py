"""What stands between index brackets: positions and slices, counted from 1, ends included."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from gennaker.expressions.dimension import ONE, Dimension
from gennaker.expressions.index import ALL, DYNAMIC, Index
from gennaker.expressions.node import Node
from gennaker.expressions.shape import Kind
from gennaker.expressions.show import text
from gennaker.expressions.sizes import LARGEST
from gennaker.language.scope import SHOWN, Scope
from gennaker.language.source import Span
from gennaker.language.syntax import Expression, IndexPart, Name, Number, Product, Signed, Sum
from gennaker.operations.matrices import indexed

__all__ = ["Positions", "is_too_large", "read_dimension"]


def read_dimension(
    scope: Scope, syntax: Expression, end: Dimension | None = None
) -> Dimension | None:
    """Read a syntax tree as a length, or return None where it is something else."""
    match syntax:
        case Number() if syntax.text.isdigit():
            return Dimension.of(int(syntax.text))
        case Name(name=name):
            if name == "end" and end is not None:
                return end
            known = name not in scope.nodes and name in scope.dimensions
            return Dimension.named(name) if known else None
        case Signed():
            inner = read_dimension(scope, syntax.operand, end)
            if inner is None:
                return None
            return inner * (-1 if syntax.signs.count("-") % 2 else 1)
        case Sum():
            return _sum_of_dimensions(scope, syntax, end)
        case Product(operators=("*",)):
            left, right = (read_dimension(scope, factor, end) for factor in syntax.factors)
            if left is None or right is None:
                return None
            if left.is_constant:
                return right * left.constant
            return left * right.constant if right.is_constant else None
        case _:
            return None


def _sum_of_dimensions(scope: Scope, syntax: Sum, end: Dimension | None) -> Dimension | None:
    parts: list[tuple[Dimension, int]] = []
    for operator, term in zip(("+", *syntax.operators), syntax.terms, strict=True):
        value = read_dimension(scope, term, end)
        if value is None:
            return None
        parts.append((value, -1 if operator == "-" else 1))
    return Dimension.total(parts)


def is_too_large(scope: Scope, length: Dimension, span: Span) -> bool:
    """Note a size that no array can have, and answer whether it is one."""
    too_large = length.largest_number > LARGEST
    if too_large:
        message = f"{scope.source.at(span)[:SHOWN]} is too large for a size"
        scope.note(span, message, "a name, as in Vector x(n)")
    return too_large


class Positions:
    """Reads indices; ``node`` gives the typed expression of a position that data decides."""

    def __init__(self, scope: Scope, node: Callable[[Expression], Node | None]) -> None:
        """Share the scope of the model."""
        self.scope = scope
        self.node = node

    def index(
        self,
        base: Node,
        parts: tuple[IndexPart, ...],
        place: Span,
        behind: tuple[IndexPart, ...] = (),
    ) -> Node | None:
        """Return ``base[parts]``, or None after noting what is wrong with it.

        The indices that stand ``behind`` these serve to explain ``A[1][2]``.
        """
        axes = base.shape.axes
        if len(parts) != len(axes):
            self._wrong_count(base, (*parts, *behind), place)
            return None
        indices: list[Index] = []
        positions: list[Node] = []
        for number, axis in enumerate(axes):
            found = self._counted(base, parts, number, axis)
            if found is None:
                self.scope.slices = True
                found = _Part(self.scope, self.node, base, parts, number, axis).read()
            if found is None:
                return None
            if isinstance(found, Node):
                positions.append(found)
                indices.append(DYNAMIC)
            else:
                indices.append(found)
        return indexed(base, tuple(indices), tuple(positions))

    def _counted(
        self, base: Node, parts: tuple[IndexPart, ...], number: int, axis: Dimension
    ) -> Index | None:
        """Read a single position that is a number, where only data can tell whether it is there.

        This is what ``_Part`` does too; models with very many indices hold little else.
        """
        part = parts[number]
        first = part.first
        if part.last is not None or not isinstance(first, Number) or not first.text.isdigit():
            return None
        position = int(first.text)
        if position < 1 or not self.scope.sizes.resolve(axis).terms:
            return None
        small = Dimension(position)
        because = partial(_quoted, self.scope, base, parts)
        self.scope.limit(small, axis, because, part.span)
        return Index(small)

    def _wrong_count(self, base: Node, parts: tuple[IndexPart, ...], place: Span) -> None:
        shown = text(base, SHOWN, tight=True)
        inside = [self.scope.source.at(part.span) for part in parts]
        match base.kind:
            case Kind.SCALAR:
                message, edit = f"scalar {shown} has no entries to choose from", shown
            case Kind.MATRIX:
                message = f"matrix {shown} takes two indices, a row and a column"
                inside = ["1" if part == "0" else part for part in [*inside, ":"][:2]]
                edit = f"{shown}[{', '.join(inside)}]"
            case _:
                message, edit = f"{base.kind} {shown} takes one index", f"{shown}[{inside[0]}]"
        self.scope.note(place, message, edit, self.scope.describe(base))


@dataclass(slots=True)
class _Part:
    """One index of several, with all that a message about it needs."""

    scope: Scope
    node: Callable[[Expression], Node | None]
    base: Node
    parts: tuple[IndexPart, ...]
    number: int
    axis: Dimension

    @property
    def part(self) -> IndexPart:
        """The index itself."""
        return self.parts[self.number]

    def read(self) -> Index | Node | None:
        """Return a position or a slice, or the parameter that holds a position."""
        part = self.part
        if part.first is None:
            return ALL
        first = read_dimension(self.scope, part.first, self.axis)
        if part.last is None:
            if first is None:
                return self._dynamic(part.first)
            return Index(first) if self._exists(first, None) else None
        last = read_dimension(self.scope, part.last, self.axis)
        if first is None or last is None:
            self._not_an_end(part.first if first is None else part.last)
            return None
        fits = self._exists(first, last) and self._not_empty(first, last)
        return Index(first, last) if fits else None

    def _dynamic(self, syntax: Expression) -> Node | None:
        """Return the scalar parameter that stands for a position."""
        node = self.node(syntax)
        if node is None:
            return None
        if node.op.name != "parameter" or not node.is_scalar:
            known = "the variable " if node.op.name == "variable" else ""
            message = f"{known}{text(node, SHOWN)} cannot be a position"
            edit = "a whole number, a named dimension, 'end' or a Scalar parameter"
            self.scope.note(syntax.span, message, edit, self.scope.describe(node))
            return None
        return node

    def _not_an_end(self, syntax: Expression) -> None:
        message = "the ends of a slice are whole numbers, named dimensions or 'end'"
        shown = self.scope.source.at(syntax.span)[:SHOWN]
        edit = f"a named dimension instead of {shown}, as in Vector x(n)"
        self.scope.note(syntax.span, message, edit)

    def _exists(self, first: Dimension, last: Dimension | None) -> bool:
        """Check that positions lie inside, as far as that is possible without data."""
        for end, syntax in ((first, self.part.first), (last, self.part.last)):
            if end is not None and syntax is not None and end.is_constant and end.constant < 1:
                message = f"there is no position {end}: positions count from 1"
                details = ("the end of a slice is included",) if last is not None else ()
                edit = self._edit(_counted_from_one(first, last, self._source_of_last()))
                self.scope.note(syntax.span, message, edit, details)
                return False
        largest = first if last is None else last
        length = self.scope.sizes.resolve(self.axis)
        if first.is_constant and largest.is_constant and length.terms:
            self._limit(largest, self.axis)
            return True
        over = self.scope.sizes.resolve(largest - length)
        if over.is_constant and over.constant > 0:
            syntax = self.part.last or self.part.first
            span = syntax.span if syntax is not None else self.part.span
            message = f"position {self.scope.source.at(span)} is behind the end of {self._base()}"
            start = "" if last is None else f"{self._source_of_first()}:"
            edit = self._edit(f"{start}end")
            self.scope.note(span, message, edit, self.scope.describe(self.base))
            return False
        if not over.is_constant:
            self._limit(largest, self.axis)
        if not first.is_surely_positive:
            self._limit(ONE, first)
        return True

    def _not_empty(self, first: Dimension, last: Dimension) -> bool:
        length = self.scope.sizes.resolve(last - first + ONE)
        if not length.is_constant:
            self._limit(first, last)
        elif length.constant < 1:
            shown = self._source_of_first(), self._source_of_last()
            message = f"the slice {shown[0]}:{shown[1]} is empty"
            self.scope.note(self.part.span, message, self._edit(f"{shown[1]}:{shown[0]}"))
            return False
        return True

    def _limit(self, small: Dimension, large: Dimension) -> None:
        """Keep what only data, or a later line, can confirm."""
        self.scope.limit(small, large, self._whole, self.part.span)

    def _whole(self) -> str:
        """Quote the expression with all its indices."""
        return _quoted(self.scope, self.base, self.parts)

    def _edit(self, inside: str) -> str:
        """Write the whole index with another text in place of this part."""
        shown = [self._source_of(part) for part in self.parts]
        shown[self.number] = inside
        return f"{self._base()}[{', '.join(shown)}]"

    def _base(self) -> str:
        return text(self.base, SHOWN, tight=True)

    def _source_of(self, part: IndexPart) -> str:
        return self.scope.source.at(part.span)

    def _source_of_first(self) -> str:
        return self.scope.source.at(self.part.first.span) if self.part.first is not None else ""

    def _source_of_last(self) -> str:
        return self.scope.source.at(self.part.last.span) if self.part.last is not None else ""


def _quoted(scope: Scope, base: Node, parts: tuple[IndexPart, ...]) -> str:
    """Quote an expression with its indices."""
    inside = ", ".join(scope.source.at(part.span) for part in parts)
    return f"{text(base, SHOWN, tight=True)}[{inside}]"


def _counted_from_one(first: Dimension, last: Dimension | None, shown_last: str) -> str:
    """Translate positions that count from 0, or from behind, as in Python."""
    begin = first.constant
    if last is None:
        return "1" if begin == 0 else _from_behind(begin)
    if not (last.is_constant and last.constant < 1):
        return f"{_from_behind(begin) if begin < 0 else 1}:{shown_last}"
    # an end that counts from behind shows that the start counts from 0
    start = str(first + ONE) if not first.is_constant or begin >= 0 else _from_behind(begin)
    return f"{start}:{'end' if last.constant == 0 else f'end - {-last.constant}'}"


def _from_behind(position: int) -> str:
    return "end" if position == -1 else f"end - {-position - 1}"
