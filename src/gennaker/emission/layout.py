"""How generated code is laid out: lines of fair length, docstrings, tuples."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from textwrap import indent

__all__ = ["WIDTH", "function", "taken", "tuple_of"]

WIDTH = 96
STEP = "    "
DEEPEST = 2 * len(STEP)
BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


def tuple_of(items: Sequence[str]) -> str:
    """Write a tuple of any length.

    Example:
        >>> tuple_of([]), tuple_of(["x"]), tuple_of(["x", "y"])
        ('()', '(x,)', '(x, y)')

    """
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


def taken(names: Sequence[str], sources: Sequence[str]) -> list[str]:
    """Assign several values to names, as many on a line as fit.

    Example:
        >>> taken(["x", "y"], ["self.x", "self.y"])
        ['x, y = self.x, self.y']

    """
    lines: list[str] = []
    start = 0
    while start < len(names):
        stop = start + 1
        while stop < len(names) and _fits(_assigned(names, sources, start, stop + 1)):
            stop += 1
        lines.append(_assigned(names, sources, start, stop))
        start = stop
    return lines


def _assigned(names: Sequence[str], sources: Sequence[str], start: int, stop: int) -> str:
    return f"{', '.join(names[start:stop])} = {', '.join(sources[start:stop])}"


def _fits(line: str) -> bool:
    return len(line) + DEEPEST <= WIDTH


def function(name: str, arguments: Sequence[str], doc: str, lines: Iterable[str]) -> str:
    """Write a function; a comment that makes a line too long goes above it, an empty doc nowhere.

    Example:
        >>> print(function("f", ["x"], "Return twice x.", ["return 2 * x"]))
        def f(x):
            \"\"\"Return twice x.\"\"\"
            return 2 * x

    """
    header = f"def {name}({', '.join(arguments)}):"
    if not _fits(header):
        header = f"def {name}(\n{indent(_filled(arguments), STEP)}\n):"
    body = [*(_docstring(doc) if doc else ()), *(part for line in lines for part in _broken(line))]
    return f"{header}\n{indent(chr(10).join(body), STEP)}"


def _filled(items: Sequence[str]) -> str:
    """Put items between commas, as many on a line as fit."""
    return "\n".join(
        textwrap.wrap(
            ", ".join(items),
            WIDTH - DEEPEST - len(STEP),
            break_long_words=False,
            break_on_hyphens=False,
        )
    )


def _docstring(doc: str) -> list[str]:
    line = f'"""{doc}"""'
    if _fits(line):
        return [line]
    wrapped = textwrap.wrap(doc, WIDTH - DEEPEST - 3, break_long_words=False)
    return [f'"""{wrapped[0]}', *wrapped[1:], '"""']


def _broken(line: str) -> list[str]:
    """Break a line that is too long."""
    if _fits(line):
        return [line]
    code, mark, comment = line.partition("  # ")
    if mark:
        return [f"# {comment}", *_broken(code)]
    if not code.startswith("return "):
        return [code]
    items = _apart(code.removeprefix("return "))
    if len(items) == 1:
        return [code]
    return ["return (", *(f"{STEP}{item}," for item in items), ")"]


def _apart(items: str) -> list[str]:
    """Split at the commas outside of all brackets."""
    parts, depth, start = list[str](), 0, 0
    for place, letter in enumerate(items):
        depth += BRACKETS.get(letter, 0)
        if letter == "," and not depth:
            parts.append(items[start:place].strip())
            start = place + 1
    return [part for part in (*parts, items[start:].strip()) if part]
