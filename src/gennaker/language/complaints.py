"""What to say about a token that cannot stand where it does, in words that help to mend it."""

from __future__ import annotations

from typing import NoReturn

from gennaker.language.adjacent import in_a_name, side_by_side
from gennaker.language.cursor import CLOSING, RELATIONS, Complaint, Cursor, Stop
from gennaker.language.foreign import foreign
from gennaker.language.habits import OPERATOR_HABITS, SEMIDEFINITE
from gennaker.language.marks import misplaced_mark, sliced
from gennaker.language.tokens import END, NAME, NUMBER, STRANGE, Token
from gennaker.language.words import CALLABLE, KEYWORDS

__all__ = [
    "missing_operand",
    "missing_operator",
    "nothing_behind",
    "unclosed",
]

OPERATORS = frozenset({"+", "-", "*", "/", ".*", "./", "^", ".^"}) | RELATIONS
OPERAND_ENDS = frozenset({NAME, NUMBER, ")", "]", "'"})
OPERAND_STARTS = frozenset({NAME, NUMBER, "(", "["})
DECLARATIONS = frozenset({"parameters", "variables"})
AXIS_WORDS = frozenset({"axis", "dim", "dims", "keepdims"})
LOOKAHEAD = 50
SHOWN = 20
SIGN_WORDS = {">=": "nonnegative", ">": "positive"}


def missing_operand(cursor: Cursor) -> NoReturn:
    """Explain a token where an expression should begin."""
    token = cursor.token
    before = cursor.before if cursor.place > cursor.item else None
    if token.kind == STRANGE or (token.kind in OPERATORS and token.text in OPERATOR_HABITS):
        raise Stop  # it has been blamed already
    if cursor.open and _at_end(cursor):
        unclosed(cursor)
    if before is not None and before.kind in OPERATORS | {"=", ":"}:
        if before.kind + token.kind in OPERATORS:
            _split(cursor, before, token)
        if before.kind + token.kind in {">>", "<<"}:
            cursor.refuse(Complaint(*SEMIDEFINITE), before)
        if token.kind in OPERATORS and not token.first:
            message = f"{before.kind} and {token.kind} stand side by side"
            cursor.refuse(Complaint(message, "remove one of them"))
        if token.kind not in {".", *OPERATOR_HABITS} and not _is_function(cursor):
            nothing_behind(cursor, before)
    habit = foreign(cursor)
    if habit is not None:
        cursor.refuse(habit)
    cursor.refuse(_no_expression(cursor, before))


def _no_expression(cursor: Cursor, before: Token | None) -> Complaint:
    token = cursor.token
    if token.kind == "'" and cursor.ahead(2).kind == "'":
        return Complaint(*OPERATOR_HABITS['"'])
    if token.kind == "'":
        return Complaint("' transposes what stands before it, and nothing does", "x'")
    if token.kind in OPERATORS:
        return Complaint(f"nothing stands before {token.kind}", f"remove {token.kind}")
    if token.kind == ",":
        where = "between the commas" if before is not None and before.kind == "," else "before it"
        return Complaint(f"a comma with nothing {where}", "remove the comma")
    if token.kind == ":" and cursor.open:
        return sliced(cursor)
    if token.kind in CLOSING.values():
        if not cursor.open:
            return _closes_nothing(token)
        if before is not None and before.kind == ",":
            return Complaint("nothing stands behind the comma", "remove the comma")
        return Complaint("nothing stands between the brackets", "remove them")
    if _is_function(cursor):
        word = token.text.lower()
        if cursor.ahead().kind == "(":
            return Complaint(f"the function {word} is written with small letters", f"{word}(...)")
        return Complaint(f"the function {word} needs arguments in round brackets", f"{word}(a, b)")
    return Complaint(
        f"an expression should stand here, not {cursor.named()}", f"remove {token.text}"
    )


def nothing_behind(cursor: Cursor, before: Token) -> NoReturn:
    """Blame an operator, or the = or : of a name, that has no right side."""
    edit = f"remove {before.kind}"
    if before.kind in RELATIONS:
        edit = f"{before.kind} 0"
    elif before.kind in {"=", ":"}:
        edit = f"{before.kind} and an expression"
    cursor.refuse(Complaint(f"nothing stands behind {before.kind}", edit), before)


def missing_operator(cursor: Cursor, expected: str) -> NoReturn:
    """Explain a token that follows a finished expression or declaration."""
    token = cursor.token
    if token.kind == STRANGE:
        raise Stop
    if cursor.open and (_at_end(cursor) or not _is_closed_later(cursor)):
        unclosed(cursor)
    if token.kind == "=":
        cursor.refuse(_equals(cursor))
    habit = in_a_name(cursor) or foreign(cursor)
    if habit is not None:
        cursor.refuse(habit)
    if token.kind in CLOSING.values():
        cursor.refuse(_wrong_bracket(cursor))
    if token.kind in RELATIONS:
        cursor.refuse(_misplaced_relation(cursor))
    if token.kind in {",", ";", ":"}:
        cursor.refuse(misplaced_mark(cursor))
    if token.kind in OPERAND_STARTS and cursor.before.kind in OPERAND_ENDS:
        cursor.refuse(side_by_side(cursor))
    cursor.refuse(Complaint(f"{expected}, but {cursor.named()} follows"))


# ---- brackets ---------------------------------------------------------------------------


