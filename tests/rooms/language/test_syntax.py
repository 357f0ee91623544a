from __future__ import annotations

from gennaker.language.parser import parse
from gennaker.language.source import Source
from gennaker.language.syntax import Name, Number


def test_places_take_no_part_in_comparisons():
    assert Name("x", (1, 2)) == Name("x", (5, 6))
    assert Name("x") != Name("y")
    assert Number("1") != Number("1.0")


def test_layout_does_not_change_a_tree():
    tight, _ = parse(Source("variables\nVector x\nmin\nnorm2(x)^2"))
    wide, _ = parse(Source("variables  # unknowns\n\n   Vector   x\nmin norm2( x )^2\n"))
    assert tight == wide
