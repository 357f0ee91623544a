from __future__ import annotations

import pytest

from gennaker.expressions import ALL, DYNAMIC, ONE, Dimension, Index

N = Dimension.named("n")
TWO = Dimension.of(2)


@pytest.mark.parametrize(
    ("index", "length", "single"),
    [
        (ALL, N, False),
        (DYNAMIC, ONE, True),
        (Index(TWO), ONE, True),
        (Index(TWO, N), N - ONE, False),
        (Index(TWO, TWO), ONE, False),
        (Index(ONE, N - TWO), N - TWO, False),
    ],
)
def test_how_many_positions_are_taken(index: Index, length: Dimension, *, single: bool) -> None:
    assert index.length(N) == length
    assert index.is_single is single