def unclosed(cursor: Cursor) -> NoReturn:
    """Blame the innermost bracket that is open, and give all of them up."""
    opening = cursor.tokens[cursor.open[-1]]
    cursor.open.clear()
    complaint = Complaint(f"'{opening.kind}' is never closed", CLOSING[opening.kind])
    cursor.refuse(complaint, opening)


def _at_end(cursor: Cursor) -> bool:
    return cursor.token.kind == END or cursor.is_header(cursor.place)


def _is_closed_later(cursor: Cursor) -> bool:
    """Answer whether the innermost bracket has a partner, where that is in doubt."""
    if cursor.token.first and cursor.line_holds(RELATIONS):
        return False
    if not cursor.token.first and cursor.token.kind not in RELATIONS:
        return True
    return cursor.partner(cursor.open[-1]) is not None


def _closes_nothing(token: Token) -> Complaint:
    return Complaint(f"'{token.kind}' closes nothing", f"remove {token.kind}")


def _wrong_bracket(cursor: Cursor) -> Complaint:
    token = cursor.token
    if not cursor.open:
        return _closes_nothing(token)
    opening = cursor.tokens[cursor.open[-1]].kind
    return Complaint(f"'{opening}' is closed by '{token.kind}'", CLOSING[opening])


# ---- operators --------------------------------------------------------------------------


def _split(cursor: Cursor, before: Token, token: Token) -> NoReturn:
    sign = before.kind + token.kind
    cursor.refuse(Complaint(f"a space splits {sign}", sign), before)


def _equals(cursor: Cursor) -> Complaint:
    """Explain a single = by the block in which it stands."""
    if cursor.ahead().kind == "=":
        return Complaint("a space splits ==", "==")
    if cursor.open:
        return _named_argument(cursor)
    named = cursor.place == cursor.item + 1 or _is_call(cursor)
    match cursor.block:
        case "min" | "max" if named:
            shown = cursor.source.at((cursor.tokens[cursor.item].start, cursor.token.end))
            return Complaint("the objective has no name", f"remove {shown}")
        case "min" | "max":
            message = "the objective is an expression; = has no meaning in it"
            return Complaint(message, "move the relation below 'st' and write ==")
        case "parameters" | "variables":
            message = "a declaration gives no values: they come with the data"
            return Complaint(message, f"remove = {cursor.ahead().text}")
        case "let":
            return Complaint("a second = in one definition", "a name for each, on its own line")
        case _:
            return Complaint(*OPERATOR_HABITS["="])


def _is_call(cursor: Cursor) -> bool:
    """Answer whether the item so far is ``f(x)``."""
    opening = cursor.item + 1
    return (
        cursor.tokens[cursor.item].kind == NAME
        and cursor.tokens[opening].kind == "("
        and cursor.partner(opening) == cursor.place - 1
    )


def _named_argument(cursor: Cursor) -> Complaint:
    """Explain ``sum(A, axis=1)`` and ``sum(i=1:n, x[i])``."""
    word = cursor.before.text
    function = cursor.tokens[cursor.open[-1] - 1].text
    if word in AXIS_WORDS and function not in {"sum", "mean"}:
        edit = f"remove {word}, or use sum or mean"
        return Complaint(f"{function[:SHOWN]} takes all entries, and knows no axis", edit)
    if word in AXIS_WORDS and function == "mean":
        return Complaint("a mean along an axis names it", "mean(A, rows) or mean(A, columns)")
    if word in AXIS_WORDS:
        return Complaint("a sum along an axis names it", "sum(A, rows) or sum(A, columns)")
    if cursor.ahead(2).kind == ":":
        return Complaint("a sum has no running index: it takes all entries", "sum(x)")
    return Complaint("the arguments of a function have no names", f"remove {word} =")


def _misplaced_relation(cursor: Cursor) -> Complaint:
    sign = cursor.token.kind
    if cursor.open:
        message = f"{sign} stands inside brackets, but a relation is no value"
        opening = cursor.open[-1]
        if opening > cursor.item and cursor.tokens[opening - 1].kind == NAME:
            name = cursor.tokens[opening - 1].text
            return Complaint(message, f"an expression inside {name}(...), the relation below 'st'")
        return Complaint(message, "remove the brackets around the relation")
    if cursor.block in DECLARATIONS:
        return _bound_in_declaration(cursor)
    if cursor.block == "let":
        return Complaint("a relation stands in a let block", "move the constraint below 'st'")
    message = f"the objective is an expression; {sign} makes a constraint of it"
    return Complaint(message, "move the relation below 'st'")


def _bound_in_declaration(cursor: Cursor) -> Complaint:
    """Explain ``Scalar t >= 0``."""
    sign, limit = cursor.token.kind, cursor.ahead()
    declared = cursor.source.at((cursor.tokens[cursor.item].start, cursor.before.end))
    data = cursor.block == "parameters"
    if data and sign == "==":
        message = "a declaration gives no values: they come with the data"
        return Complaint(message, f"remove == {limit.text}")
    edit = f"{cursor.before.text} {sign} {limit.text} below 'st'" if not data else declared
    if limit.text == "0" and sign in SIGN_WORDS:
        edit = f"{declared} {SIGN_WORDS[sign]}"
    return Complaint("a bound is no part of a declaration", edit)


def _is_function(cursor: Cursor) -> bool:
    """Answer whether ``min`` or ``max`` stands inside a line, in any spelling."""
    word = cursor.token.text
    return word in KEYWORDS and word.lower() in CALLABLE and not cursor.token.first
