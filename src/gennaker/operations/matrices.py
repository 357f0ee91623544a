"""Functions of matrices, indexing and stacking."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from gennaker.expressions.curvature import Curvature, Facts
from gennaker.expressions.dimension import ONE, Dimension
from gennaker.expressions.index import Index
from gennaker.expressions.node import Node, make
from gennaker.expressions.operation import (
    Domain,
    FactsRule,
    Operation,
    ShapeMismatch,
    ShapeRule,
    Spelling,
)
from gennaker.expressions.shape import SCALAR, Kind, Shape
from gennaker.expressions.show import text
from gennaker.expressions.sign import Sign
from gennaker.expressions.sizes import Sizes
from gennaker.operations.facts import (
    CONCAVE,
    composed,
    first_reason,
    joined,
    summed,
    unary,
)
from gennaker.operations.shapes import shown, square, untransposed

__all__ = ["INDEX", "MATRICES", "STACK", "indexed", "stacked"]

SHOWN = 40


def _trace_shape(args: tuple[Node, ...], sizes: Sizes) -> Shape:
    if args[0].is_scalar:
        return SCALAR
    square("tr", args[0], sizes)
    return SCALAR


def _square_to_scalar(name: str) -> ShapeRule:
    def rule(args: tuple[Node, ...], sizes: Sizes) -> Shape:
        square(name, args[0], sizes)
        return SCALAR

    return rule


def _inv_shape(args: tuple[Node, ...], sizes: Sizes) -> Shape:
    return square("inv", args[0], sizes)


def _diag_shape(args: tuple[Node, ...], sizes: Sizes) -> Shape:
    (arg,) = args
    match arg.kind:
        case Kind.SCALAR:
            message = f"diag needs a vector or a square matrix, but {shown(arg)} is a scalar"
            raise ShapeMismatch(message, f"{shown(arg)}*eye")
        case Kind.MATRIX:
            return Shape.vector(square("diag", arg, sizes).axes[0])
        case _:
            return Shape.matrix(arg.shape.axes[0], arg.shape.axes[0])


def _trace_facts(node: Node, facts: tuple[Facts, ...]) -> Facts:
    fact = summed(node, facts)
    return replace(fact, sign=_diagonal_sign(facts[0], fact.sign))


def _diagonal_sign(matrix: Facts, sign: Sign) -> Sign:
    """A semidefinite matrix has a diagonal of at least 0."""
    return (sign & Sign.NONNEGATIVE or Sign.ZERO) if matrix.psd else sign


def _det_facts(node: Node, facts: tuple[Facts, ...]) -> Facts:
    sign = Sign.NONNEGATIVE if facts[0].psd else Sign.UNKNOWN
    return unary(sign)(node, facts)


def _inv_facts(node: Node, facts: tuple[Facts, ...]) -> Facts:
    return replace(unary(Sign.UNKNOWN)(node, facts), psd=facts[0].psd)


def _logdet_facts(node: Node, facts: tuple[Facts, ...]) -> Facts:
    (fact,) = facts
    if fact.symmetric or fact.curvature is Curvature.CONSTANT:
        return composed(node, Sign.UNKNOWN, (CONCAVE,), facts)
    shown = text(node.args[0], SHOWN)
    reason = f"{shown} is not known to be symmetric, as the concavity of logdet demands"
    if node.args[0].op.name == "variable":
        reason += f" (declare Matrix {shown} symmetric if it is)"
    return Facts(Sign.UNKNOWN, Curvature.UNKNOWN, reason=fact.reason or reason)


def _diag_facts(node: Node, facts: tuple[Facts, ...]) -> Facts:
    (fact,) = facts
    if node.kind is Kind.MATRIX:
        sign, psd = fact.sign | Sign.ZERO, fact.sign.is_nonnegative
    else:
        sign, psd = _diagonal_sign(fact, fact.sign), False
    return Facts(sign, fact.curvature, psd, fact.reason)


def _index_shape(_args: tuple[Node, ...], _sizes: Sizes) -> Shape:
    message = "the shape of an index follows from its positions; see indexed()"
    raise AssertionError(message)


def _index_facts(node: Node, facts: tuple[Facts, ...]) -> Facts:
    """Take entries; equal rows and columns of a semidefinite matrix make another one."""
    fact = facts[0]
    indices = cast("tuple[Index, ...]", node.payload)
    principal = node.kind is Kind.MATRIX and indices[0] == indices[1]
    return Facts(fact.sign, fact.curvature, fact.psd and principal, fact.reason)


def _stack_facts(node: Node, facts: tuple[Facts, ...]) -> Facts:
    curvature = facts[0].curvature
    for fact in facts[1:]:
        curvature = curvature + fact.curvature
    reason = ""
    if curvature is Curvature.UNKNOWN:
        reason = first_reason(facts) or f"{shown(node)} stacks convex and concave expressions"
    return Facts(joined(fact.sign for fact in facts), curvature, reason=reason)


def indexed(base: Node, indices: tuple[Index, ...], positions: tuple[Node, ...]) -> Node:
    """Return the node of ``base[indices]``; ``positions`` are the dynamic ones among them."""
    if len(indices) == 1 and indices[0].is_single:
        return make(INDEX, (base, *positions), SCALAR, indices)
    lengths = [
        index.length(axis)
        for index, axis in zip(indices, base.shape.axes, strict=True)
        if not index.is_single
    ]
    if not lengths:
        shape = SCALAR
    elif len(lengths) == len(indices):
        shape = Shape(base.kind, tuple(lengths))
    elif indices[0].is_single:
        shape = Shape.row(lengths[0])
    else:
        shape = Shape.vector(lengths[0])
    return make(INDEX, (base, *positions), shape, indices)


def stacked(rows: tuple[tuple[Node, ...], ...], sizes: Sizes) -> Node:
    """Return the node of ``[A, B; C, D]``; blocks of a row have equally many rows."""
    blocks = tuple(block for row in rows for block in row)
    widths = [_width(row, sizes) for row in rows]
    for row, width in zip(rows, widths, strict=True):
        first = rows[0]
        if not _equal(widths[0], width, sizes, f"[{shown(first[0])}; {shown(row[0])}]"):
            message = (
                f"the rows of this stack do not have equally many columns: {widths[0]} and {width}"
            )
            single = len(first) == len(row) == 1
            raise ShapeMismatch(message, _edit_below(first[0], row[0]) if single else None)
    height = Dimension.total((row[0].shape.rows, 1) for row in rows)
    return make(STACK, blocks, _stack_shape(blocks, height, widths[0]), tuple(map(len, rows)))


def _width(row: tuple[Node, ...], sizes: Sizes) -> Dimension:
    """Demand equally many rows of blocks that stand side by side; add up their columns."""
    first = row[0]
    for block in row[1:]:
        height, other = first.shape.rows, block.shape.rows
        if not _equal(height, other, sizes, f"[{shown(first)}, {shown(block)}]"):
            message = (
                f"{shown(first)} and {shown(block)} stand side by side, but do not have "
                f"equally many rows: {height} and {other}"
            )
            raise ShapeMismatch(message, _edit_beside(first, block))
    return Dimension.total((block.shape.columns, 1) for block in row)


def _equal(left: Dimension, right: Dimension, sizes: Sizes, because: str) -> bool:
    """Make two lengths equal, but never turn an array into a single row or column."""
    resolved = {sizes.resolve(left), sizes.resolve(right)}
    if ONE in resolved:
        return len(resolved) == 1
    return sizes.equate(left, right, because)


def _edit_beside(left: Node, right: Node) -> str | None:
    if {left.kind, right.kind} <= {Kind.VECTOR, Kind.SCALAR}:
        return f"[{shown(left)}; {shown(right)}]"
    return None


def _edit_below(above: Node, below: Node) -> str | None:
    """Turn what stands below into the direction of what stands above."""
    if {above.kind, below.kind} == {Kind.VECTOR, Kind.ROW}:
        return f"[{shown(above)}; {untransposed(below)}]"
    if {above.kind, below.kind} == {Kind.SCALAR, Kind.ROW}:
        return f"[{shown(above)}, {shown(below)}]"
    return None


def _stack_shape(blocks: tuple[Node, ...], height: Dimension, width: Dimension) -> Shape:
    """Stacked scalars and vectors stay vectors as long as they keep to one direction."""
    kinds = {block.kind for block in blocks}
    if len(blocks) == 1:
        return blocks[0].shape
    if kinds <= {Kind.SCALAR, Kind.VECTOR} and width == ONE:
        return Shape.vector(height)
    if kinds <= {Kind.SCALAR, Kind.ROW} and height == ONE:
        return Shape.row(width)
    return Shape.matrix(height, width)


def _row(
    name: str,
    summary: str,
    shape: ShapeRule,
    facts: FactsRule,
    latex: str,
    domain: Domain | None = None,
    unicode: str | None = None,
) -> Operation:
    return Operation(
        name=name,
        summary=summary,
        example=f"{name}(K)",
        arity=(1, 1),
        shape=shape,
        facts=facts,
        spelling=Spelling(
            f"{name}(#1)",
            unicode or f"{name}(#1)",
            latex,
            ("unicode", "latex") if unicode else (),
        ),
        domain=domain,
    )


MATRICES = (
    _row("tr", "The trace.", _trace_shape, _trace_facts, r"\operatorname{tr}\left(#1\right)"),
    _row("det", "The determinant.", _square_to_scalar("det"), _det_facts, r"\det\left(#1\right)"),
    _row(
        "logdet",
        "The logarithm of the determinant of a positive definite matrix.",
        _square_to_scalar("logdet"),
        _logdet_facts,
        r"\log\det\left(#1\right)",
        domain=Domain(Sign.UNKNOWN, "positive definite arguments"),
    ),
    _row(
        "inv",
        "The inverse.",
        _inv_shape,
        _inv_facts,
        "#1^{-1}",
        domain=Domain(Sign.UNKNOWN, "arguments that can be inverted"),
        unicode="#1⁻¹",
    ),
    _row(
        "diag",
        "The diagonal of a matrix as a vector, or a diagonal matrix from a vector.",
        _diag_shape,
        _diag_facts,
        r"\operatorname{diag}\left(#1\right)",
    ),
)
INDEX = Operation(
    name="index",
    summary="`x[i]`, `x[a:b]`, `X[i, :]`: positions count from 1 and the end is included.",
    example="x[2:end]",
    arity=(1, 3),
    shape=_index_shape,
    facts=_index_facts,
    spelling=Spelling("#*", "#*", "#*"),
)
STACK = Operation(
    name="stack",
    summary="`[A, B; C, D]` puts blocks side by side and below one another.",
    example="[x; b]",
    arity=(1, 1_000_000_000),
    shape=_index_shape,
    facts=_stack_facts,
    spelling=Spelling("#*", "#*", "#*"),
)
