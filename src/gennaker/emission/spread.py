"""Vectors that are repeated in every column or row of a matrix, which libraries do by themselves."""

from __future__ import annotations

from enum import Enum

from gennaker.expressions.node import Node
from gennaker.expressions.shape import Kind

__all__ = ["Along", "spread"]


class Along(Enum):
    """Whether a vector is repeated in every column, or in every row."""

    COLUMNS = "columns"
    ROWS = "rows"


def spread(node: Node) -> tuple[Along, Node] | None:
    r"""Recognise ``v*vector(1)'`` and ``vector(1)*v'``, and return the vector.

    Example:
        >>> from gennaker.language.check import read
        >>> head = "parameters\n Vector v(n)\nvariables\n Matrix X(m, n)\nlet\n "
        >>> problem = read(head + "f = vector(1)*v'\nmin\n sum(X + f)")
        >>> along, vector = spread(problem.lets[0].value)
        >>> along.value, vector.payload[0]
        ('rows', 'v')

    """
    if node.op.name != "matmul" or node.args[0].kind is not Kind.VECTOR:
        return None
    column, row = node.args
    if row.op.name != "transpose":
        return None
    if _is_ones(row.args[0]):
        return Along.COLUMNS, column
    return (Along.ROWS, row.args[0]) if _is_ones(column) else None


def _is_ones(node: Node) -> bool:
    return node.op.name == "fill" and node.args[0].op.name == "number" and node.args[0].payload == 1
