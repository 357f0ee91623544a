"""Sums over the rows of data: what can be added up block by block."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import cast

from gennaker.calculus.reverse import order_of_evaluation
from gennaker.calculus.rules import ENTRYWISE
from gennaker.calculus.tensor import ProductSpec, Tensor
from gennaker.expressions.dimension import Dimension
from gennaker.expressions.node import Node
from gennaker.expressions.structure import RowSum

__all__ = ["row_sums"]

FUNCTIONS = frozenset({*ENTRYWISE, "power"})


class _Form(Enum):
    """How a tensor that is no array of rows depends on them."""

    FREE = "not at all"
    TOTAL = "a sum over rows"
    MIXED = "in another way"


_Local = _Form | int
"""A form, or the axis along which each entry depends on the row of its own alone."""


def row_sums(roots: Sequence[Tensor]) -> tuple[RowSum, ...]:
    r"""Find the sizes along which all roots are sums over rows of the data.

    Example:
        >>> from gennaker.calculus.lower import Lowering
        >>> from gennaker.calculus.tensor import Graph
        >>> from gennaker.language.check import read
        >>> from gennaker.operations.convexity import Analysis
        >>> model = "parameters\n Matrix A(m, n)\n Vector b(m)\nvariables\n Vector x(n)\nmin\n "
        >>> objective = read(model + "norm2(A*x - b)^2 + norm2(x)^2").objective
        >>> row_sums([Lowering(Graph(), Analysis({})).tensor(objective)])
        (RowSum(size='m', axes=(('A', 0), ('b', 0))),)

    """
    order = order_of_evaluation(roots)
    leaves = [tensor for tensor in order if tensor.op == "leaf"]
    moving = {axis for leaf in leaves if leaf.varying for axis in leaf.axes}
    sizes = dict.fromkeys(axis for leaf in leaves for axis in leaf.axes if axis not in moving)
    return tuple(
        RowSum(str(size), _axes(leaves, size))
        for size in sizes
        if size.name is not None and _is_row_sum(order, roots, size)
    )


def _axes(leaves: Sequence[Tensor], size: Dimension) -> tuple[tuple[str, int], ...]:
    """Return the parameters that have a size by name, and which axis it is the length of."""
    found = (
        (cast("tuple[str, object]", cast("Node", leaf.payload).payload)[0], leaf.axes.index(size))
        for leaf in leaves
        if size in leaf.axes
    )
    return tuple(sorted(found))


def _is_row_sum(order: Sequence[Tensor], roots: Sequence[Tensor], size: Dimension) -> bool:
    found: dict[Tensor, _Local] = {}
    for tensor in order:
        local = _local(tensor, [found[arg] for arg in tensor.args], size)
        if local is _Form.MIXED:
            return False  # whatever uses it is mixed, too
        found[tensor] = local
    forms = {found[root] for root in roots}
    return _Form.TOTAL in forms and forms <= {_Form.TOTAL, _Form.FREE}


def _local(tensor: Tensor, args: list[_Local], size: Dimension) -> _Local:
    """Say how a tensor depends on the rows that ``size`` counts."""
    name = cast("str", size.name)
    if tensor.op == "size":
        return _Form.FREE  # how many rows there are in all is known beforehand
    if any(axis != size and name in dict(axis.terms) for axis in tensor.axes):
        return _Form.MIXED
    axes = [place for place, axis in enumerate(tensor.axes) if axis == size]
    if len(axes) > 1:
        return _Form.MIXED
    match tensor.op:
        case "product":
            return _product(tensor, args, axes)
        case "sum" if _Form.TOTAL in args:
            return _Form.TOTAL if set(args) <= {_Form.TOTAL, _Form.FREE} else _Form.MIXED
        case "leaf" | "sum":
            return axes[0] if axes else _Form.FREE
        case name if name in FUNCTIONS and _Form.TOTAL not in args:
            return axes[0] if axes else _Form.FREE
        case _:
            return _Form.FREE if set(args) <= {_Form.FREE} and not axes else _Form.MIXED


def _product(tensor: Tensor, args: list[_Local], axes: list[int]) -> _Local:
    """Multiply rows with what belongs to the same row, and totals with what is free of rows."""
    spec = cast("ProductSpec", tensor.payload)
    totals = [place for place, local in enumerate(args) if local is _Form.TOTAL]
    rows = {
        indices[local]
        for local, indices in zip(args, spec.indices, strict=True)
        if isinstance(local, int)
    }
    if totals:
        alone = len(totals) == 1 and not rows and not axes and spec.exponents[totals[0]] == 1
        return _Form.TOTAL if alone else _Form.MIXED
    if not rows:
        return axes[0] if axes else _Form.FREE
    row = min(rows)
    if len(rows) > 1 or (axes and row >= spec.order):
        return _Form.MIXED
    return row if axes else _Form.TOTAL
