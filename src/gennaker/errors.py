"""Every exception that Gennaker raises on purpose.

GennakerError
├── ModelError (also a ValueError)   the model text is wrong; carries its mistakes
└── DataError (also a ValueError)    the data does not fit the model
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

__all__ = ["DataError", "GennakerError", "Mistake", "ModelError"]

MISTAKES_SHOWN = 20
WINDOW = 100


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing that is wrong in a model text: where, what, and what to type instead."""

    message: str
    line: int
    column: int
    length: int
    text: str
    details: tuple[str, ...] = ()
    suggestion: str | None = None

    def __str__(self) -> str:
        """Render the mistake with its place, its line and a caret under the symbol."""
        shown, start, length = _window(self.text, self.column - 1, self.length)
        gutter = str(self.line)
        carets = " " * _width(shown[:start]) + "^" * max(1, _width(shown[start : start + length]))
        lines = [
            self.message,
            f"line {self.line}, column {self.column}",
            f"  {gutter} | {shown}".rstrip(),
            f"  {' ' * len(gutter)} | {carets}",
        ]
        lines += [f"  {detail}" for detail in self.details]
        if self.suggestion is not None:
            lines.append(f"  try: {self.suggestion}")
        return "\n".join(lines)

    def as_dict(self) -> dict[str, object]:
        """Return plain data for JSON."""
        return {
            "message": self.message,
            "line": self.line,
            "column": self.column,
            "length": self.length,
            "text": self.text,
            "details": list(self.details),
            "suggestion": self.suggestion,
        }


class GennakerError(Exception):
    """The base of all errors that Gennaker raises on purpose."""


class DataError(GennakerError, ValueError):
    """Data that does not fit a model: a missing name, a wrong kind, shape or type."""


class ModelError(GennakerError, ValueError):
    r"""A model text that does not make sense, with every mistake that was found in it.

    Example:
        >>> from gennaker import Model, ModelError
        >>> try:
        ...     Model("variables\n  Vector x\nmin\n  nrm2(x)")
        ... except ModelError as error:
        ...     print(error.mistakes[0].message)
        there is no function 'nrm2'

    """

    def __init__(self, mistakes: tuple[Mistake, ...]) -> None:
        """Keep the mistakes in the order of their places."""
        distinct = dict.fromkeys(mistakes)
        self.mistakes = tuple(sorted(distinct, key=lambda m: (m.line, m.column)))
        super().__init__(self.mistakes)

    def __str__(self) -> str:
        """Render all mistakes, the first twenty in full."""
        shown = self.mistakes[:MISTAKES_SHOWN]
        parts = [str(mistake) for mistake in shown]
        if len(self.mistakes) > 1:
            parts.insert(0, f"{len(self.mistakes)} mistakes in the model")
        if len(self.mistakes) > len(shown):
            parts.append(f"... and {len(self.mistakes) - len(shown)} more")
        return "\n\n".join(parts)


def _width(text: str) -> int:
    """Count terminal cells, so that the caret stands under wide characters too."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def _window(text: str, start: int, length: int) -> tuple[str, int, int]:
    """Cut a long line down to the part around the symbol, and blank what cannot be shown."""
    if len(text) <= WINDOW:
        return _printable(text).rstrip(), start, length
    first = max(0, start - WINDOW // 2)
    last = min(len(text), first + WINDOW)
    prefix = "..." if first else ""
    suffix = "..." if last < len(text) else ""
    shown = prefix + _printable(text[first:last]) + suffix
    begin = start - first + len(prefix)
    return shown, begin, min(length, max(1, len(shown) - len(suffix) - begin))


def _printable(text: str) -> str:
    """Put a blank in place of tabs, of NUL and of all else that has no shape of its own."""
    return "".join(char if char.isprintable() else " " for char in text)
