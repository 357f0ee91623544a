from __future__ import annotations

import pytest

from gennaker.errors import ModelError
from gennaker.language.source import Source


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_places_count_lines_and_columns_from_one(end):
    source = Source(f"min{end}  x{end}")
    assert source.place(0) == (1, 1)
    assert source.place(len(f"min{end}  ")) == (2, 3)
    assert source.line(2) == "  x"


def test_bytes_that_are_no_utf8_have_a_place():
    with pytest.raises(ModelError) as caught:
        Source.decode("min\n  x\u00e9".encode("latin-1"))
    (mistake,) = caught.value.mistakes
    assert (mistake.line, mistake.column) == (2, 4)
    assert "0xe9" in mistake.message


def test_a_byte_order_mark_is_dropped():
    assert Source.decode(b"\xef\xbb\xbfmin").text == "min"
    assert Source.decode(2 * b"\xef\xbb\xbf").text == Source(2 * "\ufeff").text == "\ufeff"


def test_a_byte_order_mark_moves_no_place():
    with pytest.raises(ModelError) as caught:
        Source.decode(b"\xef\xbb\xbfmi\xff")
    assert (caught.value.mistakes[0].line, caught.value.mistakes[0].column) == (1, 3)


def test_a_mistake_at_the_end_stays_inside_the_text():
    mistake = Source("min").mistake((3, 9), "here")
    assert (mistake.line, mistake.column, mistake.length) == (1, 4, 1)
