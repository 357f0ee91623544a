"""What stands where numbers should: said of a value that no array of numbers can be made of."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

import numpy as np

__all__ = ["has_masked", "ragged", "with_article", "wrong_contents", "wrong_object"]

KINDS = {"U": "text", "S": "text", "T": "text", "M": "dates", "m": "time spans", "V": "records"}
LONGEST = 20


def has_masked(value: object) -> bool:
    """Tell whether some entries of an array are masked.

    Example:
        >>> has_masked(np.ma.masked_array([1.0, 2.0], [False, True])), has_masked(np.ones(2))
        (True, False)

    """
    masks = sys.modules.get("numpy.ma")  # who has masked arrays has loaded it, and it takes long
    return masks is not None and isinstance(value, masks.MaskedArray) and masks.is_masked(value)


def wrong_contents(name: str, array: np.ndarray[Any, Any]) -> str:
    """Say what an array holds that is neither a whole number nor a float.

    Example:
        >>> wrong_contents("b", np.array([1, None], object))
        'b[1] is None: entry 2; only numbers can be used'
        >>> wrong_contents("b", np.array(["u", "v"]))
        'b holds text; only numbers can be used'

    """
    kind = array.dtype.kind
    if kind != "O":
        found = KINDS.get(kind, f"{array.dtype.name} values")
        shown = f" {_quoted(str(array[()]))}" if kind == "U" and not array.ndim else ""
        verb = "is the text" if shown else f"holds {found}"
        return f"{name} {verb}{shown}; only numbers can be used"
    if not array.ndim:
        return wrong_object(name, array[()])
    for place, entry in np.ndenumerate(array):
        if not hasattr(type(entry), "__float__"):
            where = ", ".join(map(str, place))
            words = ("entry",) if len(place) == 1 else ("row", "column", "entry")
            spelled = ", ".join(f"{word} {at + 1}" for word, at in zip(words, place, strict=False))
            return f"{name}[{where}] is {with_article(entry)}: {spelled}; only numbers can be used"
    return (
        f"{name} holds its numbers as Python objects; pass numpy.array({name}, dtype=float) if "
        "they are not too large for that"
    )


def wrong_object(name: str, value: object) -> str:
    """Say what a value is that is no array at all.

    Example:
        >>> wrong_object("b", {"u": 1})
        'b is a dict, which is no array of numbers'

    """
    if isinstance(value, int):
        return f"{name} is a whole number with too many digits; pass a float"
    if hasattr(type(value), "__float__"):
        return f"{name} is {with_article(value)}; pass float({name})"
    return f"{name} is {with_article(value)}, which is no array of numbers"


def ragged(rows: object) -> str:
    """Say which rows of nested lists have different lengths; nothing where that is not the fault.

    Example:
        >>> ragged([[1, 2], [3]])
        'row 1 has 2 entries, but row 2 has 1'

    """
    if not isinstance(rows, list | tuple):
        return ""
    lengths = [_length(row) for row in rows]
    for place, length in enumerate(lengths):
        if length != lengths[0]:
            return (
                f"row 1 {_entries(lengths[0])}, but row {place + 1} {_entries(length, short=True)}"
            )
    return ""


def _length(row: object) -> int | None:
    """Count the entries of a row; None where it is a single number."""
    if not isinstance(row, Iterable) or isinstance(row, str | bytes):
        return None
    try:
        return len(row)  # pyright: ignore[reportArgumentType]
    except TypeError:
        return None


def _entries(length: int | None, *, short: bool = False) -> str:
    if length is None:
        return "is a single number"
    if short:
        return f"has {length}"
    return f"has {length} {'entry' if length == 1 else 'entries'}"


def with_article(value: object) -> str:
    """Name a value by its kind, as in "a list".

    Example:
        >>> with_article(3), with_article(None)
        ('an int', 'None')

    """
    if value is None:
        return "None"
    if isinstance(value, str):
        return f"the text {_quoted(value)}"
    kind = type(value).__name__
    return f"{'an' if kind[0].lower() in 'aeiou' else 'a'} {kind}"


def _quoted(text: str) -> str:
    return repr(text if len(text) <= LONGEST else f"{text[:LONGEST]}...")
