from __future__ import annotations

import pytest

from gennaker.language.source import Source
from gennaker.language.tokens import tokenize


def texts(text):
    tokens, mistakes = tokenize(Source(text))
    assert not mistakes
    return [token.text for token in tokens][:-1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2.*x", ["2", ".*", "x"]),
        ("1./x", ["1", "./", "x"]),
        ("1.5.*x", ["1.5", ".*", "x"]),
        ("1.e3", ["1.e3"]),
        (".5", [".5"]),
        ("1e-3-x", ["1e-3", "-", "x"]),
        ("x.^-2'", ["x", ".^", "-", "2", "'"]),
        ("a<=b # c", ["a", "<=", "b"]),
        ("s.t.", ["st"]),
        ("x_1", ["x_1"]),
    ],
)
def test_words(text, expected):
    assert texts(text) == expected


def test_the_first_token_of_a_line_is_marked():
    tokens, _ = tokenize(Source("min\n  x + y"))
    assert [token.first for token in tokens] == [True, True, False, False, True]


@pytest.mark.parametrize("text", ["1e999", "1" * 500, "x\u00b2", "\u00a7", "a\x00b"])
def test_what_belongs_nowhere_is_a_mistake(text):
    _, mistakes = tokenize(Source(text))
    assert mistakes
