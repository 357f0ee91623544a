"""How logarithms and square roots of expressions bend: ``log(1 + exp(t))`` is convex.

The composition rule sees a concave function of a convex one there and gives up.
"""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import Protocol

from gennaker.expressions.curvature import Curvature, Facts
from gennaker.expressions.node import Node
from gennaker.expressions.sign import Sign
from gennaker.operations.facts import literal
from gennaker.operations.monomials import monomial
from gennaker.operations.quadratic import has_convex_size, is_semidefinite_form

__all__ = ["Known", "has_convex_root", "log_curvature"]

SUMS = frozenset(
    {"add", "sum", "mean", "sum_rows", "sum_columns", "mean_rows", "mean_columns", "tr"}
)
LARGEST = frozenset({"maximum", "largest"})
SMALLEST = frozenset({"minimum", "smallest"})
MOVED = frozenset({"transpose", "index", "fill"})
SQUARE = 2


class Known(Protocol):
    """What has been found out about expressions."""

    def facts(self, node: Node) -> Facts:
        """Return sign and curvature of an expression."""
        ...

    def log_curvature(self, node: Node) -> Curvature:
        """Return the curvature of its logarithm."""
        ...

    def has_convex_root(self, node: Node) -> bool:
        """Answer whether its square root is convex."""
        ...


def log_curvature(node: Node, args: tuple[Curvature, ...], known: Known) -> Curvature:
    """Return the curvature of the logarithm of an expression, given that of its arguments.

    It is unknown unless the expression is at least 0.
    """
    fact = known.facts(node)
    if not fact.sign.is_nonnegative:
        return Curvature.UNKNOWN
    if fact.is_constant:
        return Curvature.CONSTANT
    found = _log_curvature(node, args, known)
    if found is Curvature.UNKNOWN and fact.curvature.is_concave:
        return Curvature.CONCAVE  # the composition rule, since the logarithm is concave
    return found


def _log_curvature(node: Node, args: tuple[Curvature, ...], known: Known) -> Curvature:
    match node.op.name:
        case "exp":
            return known.facts(node.args[0]).curvature
        case "sigmoid" if known.facts(node.args[0]).curvature.is_concave:
            return Curvature.CONCAVE
        case "cosh" if known.facts(node.args[0]).curvature.is_affine:
            return Curvature.CONVEX
        case "scale" | "elmul":
            return args[0] + args[1]
        case "div" | "eldiv":
            return args[0] + -args[1]
        case "sqrt" | "square":
            return args[0]
        case "pow" | "elpow":
            power = literal(node.args[1])
            return Curvature.UNKNOWN if power is None else args[0].scaled(Sign.of(power))
        case "matmul" if (args[0] + args[1]).is_convex:
            return Curvature.CONVEX  # a sum of products
        case name if name in SUMS | LARGEST and all(arg.is_convex for arg in args):
            return Curvature.CONVEX
        case name if name in SMALLEST and all(arg.is_concave for arg in args):
            return Curvature.CONCAVE
        case name if name in MOVED:
            return args[0]
        case "stack":
            return reduce(add, args)
        case _:
            return Curvature.UNKNOWN


def has_convex_root(node: Node, args: tuple[bool, ...], known: Known) -> bool:
    """Answer whether an expression is at least 0 and its square root is convex.

    So it is for squares, for sums of such, and for whatever has a convex logarithm.
    """
    fact = known.facts(node)
    if not fact.sign.is_nonnegative:
        return False
    if fact.is_constant or known.log_curvature(node).is_convex:
        return True
    match node.op.name:
        case "pow" | "elpow" | "square" | "scale" | "elmul" | "div" | "eldiv":
            return _is_power_with_root(node, known) or is_semidefinite_form(node, known.facts)
        case "matmul":
            constant = any(known.facts(arg).is_constant for arg in node.args)
            return (constant and all(args)) or is_semidefinite_form(node, known.facts)
        case "sum" | "tr" if is_semidefinite_form(node, known.facts):
            return True
        case name if name in SUMS | LARGEST or name == "stack":
            return all(args)
        case name if name in MOVED:
            return args[0]
        case _:
            return False


def _is_power_with_root(node: Node, known: Known) -> bool:
    """Recognise ``c*u^p``: ``p`` is at least 2, or at least 1 where ``u`` has a convex root."""
    form = monomial(((node, 1.0),), known.facts)
    if form is None or len(form.powers) != 1 or not form.sign.is_nonnegative:
        return False
    ((base, power),) = form.powers.items()
    if base is not node and known.has_convex_root(base):
        return power >= 1
    fact = known.facts(base)
    even = fact.sign.is_nonnegative or power % 2 == 0
    return power >= SQUARE and even and has_convex_size(fact)
