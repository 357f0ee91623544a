"""Kinks as constraints with a price: what the objective pays for each unit that they are missed by.

The term ``max(low*c, high*c)`` of an objective is the most that ``y*c`` can be for multipliers
``y`` between the two prices. So a solver with multipliers needs no new variables for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gennaker.expressions.node import Node, make
from gennaker.expressions.shape import SCALAR, Shape
from gennaker.operations.convexity import Analysis
from gennaker.operations.leaves import fill, number
from gennaker.operations.products import DIV, ELDIV, ELMUL, SCALE
from gennaker.reform.arithmetic import (
    applied,
    difference,
    is_zero,
    negated,
    spread,
    total,
    transposed,
)
from gennaker.reform.pairs import two_slopes

__all__ = ["SHARES", "Priced", "added", "find_priced", "find_tube", "share", "without_zeros"]


@dataclass(frozen=True, slots=True)
class Priced:
    """``max(low*c, high*c)``, summed over all entries of ``c``, and what is left of the kink.

    The prices are data, each a scalar or of the shape of ``c``.
    """

    function: Node
    low: Node
    high: Node
    rest: Node


def find_priced(node: Node, weight: Node, known: Analysis) -> Priced | None:
    """Return a kink whose entries the objective adds up with weights, if it can have a price."""
    argument, zero = node.args[0], number(0)
    match node.op.name:
        case "abs" | "norm1":
            return Priced(argument, negated(weight), weight, _zeros(node.shape))
        case "norminf" if argument.is_scalar:
            return Priced(argument, negated(weight), weight, zero)
        case "relu":
            return Priced(argument, zero, weight, _zeros(node.shape))
        case "maximum" | "minimum":
            return _of_two(node, weight, known)
        case _:
            return None


def find_tube(node: Node, weight: Node, known: Analysis) -> tuple[Priced, Priced] | None:
    """Return both sides of ``max(0, abs(r) - e)``, which costs nothing where ``abs(r) <= e``.

    With ``e`` of at least 0 and ``r`` affine it is ``max(0, r - e)`` plus ``max(0, -r - e)``.
    """
    inner = [arg for arg in node.args if not is_zero(arg)]
    if node.op.name not in {"relu", "maximum"} or len(inner) != 1 or inner[0].op.name != "add":
        return None
    if node.op.name == "maximum" and len(node.args) == len(inner):
        return None
    terms = inner[0].args
    sizes = [term for term in terms if term.op.name == "abs"]
    width = [term for term in terms if known.is_constant(term)]
    if len(sizes) != 1 or len(sizes) + len(width) != len(terms) or not width:
        return None
    less = total(width)
    if inner[0].shape != node.shape or not known.facts(less).sign.is_nonpositive:
        return None
    side, zero, rest = sizes[0].args[0], number(0), _zeros(node.shape)
    if not known.facts(side).curvature.is_affine:
        return None
    above, under = (total((part, less)) for part in (side, negated(side)))
    return Priced(above, zero, weight, rest), Priced(under, zero, weight, rest)


def _of_two(node: Node, weight: Node, known: Analysis) -> Priced | None:
    """``max(a, b)`` is ``b`` and the positive part of ``a - b``, ``min(a, b)`` is less."""
    found = two_slopes(node, known)
    if found is not None:
        argument, slopes = found
        one, other = (_weighted(weight, slope) for slope in slopes)
        low, high = applied("minimum", one, other), applied("maximum", one, other)
        return Priced(argument, low, high, _zeros(node.shape))
    first, second = node.args
    if known.is_constant(first) or (first.is_scalar and not second.is_scalar):
        first, second = second, first
    if first.shape != node.shape:
        return None
    if node.op.name == "maximum":
        return Priced(difference(first, second), number(0), weight, spread(second, node.shape))
    above = negated(weight)
    return Priced(difference(second, first), number(0), above, spread(second, node.shape))


def _zeros(shape: Shape) -> Node:
    return spread(number(0), shape)


def _weighted(weight: Node, slope: Node) -> Node:
    """Return the product of two prices, of which one may be a scalar."""
    if weight.is_scalar or slope.is_scalar:
        return _scaled(weight, slope)
    return make(ELMUL, (weight, slope), weight.shape)


def _scaled(left: Node, right: Node) -> Node:
    """Return a product of which one factor is a scalar."""
    one = number(1)
    if left is one or right is one:
        return right if left is one else left
    shape = right.shape if left.is_scalar else left.shape
    return make(SCALE, (left, right), shape)


# ---- weights --------------------------------------------------------------------------------


def share(node: Node, index: int, weight: Node, known: Analysis) -> Node | None:
    """Return the weights of an argument's entries, where an expression is a sum of them.

    ``weight`` is that of the expression, a scalar if it is the same for all entries.
    """
    rule = SHARES.get(node.op.name)
    return None if rule is None else rule(node, index, weight, known)


def added(left: Node, right: Node) -> Node:
    """Return the sum of two weights, of which one may be a scalar."""
    if left.is_scalar and not right.is_scalar:
        left, right = right, left
    return total((left, spread(right, left.shape)))


def _same(_node: Node, _index: int, weight: Node, _known: Analysis) -> Node:
    return weight


def _opposite(_node: Node, _index: int, weight: Node, _known: Analysis) -> Node:
    return negated(weight)


def _turned(_node: Node, _index: int, weight: Node, _known: Analysis) -> Node:
    return transposed(weight)


def _mean(node: Node, _index: int, weight: Node, _known: Analysis) -> Node:
    ones = fill(number(1), node.args[0].shape)
    return make(DIV, (weight, applied("sum", ones)), SCALAR)


def _product(node: Node, index: int, weight: Node, known: Analysis) -> Node | None:
    argument, factor = node.args[index], node.args[1 - index]
    if argument.shape != node.shape or not known.is_constant(factor):
        return None
    return _weighted(weight, factor)


def _quotient(node: Node, index: int, weight: Node, known: Analysis) -> Node | None:
    bottom = node.args[1]
    if index or node.args[0].shape != node.shape or not known.is_constant(bottom):
        return None
    if bottom.is_scalar:
        return make(DIV, (weight, bottom), weight.shape)
    return make(ELDIV, (weight, bottom), bottom.shape)


def _inner_product(node: Node, index: int, weight: Node, known: Analysis) -> Node | None:
    """In ``w'*r`` the weights are ``w``."""
    factor = node.args[1 - index]
    if not (node.is_scalar and known.is_constant(factor)):
        return None
    return _scaled(weight, transposed(factor))


Share = Callable[[Node, int, Node, Analysis], Node | None]
SHARES: dict[str, Share] = {
    "add": _same,
    "sum": _same,
    "neg": _opposite,
    "transpose": _turned,
    "mean": _mean,
    "scale": _product,
    "elmul": _product,
    "div": _quotient,
    "eldiv": _quotient,
    "matmul": _inner_product,
}


def without_zeros(node: Node, args: tuple[Node, ...]) -> Node:
    """Rebuild a sum or a product; what has become 0 in it is left out."""
    if node.op.name == "add":
        return total(args)
    zeros = [is_zero(arg) for arg in args]
    divides = node.op in {DIV, ELDIV}
    if zeros[0] or (any(zeros) and not divides):
        return _zeros(node.shape)
    return make(node.op, args, node.shape, node.payload)
