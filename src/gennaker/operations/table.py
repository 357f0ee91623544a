"""The table of operations: every row, and which row a function name stands for."""

from __future__ import annotations

from gennaker.expressions.operation import Operation
from gennaker.operations.elementwise import ELEMENTWISE
from gennaker.operations.leaves import EYE, FILL, NUMBER, PARAMETER, SIZE, VARIABLE
from gennaker.operations.matrices import INDEX, MATRICES, STACK
from gennaker.operations.norms import NORMS
from gennaker.operations.products import (
    ADD,
    DIV,
    ELDIV,
    ELMUL,
    ELPOW,
    MATMUL,
    MATPOW,
    NEG,
    POW,
    SCALE,
    TRANSPOSE,
)
from gennaker.operations.reductions import REDUCTIONS

__all__ = ["AXES", "CONSTRUCTORS", "FUNCTIONS", "FUNCTION_NAMES", "OPERATIONS", "operation"]

LEAVES = (NUMBER, PARAMETER, VARIABLE, SIZE, FILL, EYE)
OPERATORS = (
    ADD,
    NEG,
    MATMUL,
    SCALE,
    ELMUL,
    DIV,
    ELDIV,
    POW,
    MATPOW,
    ELPOW,
    TRANSPOSE,
    INDEX,
    STACK,
)
NAMED = (*ELEMENTWISE, *REDUCTIONS, *NORMS, *MATRICES)

OPERATIONS: tuple[Operation, ...] = (*LEAVES, *OPERATORS, *NAMED)
"""Every row, in the order in which the documentation shows them."""

AXES = ("rows", "columns")
"""The words that may stand as the second argument of ``sum`` and ``mean``."""

CONSTRUCTORS = ("vector", "matrix", "eye")
"""Constant arrays, whose size follows from where they stand."""

_BY_NAME = {row.name: row for row in OPERATIONS}


def operation(name: str) -> Operation:
    """Return the row with a name.

    Example:
        >>> operation("exp").summary
        'The exponential.'

    """
    return _BY_NAME[name]


def _spoken(row: Operation) -> str:
    return row.spelling.text.partition("(")[0]


FUNCTIONS: dict[tuple[str, int], Operation] = {
    (_spoken(row), row.arity[0]): row for row in NAMED if not row.name.endswith(AXES)
}
"""The row of a function name with a number of arguments: ``max(x)`` is not ``max(a, b)``."""

FUNCTION_NAMES = frozenset(name for name, _ in FUNCTIONS) | frozenset(CONSTRUCTORS)
