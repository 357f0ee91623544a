"""Products of powers, entry by entry: ``x^2/t``, ``sqrt(x*y)``, ``1/(x*y)``, ``x.*log(x)``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gennaker.expressions.curvature import Curvature, Facts
from gennaker.expressions.node import Node
from gennaker.expressions.shape import Kind
from gennaker.expressions.sign import Sign
from gennaker.operations.facts import literal
from gennaker.operations.mirror import FactsOf
from gennaker.operations.products import power_sign
from gennaker.operations.quadratic import has_convex_size

__all__ = ["Monomial", "monomial", "power_curvature"]

MOST_STEPS = 64
ROUNDING = 1e-12
EXPONENTS = {"sqrt": 0.5, "square": 2.0}


@dataclass(frozen=True, slots=True)
class Monomial:
    """A constant, of which only the sign is kept, times powers of expressions with variables."""

    sign: Sign
    powers: Mapping[Node, float]

    def total_sign(self, facts: FactsOf) -> Sign:
        """Return the signs that the product can take."""
        sign = self.sign
        for base, power in self.powers.items():
            sign = sign * power_sign(power, facts(base).sign)
        return sign


def monomial(start: tuple[tuple[Node, float], ...], facts: FactsOf) -> Monomial | None:
    """Flatten a product of powers; None where it is too long or cancels in part.

    A power is passed on to the factors below it only where that is true for all values: the
    root of a square is no more than that.
    """
    sign = Sign.POSITIVE
    powers: dict[Node, float] = {}
    divisors: set[Node] = set()
    stack = list(start)
    for _ in range(MOST_STEPS):
        if not stack:
            cancelled = any(power == 0 for power in powers.values())
            unsafe = any(not facts(node).sign.is_nonnegative for node in divisors)
            return None if cancelled or unsafe else Monomial(sign, powers)
        node, power = stack.pop()
        if facts(node).is_constant:
            sign = sign * power_sign(power, facts(node).sign)
            continue
        parts = _parts(node)
        if parts is None or not (power.is_integer() or _has_safe_parts(node, facts)):
            powers[node] = powers.get(node, 0.0) + power
            if power < 0:
                divisors.add(node)
            continue
        if node.op.name == "neg":
            sign = sign * power_sign(power, Sign.NEGATIVE)
        stack += [(part, power * exponent) for part, exponent in parts]
    return None


def _has_safe_parts(node: Node, facts: FactsOf) -> bool:
    """Answer whether a root of a product is the product of the roots."""
    return node.op.name != "neg" and all(facts(arg).sign.is_nonnegative for arg in node.args)


def _parts(node: Node) -> list[tuple[Node, float]] | None:
    """Return the factors of one node with their exponents, or None for what is no product."""
    match node.op.name:
        case "scale" | "elmul":
            return [(arg, 1.0) for arg in node.args]
        case "div" | "eldiv":
            return [(node.args[0], 1.0), (node.args[1], -1.0)]
        case "neg" | "fill":
            return [(node.args[0], 1.0)]
        case "transpose" if node.kind is not Kind.MATRIX:
            return [(node.args[0], 1.0)]  # entries of vectors stay in their order
        case "pow" | "elpow":
            power = literal(node.args[1])
            return None if power is None else [(node.args[0], power)]
        case name if name in EXPONENTS:
            return [(node.args[0], EXPONENTS[name])]
        case _:
            return None


def power_curvature(
    form: Monomial, facts: FactsOf, has_convex_root: Callable[[Node], bool]
) -> Curvature:
    """Return the curvature of a product of powers.

    For positive arguments ``x1^a1 * x2^a2 * ...`` is concave where all exponents are positive
    and sum up to at most 1. It is convex where none is positive, or just one is and the sum
    of all is at least 1. A factor whose square root is convex counts as the square of that
    root; one with an even exponent counts by its absolute value.
    """
    powers = form.powers
    if all(p > 0 and _is_concave_size(facts(b)) for b, p in powers.items()) and (
        sum(powers.values()) <= 1 + ROUNDING
    ):
        return Curvature.CONCAVE.scaled(form.sign)
    exponents = [
        _convex_exponent(base, power, facts, has_convex_root)
        if power > 0
        else power
        if _is_concave_size(facts(base))
        else None
        for base, power in powers.items()
    ]
    known = [exponent for exponent in exponents if exponent is not None]
    rising = [exponent for exponent in known if exponent > 0]
    if len(known) < len(exponents) or len(rising) > 1 or (rising and sum(known) < 1 - ROUNDING):
        return Curvature.UNKNOWN
    return Curvature.CONVEX.scaled(form.sign)


def _is_concave_size(fact: Facts) -> bool:
    return fact.sign.is_nonnegative and fact.curvature.is_concave


def _convex_exponent(
    base: Node, power: float, facts: FactsOf, has_convex_root: Callable[[Node], bool]
) -> float | None:
    """Return the exponent of a convex expression of at least 0 that makes up a factor."""
    fact = facts(base)
    if has_convex_root(base):
        return 2 * power
    size = has_convex_size(fact)
    return power if size and (fact.sign.is_nonnegative or power % 2 == 0) else None
