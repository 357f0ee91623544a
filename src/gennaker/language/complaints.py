"""What to say about a token that cannot stand where it does, in words that help to mend it."""

from __future__ import annotations

from typing import NoReturn

from gennaker.language.cursor import CLOSING, RELATIONS, Complaint, Cursor
from gennaker.language.habits import OPERATOR_HABITS, Argument, habit
from gennaker.language.tokens import END, NAME, NUMBER, STRANGE, Token
from gennaker.language.words import CALLABLE, KEYWORDS, KINDS, likely_attribute

__all__ = [
    "misplaced_declaration",
    "missing_operand",
    "missing_operator",
    "nothing_behind",
    "unclosed",
]

OPERATORS = frozenset({"+", "-", "*", "/", ".*", "./", "^", ".^"}) | RELATIONS
OPERAND_ENDS = frozenset({NAME, NUMBER, ")", "]", "'"})
OPERAND_STARTS = frozenset({NAME, NUMBER, "(", "["})
DECLARATIONS = frozenset({"parameters", "variables"})
LIBRARIES = frozenset({"np", "numpy", "cp", "cupy", "jnp", "jax", "torch", "math", "scipy", "tf"})
QUANTIFIERS = frozenset({"for", "forall", "in", "where", "if", "when", "all"})
LOOKAHEAD = 50
SHOWN = 20
SIGN_WORDS = {">=": "nonnegative", ">": "positive"}


def missing_operand(cursor: Cursor) -> NoReturn:
    """Explain a token where an expression should begin."""
    token = cursor.token
    before = cursor.before if cursor.place > cursor.item else None
    if token.kind == STRANGE:
        cursor.refuse(Complaint(""))
    if cursor.open and _at_end(cursor):
        unclosed(cursor)
    if before is not None and before.kind in OPERATORS | {"=", ":"}:
        if before.kind + token.kind in OPERATORS:
            _split(cursor, before, token)
        if token.kind in OPERATORS and not token.first:
            message = f"{before.kind} and {token.kind} stand side by side"
            cursor.refuse(Complaint(message, "remove one of them"))
        if token.kind not in OPERATOR_HABITS and not _is_function(cursor):
            nothing_behind(cursor, before)
    if token.kind in OPERATOR_HABITS or token.kind == ".":
        _habit(cursor)
    cursor.refuse(_no_expression(cursor, before))


def _no_expression(cursor: Cursor, before: Token | None) -> Complaint:
    token = cursor.token
    if token.kind == "'":
        return Complaint("' transposes what stands before it, and nothing does", "x'")
    if token.kind in OPERATORS:
        return Complaint(f"nothing stands before {token.kind}", f"remove {token.kind}")
    if token.kind == ",":
        where = "between the commas" if before is not None and before.kind == "," else "before it"
        return Complaint(f"a comma with nothing {where}", "remove the comma")
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
        cursor.refuse(Complaint(""))
    if cursor.open and (_at_end(cursor) or not _is_closed_later(cursor)):
        unclosed(cursor)
    if token.kind == "=":
        cursor.refuse(_equals(cursor))
    if token.kind in OPERATOR_HABITS or token.kind == ".":
        _habit(cursor)
    if token.kind in CLOSING.values():
        cursor.refuse(_wrong_bracket(cursor))
    if token.kind in RELATIONS:
        cursor.refuse(_misplaced_relation(cursor))
    if token.kind in {",", ";", ":"}:
        cursor.refuse(_misplaced_mark(cursor))
    if token.kind in OPERAND_STARTS and cursor.before.kind in OPERAND_ENDS:
        cursor.refuse(_side_by_side(cursor))
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


def _habit(cursor: Cursor) -> NoReturn:
    """Explain an operator of another language."""
    token, following = cursor.token, cursor.ahead()
    if token.kind == ".":
        cursor.refuse(_dot(cursor))
    if token.kind == "\\" and following.first:
        cursor.refuse(Complaint("a line goes on behind an operator, without a mark", "remove \\"))
    cursor.refuse(Complaint(*OPERATOR_HABITS[token.kind]))


def _dot(cursor: Cursor) -> Complaint:
    """Explain ``X.T``, ``np.exp(x)`` and their like."""
    before, after = cursor.before.text, cursor.ahead()
    if f".{after.kind}" in OPERATORS:
        return Complaint(f"a space splits .{after.kind}", f".{after.kind}")
    if after.kind == ".":
        return Complaint("a line goes on behind an operator, without a mark", "remove the dots")
    steps = 1
    while cursor.ahead(steps + 1).kind == "." and cursor.ahead(steps + 2).kind == NAME:
        steps += 2
    word = cursor.ahead(steps).text
    if before in LIBRARIES and after.kind == NAME:
        edit = habit(word, [Argument("...", bare=True)]) or f"{word}(...)"
        return Complaint("functions stand alone, without the name of a library", edit)
    if after.text in {"T", "transpose"}:
        return Complaint("the transpose is written with '", f"{before}'")
    if after.text == "dot":
        return Complaint("there are no methods such as .dot", f"{before}*...")
    if after.kind == NAME:
        edit = habit(word, [Argument(before, bare=True)]) or f"{word}({before})"
        return Complaint(f"there are no methods such as .{word}", edit)
    return Complaint("a dot alone has no meaning", ".* ./ or .^")


def _equals(cursor: Cursor) -> Complaint:
    """Explain a single = by the block in which it stands."""
    if cursor.ahead().kind == "=":
        return Complaint("a space splits ==", "==")
    named = cursor.before.kind == NAME and cursor.place == cursor.item + 1
    match cursor.block:
        case "min" | "max" if named:
            return Complaint("the objective has no name", f"remove {cursor.before.text} =")
        case "min" | "max":
            message = "the objective is an expression; = has no meaning in it"
            return Complaint(message, "move the relation below 'st' and write ==")
        case "parameters" | "variables":
            return Complaint("a declaration gives no values: they come with the data", "remove =")
        case "let":
            return Complaint("a second = in one definition", "a name for each, on its own line")
        case _:
            return Complaint(*OPERATOR_HABITS["="])


