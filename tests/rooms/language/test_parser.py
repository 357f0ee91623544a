from __future__ import annotations

import pytest

from gennaker.language.parser import parse
from gennaker.language.source import Source

WHOLE = "parameters\n Matrix A\nvariables\n Vector x\nmin\n norm2(A*x)^2\nst\n x >= 0\n"


@pytest.mark.parametrize(
    "other",
    [
        WHOLE.replace("min", "minimize"),
        WHOLE.replace("parameters", "Parameters").replace("st", "s.t."),
        WHOLE.replace("st\n", "subject to\n"),
        WHOLE.replace("norm2(A*x)^2", "norm2(A\n *x)^2"),
        WHOLE.replace("norm2(A*x)^2", "norm2(\nA*x\n)^2"),
        "parameters Matrix A variables Vector x min norm2(A*x)^2 st x >= 0",
        WHOLE.replace("\n", "\r\n"),
        "\ufeff" + WHOLE,
    ],
)
def test_the_same_model_in_other_words(other):
    tree, mistakes = parse(Source(other))
    assert not mistakes
    assert tree == parse(Source(WHOLE))[0]


def test_min_is_a_header_or_a_function():
    tree, mistakes = parse(Source("variables\n Vector x\nmin\n min(x)\nst\n min(x) >= 0"))
    assert not mistakes
    assert len(tree.constraints) == 1


def test_reading_goes_on_after_a_mistake():
    _, mistakes = parse(Source("variables\n Vector x y\nmin\n x ** 2\nst\n x @ x == 1\n x >= (0"))
    assert sorted(mistake.line for mistake in mistakes) == [2, 4, 6, 7]


def test_a_line_that_starts_with_a_sign_and_could_be_either_is_refused():
    text = WHOLE + " -x <= 5\n"
    assert "starts with" in parse(Source(text))[1][0].message
    assert not parse(Source(WHOLE + " (-x) <= 5\n"))[1]


@pytest.mark.parametrize("text", ["", "min\n x", "variables\n Vector x", "variables\nmin\n 1"])
def test_missing_blocks_are_asked_for(text):
    assert parse(Source(text))[1]


@pytest.mark.parametrize("bracket", ["(", "[", "x[", "norm2("])
def test_deep_nesting_is_a_clear_mistake(bracket):
    _, mistakes = parse(Source("variables\n Vector x\nmin\n " + bracket * 100_000))
    assert "nested" in mistakes[0].message
