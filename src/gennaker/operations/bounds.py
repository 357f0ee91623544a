"""What bounds promise: the signs of variables, and the bound that an attribute stands for."""

from __future__ import annotations

from collections.abc import Iterable

from gennaker.expressions.node import Node
from gennaker.expressions.problem import Bound, Symbol
from gennaker.expressions.sign import Sign
from gennaker.operations.convexity import Analysis
from gennaker.operations.leaves import attribute_sign, attributes, number
from gennaker.operations.products import TRANSPOSE

__all__ = ["DECLARED", "declared_bound", "signs_from_bounds"]

DECLARED = -1
"""The ``relation`` of a bound that an attribute such as ``nonnegative`` stands for."""


def declared_bound(symbol: Symbol) -> Bound | None:
    """Return the bound that the attributes of a variable promise."""
    sign = attribute_sign(attributes(symbol.node))
    if sign is Sign.UNKNOWN:
        return None
    strict = sign is Sign.POSITIVE
    name = f"{symbol.name} {'positive' if strict else 'nonnegative'}"
    return Bound(symbol.node, symbol.node, number(0), None, strict, name, DECLARED)


def signs_from_bounds(bounds: Iterable[Bound], variables: tuple[Symbol, ...]) -> dict[Node, Sign]:
    """Return the signs that attributes and bounds on whole variables promise."""
    signs = {symbol.node: attribute_sign(attributes(symbol.node)) for symbol in variables}
    data = Analysis({})
    for bound in bounds:
        whole = bound.target
        if whole.op is TRANSPOSE:
            whole = whole.args[0]
        if whole is not bound.variable:
            continue
        known = signs[bound.variable]
        if bound.lower is not None:
            known &= _at_least(data.facts(bound.lower).sign, strict=bound.strict)
        if bound.upper is not None:
            known &= -_at_least(-data.facts(bound.upper).sign, strict=bound.strict)
        if known:
            signs[bound.variable] = known
    return signs


def _at_least(sign: Sign, *, strict: bool) -> Sign:
    """Return the signs of numbers that are at least as large as one of the given sign."""
    if sign.within(Sign.POSITIVE):
        return Sign.POSITIVE
    if sign.is_nonnegative:
        return Sign.POSITIVE if strict else Sign.NONNEGATIVE
    return Sign.UNKNOWN
