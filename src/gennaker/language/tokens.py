"""Cut a model text into tokens."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from gennaker.errors import Mistake
from gennaker.language.habits import OPERATOR_HABITS, explain_character
from gennaker.language.source import Source, Span

__all__ = ["END", "NAME", "NUMBER", "STRANGE", "Token", "tokenize"]

NAME = "name"
NUMBER = "number"
END = "end of text"
STRANGE = "strange"

LONGEST_NUMBER = 400
LONGEST_NAME = 200
SAFE_DIGITS = 15
MOST_MISTAKES = 50
SHOWN = 20

# Marks that follow a letter, such as accents of their own; most scripts need some.
MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u0670\u06d6-\u06ed"
    "\u0900-\u109f\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a"
)
PATTERN = re.compile(
    rf"""
    (?P<line>[\r\n]\s*)
  | (?P<space>[^\S\r\n]+)
  | (?P<comment>\#[^\r\n]*)
  | (?P<foreign>(?:%|//|/\*)[^\r\n]*)
  | (?P<number>(?:\d+(?:\.(?![*/^'.])\d*)?|\.\d+)(?:[eE][+-]?\d+)?)
  | (?P<subject>[sS]\.[tT]\.|[sS]\.[tT](?!\w))
  | (?P<name>[^\W\d][\w{MARKS}]*)
  | (?P<operator>==|<=|>=|\.\*\*|\.\*|\./|\.\^|\*\*|!=|~=|<>|=<|=>|:=|\+=|-=|&&|\|\||\.'|->
      |[-+*/^'()\[\],;:<>=@\\&|!~?."$`{{}}≤≥])
  | (?P<strange>.)
    """,
    re.VERBOSE,
)
SAME = {"≤": "<=", "≥": ">="}
INSTEAD = {"**": "^", ".**": ".^", "@": "*", "=>": ">=", "=<": "<=", ".'": "'"}
FOREIGN = frozenset({*SAME, *INSTEAD})
STAND_INS = frozenset({"*", ".*", "/", "./", "-", "'", "=="})
LEFT_OUT = frozenset("²³“”")
UNREAD = frozenset({"space", "comment"})


class Token(NamedTuple):
    """A word of the model: ``kind`` is the text itself for operators.

    ``first`` says that no other token stands before it on its line.
    """

    kind: str
    text: str
    start: int
    end: int
    first: bool

    @property
    def span(self) -> Span:
        """Where the token stands."""
        return (self.start, self.end)


def tokenize(source: Source) -> tuple[list[Token], list[Mistake]]:
    """Return the tokens, closed by an end token, and what is wrong with single words.

    A foreign operator or character becomes the one it stands for, or a strange token, of
    which the parser need not complain again.

    Example:
        >>> tokens, _ = tokenize(Source("2.*x  # twice"))
        >>> [token.text for token in tokens]
        ['2', '.*', 'x', '']

    """
    return _Tokenizer(source).run()


class _Tokenizer:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens: list[Token] = []
        self.mistakes: list[Mistake] = []
        self.noted: set[tuple[int, str]] = set()

    def run(self) -> tuple[list[Token], list[Mistake]]:
        tokens = self.tokens
        append, new = tokens.append, tuple.__new__  # of a named tuple's own, which is slower
        first = True
        for match in PATTERN.finditer(self.source.text):
            group = match.lastgroup
            start, end = match.span()
            kind = text = match[0]
            if group == "operator":
                if text in FOREIGN:
                    kind = self._operator(text, start)
            elif group == "name":
                kind = NAME
                if end - start > LONGEST_NAME or not text.isascii():
                    kind, text = self._name(text, start)
            elif group == "number":
                kind = NUMBER
                if end - start > SAFE_DIGITS or not (text.isascii() and text.isdigit()):
                    text = self._number(text, (start, end))
            elif group in UNREAD:
                continue
            elif group == "line":
                first = True
                continue
            elif group == "subject":
                kind, text = NAME, "st"
            elif group == "foreign":
                self._foreign_comment(text, start)
                continue
            else:
                kind = text = self._strange(text, start)
            if kind:
                append(new(Token, (kind, text, start, end, first)))
                first = False
        end = tokens[-1].end if tokens else 0
        tokens.append(Token(END, "", end, end, first=True))
        return tokens, self.mistakes

    def _foreign_comment(self, text: str, start: int) -> None:
        """Note a comment in the manner of another language, and read on behind it."""
        mark = "%" if text[0] == "%" else text[:2]
        edit = f"# {text.removeprefix(mark).removesuffix('*/')[:SHOWN].strip()}"
        self._note((start, start + len(mark)), "comments start with #", edit)

    def _number(self, text: str, span: Span) -> str:
        """Check a number that is no short row of digits.

        A plain one stands in for one that cannot be read.
        """
        if not text.isascii():
            self._note(span, f"{text[:SHOWN]} is not written with the digits 0 to 9")
        elif len(text) > LONGEST_NUMBER:
            message = f"a number of {len(text)} characters is too long"
            self._note(span, message, "pass it as a Scalar parameter")
        elif float(text) == float("inf"):
            message = f"{text[:SHOWN]} is too large for a floating-point number"
            self._note(span, message, "leave a bound of this size out")
        elif float(text) == 0 and text.lower().partition("e")[0].strip("0."):
            message = f"{text[:SHOWN]} is too small for a floating-point number: it would be 0"
            self._note(span, message, "0")
        else:
            return text
        return "1"

    def _name(self, text: str, start: int) -> tuple[str, str]:
        """Return kind and text of a name that is long or holds other letters than a to z.

        Its form is the one that Python gives to its own names.
        """
        if len(text) > LONGEST_NAME:
            message = f"a name of {len(text)} characters is too long"
            self._note((start, start + len(text)), message, "a shorter name")
            return STRANGE, ""
        wrong = next((i for i, char in enumerate(text) if not f"a{char}".isidentifier()), None)
        normal = unicodedata.normalize("NFKC", text[:wrong])
        if not normal.isidentifier():
            wrong = 0
        if wrong is not None:
            self._strange(text[wrong], start + wrong)
        return (NAME, normal) if wrong != 0 else (STRANGE, "")

    def _operator(self, text: str, start: int) -> str:
        """Return the kind of an operator; reading goes on with what a foreign one stands for."""
        if text in INSTEAD:
            message, suggestion = OPERATOR_HABITS[text]
            self._note((start, start + len(text)), message, suggestion)
            return INSTEAD[text]
        return SAME.get(text, text)

    def _strange(self, char: str, start: int) -> str:
        """Return the kind of token for a character, which is noted once a run and once a line."""
        last = self.tokens[-1] if self.tokens else None
        if last is not None and last.kind == STRANGE and last.end == start:
            self.tokens[-1] = last._replace(end=start + 1)
            return ""
        message, suggestion = explain_character(char)
        key = (self.source.place(start)[0], char)
        if key not in self.noted:
            self.noted.add(key)
            self._note((start, start + 1), message, suggestion or "remove it")
        if char in LEFT_OUT:
            return ""
        resembled = (suggestion or "").split(",")[0]
        return resembled if resembled in STAND_INS else STRANGE

    def _note(self, span: Span, message: str, suggestion: str | None = None) -> None:
        if len(self.mistakes) < MOST_MISTAKES:
            self.mistakes.append(self.source.mistake(span, message, suggestion=suggestion))
