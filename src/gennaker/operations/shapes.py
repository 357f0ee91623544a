"""Shape rules shared by many operations, and the words for operands that do not fit."""

from __future__ import annotations

from gennaker.expressions.node import Node
from gennaker.expressions.operation import ShapeMismatch, ShapeRule
from gennaker.expressions.shape import SCALAR, Kind, Shape
from gennaker.expressions.show import text
from gennaker.expressions.sizes import Sizes

__all__ = [
    "elementwise",
    "equate",
    "filled",
    "mismatch",
    "same",
    "square",
    "to_scalar",
]

SHOWN = 40


def shown(node: Node) -> str:
    """Print an operand for a message."""
    return text(node, SHOWN)


def tight(node: Node) -> str:
    """Print an operand so that an operator can be put beside it."""
    return text(node, SHOWN, tight=True)


def untransposed(node: Node) -> str:
    """Print the transpose of an operand without piling up marks."""
    return tight(node.args[0]) if node.op.name == "transpose" else f"{tight(node)}'"


def filled(scalar: Node, like: Shape) -> str:
    """Write a scalar as an array of the same kind as another operand."""
    word = "matrix" if like.kind is Kind.MATRIX else "vector"
    mark = "'" if like.kind is Kind.ROW else ""
    if scalar.op.name in {"number", "parameter", "variable"}:
        return f"{word}({shown(scalar)}){mark}"
    return f"({shown(scalar)})*{word}(1){mark}"


def mismatch(
    what: str, left: Node, right: Node, suggestion: str | None, *, differ: bool = False
) -> ShapeMismatch:
    """Say that two operands do not go together, in kind or (``differ``) in size."""
    message = f"{left.kind} {shown(left)} {what} {right.kind} {shown(right)}"
    return ShapeMismatch(f"{message}: the sizes differ" if differ else message, suggestion)


def equate(left: Shape, right: Shape, sizes: Sizes, because: str) -> bool:
    """Make the axes of two shapes of one kind equal."""
    return all(sizes.equate(a, b, because) for a, b in zip(left.axes, right.axes, strict=True))


def same(what: str, sign: str, left: Node, right: Node, sizes: Sizes) -> Shape:
    """Demand that two operands have the same shape: no operand is ever broadcast."""
    if left.shape == right.shape:
        return left.shape
    if left.kind is right.kind:
        because = f"{shown(left)} {sign} {shown(right)}"
        if equate(left.shape, right.shape, sizes, because):
            return left.shape
        raise mismatch(what, left, right, None, differ=True)
    raise mismatch(what, left, right, _same_kind(sign, left, right))


def _same_kind(sign: str, left: Node, right: Node) -> str:
    """Suggest the edit that gives two operands the same kind."""
    first, second = _beside(left, sign), _beside(right, sign)
    if left.is_scalar:
        first = filled(left, right.shape)
    elif right.is_scalar:
        second = filled(right, left.shape)
    elif {left.kind, right.kind} == {Kind.VECTOR, Kind.ROW}:
        second = untransposed(right)
    elif left.kind is Kind.MATRIX:
        second = _repeated(right, sign)
    else:
        first = _repeated(left, sign)
    return f"{first} {sign} {second}"


def _beside(node: Node, sign: str) -> str:
    """Print an operand with the brackets that it needs beside an operator."""
    if sign in {"+", "-"}:
        return tight(node) if node.op.name == "add" else shown(node)
    return tight(node) if sign.startswith(".") else shown(node)


def _repeated(vector: Node, sign: str) -> str:
    """Write a matrix that repeats a vector in every column, or a row vector in every row."""
    edit = f"{tight(vector)}*vector(1)'"
    if vector.kind is Kind.ROW:
        edit = f"vector(1)*{tight(vector)}"
    return f"({edit})" if sign.startswith(".") else edit


def elementwise(name: str) -> ShapeRule:
    """Take entries one by one: arrays must agree, scalars go with anything."""

    def rule(args: tuple[Node, ...], sizes: Sizes) -> Shape:
        arrays = [arg for arg in args if not arg.is_scalar]
        if not arrays:
            return SCALAR
        first = arrays[0]
        for other in arrays[1:]:
            if first.kind is not other.kind or not equate(
                first.shape, other.shape, sizes, f"{name}({shown(first)}, {shown(other)})"
            ):
                edit = None
                if {first.kind, other.kind} == {Kind.VECTOR, Kind.ROW}:
                    edit = f"{name}({shown(first)}, {untransposed(other)})"
                raise mismatch(f"and (in {name})", first, other, edit)
        return first.shape

    return rule


def to_scalar(_args: tuple[Node, ...], _sizes: Sizes) -> Shape:
    """Reduce any array to one number."""
    return SCALAR


def square(name: str, arg: Node, sizes: Sizes) -> Shape:
    """Demand a square matrix."""
    if arg.kind is not Kind.MATRIX:
        message = f"{name} needs a square matrix, but {shown(arg)} is a {arg.kind}"
        raise ShapeMismatch(message, None)
    if not sizes.equate(arg.shape.axes[0], arg.shape.axes[1], f"{name} of {shown(arg)}"):
        raise ShapeMismatch(f"{name} needs a square matrix, but {shown(arg)} is not square", None)
    return arg.shape
