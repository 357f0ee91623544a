"""Read expressions: recursive descent over operators of five ranks.

Long sums and products become flat nodes, and signs and marks are gathered in loops, so
recursion follows open brackets alone; how deep these may be is limited.
"""

from __future__ import annotations

from gennaker.language.complaints import missing_operand, missing_operator
from gennaker.language.cursor import Complaint, Cursor
from gennaker.language.source import Span
from gennaker.language.syntax import (
    Call,
    Expression,
    IndexPart,
    Name,
    Number,
    Postfix,
    Power,
    Product,
    Signed,
    Stack,
    Sum,
)
from gennaker.language.tokens import NAME, NUMBER, Token
from gennaker.language.words import CALLABLE, KEYWORDS

__all__ = ["Formulas"]

SIGNS = frozenset({"+", "-"})
FACTORS = frozenset({"*", "/", ".*", "./"})
POWERS = frozenset({"^", ".^"})
MARKS = frozenset({"'", "["})
BEHIND = POWERS | MARKS


class Formulas:
    """Reads expressions off a cursor.

    ``carried`` is the last sign that opens a line and was taken to go on with the line before.
    """

    def __init__(self, cursor: Cursor) -> None:
        """Read from the cursor that the rest of the parser uses."""
        self.cursor = cursor
        self.carried: Token | None = None
        self.stacks: list[int] = []

    def start(self) -> None:
        """Forget what was left unfinished by an item with a mistake."""
        self.carried = None
        self.stacks.clear()

    def expression(self) -> Expression:
        """Read a sum, or what a sum is made of."""
        cursor = self.cursor
        begin = cursor.token.start
        first = self._product()
        if cursor.tokens[cursor.place].kind not in SIGNS:
            return first
        terms = [first]
        operators: list[str] = []
        spans: list[Span] = []
        while (token := cursor.tokens[cursor.place]).kind in SIGNS:
            self._check_sign(token)
            cursor.place += 1
            operators.append(token.kind)
            spans.append((token.start, token.end))
            terms.append(self._product())
        return Sum(tuple(terms), tuple(operators), cursor.since(begin), tuple(spans))

    def _check_sign(self, token: Token) -> None:
        """Look out for a sign between terms that could be the sign of a new item."""
        cursor = self.cursor
        if not cursor.open:
            if token.first:
                self.carried = token
        elif self.stacks and self.stacks[-1] == cursor.open[-1]:
            left, right = cursor.before, cursor.ahead()
            if left.end < token.start and token.end == right.start:
                sign = token.kind
                message = f"one block or two? {sign} has a space before it, but none behind it"
                edit = f"{left.text} {sign} {right.text}, or {left.text}, {sign}{right.text}"
                cursor.refuse(Complaint(message, edit))

    def _product(self) -> Expression:
        cursor = self.cursor
        begin = cursor.tokens[cursor.place].start
        first = self._operand()
        if cursor.tokens[cursor.place].kind not in FACTORS:
            return first
        factors = [first]
        operators: list[str] = []
        spans: list[Span] = []
        while (token := cursor.tokens[cursor.place]).kind in FACTORS:
            cursor.place += 1
            operators.append(token.kind)
            spans.append((token.start, token.end))
            factors.append(self._operand())
        return Product(tuple(factors), tuple(operators), cursor.since(begin), tuple(spans))

    def _operand(self) -> Expression:
        """Read ``- x'^2``: signs, then an operand with marks, then at most one power."""
        cursor = self.cursor
        token = cursor.tokens[cursor.place]
        if token.kind == NUMBER and cursor.tokens[cursor.place + 1].kind not in BEHIND:
            cursor.place += 1
            return Number(token.text, (token.start, token.end))
        if token.kind in SIGNS:
            signs = self._signs()
            return Signed(signs, self._operand(), cursor.since(token.start))
        operand = self._postfix()
        if cursor.tokens[cursor.place].kind in POWERS:
            operand = self._power(operand, token.start)
        return operand

    def _signs(self) -> str:
        cursor = self.cursor
        start = cursor.place
        while cursor.tokens[cursor.place].kind in SIGNS:
            cursor.place += 1
        return "".join(token.kind for token in cursor.tokens[start : cursor.place])

    def _power(self, base: Expression, start: int) -> Expression:
        cursor = self.cursor
        sign = cursor.take()
        first = cursor.tokens[cursor.place]
        signs = self._signs() if first.kind in SIGNS else ""
        self._check_exponent(start)
        exponent = self._postfix()
        span = cursor.since(start)
        if cursor.tokens[cursor.place].kind in POWERS:
            message = "a power of a power can be read in two ways"
            cursor.refuse(Complaint(message, f"({cursor.source.at(span)}){cursor.token.kind}..."))
        if signs:
            exponent = Signed(signs, exponent, cursor.since(first.start))
        return Power(sign.kind, base, exponent, span, sign.span)

    def _check_exponent(self, start: int) -> None:
        """Refuse ``x.^2'``, where the mark would be lost on the number."""
        cursor = self.cursor
        number = cursor.tokens[cursor.place]
        if number.kind == NUMBER and (mark := cursor.ahead()).kind == "'":
            message = f"' stands behind the exponent {number.text}, not behind the power"
            shown = cursor.source.at((start, number.end))
            cursor.refuse(Complaint(message, f"({shown})'"), mark)

    def _postfix(self) -> Expression:
        """Read an operand with its transposes and indices."""
        cursor = self.cursor
        begin = cursor.tokens[cursor.place].start
        operand = self._primary()
        if cursor.tokens[cursor.place].kind not in MARKS:
            return operand
        marks: list[tuple[IndexPart, ...] | None] = []
        spans: list[Span] = []
        while (token := cursor.tokens[cursor.place]).kind == "'" or (
            token.kind == "[" and cursor.goes_on
        ):
            if token.kind == "'":
                cursor.place += 1
                marks.append(None)
            else:
                marks.append(self._indices())
            spans.append(cursor.since(token.start))
        if not marks:
            return operand
        return Postfix(operand, tuple(marks), cursor.since(begin), tuple(spans))

    # ---- operands -------------------------------------------------------------------

    def _primary(self) -> Expression:
        cursor = self.cursor
        token = cursor.tokens[cursor.place]
        if token.kind == NAME and (token.text not in KEYWORDS or self._is_call()):
            cursor.place += 1
            if cursor.tokens[cursor.place].kind == "(" and cursor.goes_on:
                args = self.arguments()
                return Call(token.text, args, cursor.since(token.start), token.span)
            return Name(token.text, (token.start, token.end))
        if token.kind == NUMBER:
            cursor.place += 1
            return Number(token.text, (token.start, token.end))
        if token.kind == "(":
            return self._group()
        if token.kind != "[":
            missing_operand(cursor)
        return self._stack()

    def _is_call(self) -> bool:
        """Answer whether ``min`` or ``max`` is a function here."""
        cursor = self.cursor
        following = cursor.ahead()
        return (
            cursor.token.text in CALLABLE
            and following.kind == "("
            and (bool(cursor.open) or not following.first)
        )

    def _group(self) -> Expression:
        cursor = self.cursor
        cursor.enter()
        value = self.expression()
        if not cursor.closed():
            missing_operator(cursor, "an operator or ) should stand here")
        return value

    def arguments(self) -> tuple[Expression, ...]:
        """Read ``(a, b)``, the arguments of a function or the sizes of a declaration."""
        cursor = self.cursor
        cursor.enter()
        if cursor.closed():
            return ()
        args = [self.expression()]
        while cursor.token.kind == ",":
            cursor.place += 1
            args.append(self.expression())
        if not cursor.closed():
            missing_operator(cursor, "an operator, a comma or ) should stand here")
        return tuple(args)

    def _stack(self) -> Expression:
        cursor = self.cursor
        begin = cursor.token.start
        self.stacks.append(cursor.place)
        cursor.enter()
        rows: list[tuple[Expression, ...]] = []
        row = [self.expression()]
        while (mark := cursor.token.kind) in {",", ";"}:
            cursor.place += 1
            if mark == ";":
                rows.append(tuple(row))
                row = []
            row.append(self.expression())
        if not cursor.closed():
            missing_operator(cursor, "an operator, a comma, a semicolon or ] should stand here")
        self.stacks.pop()
        return Stack((*rows, tuple(row)), cursor.since(begin))

    # ---- indices --------------------------------------------------------------------

    def _indices(self) -> tuple[IndexPart, ...]:
        cursor = self.cursor
        cursor.enter()
        parts = [self._index()]
        while cursor.token.kind == ",":
            cursor.place += 1
            parts.append(self._index())
        if not cursor.closed():
            missing_operator(cursor, "an operator, a comma or ] should stand here")
        return tuple(parts)

    def _index(self) -> IndexPart:
        cursor = self.cursor
        token = cursor.tokens[cursor.place]
        if token.kind == NUMBER and cursor.tokens[cursor.place + 1].kind == "]":
            cursor.place += 1
            span = (token.start, token.end)
            return IndexPart(Number(token.text, span), None, span)
        if token.kind == "]":
            cursor.refuse(Complaint("a position should stand here", "[1], [2:end] or [:, 1]"))
        if token.kind == ":":
            return self._all()
        first, last = self.expression(), None
        if cursor.token.kind == ":":
            colon = cursor.take()
            if cursor.token.kind in {"]", ","}:
                shown = cursor.source.at((token.start, colon.start))
                cursor.refuse(Complaint("a slice needs an end", f"{shown}:end"), colon)
            last = self.expression()
            if cursor.token.kind == ":":
                cursor.refuse(Complaint("slices have no step", "[first:last]"))
        return IndexPart(first, last, cursor.since(token.start))

    def _all(self) -> IndexPart:
        cursor = self.cursor
        colon = cursor.take()
        if cursor.token.kind not in {",", "]"}:
            following = cursor.token
            edit = f"1:{following.text}" if following.kind in {NAME, NUMBER} else "1:end"
            cursor.refuse(Complaint("a slice needs a start", edit), colon)
        return IndexPart(None, None, colon.span)
