from __future__ import annotations

import pytest

from gennaker.expressions import ONE, SCALAR, Dimension, Kind, Shape

M, N = Dimension.named("m"), Dimension.named("n")
ALL = (SCALAR, Shape.vector(N), Shape.row(N), Shape.matrix(M, N))


@pytest.mark.parametrize(
    ("shape", "rows", "columns"),
    [
        (SCALAR, ONE, ONE),
        (Shape.vector(N), N, ONE),
        (Shape.row(N), ONE, N),
        (Shape.matrix(M, N), M, N),
    ],
)
def test_every_kind_has_rows_and_columns(shape: Shape, rows: Dimension, columns: Dimension) -> None:
    assert (shape.rows, shape.columns) == (rows, columns)
    assert (shape.transposed.rows, shape.transposed.columns) == (columns, rows)


@pytest.mark.parametrize("shape", ALL, ids=str)
def test_transposing_twice_changes_nothing(shape: Shape) -> None:
    assert shape.transposed.transposed == shape


def test_the_kind_does_not_follow_from_the_sizes() -> None:
    assert Shape.vector(ONE) != Shape.row(ONE) != SCALAR
    assert Shape.vector(ONE).transposed.kind is Kind.ROW
    assert [shape.is_scalar for shape in (*ALL, Shape.vector(ONE))] == [True] + [False] * 4


def test_told_in_words() -> None:
    assert [str(shape) for shape in (*ALL, Shape.vector(ONE))] == [
        "scalar",
        "vector with n entries",
        "row vector with n entries",
        "matrix, m by n",
        "vector with 1 entry",
    ]
