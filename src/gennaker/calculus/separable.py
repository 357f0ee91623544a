"""Separable functions: sums of terms that depend on one entry of the variables each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import cast

from gennaker.calculus.degree import degree
from gennaker.calculus.reverse import order_of_evaluation
from gennaker.calculus.rules import ENTRYWISE
from gennaker.calculus.tensor import ProductSpec, Tensor
from gennaker.expressions.structure import Degree

__all__ = ["is_separable"]

FUNCTIONS = frozenset({*ENTRYWISE, "power"})


class _Form(Enum):
    """How a tensor depends on the entries of the variables."""

    CONSTANT = "not at all"
    ENTRY = "each entry on the same entry of one variable"
    SUM = "a sum of terms in one entry each"
    MIXED = "in another way"


@dataclass(frozen=True, slots=True)
class _Local:
    """A form, and the variable whose entries are meant."""

    form: _Form
    variable: Tensor | None = None


CONSTANT, SUM, MIXED = map(_Local, (_Form.CONSTANT, _Form.SUM, _Form.MIXED))


def is_separable(root: Tensor) -> bool:
    r"""Answer whether a scalar is a sum of terms in one entry of the variables each.

    Example:
        >>> from gennaker.calculus.lower import Lowering
        >>> from gennaker.calculus.tensor import Graph
        >>> from gennaker.language.check import read
        >>> from gennaker.operations.convexity import Analysis
        >>> model = "parameters\n Matrix A\nvariables\n Vector x\nmin\n "
        >>> lowering = Lowering(Graph(), Analysis({}))
        >>> objectives = ("sum(exp(x)) + sum(A*x)", "norm2(A*x)^2")
        >>> [is_separable(lowering.tensor(read(model + text).objective)) for text in objectives]
        [True, False]

    """
    found: dict[Tensor, _Local] = {}
    for tensor in order_of_evaluation((root,)):
        local = _local(tensor, [found[arg] for arg in tensor.args])
        if local is MIXED and not tensor.axes and degree(tensor) <= Degree.LINEAR:
            local = SUM
        found[tensor] = local
    return found[root] is not MIXED and not root.axes


def _local(tensor: Tensor, args: list[_Local]) -> _Local:
    """Say how a tensor depends on the variables, and on the entries of which one."""
    if not tensor.varying:
        return CONSTANT
    if tensor.op == "leaf":
        return _Local(_Form.ENTRY, tensor)
    moving = [local for local in args if local is not CONSTANT]
    if MIXED in moving:
        return MIXED
    if tensor.op == "product":
        return _product(tensor, args)
    one = moving[0].form is _Form.ENTRY and all(local == moving[0] for local in moving)
    if tensor.op == "sum":
        if one:
            return moving[0]
        return MIXED if tensor.axes else SUM
    return moving[0] if one and tensor.op in FUNCTIONS else MIXED


def _product(tensor: Tensor, args: list[_Local]) -> _Local:
    """Multiply entries of one variable with each other and with data."""
    spec = cast("ProductSpec", tensor.payload)
    moving = [place for place, local in enumerate(args) if local is not CONSTANT]
    first, *others = moving
    if args[first] is SUM:
        alone = not others and spec.exponents[first] == 1 and not tensor.axes
        return SUM if alone else MIXED
    indices = spec.indices[first]
    if len(set(indices)) < len(indices):
        return MIXED
    if any(args[p] != args[first] or spec.indices[p] != indices for p in others):
        return MIXED
    if indices == tuple(range(spec.order)):
        return args[first]
    return MIXED if tensor.axes else SUM
