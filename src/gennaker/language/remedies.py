"""The edit that makes operands go together, where the operation itself suggests none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import cast

from gennaker.expressions.dimension import Dimension
from gennaker.expressions.index import Index
from gennaker.expressions.node import Node, make
from gennaker.expressions.shape import Kind, Shape
from gennaker.expressions.show import text
from gennaker.expressions.sizes import Sizes
from gennaker.expressions.walk import postorder
from gennaker.operations.leaves import FILL, attributes
from gennaker.operations.matrices import INDEX

__all__ = ["declaration", "remedy", "unstacked"]

SHOWN = 40
SQUARE = frozenset({"det", "logdet", "inv", "tr", "diag", "matpow", "pow"})
INSTEAD = {
    Kind.SCALAR: {"det": "{}", "inv": "1/{}", "logdet": "log({})"},
    Kind.VECTOR: {
        "det": "det(diag({}))",
        "inv": "inv(diag({}))",
        "logdet": "logdet(diag({}))",
        "tr": "sum({})",
    },
}
SPOKEN = {"maximum": "max", "minimum": "min", "huber": "huber"}


def remedy(
    operation: str, args: tuple[Node, ...], sizes: Sizes, declared: Iterable[Node] = ()
) -> str | None:
    """Suggest an edit for arguments that an operation refuses, or None where none is known.

    ``declared`` holds the symbols of the model, among them matrices that may lead from one
    size to another.
    """
    if operation in SQUARE:
        return _squared(operation, args[0], sizes)
    if operation == "matmul":
        return _chained(args[0], args[1], sizes)
    pair = _different(args, sizes)
    if pair is None:
        return None
    left, right = pair
    if left.kind is not right.kind:
        return _repeated(SPOKEN[operation], args) if operation in SPOKEN else None
    return (
        (_resized(right, left.shape, sizes) if _is_apart(right, left) else None)
        or (_resized(left, right.shape, sizes) if _is_apart(left, right) else None)
        or _mapped(left, right, sizes, declared)
        or _shortened(left, right, sizes)
    )


def _is_apart(node: Node, other: Node) -> bool:
    """Answer whether another size of one operand would leave the other one as it is."""
    symbols = {part for part in postorder((node,)) if not part.args and part.shape.axes}
    return node.op.name == "index" or symbols.isdisjoint(postorder((other,)))


def declaration(node: Node, shape: Shape, sizes: Sizes) -> str | None:
    """Declare a symbol with other sizes, if those can be written in a declaration."""
    if node.op.name not in {"parameter", "variable"}:
        return None
    axes = sizes.resolve_shape(shape).axes
    if any(not name.isidentifier() for axis in axes for name, _ in axis.terms):
        return None
    words = "".join(f" {word}" for word in sorted(attributes(node)))
    return f"{shape.kind.capitalize()} {text(node)}({', '.join(map(str, axes))}){words}"


def _mapped(left: Node, right: Node, sizes: Sizes, declared: Iterable[Node]) -> str | None:
    """Find a matrix of the model that takes one vector to the size of the other."""
    if left.kind is not Kind.VECTOR:
        return None
    sides = [(node, sizes.resolve(node.shape.axes[0])) for node in (left, right)]
    for matrix in declared:
        if matrix.kind is not Kind.MATRIX or matrix in postorder((left, right)):
            continue
        rows, columns = map(sizes.resolve, matrix.shape.axes)
        for (one, size), (_, other) in (sides, sides[::-1]):
            shown = text(one, SHOWN)
            factor = text(one, SHOWN, tight=True)
            if (rows, columns) == (other, size):
                return f"{text(matrix)}*{factor} in place of {shown}"
            if (columns, rows) == (other, size):
                return f"{text(matrix)}'*{factor} in place of {shown}"
    return None


def _shortened(left: Node, right: Node, sizes: Sizes) -> str | None:
    """Cut the end off a vector that is longer than the other one by a fixed number."""
    if left.kind is not Kind.VECTOR:
        return None
    more = sizes.resolve(left.shape.axes[0] - right.shape.axes[0])
    longer, count = (left, more.constant) if more.constant > 0 else (right, -more.constant)
    numbers = sizes.resolve(
        longer.shape.axes[0]
    ).is_constant  # then a declaration is wrong, not an end
    if not more.is_constant or longer.args or numbers:
        return None
    return f"{text(longer)}[1:end - {count}] in place of {text(longer)}"


def _repeated(function: str, args: tuple[Node, ...]) -> str | None:
    """Repeat vectors along the other axis of a matrix that they are an argument beside."""
    if Kind.MATRIX not in {arg.kind for arg in args}:
        return None
    shown = [text(arg, SHOWN, tight=arg.kind in {Kind.VECTOR, Kind.ROW}) for arg in args]
    patterns = {Kind.VECTOR: "{}*vector(1)'", Kind.ROW: "vector(1)*{}"}
    edits = (
        patterns.get(arg.kind, "{}").format(part) for arg, part in zip(args, shown, strict=True)
    )
    return f"{function}({', '.join(edits)})"


def _different(args: tuple[Node, ...], sizes: Sizes) -> tuple[Node, Node] | None:
    """Return the first array and the first one that differs from it."""
    arrays = [arg for arg in args if not arg.is_scalar]
    for other in arrays[1:]:
        if sizes.resolve_shape(other.shape) != sizes.resolve_shape(arrays[0].shape):
            return arrays[0], other
    return None


def _squared(operation: str, arg: Node, sizes: Sizes) -> str | None:
    """Make the argument of a function of square matrices square."""
    if arg.kind is Kind.MATRIX:
        rows = arg.shape.axes[0]
        return declaration(arg, Shape.matrix(rows, rows), sizes)
    pattern = INSTEAD.get(arg.kind, {}).get(operation)
    bracketed = pattern is not None and not pattern.endswith(")")
    return pattern.format(text(arg, SHOWN, tight=bracketed)) if pattern is not None else None


def _chained(left: Node, right: Node, sizes: Sizes) -> str | None:
    """Make the inner sizes of a matrix product equal: by a transpose, else by a declaration."""
    inner = sizes.resolve(left.shape.axes[-1])
    wanted = sizes.resolve(right.shape.axes[0])
    shown = text(left, SHOWN, tight=True), text(right, SHOWN, tight=True)
    if left.kind is Kind.MATRIX and sizes.resolve(left.shape.axes[0]) == wanted:
        return f"{_transposed(left)}*{shown[1]}"
    if right.kind is Kind.MATRIX and sizes.resolve(right.shape.axes[1]) == inner:
        return f"{shown[0]}*{_transposed(right)}"
    to_right = Shape(right.kind, (inner, *right.shape.axes[1:]))
    to_left = Shape(left.kind, (*left.shape.axes[:-1], wanted))
    return _resized(right, to_right, sizes) or _resized(left, to_left, sizes)


def _transposed(node: Node) -> str:
    if node.op.name == "transpose":
        return text(node.args[0], SHOWN, tight=True)
    return text(node, SHOWN, tight=True) + "'"


def _resized(node: Node, shape: Shape, sizes: Sizes) -> str | None:
    """Give an operand another size: a symbol is declared anew, a slice gets another end."""
    if node.op.name == "transpose" and shape.kind is Kind.ROW:
        return _resized(node.args[0], shape.transposed, sizes)
    if node.op.name == "index":
        return _moved_end(node, shape, sizes)
    if node.op is FILL and node.payload is not None:
        axes = sizes.resolve_shape(shape).axes
        return text(make(FILL, node.args, shape, axes), SHOWN)
    if sizes.resolve_shape(node.shape) != node.shape:
        return None  # another part of the model fixes the size: a declaration would not help
    return declaration(node, shape, sizes)


def _moved_end(node: Node, shape: Shape, sizes: Sizes) -> str | None:
    """Write ``x[a:b]`` with the end that makes it as long as it should be."""
    index, *others = cast("tuple[Index, ...]", node.payload)
    if others or index.is_single or index.is_all:
        return None
    last = sizes.resolve(index.first + shape.axes[0] - Dimension.of(1))
    room = sizes.resolve(node.args[0].shape.axes[0] - last)
    hidden = any(name.startswith("?") for name, _ in last.terms)
    if hidden or (room.is_constant and room.constant < 0):
        return None
    moved = make(INDEX, node.args, shape, (replace(index, last=last),))
    return text(moved, SHOWN)


def unstacked(rows: tuple[tuple[Node, ...], ...], sizes: Sizes) -> str | None:
    """Suggest an edit for ``[A, x]`` or ``[A; x]`` whose blocks do not fit together."""
    across = len(rows) == 1
    if not across and any(len(row) > 1 for row in rows):
        return None
    blocks = rows[0] if across else tuple(row[0] for row in rows)
    first = blocks[0]
    for other in blocks[1:]:
        have, want = (
            (other.shape.rows, first.shape.rows)
            if across
            else (other.shape.columns, first.shape.columns)
        )
        if sizes.resolve(have) == sizes.resolve(want):
            continue
        if other.kind is (Kind.ROW if across else Kind.VECTOR):
            shown = [_transposed(b) if b is other else text(b, SHOWN) for b in blocks]
            return f"[{(', ' if across else '; ').join(shown)}]"
        axes = other.shape.axes
        axes = (want, *axes[1:]) if across else (*axes[:-1], want)
        return declaration(other, Shape(other.kind, axes), sizes)
    return None
