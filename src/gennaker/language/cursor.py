"""Where reading is: the next token, the brackets that are open, the mistakes so far."""

from __future__ import annotations

from typing import NamedTuple, NoReturn

from gennaker.language.source import Source, Span
from gennaker.language.tokens import END, STRANGE, Token, tokenize
from gennaker.language.words import CALLABLE, KEYWORDS

__all__ = ["CLOSING", "RELATIONS", "Complaint", "Cursor", "Stop"]

DEEPEST = 100
LOOKAHEAD = 50
RELATIONS = frozenset({"==", "<=", ">=", "<", ">"})
CLOSING = {"(": ")", "[": "]"}
NOTHING = Token("", "", 0, 0, first=True)


class Complaint(NamedTuple):
    """What is wrong, and the edit that would mend it."""

    message: str
    suggestion: str | None = None


class Stop(Exception):  # noqa: N818 - control flow: the mistake is already noted
    """Leave an item after a mistake."""


class Cursor:
    """Moves over the tokens of a model.

    ``block`` is the block that is being read, ``item`` the place of the first token of the
    declaration or expression in it, ``open`` the places of the brackets that are open.
    """

    def __init__(self, source: Source) -> None:
        """Stand before the first token."""
        self.source = source
        self.tokens, self.mistakes = tokenize(source)
        self.place = 0
        self.item = 0
        self.open: list[int] = []
        self.block = ""
        self._closes: dict[int, int] | None = None

    # ---- tokens ---------------------------------------------------------------------

    @property
    def token(self) -> Token:
        """The next token."""
        return self.tokens[self.place]

    @property
    def before(self) -> Token:
        """The token that was read last; none has been in front of the first one."""
        return self.tokens[self.place - 1] if self.place else NOTHING

    def ahead(self, steps: int = 1) -> Token:
        """Return a token behind the next one."""
        return self.tokens[min(self.place + steps, len(self.tokens) - 1)]

    def line_holds(self, kinds: frozenset[str]) -> bool:
        """Answer whether the rest of the line holds a token, as far as anybody would look."""
        for steps in range(LOOKAHEAD):
            token = self.ahead(steps)
            if (steps and token.first) or token.kind == ";":
                return False
            if token.kind in kinds:
                return True
        return False

    def end_of_line(self) -> int:
        """Return where the last token of the line ends, as far as anybody would read."""
        end = self.token.end
        for steps in range(1, LOOKAHEAD):
            token = self.ahead(steps)
            if token.first or token.kind == ";":
                break
            end = token.end
        return end

    def take(self) -> Token:
        """Read the next token."""
        token = self.tokens[self.place]
        self.place += 1
        return token

    def is_header(self, place: int) -> bool:
        """Answer whether a token can only be a header; ``min(`` may be a function."""
        word = self.tokens[place].text
        return word in KEYWORDS and not (
            word.lower() in CALLABLE and self.tokens[place + 1].kind == "("
        )

    @property
    def goes_on(self) -> bool:
        """Whether the next token belongs to what was read, and opens no line of its own."""
        return bool(self.open) or not self.tokens[self.place].first

    def since(self, start: int) -> Span:
        """Return the span from an offset up to the token that was read last."""
        end = self.tokens[self.place - 1].end if self.place else 0
        return (start, max(start, end))

    # ---- brackets -------------------------------------------------------------------

    def enter(self) -> None:
        """Read an opening bracket."""
        if len(self.open) >= DEEPEST:
            message = f"brackets are nested more than {DEEPEST} deep"
            self.fail(self.token.span, message, "name inner parts in a let block")
        self.open.append(self.place)
        self.place += 1

    def closed(self) -> bool:
        """Read the bracket that closes the innermost one, or answer that it does not follow."""
        if self.token.kind != CLOSING[self.tokens[self.open[-1]].kind]:
            return False
        self.open.pop()
        self.place += 1
        return True

    def partner(self, opening: int) -> int | None:
        """Return the place of the bracket that closes one; found once for the whole text."""
        if self._closes is None:
            self._closes = {}
            stack: list[int] = []
            for place, token in enumerate(self.tokens):
                if token.text in KEYWORDS and self.is_header(place):
                    stack.clear()
                elif token.kind in CLOSING:
                    stack.append(place)
                elif token.kind in {")", "]"} and stack:
                    self._closes[stack.pop()] = place
        return self._closes.get(opening)

    # ---- mistakes -------------------------------------------------------------------

    def note(self, span: Span, message: str, suggestion: str | None = None) -> None:
        """Note a mistake and go on."""
        self.mistakes.append(self.source.mistake(span, message, suggestion=suggestion))

    def fail(self, span: Span, message: str, suggestion: str | None = None) -> NoReturn:
        """Note a mistake and leave the item; later items are still read."""
        self.note(span, message, suggestion)
        raise Stop

    def refuse(self, complaint: Complaint, token: Token | None = None) -> NoReturn:
        """Blame a token, the next one by default; strange ones have been blamed already."""
        token = token or self.token
        if token.kind != STRANGE:
            self.note(token.span, *complaint)
        raise Stop

    def named(self) -> str:
        """Speak of the next token in a message."""
        kind, text = self.token.kind, self.token.text
        if kind == END:
            return "the end of the text"
        return f"the number {text[:20]}" if kind == "number" else f"'{text[:40]}'"
