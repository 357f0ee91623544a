"""Which matrices may stay sparse, or be known by their products alone: those only multiplied by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache

from gennaker.backends.space import Array
from gennaker.emission.program import Program
from gennaker.emission.schedule import Block
from gennaker.errors import DataError
from gennaker.expressions.node import Node
from gennaker.expressions.problem import Problem
from gennaker.expressions.shape import Kind
from gennaker.expressions.walk import postorder
from gennaker.pipeline.load import write_source
from gennaker.pipeline.memory import machine_memory

__all__ = ["filled", "multiplied", "multiplied_everywhere"]

LARGE = 2**30


def multiplied(programs: Iterable[Program]) -> frozenset[str]:
    r"""Return the matrices that programs use in nothing but products with dense operands.

    Example:
        >>> from gennaker.language.check import read
        >>> model = "parameters\n Matrix A, B\nvariables\n Vector x\nmin\n norm2(A*x)^2 + norm2(B*B*x)"
        >>> sorted(multiplied([write_source(read(model), "numpy").program]))
        ['A', 'B']

    """
    kept: set[str] = set()
    spoilt: set[str] = set()
    for program in programs:
        names = {
            symbol.node: symbol.name
            for symbol in program.problem.parameters
            if symbol.kind is Kind.MATRIX
        }
        kept |= set(names.values())
        sides = [side for item in program.problem.bounds for side in (item.lower, item.upper)]
        bounds = Block((), tuple(side for side in sides if side is not None))
        for block in (bounds, *_blocks(program)):
            spoilt |= {names[node] for node in _otherwise_used(block) if node in names}
    return frozenset(kept - spoilt)


@lru_cache(maxsize=16)
def multiplied_everywhere(problem: Problem) -> frozenset[str]:
    """Return the same for a problem, whether or not its points are inside the bounds."""
    return multiplied(write_source(problem, "numpy", inside=flag).program for flag in (True, False))


def _blocks(value: object) -> Iterator[Block]:
    """List the functions of a program, whichever there are."""
    if isinstance(value, Block):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _blocks(item)
    elif isinstance(value, Program) and is_dataclass(value):
        for item in fields(value):
            yield from _blocks(getattr(value, item.name))


def _otherwise_used(block: Block) -> set[Node]:
    """Return the leaves that stand elsewhere than in a product with a dense operand."""
    found = {leaf for root in block.results if (leaf := _leaf(root)) is not None}
    for node in postorder([*(step.node for step in block.steps), *block.results]):
        leaves = [_leaf(arg) for arg in node.args]
        if node.op.name == "transpose" or not any(leaves):
            continue
        if node.op.name == "matmul" and len([leaf for leaf in leaves if leaf is not None]) == 1:
            (other,) = (arg for arg, leaf in zip(node.args, leaves, strict=True) if leaf is None)
            if other.op.name != "diag":  # rows or columns are scaled there, entry by entry
                continue
        found |= {leaf for leaf in leaves if leaf is not None}
    return found


def _leaf(node: Node) -> Node | None:
    """Return the matrix that an operand is, perhaps transposed; vectors are never sparse."""
    while node.op.name == "transpose":
        node = node.args[0]
    return node if node.op.name == "parameter" and len(node.shape.axes) > 1 else None


def filled(name: str, array: Array) -> Array:
    """Write a sparse matrix out, if that fits into memory."""
    size = array.shape[0] * array.shape[1] * array.dtype.itemsize
    if size > LARGE and size > machine_memory() // 2:
        raise DataError(
            f"{name} is sparse, but the model uses its entries one by one, and written out with "
            f"its shape {array.shape} it would take {size / 2**30:.1f} GiB; use {name} in products "
            f"such as {name}*x alone, or pass less of it"
        )
    return array.toarray()
