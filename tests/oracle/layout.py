"""Write the words of a model as text, in one of the many layouts that the language allows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["RELATIONS", "SIGNS", "Item", "write"]

SIGNS = {"+", "-"}
RELATIONS = {"==", "<=", ">=", "<", ">", "≤", "≥"}
OPERATORS = {*SIGNS, *RELATIONS, "*", "/", ".*", "./", "^", ".^", "="}
SPACES = ["", " ", "", "  ", "\t", "\u00a0"]
BREAKS = [*SPACES, "\n", "\n\n", "\r\n  ", "\r", " # comment ( [ min\n", "\n\t# st\n "]
ENDS = ["\n", "\n\n  ", "\r\n", ";", " ;; ", " # st x >= 0\n", "\r# (\n"]
OPENINGS = ["\n", ": ", "\n\t", " :\n", " # what follows\n", " "]


@dataclass(frozen=True)
class Item:
    """The words of a header, or of a declaration, definition, objective or constraint."""

    words: tuple[str, ...]
    is_header: bool = False


def write(items: Sequence[Item], seed: int) -> str:
    """Lay a model out; the seed picks one of many texts that mean the same, 0 a plain one."""
    random = Random(seed)  # noqa: S311 - no secret

    def choose(options: list[str]) -> str:
        return random.choice(options) if seed else options[0]

    parts = [choose(["", "\n", "# first\n", "\ufeff"])]
    for place, item in enumerate(items):
        following = items[place + 1] if place + 1 < len(items) else None
        parts += [_Writer(item, choose).text(), choose(_ends(item, following))]
    return "".join(parts)


def _ends(item: Item, following: Item | None) -> list[str]:
    """Return what may stand between an item and the next one."""
    if item.is_header:  # "min (" could be a function
        return OPENINGS[: -1 if item.words[0].lower() in {"min", "max"} else None]
    if following is None:
        return ["", *ENDS]
    if following.words[0] in SIGNS:  # on a line of its own it could go on with this one
        return [";", ";\n"]
    declares = all(
        other.words[0].lower() in {"matrix", "vector", "scalar"} and other.words[1] != "("
        for other in (item, following)
    )
    return [*ENDS, " "] if following.is_header or declares else ENDS


class _Writer:
    def __init__(self, item: Item, choose) -> None:
        self.words = item.words
        self.choose = choose
        self.brackets: list[str] = []
        self.has_relation = False
        self.spaced_sign = False

    def text(self) -> str:
        """Write the words of one item."""
        parts: list[str] = []
        for place, word in enumerate(self.words):
            before = self.words[place - 1] if place else ""
            parts += [self.gap(before, word) if place else "", word]
            if word in {"(", "["}:
                self.brackets.append("index" if word == "[" and _ends_operand(before) else word)
            elif word in {")", "]"}:
                self.brackets.pop()
            elif word in RELATIONS and not self.brackets:
                self.has_relation = True
        return "".join(parts)

    def gap(self, before: str, word: str) -> str:
        """Choose what stands between two words."""
        gap = self.choose(BREAKS if self.may_break(before, word) else SPACES)
        if self.spaced_sign or _would_merge(before, word) or before == "subject":
            gap = gap or " "
        # [a -b] could be one block or two: a space before the sign asks for one behind it
        in_stack = self.brackets[-1:] == ["["]
        self.spaced_sign = in_stack and word in SIGNS and _ends_operand(before) and gap != ""
        return gap

    def may_break(self, before: str, word: str) -> bool:
        """Answer whether a line may end between two words."""
        if self.brackets or before in {*OPERATORS, ",", ":"}:
            return True
        if self.has_relation and word in SIGNS:
            return False
        return word in {*OPERATORS, "'", ","}


def _ends_operand(word: str) -> bool:
    return word in {")", "]", "'"} or re.search(r"[\w\u0301.]$", word) is not None


def _would_merge(before: str, word: str) -> bool:
    """Answer whether two words would be read as others without a space between them."""
    if re.search(r"[\w\u0301]$", before):
        return re.match(r"\w|\.\d", word) is not None
    return before.endswith(".") and word[0] in ".*/^'"
