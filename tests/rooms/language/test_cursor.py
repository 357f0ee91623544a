from __future__ import annotations

import pytest

from gennaker.language.cursor import Complaint, Cursor, Stop
from gennaker.language.source import Source


def test_a_cursor_moves_over_tokens():
    cursor = Cursor(Source("a (b"))
    assert cursor.take().text == "a"
    assert cursor.token.text == "("
    assert cursor.before.text == "a"
    assert cursor.ahead(9).kind == cursor.tokens[-1].kind


def test_brackets_are_matched_once_for_the_whole_text():
    cursor = Cursor(Source("( [ ] ) ("))
    assert cursor.partner(0) == 3
    assert cursor.partner(1) == 2
    assert cursor.partner(4) is None


def test_a_failure_is_noted_and_leaves_the_item():
    cursor = Cursor(Source("x"))
    with pytest.raises(Stop):
        cursor.fail((0, 1), "no", "yes")
    with pytest.raises(Stop):
        cursor.refuse(Complaint("again"))
    assert [mistake.message for mistake in cursor.mistakes] == ["no", "again"]


def test_nesting_is_limited():
    cursor = Cursor(Source("(" * 500))
    for _ in range(100):
        cursor.enter()
    with pytest.raises(Stop):
        cursor.enter()
    assert "nested" in cursor.mistakes[0].message