def _misplaced_relation(cursor: Cursor) -> Complaint:
    sign = cursor.token.kind
    if cursor.open:
        message = f"{sign} stands inside brackets, but a relation is no value"
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
    edit = f"{cursor.before.text} {sign} {limit.text} below 'st'"
    if limit.text == "0" and sign in SIGN_WORDS:
        edit = f"{declared} {SIGN_WORDS[sign]}"
    return Complaint("a bound is no part of a declaration", edit)


def _misplaced_mark(cursor: Cursor) -> Complaint:
    """Explain a comma, a semicolon or a colon."""
    mark = cursor.token.kind
    if cursor.open:
        opening = cursor.tokens[cursor.open[-1]].kind
        if mark == ":" and opening == "(":
            return Complaint("a slice stands in square brackets", "x[1:3]")
        if mark == ";" and opening == "(":
            return Complaint("; stands inside round brackets", ",")
        if mark == "," and opening == "(":
            return Complaint("a comma stands between brackets that hold no arguments", "[a; b]")
        return Complaint(f"'{mark}' cannot stand here", f"remove {mark}")
    if mark == ":" and cursor.block in {"min", "max", "let"} and cursor.before.kind == NAME:
        message = "only a constraint can have a name in front of it"
        return Complaint(message, "name constraints below 'st'")
    if mark == ":":
        return Complaint("a colon parts nothing here", "remove :")
    if cursor.block in {"min", "max"}:
        return Complaint("the objective is one expression, without commas", "remove the comma")
    what = {"let": "definition", "st": "constraint"}.get(cursor.block, "declaration")
    if cursor.ahead().first:
        return Complaint(f"no comma stands behind a {what}", f"remove {mark}")
    return Complaint(f"each {what} has a line of its own", "; or a new line")


# ---- two operands side by side ----------------------------------------------------------


def _side_by_side(cursor: Cursor) -> Complaint:
    before, token = cursor.before, cursor.token
    if cursor.block in DECLARATIONS and not cursor.open:
        return _in_declaration(cursor)
    if token.text in {"and", "or"} or (_starts_constraint(cursor) and not cursor.open):
        return Complaint("each constraint has a line of its own", "; or a new line")
    if before.text in KINDS and token.kind == NAME:
        return misplaced_declaration(before, token)
    if token.text == "in" and cursor.ahead().kind == "[":
        low, comma, high = (cursor.ahead(steps) for steps in (2, 3, 4))
        edit = f"{low.text} <= {before.text} <= {high.text}" if comma.kind == "," else "0 <= x <= 1"
        return Complaint("an interval is written as a chain of relations", edit)
    if before.text == "if":
        return Complaint("there is no 'if' in a model", "max(a, b) or min(a, b)")
    if token.text in QUANTIFIERS:
        message = f"there is no '{token.text}': a relation holds for all entries at once"
        return Complaint(message, f"remove {token.text} and what follows")
    joined = before.end == token.start
    if joined and before.kind == NUMBER and token.text.startswith("_"):
        whole = before.text + token.text.replace("_", "")
        return Complaint("numbers hold no underscores", whole)
    if cursor.open and cursor.tokens[cursor.open[-1]].kind == "[":
        missing, mark = ("semicolon", "; ") if token.first else ("comma", ", ")
    else:
        missing, mark = "operator", "*"
    left, right = before.text[:SHOWN], token.text[:SHOWN]
    if left == "'":
        left = cursor.source.at((cursor.tokens[cursor.place - 2].start, before.end))
    article = "an" if missing == "operator" else "a"
    message = f"{article} {missing} is missing between {left} and {right}"
    return Complaint(message, f"{left}{mark}{right}")


def misplaced_declaration(kind: Token, name: Token) -> Complaint:
    """Explain a declaration below ``let``, ``min`` or ``st``."""
    message = "declarations stand in the blocks 'parameters' and 'variables'"
    return Complaint(message, f"{kind.text} {name.text} further up")


def _starts_constraint(cursor: Cursor) -> bool:
    """Answer whether ``x >= 0 x <= 1`` holds a second constraint from here on."""
    if cursor.block != "st" or cursor.before.end == cursor.token.start:
        return False
    places = range(max(cursor.item, cursor.place - LOOKAHEAD), cursor.place)
    if not any(cursor.tokens[place].kind in RELATIONS for place in places):
        return False
    return cursor.line_holds(RELATIONS)


def _in_declaration(cursor: Cursor) -> Complaint:
    before, token = cursor.before, cursor.token
    if token.kind == "[":
        inside = cursor.ahead().text if cursor.ahead().kind in {NAME, NUMBER} else "n"
        return Complaint("sizes stand in round brackets", f"{before.text}({inside})")
    if token.text == "in":
        return Complaint("a size stands in round brackets", f"{before.text}(n)")
    attribute = likely_attribute(token.text) if token.kind == NAME else None
    if attribute is not None:
        return Complaint(f"there is no attribute '{token.text}'", attribute)
    left, right = before.text, token.text
    return Complaint(f"a comma is missing between {left} and {right}", f"{left}, {right}")


def _is_function(cursor: Cursor) -> bool:
    """Answer whether ``min`` or ``max`` stands inside a line, in any spelling."""
    word = cursor.token.text
    return word in KEYWORDS and word.lower() in CALLABLE and not cursor.token.first
