"""Read what stands in blocks: declarations, definitions of a let block, constraints."""

from __future__ import annotations

from typing import NoReturn

from gennaker.language.adjacent import misplaced_declaration
from gennaker.language.complaints import missing_operator, nothing_behind
from gennaker.language.cursor import RELATIONS, Complaint, Cursor
from gennaker.language.formulas import Formulas
from gennaker.language.habits import likely_kind
from gennaker.language.source import Span
from gennaker.language.syntax import Constraint, Declaration, Declared, Expression, Let
from gennaker.language.tokens import NAME, NUMBER, Token
from gennaker.language.words import ATTRIBUTES, KEYWORDS, KINDS, RESERVED, likely_declaration
from gennaker.operations.table import FUNCTION_NAMES

__all__ = ["Items"]

SHOWN = 50


class Items:
    """Reads single items off a cursor; what stands behind them is for the parser to judge."""

    def __init__(self, cursor: Cursor, formulas: Formulas) -> None:
        """Read from the cursor that the rest of the parser uses."""
        self.cursor = cursor
        self.formulas = formulas

    # ---- declarations ---------------------------------------------------------------

    def declaration(self, into: list[Declaration]) -> None:
        """Read ``Matrix K, L symmetric``; names in front of a mistake count as declared."""
        cursor = self.cursor
        token = cursor.token
        if token.text not in KINDS:
            self._not_a_kind(token)
        cursor.place += 1
        kind = KINDS[token.text]
        names: list[Declared] = []
        attributes: list[Token] = []
        try:
            names.append(self._declared(kind))
            while cursor.token.kind == ",":
                cursor.place += 1
                names.append(self._declared(kind))
            while not cursor.token.first and cursor.token.text in ATTRIBUTES:
                attributes.append(cursor.take())
        finally:
            if names:
                words = tuple(word.text for word in attributes)
                spans = tuple(word.span for word in attributes)
                span = cursor.since(token.start)
                into.append(Declaration(kind, tuple(names), words, span, spans))

    def _not_a_kind(self, token: Token) -> NoReturn:
        cursor = self.cursor
        following = cursor.ahead()
        if token.text in ATTRIBUTES and following.kind == NAME:
            kind, name = "Matrix", following.text
            if following.text in KINDS:
                kind, name = following.text, cursor.ahead(2).text
            edit = f"{kind} {name} {token.text}"
            cursor.refuse(Complaint("attributes stand behind the names", edit))
        if token.kind == NAME and following.text in KINDS and not following.first:
            name = cursor.ahead(2)
            if name.first or name.kind != NAME:
                message = "the kind stands in front of the name"
                cursor.refuse(Complaint(message, f"{following.text} {token.text}"))
            edit = f"{following.text} {name.text}"
            cursor.refuse(Complaint(f"'{token.text}' is no word of the language", edit))
        if token.kind == NAME and not following.first and following.kind == NAME:
            cursor.refuse(Complaint(*likely_declaration(token.text, following.text)))
        if cursor.line_holds(RELATIONS):
            message = f"a constraint stands in the block '{cursor.block}'"
            cursor.refuse(Complaint(message, "move it below 'st'"))
        if token.text in FUNCTION_NAMES and following.kind == "(":
            message = f"an expression stands in the block '{cursor.block}'"
            cursor.refuse(Complaint(message, "min on a line before it"))
        if token.kind == NAME and following.kind == "=":
            message = "a declaration gives no values: they come with the data"
            cursor.refuse(Complaint(message, f"{likely_kind(token.text)} {token.text}"))
        message = f"a declaration starts with Matrix, Vector or Scalar, not with {cursor.named()}"
        cursor.refuse(Complaint(message, f"Vector {token.text if token.kind == NAME else 'x'}"))

    def _declared(self, kind: str) -> Declared:
        """Read a name with its sizes."""
        cursor = self.cursor
        token = cursor.token
        ended = token.first and cursor.before.kind != ","
        if ended or token.kind != NAME or token.text in RESERVED:
            self._not_a_name(token, kind)
        cursor.place += 1
        sizes: tuple[Expression, ...] | None = None
        if cursor.token.kind == "(" and not cursor.token.first:
            opening = cursor.token
            sizes = self.formulas.arguments()
            if not sizes:
                message = "no size stands between the brackets"
                edit = {"Matrix": "(m, n)", "Vector": "(n)"}.get(kind, "remove them")
                cursor.refuse(Complaint(message, edit), opening)
        return Declared(token.text, sizes, token.span)

    def _not_a_name(self, token: Token, kind: str) -> NoReturn:
        """Explain what stands in place of a declared name."""
        cursor = self.cursor
        before, following = cursor.before, cursor.ahead()
        if token.first and before.kind != ",":
            edit = f"{kind} {'A' if kind == 'Matrix' else 'x'}"
            cursor.refuse(Complaint(f"no name stands behind {kind}", edit), before)
        if token.kind != NAME or (token.first and token.text in KEYWORDS):
            if before.kind == ",":
                cursor.refuse(Complaint("nothing stands behind the comma", "remove it"), before)
            message = f"a name should stand here, not {cursor.named()}"
            edit = f"{kind} x"
            if token.kind == NUMBER and following.kind == NAME and following.start == token.end:
                message, edit = (
                    "a name starts with a letter",
                    f"{kind} {following.text}{token.text}",
                )
            cursor.refuse(Complaint(message, edit))
        if token.text in ATTRIBUTES:
            message = f"'{token.text}' is an attribute, and stands behind the names"
            edit = f"{kind} {following.text if following.kind == NAME else 'x'} {token.text}"
            if before.kind == ",":
                end = cursor.tokens[cursor.place - 2].end
                shown = cursor.source.at((cursor.tokens[cursor.item].start, end))
                message, edit = f"no comma stands before '{token.text}'", f"{shown} {token.text}"
            cursor.refuse(Complaint(message, edit))
        if token.text in KINDS and following.kind == NAME and not following.first:
            message = f"a name should stand here, not '{token.text}'"
            edit = f"; {token.text} {following.text}"
            if KINDS[token.text] == kind:
                edit = following.text
            cursor.refuse(Complaint(message, edit))
        cursor.refuse(_reserved(token))

    # ---- definitions ----------------------------------------------------------------

    def definition(self) -> Let:
        """Read ``r = A*x - b``."""
        cursor = self.cursor
        name, sign = cursor.token, cursor.ahead()
        if name.text in KINDS and sign.kind == NAME:
            cursor.refuse(misplaced_declaration(name, sign))
        if name.kind != NAME:
            message = f"a definition starts with a name, not with {cursor.named()}"
            cursor.refuse(Complaint(message, "r = A*x - b"))
        if name.text in RESERVED:
            cursor.refuse(_reserved(name))
        cursor.place += 1
        if sign.kind != "=":
            self._no_equals(name)
        cursor.place += 1
        value = self.formulas.expression()
        if cursor.token.kind == "=" and cursor.before.kind == NAME and cursor.before.first:
            cursor.place -= 1  # the name belongs to the next definition
            nothing_behind(cursor, sign)
        return Let(name.text, value, name.span)

    def _no_equals(self, name: Token) -> NoReturn:
        cursor = self.cursor
        if cursor.line_holds(frozenset({"="})):
            cursor.refuse(Complaint("a definition starts with a single name", "r = A*x - b"), name)
        if cursor.token.kind not in {"==", ":="} and cursor.line_holds(RELATIONS):
            message = "a relation stands in a let block"
            cursor.refuse(Complaint(message, "move the constraint below 'st'"), name)
        message = f"in a let block a name is followed by =, not by {cursor.named()}"
        cursor.refuse(Complaint(message, f"{name.text} = ..."))

    # ---- constraints ----------------------------------------------------------------

    def constraint(self) -> Constraint:
        """Read ``budget: 0 <= x <= c``."""
        cursor, formulas = self.cursor, self.formulas
        first = cursor.token
        label = self._label()
        sides = [formulas.expression()]
        relations: list[str] = []
        spans: list[Span] = []
        while (token := cursor.token).kind in RELATIONS:
            if relations and formulas.carried is not None and not token.first:
                self._two_readings(formulas.carried)
            formulas.carried = None
            cursor.place += 1
            relations.append(token.kind)
            spans.append(token.span)
            sides.append(formulas.expression())
        span = cursor.since(first.start)
        if not relations:
            self._no_relation(span)
        name, place = (label.text, label.span) if label else (None, (0, 0))
        return Constraint(name, tuple(sides), tuple(relations), span, tuple(spans), place)

    def _label(self) -> Token | None:
        """Read ``budget:``."""
        cursor = self.cursor
        label = cursor.token
        if label.kind != NAME or cursor.ahead().kind != ":" or cursor.ahead().first:
            return None
        if label.text in RESERVED:
            cursor.refuse(_reserved(label))
        cursor.place += 2
        return label

    def _two_readings(self, sign: Token) -> NoReturn:
        """Refuse to guess where a line starts with a sign and could be a constraint of its own."""
        cursor = self.cursor
        message = (
            f"this line starts with {sign.kind}: it may go on with the line before, "
            "or be a constraint of its own"
        )
        side = cursor.source.at((sign.start, cursor.before.end))
        rest = cursor.source.at((cursor.token.start, cursor.end_of_line()))
        rest = rest if len(rest) <= SHOWN else f"{cursor.token.kind} ..."
        edit = f"({side}) {rest} for a constraint of its own"
        cursor.refuse(Complaint(message, edit), sign)

    def _no_relation(self, span: Span) -> NoReturn:
        cursor = self.cursor
        if cursor.goes_on and cursor.token.kind != ";" and not cursor.is_header(cursor.place):
            missing_operator(cursor, "==, <= or >= should stand here")
        shown = cursor.source.at(span)
        if shown == "end":
            cursor.fail(span, "blocks end by themselves, without a word", "remove end")
        shown = shown if len(shown) <= SHOWN else f"{shown[: SHOWN - 3]}..."
        cursor.fail(span, "a constraint needs ==, <= or >=", f"{shown} == 0")


def _reserved(token: Token) -> Complaint:
    message = f"'{token.text}' is a word of the language and cannot be a name"
    return Complaint(message, f"{token.text}_")
