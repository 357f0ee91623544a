"""An independent judge of model texts: a Lark grammar behind a pass that joins lines.

It shares no code with the parser of the package. It says whether a text is a model, as far as
syntax goes, and gives its structure as nested tuples; ``structure`` gives the same tuples for
what the parser has read, so that the two can be compared.
"""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lark import Lark, Token, Transformer
from lark.exceptions import LarkError, VisitError
from lark.lark import PostLex

from gennaker.language import syntax

if TYPE_CHECKING:
    from collections.abc import Iterator

Tree = tuple["str | bool | Tree | None", ...]

DEEPEST = 100
LONGEST_NAME, LONGEST_NUMBER = 200, 400
HEADERS = {
    "parameters": "PARAMETERS",
    "variables": "VARIABLES",
    "let": "LET",
    "min": "MIN",
    "minimize": "MIN",
    "max": "MAX",
    "maximize": "MAX",
    "st": "ST",
}
KINDS = {"Matrix", "matrix", "Vector", "vector", "Scalar", "scalar"}
ATTRIBUTES = {"symmetric", "psd", "sparse", "nonnegative", "positive"}
BINARY = {"RELATION", "FACTOR", "POWER", "SIGN", "_IS"}
ENDS_OPERAND = {
    *("NAME", "KIND", "ATTRIBUTE", "NUMBER", "_CLOSE", "CLOSE_SQUARE", "_END_INDEX", "_PRIME")
}
OPENING = {"OPEN_ROUND", "_CALL", "OPEN_SQUARE", "_INDEX"}


class Refused(Exception):  # noqa: N818 - an answer, not an error
    """The text is no model."""


def accepts(text: str) -> bool:
    """Answer whether a text is a model, as far as syntax goes."""
    try:
        read(text)
    except Refused:
        return False
    return True


def read(text: str) -> Tree:
    """Return the structure of a model text, or raise ``Refused``."""
    try:
        tree = LARK.parse(text.removeprefix("\ufeff"))
        blocks = Structure().transform(tree)
    except VisitError as error:
        raise Refused(str(error.orig_exc)) from None
    except LarkError as error:
        raise Refused(str(error).partition("\n")[0]) from None
    return put_together(blocks)


def put_together(blocks: list[tuple[str, Tree]]) -> Tree:
    """Demand one objective and some variables, and no block twice but ``let``."""
    names = [name for name, _ in blocks if name != "let"]
    found = dict(blocks)
    if len(set(names)) < len(names) or not found.get("variables") or "objective" not in found:
        raise Refused
    lets = tuple(item for name, items in blocks if name == "let" for item in items)
    parameters, constraints = found.get("parameters", ()), found.get("st", ())
    return (parameters, found["variables"], lets, found["objective"], constraints)


class Word(NamedTuple):
    """A token and its neighbours; ``first`` and ``last`` say whether it begins or ends its line."""

    token: Token
    before: Token | None
    following: Token | None
    first: bool
    last: bool


# ---- lines --------------------------------------------------------------------------------


