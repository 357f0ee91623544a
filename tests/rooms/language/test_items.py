from __future__ import annotations

import pytest

from gennaker.language.parser import parse
from gennaker.language.source import Source


def read(text):
    model, mistakes = parse(Source(text))
    assert not mistakes
    return model


def test_declarations_hold_names_sizes_and_attributes():
    (first, second) = read(
        "parameters\n Matrix A(m, n), B symmetric psd\n vector b\nvariables\n Scalar t\nmin\n t"
    ).parameters
    assert [item.name for item in first.names] == ["A", "B"]
    assert first.attributes == ("symmetric", "psd")
    assert len(first.names[0].sizes) == 2
    assert second.kind == "Vector"


def test_constraints_hold_labels_and_chains():
    model = read("variables\n Vector x\nmin\n sum(x)\nst\n box: 0 <= x <= 1\n x'*x == 4")
    assert model.constraints[0].label == "box"
    assert model.constraints[0].relations == ("<=", "<=")
    assert model.constraints[1].label is None


def test_lets_hold_definitions():
    model = read("variables\n Vector x\nlet\n r = x - x\nmin\n r'*r")
    assert model.lets[0].name == "r"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Vector min", "word of the language"),
        ("Vector", "name"),
        ("Vector x[3]", "round"),
    ],
)
def test_wrong_declarations(line, message):
    _, mistakes = parse(Source(f"variables\n {line}\nmin\n 1"))
    assert message in mistakes[0].message
