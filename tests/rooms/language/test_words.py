from __future__ import annotations

import pytest

from gennaker.language.words import (
    ATTRIBUTES,
    KEYWORDS,
    KINDS,
    RESERVED,
    likely_block,
)


def test_keywords_come_in_two_cases():
    assert KEYWORDS["minimize"] == KEYWORDS["Minimize"] == "min"
    assert KINDS["matrix"] == KINDS["Matrix"] == "Matrix"
    assert {*ATTRIBUTES, "st", "let", "Vector"} <= RESERVED


@pytest.mark.parametrize(("word", "block"), [("parameter", "parameters"), ("minimise", "min")])
def test_headers_typed_by_habit_are_understood(word, block):
    assert likely_block(word) == block
