"""Kinks that are written over the two parts of one argument: sizes, positive parts, two slopes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gennaker.expressions.node import Node, make
from gennaker.operations.convexity import Analysis
from gennaker.operations.facts import literal
from gennaker.operations.leaves import number
from gennaker.operations.products import ELMUL, NEG, SCALE
from gennaker.reform.arithmetic import applied, difference, negated, spread, total
from gennaker.reform.parts import Parts

__all__ = ["Pair", "find_pair", "two_slopes"]


@dataclass(frozen=True, slots=True)
class Pair:
    """A kink as an expression in the parts of an argument.

    ``needs_bare`` says that this pays only where the argument is a variable that can be split.
    """

    argument: Node
    over: Callable[[Parts], Node]
    needs_bare: bool = False


def find_pair(node: Node, known: Analysis) -> Pair | None:
    """Return how a kink is written over the parts of an argument, if it can be."""
    argument = node.args[0]
    match node.op.name:
        case "abs":
            return Pair(argument, lambda parts: parts.size)
        case "norm1":
            return Pair(argument, lambda parts: _sum(parts.size))
        case "norminf" if argument.is_scalar:
            return Pair(argument, lambda parts: parts.size)
        case "relu":
            return Pair(argument, lambda parts: parts.positive, needs_bare=True)
        case "maximum" | "minimum":
            return _two_slopes(node, known) or _against_data(node, known)
        case _:
            return None


def _sum(node: Node) -> Node:
    return node if node.is_scalar else applied("sum", node)


def _against_data(node: Node, known: Analysis) -> Pair | None:
    """``max(x, c)`` is ``c`` plus the positive part of ``x - c``, ``min(x, c)`` is less."""
    constant = [arg for arg in node.args if known.is_constant(arg)]
    varying = [arg for arg in node.args if not known.is_constant(arg)]
    if len(constant) != 1 or varying[0].shape != node.shape:
        return None
    data = spread(constant[0], node.shape)
    argument = _flat(difference(varying[0], data))
    if node.op.name == "maximum":
        return Pair(argument, lambda parts: total((data, parts.positive)), needs_bare=True)
    return Pair(argument, lambda parts: difference(data, parts.negative), needs_bare=True)


def _flat(node: Node) -> Node:
    """Return a sum of sums as one sum."""
    if node.op.name != "add":
        return node
    return total(term for arg in node.args for term in (arg.args if arg.op is node.op else (arg,)))


def _two_slopes(node: Node, known: Analysis) -> Pair | None:
    """``max(a*r, b*r)`` goes by the larger slope where ``r`` is above 0, else by the smaller."""
    found = two_slopes(node, known)
    if found is None:
        return None
    argument, slopes = found
    above, under = _extreme("maximum", *slopes), _extreme("minimum", *slopes)
    if node.op.name == "minimum":
        above, under = under, above
    return Pair(
        argument,
        lambda parts: total((_times(above, parts.positive), _minus(under, parts.negative))),
    )


def two_slopes(node: Node, known: Analysis) -> tuple[Node, tuple[Node, Node]] | None:
    """Return ``r`` and the data ``a`` and ``b`` of an extreme of ``a*r`` and ``b*r``."""
    left, right = (_slopes(arg, known) for arg in node.args)
    argument = next((inner for inner in left if inner in right), None)
    return None if argument is None else (argument, (left[argument], right[argument]))


def _slopes(node: Node, known: Analysis) -> dict[Node, Node]:
    """Return what an expression is a multiple of, with the data that it is multiplied by."""
    found = {node: number(1)}
    if node.op is NEG:
        found |= {inner: negated(slope) for inner, slope in _slopes(node.args[0], known).items()}
    if node.op in {SCALE, ELMUL}:
        for inner, factor in (node.args, node.args[::-1]):
            if inner.shape == node.shape and known.is_constant(factor):
                found[inner] = factor
    return found


def _extreme(name: str, left: Node, right: Node) -> Node:
    """Return the larger or the smaller of two slopes, worked out where both are numbers."""
    one, other = literal(left), literal(right)
    if one is None or other is None:
        return applied(name, left, right)
    return number(max(one, other) if name == "maximum" else min(one, other))


def _times(slope: Node, part: Node) -> Node:
    if literal(slope) in {1.0, -1.0}:
        return part if literal(slope) == 1 else negated(part)
    return make(SCALE if slope.is_scalar else ELMUL, (slope, part), part.shape)


def _minus(slope: Node, part: Node) -> Node:
    value = literal(slope)
    return negated(_times(slope, part)) if value is None else _times(number(-value), part)
