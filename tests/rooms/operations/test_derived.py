from __future__ import annotations

from gennaker.expressions.shape import Kind, Shape
from gennaker.expressions.show import text
from gennaker.operations.derived import DERIVED, scatter, tensor
from gennaker.operations.table import FUNCTION_NAMES, OPERATIONS
from tests.reading import node_of


def test_derived_operations_are_no_part_of_the_language():
    names = {row.name for row in DERIVED}
    assert not names & {row.name for row in OPERATIONS}
    assert not names & FUNCTION_NAMES


def test_scatter_and_tensors_print():
    part = node_of("x[2:end]")
    back = scatter(part, (), part.args[0].shape, part.payload)
    assert text(back) == "scatter(x[2:end], [2:end])"
    matrix = node_of("X")
    shape = Shape(Kind.TENSOR, (*matrix.shape.axes, *matrix.shape.axes))
    assert text(tensor((matrix, matrix), shape, ("ik", "lj"), "ijkl")) == "X[i,k]*X[l,j]"
