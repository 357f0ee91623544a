"""Any text and any bytes give a model or our own error, with places that exist."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gennaker import Model, ModelError
from tests.oracle.layout import Item, write
from tests.oracle.strategies import seeds, syntactic_models

PIECES = [
    *"()[],;:'+-*/^<>=.@%!&|\\\"?$~`{}# \n\t\r\0",
    *(
        "\ufeff",
        "\u2028",
        "\ud800",
        "²",
        "√",
        "‖",
        "λ",
        "變",
        "e\u0301",
        "\U0001f600",
        "≤",
        "−",
        "…",
    ),
    *("parameters", "variables", "let", "min", "max", "st", "s.t.", "subject to", "minimise"),
    *("Matrix", "Vector", "Scalar", "psd", "sparse", "symmetric", "A", "x", "b", "n", "end", "eye"),
    *("sum(", "norm2(", "vector(", "max(", "x[", "[A, x; ", "A(m, n)", "x'", "A*x", "x >= 0", "=="),
    *("1", "2.", "1e999", "0.5", "1" * 500, "x" * 300, "np.exp(x)", "X.T", "__import__('os')"),
]
many = settings(max_examples=3 * settings().max_examples)
texts = st.one_of(
    st.text(),
    st.lists(st.sampled_from(PIECES)).map("".join),
    st.lists(st.sampled_from(PIECES)).map(" ".join),
)


def assert_model_or_our_error(text: str | bytes) -> None:
    """Read a text, and look at the model or at the error from all sides."""
    try:
        model = Model(text)
    except ModelError as error:
        if isinstance(text, bytes):
            text = text.decode("utf-8", errors="replace")
        assert_places(error, text.removeprefix("\ufeff"))
    else:
        assert str(model)


def assert_places(error: ModelError, text: str) -> None:
    """Demand at least one mistake, each of them at a place of the text, and a full report."""
    lines = re.split(r"\r\n|\r|\n", text)
    assert error.mistakes
    for mistake in error.mistakes:
        line = lines[mistake.line - 1]
        assert mistake.line >= 1
        assert mistake.text == line
        assert 1 <= mistake.column <= len(line) + 1
        assert 1 <= mistake.length <= max(1, len(line) + 1 - mistake.column)
        assert mistake.message in str(mistake)
        json.dumps(mistake.as_dict())
    assert str(error)


@many
@example("")
@example("min")
@example("variables\n Scalar x\nmin\n x^^2\n x >= 0\n 3 = x\nmin = 3\nmin: x")
@given(texts)
def test_any_text(text: str) -> None:
    assert_model_or_our_error(text)


@many
@given(st.one_of(st.binary(), texts.map(lambda text: text.encode("utf-8", "surrogatepass"))))
def test_any_bytes(data: bytes) -> None:
    assert_model_or_our_error(data)


@many
@given(syntactic_models(), seeds)
def test_models_that_make_syntax_but_no_sense(items: list[Item], seed: int) -> None:
    assert_model_or_our_error(write(items, seed))


@pytest.mark.parametrize("piece", PIECES)
def test_a_piece_a_thousand_times(piece: str) -> None:
    assert_model_or_our_error("variables Vector x min sum(x) st x >= " + piece * 1000)
    assert_model_or_our_error(f"{piece}\n" * 1000)
