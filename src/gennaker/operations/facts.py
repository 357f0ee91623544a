"""Sign and curvature rules shared by many operations."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from math import inf, isfinite
from operator import or_
from typing import cast

from gennaker.expressions.curvature import Curvature, Facts, Monotone
from gennaker.expressions.node import Node
from gennaker.expressions.operation import FactsRule
from gennaker.expressions.show import text
from gennaker.expressions.sign import Sign

__all__ = [
    "AFFINE_FALLING",
    "AFFINE_RISING",
    "CONCAVE",
    "CONCAVE_FALLING",
    "CONCAVE_RISING",
    "CONVEX",
    "CONVEX_FALLING",
    "CONVEX_RISING",
    "MIXED",
    "UNKNOWN",
    "Bend",
    "composed",
    "first_reason",
    "joined",
    "literal",
    "magnitude",
    "same_sign",
    "summed",
    "unary",
]

SHOWN = 50
DEEPEST_LITERAL = 8


@dataclass(frozen=True, slots=True)
class Bend:
    """Curvature and direction of a function on the arguments of one sign.

    The direction holds for the function with its infinite values outside the domain too: the
    root of a concave argument is concave, but ``t^1.5`` of a convex one is convex only where
    that is known to be at least 0. ``by_sign`` tells that the sign of the argument would
    decide.
    """

    curvature: Curvature
    monotone: Monotone
    by_sign: bool = False


CONVEX_RISING = Bend(Curvature.CONVEX, Monotone.RISING)
CONVEX_FALLING = Bend(Curvature.CONVEX, Monotone.FALLING)
CONVEX = Bend(Curvature.CONVEX, Monotone.NEITHER)
CONCAVE_RISING = Bend(Curvature.CONCAVE, Monotone.RISING)
CONCAVE_FALLING = Bend(Curvature.CONCAVE, Monotone.FALLING)
CONCAVE = Bend(Curvature.CONCAVE, Monotone.NEITHER)
AFFINE_RISING = Bend(Curvature.AFFINE, Monotone.RISING)
AFFINE_FALLING = Bend(Curvature.AFFINE, Monotone.FALLING)
UNKNOWN = Bend(Curvature.UNKNOWN, Monotone.NEITHER)
MIXED = Bend(Curvature.UNKNOWN, Monotone.NEITHER, by_sign=True)


def first_reason(facts: Iterable[Facts]) -> str:
    """Return the reason that comes first among the arguments."""
    return next((fact.reason for fact in facts if fact.reason), "")


def composed(node: Node, sign: Sign, bends: tuple[Bend, ...], facts: tuple[Facts, ...]) -> Facts:
    """Apply the composition rule: a function with known bends of arguments with known facts.

    The bends belong to the first arguments of the node; the others are constant.
    """
    if all(fact.curvature is Curvature.CONSTANT for fact in facts):
        return Facts(sign, Curvature.CONSTANT)
    pairs = list(zip(bends, facts, strict=True))
    convex = all(b.curvature.is_convex and _keeps(b, f, up=True) for b, f in pairs)
    concave = all(b.curvature.is_concave and _keeps(b, f, up=False) for b, f in pairs)
    if convex and concave:
        return Facts(sign, Curvature.AFFINE)
    if convex or concave:
        return Facts(sign, Curvature.CONVEX if convex else Curvature.CONCAVE)
    reason = first_reason(facts) or _misfit(node, pairs)
    return Facts(sign, Curvature.UNKNOWN, reason=reason)


def _keeps(bend: Bend, fact: Facts, *, up: bool) -> bool:
    """Answer whether an argument keeps the composition convex (``up``) or concave."""
    if fact.curvature.is_affine:
        return True
    if bend.monotone is Monotone.NEITHER:
        return False
    rising = bend.monotone is Monotone.RISING
    return fact.curvature.is_convex if rising is up else fact.curvature.is_concave


def _misfit(node: Node, pairs: list[tuple[Bend, Facts]]) -> str:
    """Say which argument breaks the composition rule, and why."""
    whole = text(node, SHOWN)
    for place, (bend, fact) in enumerate(pairs):
        argument = text(node.args[place], SHOWN)
        if bend.curvature is Curvature.UNKNOWN:
            unless = f" while the sign of {argument} is not known" if bend.by_sign else ""
            return f"{whole} is neither convex nor concave{unless}"
        if not _keeps(bend, fact, up=bend.curvature.is_convex):
            inner = f"{argument}, which is {fact.curvature}"
            if bend.monotone is Monotone.NEITHER:
                return f"{whole} is {bend.curvature} in {inner}, not affine"
            return f"{whole} is {bend.curvature} and {bend.monotone.value} in {inner}"
    return f"{whole} joins convex and concave expressions"


def joined(signs: Iterable[Sign]) -> Sign:
    """Return all signs that occur among several arrays."""
    return reduce(or_, signs)


def summed(_node: Node, facts: tuple[Facts, ...]) -> Facts:
    """Pass facts through an operation that adds up entries."""
    (fact,) = facts
    return Facts(fact.sign + fact.sign, fact.curvature, reason=fact.reason)


def same_sign(sign: Sign) -> Sign:
    """Keep the sign of the argument."""
    return sign


def magnitude(sign: Sign) -> Sign:
    """Return the sign of an absolute value, a norm, a root or an even power."""
    return (sign & Sign.ZERO) | Sign.POSITIVE if sign & Sign.NONZERO else Sign.ZERO


def unary(
    sign: Sign | Callable[[Sign], Sign],
    always: Bend = UNKNOWN,
    *,
    nonnegative: Bend | None = None,
    nonpositive: Bend | None = None,
) -> FactsRule:
    """Describe a function of one argument by its bends, in general and where a sign is known."""
    if always is UNKNOWN and (nonnegative or nonpositive) is not None:
        always = MIXED

    def rule(node: Node, facts: tuple[Facts, ...]) -> Facts:
        argument = facts[0].sign
        bend = always
        if nonnegative is not None and argument.is_nonnegative:
            bend = nonnegative
        elif nonpositive is not None and argument.is_nonpositive:
            bend = nonpositive
        result = sign(argument) if callable(sign) else sign
        return composed(node, result, (bend,), facts[:1])

    return rule


def literal(node: Node, depth: int = 0) -> float | None:
    """Evaluate an expression of numbers alone, such as ``1/2`` or ``-3``."""
    if node.op.name == "number":
        return cast("float", node.payload)
    if depth > DEEPEST_LITERAL or node.op.name not in {"neg", "div", "scale", "add"}:
        return None
    numbers: list[float] = []
    for arg in node.args:
        value = literal(arg, depth + 1)
        if value is None:
            return None
        numbers.append(value)
    match node.op.name:
        case "neg":
            result = -numbers[0]
        case "add":
            result = sum(numbers)
        case "scale":
            result = numbers[0] * numbers[1]
        case _:
            result = numbers[0] / numbers[1] if numbers[1] else inf
    return result if isfinite(result) else None