class Lines:
    """Passes tokens on from the lexer to the grammar, and ends items where lines end."""

    def __init__(self) -> None:
        self.open: list[str] = []
        self.last = "_END"
        self.block = ""
        self.has_objective = False
        self.has_relation = False
        self.carries_sign = False
        self.exponent = ""

    def join(self, tokens: list[Token]) -> Iterator[Token]:
        """Drop the ends of lines that go on, and give the other tokens their true names."""
        words = [token for token in tokens if token.type != "NEWLINE"]
        starts = {
            after.start_pos
            for token, after in pairwise(tokens)
            if token.type == "NEWLINE" and after.type != "NEWLINE"
        }
        fresh = [place == 0 or word.start_pos in starts for place, word in enumerate(words)]
        for place, token in enumerate(words):
            before = words[place - 1] if place else None
            following = words[place + 1] if place + 1 < len(words) else None
            last = following is None or fresh[place + 1]
            word = Word(token, before, following, fresh[place], last)
            yield from self.pass_on(word)

    def pass_on(self, word: Word) -> Iterator[Token]:
        """Pass one token on, with the end of an item before it where there is one."""
        token = word.token
        if word.first and not self.open and not self.goes_on(token):
            self.end()
            yield Token.new_borrow_pos("_END", "", token)
        self.refuse_spaced_sign(word)
        self.refuse_second_reading(word)
        self.refuse_transposed_exponent(token)
        kind = self.kind(word)
        if kind == "_SEMICOLON" and not self.open:
            self.end()
            kind = "_END"
        elif kind in OPENING:
            self.open.append(kind)
        elif kind in {"_CLOSE", "CLOSE_SQUARE"}:
            kind = self.close(kind)
        elif kind in HEADERS.values():
            self.start(kind)
        if len(self.open) > DEEPEST:
            raise Refused
        self.last = kind
        yield Token.new_borrow_pos(kind, checked(token), token)

    def close(self, kind: str) -> str:
        """Close the innermost bracket, and name the token after it."""
        opening = self.open.pop() if self.open else ""
        if (kind == "_CLOSE") != (opening in {"OPEN_ROUND", "_CALL"}):
            raise Refused
        return "_END_INDEX" if opening == "_INDEX" else kind

    def end(self) -> None:
        self.last = "_END"
        self.has_relation = self.carries_sign = False

    def start(self, kind: str) -> None:
        self.end()
        self.block = kind
        self.has_objective |= kind in {"MIN", "MAX"}

    def goes_on(self, token: Token) -> bool:
        """Answer whether a line goes on: behind an operator, and in front of one."""
        behind_label = self.last == "_COLON" and self.block == "ST"
        behind = behind_label or self.last in {*BINARY, "_COMMA"}
        return behind or token.type in {*BINARY, "_PRIME", "_COMMA"}

    # ---- words

    def kind(self, word: Word) -> str:
        """Tell the uses of a word or of a bracket apart."""
        joined = bool(self.open) or not word.first
        match word.token.type:
            case "OPEN_ROUND" if joined and self.last in {"NAME", "KIND", "ATTRIBUTE"}:
                return "_CALL"
            case "OPEN_SQUARE" if joined and self.last in ENDS_OPERAND:
                return "_INDEX"
            case "SUBJECT_TO" | "SO_THAT":
                return "ST"
            case "NAME":
                return self.name(word)
            case kind:
                return kind

    def name(self, word: Word) -> str:
        """Tell headers, kinds and attributes from names."""
        text = checked(word.token)
        folded = text[:1].lower() + text[1:]
        if folded == "subject":
            raise Refused
        if folded in HEADERS and not self.is_function(folded, word):
            return HEADERS[folded]
        if text in {"Min", "Max"}:
            raise Refused
        return "KIND" if text in KINDS else "ATTRIBUTE" if text in ATTRIBUTES else "NAME"

    def is_function(self, text: str, word: Word) -> bool:
        """Answer whether ``min(`` cannot open a block here, or need not."""
        following = word.following
        if text not in {"min", "max"} or following is None or following.type != "OPEN_ROUND":
            return False
        if self.open or self.last in BINARY:
            return True
        if word.last:  # the bracket stands on a line of its own
            return False
        return self.has_objective or self.block == "ST" or (self.block == "LET" and not word.first)

    # ---- what is refused, since it has two readings

    def refuse_spaced_sign(self, word: Word) -> None:
        """Refuse ``[a -b]``, which could be one block or two."""
        token, before, following = word.token, word.before, word.following
        if token.type != "SIGN" or before is None or following is None:
            return
        apart = before.end_pos < token.start_pos and token.end_pos == following.start_pos
        if apart and self.open[-1:] == ["OPEN_SQUARE"] and self.last in ENDS_OPERAND:
            raise Refused

    def refuse_second_reading(self, word: Word) -> None:
        """Refuse a line that starts with a sign and holds a relation, behind another relation."""
        token = word.token
        if self.open or self.block != "ST":
            return
        if token.type == "SIGN" and word.first and self.last in ENDS_OPERAND:
            self.carries_sign = True
        if token.type == "RELATION":
            if self.has_relation and self.carries_sign and not word.first:
                raise Refused
            self.has_relation, self.carries_sign = True, False

    def refuse_transposed_exponent(self, token: Token) -> None:
        """Refuse ``x.^2'``, where the mark would transpose the number."""
        if token.type == "_PRIME" and self.exponent == "number":
            raise Refused
        if token.type == "POWER" or (token.type == "SIGN" and self.exponent == "open"):
            self.exponent = "open"
        else:
            is_number = token.type == "NUMBER" and self.exponent == "open"
            self.exponent = "number" if is_number else ""


def checked(token: Token) -> str:
    """Bring names into the form of Python's names; refuse what is too long or too large."""
    text = str(token)
    if token.type == "NUMBER":
        digits = text.lower().split("e")[0]
        too_small = len(text) <= LONGEST_NUMBER and float(text) == 0 and set(digits) - {"0", "."}
        if len(text) > LONGEST_NUMBER or too_small or float(text) == float("inf"):
            raise Refused
    if token.type != "NAME":
        return {"≤": "<=", "≥": ">="}.get(text, text)
    normal = unicodedata.normalize("NFKC", text)
    if len(text) > LONGEST_NAME or not (text.isidentifier() and normal.isidentifier()):
        raise Refused
    return normal


