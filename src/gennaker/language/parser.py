"""Read a model text into a syntax tree: blocks, and the items in them.

A line ends an item unless a bracket is open, the line ends with an operator, or the next one
starts with one. After a mistake reading goes on with the next line, so that several mistakes
are reported in one go.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gennaker.errors import Mistake
from gennaker.language.complaints import missing_operator
from gennaker.language.cursor import RELATIONS, Complaint, Cursor, Stop
from gennaker.language.formulas import Formulas
from gennaker.language.items import Items
from gennaker.language.source import Source, Span
from gennaker.language.syntax import Constraint, Declaration, Let, Model, Objective
from gennaker.language.tokens import END, NAME, NUMBER, Token
from gennaker.language.words import ATTRIBUTES, KEYWORDS, KINDS, RESERVED, likely_block

__all__ = ["ATTRIBUTES", "KEYWORDS", "KINDS", "parse"]

MOST_MISTAKES = 100
DECLARATIONS = frozenset({"parameters", "variables"})
GOES_ON = RELATIONS | frozenset({"+", "-", "*", "/", ".*", "./", "^", ".^", "'", ",", "="})
OPERAND_STARTS = frozenset({NAME, NUMBER, "(", "[", "+", "-"})
SKIPPED = "skipped"
EMPTY = "variables, then a line such as Vector x, then min and an expression"


def parse(source: Source) -> tuple[Model, list[Mistake]]:
    r"""Return the syntax tree of all that could be read, and every mistake.

    Example:
        >>> model, mistakes = parse(Source("variables\n  Scalar t\nmin\n  t^2"))
        >>> model.objective.value.operator, mistakes
        ('^', [])

    """
    return _Parser(source).model()


@dataclass(slots=True)
class _Blocks:
    """What has been read of each block, and where each one began."""

    parameters: list[Declaration] = field(default_factory=list[Declaration])
    variables: list[Declaration] = field(default_factory=list[Declaration])
    lets: list[Let] = field(default_factory=list[Let])
    objective: Objective | None = None
    constraints: list[Constraint] = field(default_factory=list[Constraint])
    seen: dict[str, Span] = field(default_factory=dict[str, Span])


class _Parser:
    """Reads block after block.

    ``cursor.block`` is the block whose items are read, or SKIPPED where no item can be told
    from another: before the first block, and behind an objective.
    """

    def __init__(self, source: Source) -> None:
        self.cursor = Cursor(source)
        self.formulas = Formulas(self.cursor)
        self.items = Items(self.cursor, self.formulas)
        self.blocks = _Blocks()

    def model(self) -> tuple[Model, list[Mistake]]:
        """Read items until the text ends or nobody would read any more mistakes."""
        cursor, found = self.cursor, self.blocks
        while cursor.token.kind != END and len(cursor.mistakes) < MOST_MISTAKES:
            cursor.item = cursor.place
            try:
                self._item()
            except Stop:
                self._recover()
            except RecursionError:
                self._too_deep()
        if cursor.token.kind == END:
            self._check_blocks()
        model = Model(
            tuple(found.parameters),
            tuple(found.variables),
            tuple(found.lets),
            found.objective,
            tuple(found.constraints),
        )
        return model, cursor.mistakes

    def _item(self) -> None:
        """Read a header, or a single item of a block up to its end."""
        cursor = self.cursor
        self.formulas.start()
        if cursor.token.kind == ";":
            cursor.place += 1
            return
        if self._header():
            self._start_block()
            return
        guess = self._likely_header()
        if guess is not None:
            self._foreign_header(guess)
            return
        match cursor.block:
            case "":
                self._before_first_block()
            case "parameters":
                self.items.declaration(self.blocks.parameters)
            case "variables":
                self.items.declaration(self.blocks.variables)
            case "let":
                self.blocks.lets.append(self.items.definition())
            case "min" | "max":
                self._objective()
            case "st":
                self.blocks.constraints.append(self.items.constraint())
            case _:
                raise Stop
        self._end_item()

    def _end_item(self) -> None:
        """Demand that nothing but the next item stands behind a finished one."""
        cursor = self.cursor
        token = cursor.token
        if token.first or token.kind == ";" or self._header():
            return
        if cursor.block in DECLARATIONS and token.text in KINDS:
            return
        missing_operator(cursor, "the line should end here")

    # ---- blocks ---------------------------------------------------------------------

    def _header(self) -> bool:
        """Answer whether the next token opens a block; ``min(`` may be a function."""
        cursor = self.cursor
        token = cursor.token
        if token.kind != NAME or token.text not in KEYWORDS:
            return False
        following = cursor.ahead()
        if cursor.is_header(cursor.place) or following.first:
            return True
        if "objective" in self.blocks.seen or cursor.block == "st":
            return False
        return token.first or cursor.block != "let"

    def _start_block(self) -> None:
        cursor = self.cursor
        token = cursor.take()
        if token.text.lower() == "subject":
            if cursor.token.text.lower() == "to" and not cursor.token.first:
                cursor.place += 1
            else:
                cursor.note(token.span, "'subject' is followed by 'to'", "subject to")
        self._open_block(KEYWORDS[token.text], token)

    def _open_block(self, block: str, token: Token) -> None:
        """Go on in a block, whose header has been read."""
        cursor, seen = self.cursor, self.blocks.seen
        if cursor.token.kind == ":" and not cursor.token.first:
            cursor.place += 1
        key = "objective" if block in {"min", "max"} else block
        cursor.block = block
        if key in seen and key != "let":
            line = cursor.source.place(seen[key][0])[0]
            what, edit = f"block '{token.text}'", "put both into one block"
            if key == "objective":
                what, edit = "objective", "remove one of them"
                cursor.block = SKIPPED
            cursor.note(token.span, f"a second {what}; the first one is on line {line}", edit)
        seen.setdefault(key, token.span)

    def _foreign_header(self, guess: str) -> None:
        """Note a misspelt header, and read on as if it were the right one."""
        cursor = self.cursor
        token = cursor.take()
        cursor.note(token.span, f"there is no block '{token.text}'", guess)
        if token.text.lower() == "such" and cursor.token.text == "that":
            cursor.place += 1
        self._open_block(KEYWORDS[guess], token)

    def _likely_header(self) -> str | None:
        """Return the header that the first word of a line stands for, if it reads like one."""
        cursor, block = self.cursor, self.cursor.block
        token, following = cursor.token, cursor.ahead()
        if token.kind != NAME or not token.first or token.text in RESERVED:
            return None
        if block in {"min", "max"} and self.blocks.objective is None:
            return None  # a name alone is an objective
        if following.first or following.kind == ":":
            alone = following.kind not in GOES_ON and (block != "st" or following.first)
            return likely_block(token.text) if alone else None
        expected = (
            {NAME, NUMBER, "(", "|", "||"} if block in {"", *DECLARATIONS} else {NAME, NUMBER}
        )
        guess = likely_block(token.text) if following.kind in expected else None
        return guess if guess is not None and KEYWORDS[guess] in {"min", "max", "st"} else None

    def _before_first_block(self) -> None:
        """Ask for a header, and guess which one is missing."""
        cursor = self.cursor
        token = cursor.token
        if token.text in KINDS:
            message = "a declaration stands before the first block"
            cursor.note(token.span, message, "parameters or variables on the line before")
            cursor.block = "variables"
            self.items.declaration(self.blocks.variables)
            return
        cursor.block = SKIPPED
        message = f"a model starts with a block, not with {cursor.named()}"
        guess = likely_block(token.text) if token.kind == NAME else None
        cursor.refuse(Complaint(message, guess or "parameters, variables or min"))

    def _check_blocks(self) -> None:
        """Ask for the blocks that every model needs."""
        cursor, blocks = self.cursor, self.blocks
        end = cursor.token.span
        if not blocks.seen:
            if not cursor.mistakes:
                cursor.note(end, "the model is empty", EMPTY)
            return
        where = blocks.seen.get("objective", end)
        if "variables" not in blocks.seen and not blocks.variables:
            edit = "a block 'variables' with a line such as: Vector x"
            cursor.note(where, "the model has no variables", edit)
        elif not blocks.variables and not cursor.mistakes:
            where = blocks.seen["variables"]
            cursor.note(where, "the block 'variables' is empty", "Vector x")
        if "objective" not in blocks.seen:
            edit = "a block 'min' or 'max' with an expression"
            cursor.note(end, "the model has no objective", edit)
        elif blocks.objective is None and not self._has_mistake_behind(blocks.seen["objective"]):
            where = blocks.seen["objective"]
            cursor.note(where, "the objective is missing", "an expression on the next line")

    def _has_mistake_behind(self, span: Span) -> bool:
        """Answer whether a mistake further down explains that nothing was read there."""
        start = self.cursor.source.place(span[0])
        return any((mistake.line, mistake.column) > start for mistake in self.cursor.mistakes)

    # ---- the objective --------------------------------------------------------------

    def _objective(self) -> None:
        cursor = self.cursor
        if self.blocks.objective is not None:
            self._behind_objective()
            return
        begin, maximize = cursor.token.start, cursor.block == "max"
        try:
            value = self.formulas.expression()
            self.blocks.objective = Objective(maximize, value, cursor.since(begin))
            self._end_item()
        except Stop:
            cursor.block = SKIPPED
            raise

    def _behind_objective(self) -> None:
        """Explain a second line below ``min``: a constraint without ``st``, or a lost operator."""
        cursor = self.cursor
        token = cursor.token
        if cursor.line_holds(RELATIONS):
            message = "a constraint stands in the objective"
            cursor.note(token.span, message, "st on a line before it")
            cursor.block = "st"
            self.blocks.constraints.append(self.items.constraint())
            return
        cursor.block = SKIPPED
        message = "the objective is one expression, and it ended on an earlier line"
        cursor.refuse(Complaint(message, "join the lines with an operator"))

    # ---- recovery -------------------------------------------------------------------

    def _recover(self) -> None:
        """Go on with the next line that is not inside the brackets of the faulty item."""
        cursor = self.cursor
        if cursor.open:
            close = cursor.partner(cursor.open[0])
            if close is not None and close >= cursor.place:
                cursor.place = close + 1
            cursor.open.clear()
        if cursor.place > cursor.item and self._starts_item():
            return
        depth = 0  # a ; between square brackets opens no item
        cursor.place = min(cursor.place + 1, len(cursor.tokens) - 1)
        while not (cursor.token.first or self._reopens()):
            if cursor.token.kind == ";" and depth <= 0:
                break
            depth += {"[": 1, "]": -1}.get(cursor.token.kind, 0)
            cursor.place += 1

    def _starts_item(self) -> bool:
        """Answer whether what reading came to by mistake can be read by itself."""
        cursor = self.cursor
        token = cursor.token
        if self._reopens() or token.kind == ";":
            return True
        starts = KINDS if cursor.block in DECLARATIONS else OPERAND_STARTS
        return token.first and (token.text in starts or token.kind in starts)

    def _reopens(self) -> bool:
        """Answer whether a header follows, and no word that stands in place of a name."""
        cursor = self.cursor
        token, before = cursor.token, cursor.before
        if not cursor.is_header(cursor.place):
            return False
        if token.first:
            return True
        if before.kind in GOES_ON:
            return KEYWORDS[token.text] not in {*self.blocks.seen, "min", "max"}
        return before.text not in KINDS

    def _too_deep(self) -> None:
        """Report brackets that are too deep for the stack of the caller."""
        cursor = self.cursor
        token = cursor.tokens[cursor.open[-1]] if cursor.open else cursor.token
        message = "brackets are nested too deep for the stack that the calling program has left"
        cursor.note(token.span, message, "name inner parts in a let block")
        self._recover()
