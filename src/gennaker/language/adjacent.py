"""What to say about two operands that stand side by side with nothing between them."""

from __future__ import annotations

from gennaker.language.cursor import CLOSING, RELATIONS, Complaint, Cursor
from gennaker.language.habits import SEMIDEFINITE
from gennaker.language.tokens import NAME, NUMBER, Token
from gennaker.language.words import KINDS, is_discrete, likely_attribute
from gennaker.operations.table import FUNCTION_NAMES

__all__ = ["in_a_name", "misplaced_declaration", "side_by_side"]

DECLARATIONS = frozenset({"parameters", "variables"})
QUANTIFIERS = frozenset({"for", "forall", "foreach", "each", "in", "where", "all"})
CONDITIONS = frozenset({"if", "when", "unless"})
PASSED_OVER = frozenset({"is", "as", "be", "are"})
NEEDLESS = frozenset({"free", "real", "unbounded", "unrestricted", "continuous"})
DEFINITE = frozenset({"definite", "semidefinite", "semi"})
FREE = "a variable is free where no bound holds it"
DISCRETE = "all variables are continuous: there are no whole or binary numbers"
IN_NAMES = frozenset({"-", ".", "+", "/", "*", "&", "^"})
SUM_WORDS = frozenset({"sum", "Sum", "prod", "mean"})
LOOKAHEAD = 50
SHOWN = 20


def side_by_side(cursor: Cursor) -> Complaint:
    """Name what is missing between the token that was read last and the next one."""
    before, token = cursor.before, cursor.token
    if cursor.block in DECLARATIONS and not cursor.open:
        return _in_declaration(cursor)
    said = _words(cursor)
    if said is not None:
        return said
    joined = before.end == token.start
    if joined and before.kind == NUMBER and token.text.startswith("_"):
        whole = before.text + token.text.replace("_", "")
        return Complaint("numbers hold no underscores", whole)
    if before.kind == token.kind == NUMBER and len(token.text) == len("000") and not token.first:
        return Complaint("numbers hold no spaces", before.text + token.text)
    if before.text in FUNCTION_NAMES and token.kind in {NAME, NUMBER}:
        message = f"the arguments of {before.text} stand in round brackets"
        return Complaint(message, f"{before.text}({token.text[:SHOWN]})")
    if cursor.open and cursor.tokens[cursor.open[-1]].kind == "[":
        missing, mark = ("semicolon", "; ") if token.first else ("comma", ", ")
    else:
        missing, mark = "operator", "*"
    left, right = _left_operand(cursor), token.text[:SHOWN]
    article = "an" if missing == "operator" else "a"
    message = f"{article} {missing} is missing between {left} and {right}"
    return Complaint(message, f"{left}{mark}{right}")


def _left_operand(cursor: Cursor) -> str:
    """Quote what ends in front of the next token, with the brackets that belong to it."""
    end = cursor.place - 1
    if cursor.tokens[end].kind == "'":
        end -= 1
    start = end
    if cursor.tokens[end].kind in CLOSING.values():
        places = range(end, max(cursor.item, end - LOOKAHEAD) - 1, -1)
        start = next((place for place in places if cursor.partner(place) == end), end)
        before = cursor.tokens[start - 1]
        if start > cursor.item and before.kind == NAME and before.end == cursor.tokens[start].start:
            start -= 1
    shown = cursor.source.at((cursor.tokens[start].start, cursor.before.end))
    return shown if len(shown) <= SHOWN else cursor.before.text[:SHOWN]


def _words(cursor: Cursor) -> Complaint | None:
    """Explain words that join or describe relations in other languages, or on paper."""
    before, token = cursor.before, cursor.token
    if CONDITIONS & {before.text, token.text}:
        return Complaint("there is no 'if' in a model", "max(a, b) or min(a, b)")
    if token.text in {"or", "xor"}:
        message = f"there is no '{token.text}': all constraints hold at the same time"
        return Complaint(message, "solve a model for each case")
    if before.text in {"not", "Not", "NOT"} and token.kind == NAME:
        return Complaint("there is no 'not': a constraint says what holds", "the opposite relation")
    if token.text == "and" or (_starts_constraint(cursor) and not cursor.open):
        return Complaint("each constraint has a line of its own", "; or a new line")
    if before.text in KINDS and token.kind == NAME:
        return misplaced_declaration(before, token)
    if token.text == "in" and cursor.ahead().kind == "[":
        low, comma, high = (cursor.ahead(steps) for steps in (2, 3, 4))
        edit = f"{low.text} <= {before.text} <= {high.text}" if comma.kind == "," else "0 <= x <= 1"
        return Complaint("an interval is written as a chain of relations", edit)
    if before.text.partition("_")[0] in SUM_WORDS and "_" in before.text:
        message = f"there is no '{before.text}': a sum has no running index, it takes all entries"
        return Complaint(message, "sum(x)")
    quantifier = next((word.text for word in (token, before) if word.text in QUANTIFIERS), None)
    if quantifier is not None:
        message = f"there is no '{quantifier}': a relation holds for all entries at once"
        if cursor.block != "st":
            message = f"there is no '{quantifier}': functions take all entries at once"
        what = "what follows" if quantifier == token.text else "what belongs to it"
        return Complaint(message, f"remove {quantifier} and {what}")
    if cursor.block == "st" and not cursor.open:
        return _description(cursor)
    return None