class Joined(PostLex):
    """Puts ``Lines`` between Lark's lexer and its parser."""

    always_accept = ("NEWLINE", "SUBJECT_TO", "SO_THAT")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Pass the tokens of one text on."""
        return Lines().join(list(stream))


# ---- structure ----------------------------------------------------------------------------


class Structure(Transformer):
    """Turns Lark's tree into nested tuples."""

    def model(self, blocks):
        return blocks

    def parameters(self, items):
        return ("parameters", tuple(items[1:]))

    def variables(self, items):
        return ("variables", tuple(items[1:]))

    def let(self, items):
        return ("let", tuple(items[1:]))

    def objective(self, items):
        return ("objective", (items[0].type == "MAX", items[1]))

    def constraints(self, items):
        return ("st", tuple(items[1:]))

    def declaration(self, items):
        kind, *rest = items
        names = tuple(item for item in rest if not isinstance(item, Token))
        words = tuple(str(item) for item in rest if isinstance(item, Token))
        return (kind.capitalize(), names, words)

    def declared(self, items):
        return (str(items[0]), items[1] if len(items) > 1 else None)

    def sizes(self, items):
        return tuple(items)

    def definition(self, items):
        return (str(items[0]), items[1])

    def constraint(self, items):
        label = None
        if items[0][0] == "label":
            label = items.pop(0)[1]
        return (label, tuple(items[::2]), tuple(map(str, items[1::2])))

    def label(self, items):
        return ("label", str(items[0]))

    def sum(self, items):
        return ("sum", tuple(items[::2]), tuple(map(str, items[1::2])))

    def product(self, items):
        return ("product", tuple(items[::2]), tuple(map(str, items[1::2])))

    def signed(self, items):
        return ("signed", "".join(items[:-1]), items[-1])

    def power(self, items):
        return ("power", str(items[1]), items[0], items[2])

    def transposed(self, items):
        return ("transposed", items[0])

    def indexed(self, items):
        return ("indexed", items[0], tuple(items[1:]))

    def all(self, _items):
        return (None, None)

    def position(self, items):
        return (items[0], None)

    def slice(self, items):
        return (items[0], items[1])

    def number(self, items):
        return ("number", str(items[0]))

    def name(self, items):
        return ("name", str(items[0]))

    def group(self, items):
        return items[0]

    def call(self, items):
        return ("call", str(items[0]), tuple(items[1:]))

    def stack(self, items):
        return ("stack", tuple(items))

    def row(self, items):
        return tuple(items)


def structure(model: syntax.Model) -> Tree:
    """Return the tuples of what the parser of the package has read."""
    objective = model.objective
    return (
        tuple(map(_declaration, model.parameters)),
        tuple(map(_declaration, model.variables)),
        tuple((let.name, _expression(let.value)) for let in model.lets),
        None if objective is None else (objective.maximize, _expression(objective.value)),
        tuple(
            (item.label, tuple(map(_expression, item.sides)), item.relations)
            for item in model.constraints
        ),
    )


def _declaration(item: syntax.Declaration) -> Tree:
    names = tuple(
        (name.name, None if name.sizes is None else tuple(map(_expression, name.sizes)))
        for name in item.names
    )
    return (item.kind, names, item.attributes)


def _expression(item: syntax.Expression) -> Tree:
    match item:
        case syntax.Number(text):
            return ("number", text)
        case syntax.Name(name):
            return ("name", name)
        case syntax.Call(name, args):
            return ("call", name, tuple(map(_expression, args)))
        case syntax.Signed(signs, operand):
            return ("signed", signs, _expression(operand))
        case syntax.Power(operator, base, exponent):
            return ("power", operator, _expression(base), _expression(exponent))
        case syntax.Product(factors, operators):
            return ("product", tuple(map(_expression, factors)), operators)
        case syntax.Sum(terms, operators):
            return ("sum", tuple(map(_expression, terms)), operators)
        case syntax.Stack(rows):
            return ("stack", tuple(tuple(map(_expression, row)) for row in rows))
        case syntax.Postfix(operand, marks):
            result = _expression(operand)
            for mark in marks:
                indices = tuple(map(_index, mark)) if mark is not None else None
                result = ("transposed", result) if indices is None else ("indexed", result, indices)
            return result


def _index(part: syntax.IndexPart) -> Tree:
    first = None if part.first is None else _expression(part.first)
    last = None if part.last is None else _expression(part.last)
    return (first, last)


LARK = Lark(
    (Path(__file__).parent / "grammar.lark").read_text(encoding="utf-8"),
    parser="lalr",
    lexer="basic",
    start="model",
    postlex=Joined(),
    maybe_placeholders=False,
)
