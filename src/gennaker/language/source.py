"""A model text and the places in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from codecs import BOM_UTF8
from functools import cached_property

from gennaker.errors import Mistake, ModelError

__all__ = ["Source", "Span"]

Span = tuple[int, int]
"""Where something stands: the offset of its first character and the offset after its last."""

LINE_END = re.compile(r"\r\n?|\n")
COMMENT = re.compile(r"#[^\r\n]*")
LONGEST_QUOTE = 200


class Source:
    r"""The text of a model; turns offsets into lines and columns.

    Example:
        >>> Source("min\n  x").place(6)
        (2, 3)

    """

    def __init__(self, text: str) -> None:
        """Keep the text; a byte-order mark at its start is dropped."""
        self.text = text.removeprefix("\ufeff")
        self._last_line = (0, "")

    @classmethod
    def decode(cls, data: bytes) -> Source:
        """Read UTF-8 bytes; a byte that is no UTF-8 is a mistake with a place."""
        try:
            return cls(data.decode("utf-8"))
        except UnicodeDecodeError as error:
            source = cls(data.decode("utf-8", errors="replace"))
            start = len(data[: error.start].removeprefix(BOM_UTF8).decode("utf-8"))
            byte = data[error.start]
            mistake = source.mistake(
                (start, start + 1),
                f"the byte 0x{byte:02x} is not valid UTF-8",
                suggestion="save the model as UTF-8",
            )
            raise ModelError((mistake,)) from None

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in LINE_END.finditer(self.text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of an offset, both counted from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Return the text of a line without its end; the last one asked for is kept.

        So a thousand mistakes on a line of ten megabytes share one text.
        """
        if self._last_line[0] != number:
            start = self._starts[number - 1]
            end = self._starts[number] if number < len(self._starts) else len(self.text)
            self._last_line = (number, self.text[start:end].rstrip("\r\n"))
        return self._last_line[1]

    def at(self, span: Span) -> str:
        """Quote a span on one line, without comments; a very long one is cut off."""
        text = self.text[span[0] : min(span[1], span[0] + 4 * LONGEST_QUOTE)]
        shown = " ".join(COMMENT.sub("", text).split())
        if len(shown) <= LONGEST_QUOTE and len(text) == span[1] - span[0]:
            return shown
        return f"{shown[: LONGEST_QUOTE - 3]}..."

    def mistake(
        self,
        span: Span,
        message: str,
        *,
        details: tuple[str, ...] = (),
        suggestion: str | None = None,
    ) -> Mistake:
        """Describe a mistake at a place of this text."""
        start = min(span[0], len(self.text))
        line, column = self.place(start)
        text = self.line(line)
        length = max(1, min(span[1] - start, len(text) - column + 1))
        return Mistake(message, line, column, length, text, details, suggestion)
