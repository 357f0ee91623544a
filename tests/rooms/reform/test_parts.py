from __future__ import annotations

from gennaker.expressions.show import text
from gennaker.reform.arithmetic import negated
from gennaker.reform.parts import Parts
from tests.reading import node_of


def test_parts_make_up_value_and_size():
    parts = Parts.of(node_of("x"), node_of("y"))
    assert text(parts.value) == "x - y"
    assert text(parts.size) == "x + y"
    assert text(parts.swapped.value) == "y - x"
    assert parts.swapped.size is parts.size


def test_changes_reach_every_part():
    parts = Parts.of(node_of("x"), node_of("y")).each(negated)
    assert [text(part) for part in (parts.positive, parts.negative, parts.size)] == [
        "-x",
        "-y",
        "-x - y",
    ]
