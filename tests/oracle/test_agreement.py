"""The parser and the oracle agree: on what is a model, and on what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gennaker.language.parser import parse
from gennaker.language.source import Source
from tests.oracle import oracle
from tests.oracle.layout import Item, write
from tests.oracle.strategies import seeds, syntactic_models, typed_models

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*/model.txt"))
HEAD = "variables\n  Vector x\nmin\n  sum(x)\n"
WORD = re.compile(r"\s+|#[^\r\n]*|\w+|[.<>=]?[=*/^]|.", re.DOTALL)
SPARE_WORDS = [
    *"()[],;:'+-*/^<>=.@%!&|\\\"?$~`{}",
    *(".*", "./", ".^", "==", "<=", ">=", "**", "//", ":=", "≤", "\n", "\r", " ", "\t", "\u2028"),
    *("x", "A", "1", "2.", ".5", "1e3", "1e999", "λ", "²", "·", "\u0301", "\0", "\ufeff", "# a\n"),
    *("min", "max", "Min", "max(", "st", "s.t.", "let", "subject", "to", "variables", "Vector"),
    *("matrix", "psd", "sparse", "minimize", "rows", "end", "_"),
]
many = settings(max_examples=3 * settings().max_examples)


def assert_agreement(text: str) -> bool:
    """Compare the two readings of a text; answer whether it is a model."""
    model, mistakes = parse(Source(text))
    try:
        expected = oracle.read(text)
    except oracle.Refused as reason:
        verdict = f"the parser accepts it, but the oracle does not: {reason}"
    else:
        assert not mistakes, f"the oracle accepts it, but the parser does not: {mistakes[0]}"
        assert oracle.structure(model) == expected
        return True
    assert mistakes, verdict
    return False


@st.composite
def damaged(draw: st.DrawFn, items: list[Item]) -> str:
    """Draw a text in which a few words are lost, doubled, exchanged or replaced."""
    words = WORD.findall(write(items, draw(seeds)))
    for _ in range(draw(st.integers(1, 4))):
        place, other = (draw(st.integers(0, len(words) - 1)) for _ in range(2))
        spare = draw(st.sampled_from(SPARE_WORDS))
        match draw(st.sampled_from(["lose", "double", "exchange", "replace", "insert"])):
            case "lose" if len(words) > 1:
                del words[place]
            case "double":
                words.insert(place, words[other])
            case "exchange":
                words[place], words[other] = words[other], words[place]
            case "replace":
                words[place] = spare
            case _:
                words.insert(place, spare)
    return "".join(words)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.parent.name)
def test_on_the_examples(path: Path) -> None:
    assert assert_agreement(path.read_text(encoding="utf-8"))


@many
@given(syntactic_models(), seeds)
def test_on_random_syntax(items: list[Item], seed: int) -> None:
    assert assert_agreement(write(items, seed))


@many
@given(syntactic_models().flatmap(damaged))
def test_on_damaged_syntax(text: str) -> None:
    assert_agreement(text)


@many
@given(typed_models().flatmap(damaged))
def test_on_damaged_models(text: str) -> None:
    assert_agreement(text)


@given(st.lists(st.sampled_from(SPARE_WORDS), max_size=12))
def test_on_any_words_in_a_constraint(words: list[str]) -> None:
    assert_agreement(HEAD + "st\n  x >= 0\n" + " ".join(words))


# ---- the oracle by itself, so that agreement means something -------------------------------


@pytest.mark.parametrize(
    "rest",
    [
        "st x >= 0; 0 <= x <= 1",
        "st\n a: x\n >= 0",
        "let r = x - \n x",
        "subject to:\n (-x) <= 1\n x' >= 0",
        "s.t. [x, -x; x - x]' == 2^-1 + 1./x.^(1/2)",
        "st max(x) <= 1\n min(x) >= 0",
        "st x >= 1\n  - x\n x[2:end] == f()",
    ],
)
def test_oracle_accepts(rest: str) -> None:
    assert assert_agreement(HEAD + rest)


@pytest.mark.parametrize(
    "rest",
    [
        "st x >= 0 x <= 1",
        "st x >= 0\n - x >= 1",
        "st x >= 0\n - f(x,\n x) >= 1",
        "st x >= 0\n - x *\n x >= 1",
        "st x^2^3 >= 0",
        "st x^2' >= 0",
        "st sum([x -x]) >= 0",
        "st x",
        "st x >= f\n(x)",
        "st x = 0",
        "min x",
        "variables Vector y",
        "let x",
        "st st: x >= 0",
        "st " + "(" * 101 + "x" + ")" * 101 + " >= 0",
        "st x >= 1e999",
    ],
)
def test_oracle_refuses(rest: str) -> None:
    assert not assert_agreement(HEAD + rest)


def test_oracle_reads_structure() -> None:
    _, _, _, (maximize, value), _ = oracle.read("variables Vector x max -x'*2^-x - 1")
    x, minus_x = ("name", "x"), ("signed", "-", ("name", "x"))
    power = ("power", "^", ("number", "2"), minus_x)
    product = ("product", (("signed", "-", ("transposed", x)), power), ("*",))
    assert maximize
    assert value == ("sum", (product, ("number", "1")), ("-",))
