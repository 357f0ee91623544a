"""The leaves of expressions: numbers, parameters, variables, sizes and constant arrays."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from gennaker.expressions.curvature import Curvature, Facts
from gennaker.expressions.dimension import Dimension
from gennaker.expressions.node import Node, make
from gennaker.expressions.operation import Operation, ShapeRule, Spelling
from gennaker.expressions.shape import SCALAR, Kind, Shape
from gennaker.expressions.sign import Sign

__all__ = [
    "EYE",
    "FILL",
    "NUMBER",
    "PARAMETER",
    "SIZE",
    "VARIABLE",
    "attribute_sign",
    "attributes",
    "eye",
    "fill",
    "number",
    "size",
    "symbol",
]

PLAIN = Spelling("#*", "#*", "#*")


def _fixed(name: str) -> ShapeRule:
    """Give leaves a shape rule that is never asked: their shape is declared."""

    def rule(args: tuple[Node, ...], _sizes: object) -> Shape:
        message = f"the shape of {name} is declared, not inferred from {len(args)} arguments"
        raise AssertionError(message)

    return rule


def attribute_sign(words: frozenset[str]) -> Sign:
    """Return the sign that the attributes of a declaration promise."""
    if "positive" in words:
        return Sign.POSITIVE
    return Sign.NONNEGATIVE if "nonnegative" in words else Sign.UNKNOWN


def attributes(node: Node) -> frozenset[str]:
    """Return the attributes of a parameter or a variable."""
    return cast("tuple[str, frozenset[str]]", node.payload)[1]


def _parameter(node: Node, _facts: tuple[Facts, ...]) -> Facts:
    words = attributes(node)
    return Facts(attribute_sign(words), Curvature.CONSTANT, psd="psd" in words)


def _fill(node: Node, facts: tuple[Facts, ...]) -> Facts:
    """Equal entries of at least 0 make a multiple of ``1*1'``."""
    (fact,) = facts
    square = node.kind is Kind.MATRIX and node.shape.rows == node.shape.columns
    return replace(fact, psd=square and fact.sign.is_nonnegative)


def _variable(node: Node, _facts: tuple[Facts, ...]) -> Facts:
    return Facts(attribute_sign(attributes(node)), Curvature.AFFINE)


NUMBER = Operation(
    name="number",
    summary="A number.",
    example="2.5",
    arity=(0, 0),
    shape=_fixed("a number"),
    facts=lambda node, _: Facts(Sign.of(cast("float", node.payload)), Curvature.CONSTANT),
    spelling=PLAIN,
)
PARAMETER = Operation(
    name="parameter",
    summary="Data that a solve is given.",
    example="A",
    arity=(0, 0),
    shape=_fixed("a parameter"),
    facts=_parameter,
    spelling=PLAIN,
)
VARIABLE = Operation(
    name="variable",
    summary="An unknown that a solve finds.",
    example="x",
    arity=(0, 0),
    shape=_fixed("a variable"),
    facts=_variable,
    spelling=PLAIN,
)
SIZE = Operation(
    name="size",
    summary="A named dimension used as a number.",
    example="1/m*sum(b)",
    arity=(0, 0),
    shape=_fixed("a size"),
    facts=lambda _node, _facts: Facts(Sign.POSITIVE, Curvature.CONSTANT),
    spelling=PLAIN,
)
FILL = Operation(
    name="fill",
    summary="An array with the same scalar in every entry; its size follows from its place.",
    example="A*x - vector(1)",
    arity=(1, 3),
    shape=_fixed("a constant array"),
    facts=_fill,
    spelling=PLAIN,
)
EYE = Operation(
    name="eye",
    summary="The identity matrix; its size follows from its place.",
    example="K + 2*eye",
    arity=(0, 1),
    shape=_fixed("an identity"),
    facts=lambda _node, _facts: Facts(Sign.NONNEGATIVE, Curvature.CONSTANT, psd=True),
    spelling=PLAIN,
)


def number(value: float) -> Node:
    """Return the node of a number."""
    return make(NUMBER, (), SCALAR, float(value))


def symbol(op: Operation, name: str, shape: Shape, words: frozenset[str]) -> Node:
    """Return the node of a parameter or a variable."""
    return make(op, (), shape, (name, words))


def size(name: str) -> Node:
    """Return a named dimension as a number."""
    return make(SIZE, (), SCALAR, name)


def fill(value: Node, shape: Shape, sizes: tuple[Dimension, ...] | None = None) -> Node:
    """Return an array with one scalar in every entry."""
    return make(FILL, (value,), shape, sizes)


def eye(length: Dimension, *, explicit: bool = False) -> Node:
    """Return an identity matrix."""
    return make(EYE, (), Shape(Kind.MATRIX, (length, length)), (length,) if explicit else None)
