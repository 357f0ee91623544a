"""Sums, differences and functions of nodes, written so that nothing needless is added."""

from __future__ import annotations

from collections.abc import Iterable

from gennaker.expressions.node import Node, make
from gennaker.expressions.shape import SCALAR, Shape
from gennaker.operations.facts import literal
from gennaker.operations.leaves import FILL, fill, number
from gennaker.operations.products import ADD, NEG, TRANSPOSE
from gennaker.operations.table import operation

__all__ = [
    "applied",
    "difference",
    "is_zero",
    "negated",
    "positive_part",
    "spread",
    "total",
    "transposed",
]


def is_zero(node: Node) -> bool:
    """Recognise the number 0 and arrays of it."""
    while node.op in {FILL, NEG, TRANSPOSE}:
        node = node.args[0]
    return literal(node) == 0


def negated(node: Node) -> Node:
    """Return ``-a``, term by term where ``a`` is a sum."""
    if node.op is NEG:
        return node.args[0]
    if node.op is ADD:
        return make(ADD, tuple(map(negated, node.args)), node.shape)
    return node if is_zero(node) else make(NEG, (node,), node.shape)


def total(terms: Iterable[Node]) -> Node:
    """Return the sum of terms of one shape, of which there must be one at least."""
    every = list(terms)
    kept = [term for term in every if not is_zero(term)] or every[:1]
    return kept[0] if len(kept) == 1 else make(ADD, tuple(kept), kept[0].shape)


def difference(left: Node, right: Node) -> Node:
    """Return ``left - right``, with a scalar side spread over the entries of the other."""
    if left.shape != right.shape:
        left, right = spread(left, right.shape), spread(right, left.shape)
    if is_zero(right):
        return left
    if is_zero(left):
        return negated(right)
    return make(ADD, (left, make(NEG, (right,), right.shape)), left.shape)


def spread(node: Node, shape: Shape) -> Node:
    """Return a scalar as an array of a shape; arrays stay as they are."""
    return fill(node, shape) if node.is_scalar and not shape.is_scalar else node


def transposed(node: Node) -> Node:
    """Return ``a'``, without piling up marks."""
    if node.op is TRANSPOSE:
        return node.args[0]
    return node if node.is_scalar else make(TRANSPOSE, (node,), node.shape.transposed)


def applied(name: str, *args: Node) -> Node:
    """Return a function of entries, or a norm or a sum, of arguments that fit."""
    row = operation(name)
    if not row.elementwise:
        return make(row, args, SCALAR)
    return make(row, args, next((arg.shape for arg in args if not arg.is_scalar), SCALAR))


def positive_part(node: Node) -> Node:
    """Return ``relu(a)``, worked out where ``a`` is a number."""
    value = literal(node)
    return applied("relu", node) if value is None else number(max(value, 0.0))