def _description(cursor: Cursor) -> Complaint | None:
    """Explain ``x positive``, ``x integer`` and ``my name: x >= 0`` below ``st``."""
    before, token, after = cursor.before, cursor.token, cursor.ahead()
    word = after if token.text in PASSED_OVER else token
    attribute = likely_attribute(word.text) if word.kind == NAME else None
    named = cursor.tokens[cursor.item]
    if attribute == "psd":
        return Complaint(*SEMIDEFINITE)
    if attribute is not None and named.kind == NAME:
        message = f"'{word.text}' belongs in the declaration of {named.text}"
        edit = f"{named.text} {attribute}, where {named.text} is declared"
        return Complaint(message, edit)
    if is_discrete(word.text) or is_discrete(before.text):
        return Complaint(DISCRETE, "0 <= x <= 1")
    if word.text in NEEDLESS:
        message = f"there is no '{word.text}': {FREE}"
        return Complaint(message, "remove the line")
    if before.kind == token.kind == NAME and after.kind == ":":
        return Complaint("the name of a constraint is one word", f"{before.text}_{token.text}:")
    if before.kind == NUMBER and before.end == token.start and after.kind == ":":
        return Complaint("a name starts with a letter", f"{token.text}{before.text}:")
    return None


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
    """Explain what follows a declared name, or its attributes, without a comma."""
    before, token, after = cursor.before, cursor.token, cursor.ahead()
    if token.kind == "[":
        inside = after.text if after.kind in {NAME, NUMBER} else "n"
        return Complaint("sizes stand in round brackets", f"{before.text}({inside})")
    if token.text == "in" and after.kind == "[":
        return Complaint(
            "a bound is no part of a declaration", f"0 <= {before.text} <= 1 below 'st'"
        )
    if token.text == "in":
        return Complaint("a size stands in round brackets", f"{before.text}(n)")
    described = _described(cursor)
    if described is not None:
        return described
    left, right = before.text, token.text
    return Complaint(f"a comma is missing between {left} and {right}", f"{left}, {right}")


def _described(cursor: Cursor) -> Complaint | None:
    """Explain ``A diagonal``, ``K positive definite``, ``x integer`` and their like."""
    before, token = cursor.before, cursor.token
    word = cursor.ahead() if token.text in PASSED_OVER else token
    attribute = likely_attribute(word.text) if word.kind == NAME else None
    if before.text == "positive" and token.text in DEFINITE:
        end = cursor.tokens[cursor.place - 2].end
        shown = cursor.source.at((cursor.tokens[cursor.item].start, end))
        return Complaint(f"there is no attribute 'positive {token.text}'", f"{shown} psd")
    if attribute is not None and word is not token:
        return Complaint(f"attributes stand without '{token.text}'", f"{before.text} {attribute}")
    if attribute is not None:
        return Complaint(f"there is no attribute '{token.text}'", attribute)
    if is_discrete(word.text):
        edit = f"0 <= {before.text} <= 1 below 'st'"
        if cursor.block == "parameters":
            return Complaint("data may hold any numbers", f"remove {word.text}")
        return Complaint(DISCRETE, edit)
    if word.text == "diagonal":
        edit = f"Vector {before.text}, and diag({before.text}) in place of the matrix"
        return Complaint("there is no attribute 'diagonal'", edit)
    if word.text in NEEDLESS:
        message = f"there is no attribute '{word.text}': {FREE}"
        return Complaint(message, f"remove {word.text}")
    return None


def in_a_name(cursor: Cursor) -> Complaint | None:
    """Explain ``Vector a-b`` and ``Vector x'``: signs behind a declared name."""
    before, token, after = cursor.before, cursor.token, cursor.ahead()
    if cursor.block not in DECLARATIONS or cursor.open or before.kind != NAME:
        return None
    joined = before.end == token.start
    if joined and token.kind == "'":
        return Complaint("rows are not declared: they are transposed vectors", before.text)
    joined = joined and token.end == after.start and after.kind in {NAME, NUMBER}
    if joined and token.kind in IN_NAMES:
        message = "a name holds only letters, digits and _"
        return Complaint(message, f"{before.text}_{after.text}")
    return None
