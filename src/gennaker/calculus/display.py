"""Bring derivatives into the form that a person would write down; for reading, not for running."""

from __future__ import annotations

from collections.abc import Iterable

from gennaker.expressions.node import Node, make
from gennaker.expressions.shape import SCALAR, Kind, Shape
from gennaker.expressions.walk import fold
from gennaker.operations.leaves import number
from gennaker.operations.products import (
    ADD,
    ELMUL,
    ELPOW,
    MATMUL,
    NEG,
    POW,
    SCALE,
    TRANSPOSE,
)
from gennaker.operations.table import operation

__all__ = ["tidy"]

NORM2, SUM = operation("norm2"), operation("sum")
PRODUCTS = (MATMUL, ELMUL, SCALE)


def tidy(root: Node) -> Node:
    r"""Return an equal expression with common factors taken out and few brackets.

    Example:
        >>> from gennaker.calculus.derive import Derivation
        >>> from gennaker.expressions.show import text
        >>> from gennaker.language.check import read
        >>> problem = read("parameters\n Matrix A\nvariables\n Vector x\nmin\n x'*A*x")
        >>> text(tidy(Derivation(problem).gradient()[0]))
        "(A + A')*x"

    """
    return fold((root,), _tidied)[root]


def _tidied(node: Node, args: tuple[Node, ...]) -> Node:
    if node.op is ADD:
        return _sum(node, args)
    if node.op is SCALE and args[0].op.name == "number":
        return _scaled(args[0], args[1])
    if node.op is NEG:
        return _negated(args[0])
    if node.is_scalar and node.op is MATMUL and args[0].args == (args[1],):
        return _squared_norm(args[1])
    if node.op is SUM and args[0].op is ELPOW and args[0].args[1] is number(2):
        return _squared_norm(args[0].args[0])
    if node.op in PRODUCTS and args[1].op is node.op:
        return _leftward(node, args)
    return make(node.op, args, node.shape, node.payload) if args != node.args else node


def _squared_norm(node: Node) -> Node:
    return make(POW, (make(NORM2, (node,), SCALAR), number(2)), SCALAR)


def _leftward(node: Node, args: tuple[Node, ...]) -> Node:
    """Write ``a*(b*c)`` as ``(a*b)*c``, which needs no brackets."""
    left, right = args
    first, last = right.args
    if node.op is MATMUL:
        if left.kind is Kind.VECTOR or first.kind not in {Kind.MATRIX, Kind.ROW}:
            return make(node.op, args, node.shape, node.payload)
        inner = make(MATMUL, (left, first), _product_shape(left, first))
        return make(MATMUL, (inner, last), node.shape)
    shape = first.shape if left.is_scalar else left.shape
    inner = make(node.op, (left, first), shape)
    return _tidied(make(node.op, (inner, last), node.shape), (inner, last))


def _product_shape(left: Node, right: Node) -> Shape:
    if left.kind is Kind.ROW:
        return Shape.row(right.shape.axes[-1])
    return Shape.matrix(left.shape.rows, right.shape.columns)


def _scaled(factor: Node, body: Node) -> Node:
    """Put a number in front of the first factor of a product."""
    if body.op in PRODUCTS and not (body.op is SCALE and body.args[1].is_scalar):
        first = _scaled(factor, body.args[0])
        return make(body.op, (first, body.args[1]), body.shape)
    return make(SCALE, (factor, body), body.shape)


def _negated(body: Node) -> Node:
    """Put a sign in front of the first factor of a product."""
    if body.op is NEG:
        return body.args[0]
    if body.op in PRODUCTS or body.op.name in {"div", "eldiv"}:
        return make(body.op, (_negated(body.args[0]), body.args[1]), body.shape)
    return make(NEG, (body,), body.shape)


def _sum(node: Node, args: tuple[Node, ...]) -> Node:
    """Take common right factors out of a sum: ``A*x + A'*x`` is ``(A + A')*x``."""
    groups: dict[object, list[Node]] = {}
    for place, term in enumerate(args):
        negative, body = (True, term.args[0]) if term.op is NEG else (False, term)
        matrix = body.op is MATMUL and body.args[0].kind is Kind.MATRIX
        if not matrix:
            groups[place] = [term]
            continue
        left = body.args[0]
        groups.setdefault(body.args[1], []).append(_negated(left) if negative else left)
    terms: list[Node] = []
    for key, group in groups.items():
        if not isinstance(key, Node):
            terms += group
        elif len(group) == 1:
            terms.append(_product(group[0], key))
        else:
            total = make(ADD, tuple(_ordered(group)), group[0].shape)
            terms.append(_product(total, key))
    if len(terms) == 1:
        return terms[0]
    shown = [_outward(term) for term in _ordered(terms)]
    return make(ADD, tuple(shown), node.shape)


def _outward(term: Node) -> Node:
    """Move a sign from the first factor to the whole term, where a sum shows it as a minus."""
    if not _is_negative(term) or term.op is NEG:
        return term
    return make(NEG, (_without_sign(term),), term.shape)


def _without_sign(term: Node) -> Node:
    if term.op is NEG:
        return term.args[0]
    return make(term.op, (_without_sign(term.args[0]), *term.args[1:]), term.shape)


def _product(left: Node, right: Node) -> Node:
    shape = (
        Shape.vector(left.shape.rows)
        if right.kind is Kind.VECTOR
        else Shape.matrix(left.shape.rows, right.shape.columns)
    )
    return make(MATMUL, (left, right), shape)


def _ordered(terms: Iterable[Node]) -> list[Node]:
    """Write what is added before what is subtracted, and plain terms before transposed ones."""
    return sorted(terms, key=lambda term: (_is_negative(term), term.op is TRANSPOSE))


def _is_negative(term: Node) -> bool:
    while term.op in PRODUCTS or term.op.name in {"div", "eldiv"}:
        term = term.args[0]
    return term.op is NEG
