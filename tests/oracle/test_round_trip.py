"""Random models that make sense are printed, read again and laid out anew without a change."""

from __future__ import annotations

import re

from hypothesis import given, settings

from gennaker.language.check import read
from tests.oracle.layout import Item, write
from tests.oracle.strategies import seeds, typed_models

many = settings(max_examples=2 * settings().max_examples)


CLOSING = {"{": "}", r"\left": r"\right", r"\begin": r"\end"}


def is_balanced(latex: str) -> bool:
    """Answer whether braces, delimiters and environments close in the order they are opened."""
    expected: list[str] = []
    for word in re.findall(r"\\[A-Za-z]+|\\.|[{}]", latex):
        if word in CLOSING:
            expected.append(CLOSING[word])
        elif word in CLOSING.values() and (not expected or expected.pop() != word):
            return False
    return not expected


@many
@given(typed_models(), seeds)
def test_print_and_read(items: list[Item], seed: int) -> None:
    problem = read(write(items, seed))
    again = read(problem.text())
    assert again == problem
    assert again.text() == problem.text()
    assert all(new is old for new, old in zip(again.roots, problem.roots, strict=True))


@many
@given(typed_models(), seeds)
def test_layout_means_nothing(items: list[Item], seed: int) -> None:
    plain, fancy = read(write(items, 0)), read(write(items, seed))
    assert fancy == plain
    assert all(new is old for new, old in zip(fancy.roots, plain.roots, strict=True))


@given(typed_models())
def test_mathematics_is_printed(items: list[Item]) -> None:
    problem = read(write(items, 0))
    assert problem.unicode().startswith(("minimise over", "maximise over"))
    assert is_balanced(problem.latex())


def test_imbalance_is_seen() -> None:
    assert is_balanced(r"\left( \frac{1}{2} \}\right)")
    assert not is_balanced(r"\left( {1 \right)}")
    assert not is_balanced(r"\begin{aligned} {")
