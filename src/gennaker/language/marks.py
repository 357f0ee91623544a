"""What to say about a comma, a semicolon or a colon that cannot stand where it does."""

from __future__ import annotations

from gennaker.language.cursor import RELATIONS, Complaint, Cursor
from gennaker.language.tokens import NAME, NUMBER
from gennaker.language.words import ATTRIBUTES, KINDS
from gennaker.operations.table import FUNCTION_NAMES

__all__ = ["misplaced_mark", "sliced"]

DECLARATIONS = frozenset({"parameters", "variables"})
LOOKAHEAD = 50
SHOWN = 20


def misplaced_mark(cursor: Cursor) -> Complaint:
    """Explain a mark behind a finished expression or declaration."""
    mark = cursor.token.kind
    if cursor.open:
        return _inside_brackets(cursor)
    if mark == ":":
        return _colon(cursor)
    if mark == "," and _is_in_number(cursor):
        return Complaint("numbers hold no commas", cursor.before.text + cursor.ahead().text)
    if cursor.block in {"min", "max"}:
        return Complaint("the objective is one expression, without commas", "remove the comma")
    what = {"let": "definition", "st": "constraint"}.get(cursor.block, "declaration")
    following = cursor.ahead()
    if following.first:
        return Complaint(f"no comma stands behind a {what}", f"remove {mark}")
    if what == "declaration" and cursor.before.text in ATTRIBUTES:
        kind = cursor.tokens[cursor.item].text
        name = following.text if following.kind == NAME else "x"
        edit = f"; {name}" if name in KINDS else f"; {kind} {name}"
        return Complaint("no name stands behind an attribute: a new declaration starts", edit)
    return Complaint(f"each {what} has a line of its own", "; or a new line")


def sliced(cursor: Cursor) -> Complaint:
    """Explain ``x(1:3)`` and ``X(:, 1)``: write the index with square brackets."""
    opening = cursor.open[-1]
    if cursor.tokens[opening].kind == "[":
        return Complaint("a position should stand here", "[1], [2:end] or [:, 1]")
    message, edit = "a slice stands in square brackets", "x[1:3]"
    close, name = cursor.partner(opening), cursor.tokens[opening - 1]
    if opening > cursor.item and name.text in FUNCTION_NAMES:
        message = f"{name.text} has no running index: functions take all entries at once"
        return Complaint(message, f"{name.text}(x)")
    if close is not None and opening > cursor.item and name.kind == NAME:
        inside = cursor.source.at((cursor.tokens[opening].end, cursor.tokens[close].start))
        edit = f"{name.text}[{inside}]" if len(inside) <= SHOWN else edit
    return Complaint(message, edit)


def _inside_brackets(cursor: Cursor) -> Complaint:
    mark, opening = cursor.token.kind, cursor.tokens[cursor.open[-1]].kind
    if mark == ":" and opening == "(":
        return sliced(cursor)
    if mark == ";" and opening == "(":
        return Complaint("; stands inside round brackets", ",")
    if mark == "," and opening == "(":
        return Complaint("a comma stands between brackets that hold no arguments", "[a; b]")
    return Complaint(f"'{mark}' cannot stand here", f"remove {mark}")


def _colon(cursor: Cursor) -> Complaint:
    """Explain a colon outside brackets: most often the name of a line in a wrong place."""
    before, following = cursor.before, cursor.ahead()
    start = cursor.tokens[cursor.item].start
    if cursor.block in {"min", "max", "let"} and before.kind == NAME:
        message = "only a constraint can have a name in front of it"
        return Complaint(message, "name constraints below 'st'")
    if cursor.block in DECLARATIONS and following.kind in {NAME, NUMBER} and before.kind == NAME:
        return Complaint("a size stands in round brackets", f"{before.text}({following.text})")
    places = range(max(cursor.item, cursor.place - LOOKAHEAD), cursor.place)
    related = any(cursor.tokens[place].kind in RELATIONS for place in places)
    if cursor.block == "st" and related and following.kind == NAME:
        edit = f"{following.text}: {cursor.source.at((start, before.end))}"
        return Complaint("the name of a constraint stands in front of it", edit)
    if cursor.block == "st" and not related:
        words = [cursor.tokens[place] for place in places]
        parts = [word.text for word in words if word.kind in {NAME, NUMBER}]
        if parts and words[0].kind == NAME:
            return Complaint("the name of a constraint is one word", f"{'_'.join(parts)[:SHOWN]}:")
    return Complaint("a colon parts nothing here", "remove :")


def _is_in_number(cursor: Cursor) -> bool:
    """Recognise ``1,000``."""
    before, mark, after = cursor.before, cursor.token, cursor.ahead()
    joined = before.end == mark.start and mark.end == after.start
    thousands = len(after.text) == len("000") and after.text.isdigit()
    return joined and before.kind == after.kind == NUMBER and thousands
