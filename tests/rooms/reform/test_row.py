from __future__ import annotations

from gennaker.reform.row import LONGEST_NAME, Row
from tests.reading import node_of


def test_row_is_named_by_what_it_says():
    row = Row(node_of("x"), "<=", node_of("w"))
    assert row.name == "x <= w"
    assert row.relation.sides == (node_of("x"), node_of("w"))
    assert row.relation.operators == ("<=",)
    assert row.relation.label is None


def test_long_names_are_cut_off():
    row = Row(node_of("x"), "<=", node_of(" + ".join(["x"] * 50)))
    assert len(row.name) == len("x <= ") + LONGEST_NAME
    assert row.name.endswith("...")
