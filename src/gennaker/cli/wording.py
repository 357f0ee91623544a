"""Advice that speaks of Python, put into words of the command line."""

from __future__ import annotations

import re

__all__ = ["in_options"]

WORDS = [
    (re.compile(pattern, re.MULTILINE), here)
    for pattern, here in (
        (r"\bmax_iterations\b", "--max-iterations"),
        (r"\btime_limit\b", "--time-limit"),
        (r"^tolerance must\b", "--tolerance must"),
        (r"^stopped by the callback\b", "stopped"),
        (r"\bThe callback asked to stop\.", "Somebody asked to stop."),
        (r"\bwith start=(result|solution)", "with -o FILE and --start FILE"),
        (r", use float64, or check the gradient with check_gradient=True", " or use float64"),
        (r"[:;] pass \w+[\[.(].*$", ""),
        (r"\bsize=\{'([^']+)': \.\.\.\} or pass a start point", r"--size \1=NUMBER"),
        (r"\bsize=\{'([^']+)': \.\.\.\}", r"--size \1=NUMBER"),
    )
]


def in_options(sentence: str) -> str:
    """Name the options of a command where a sentence names arguments of Python.

    Example:
        >>> in_options("give it as size={'n': ...} or pass a start point")
        'give it as --size n=NUMBER'

    """
    for pattern, here in WORDS:
        sentence = pattern.sub(here, sentence)
    return sentence
