"""Entropies in their many spellings: ``x.*log(x)``, ``x.*log(x./q)``, ``x.*(log(x) - log(y))``."""

from __future__ import annotations

from gennaker.expressions.curvature import Curvature
from gennaker.expressions.node import Node
from gennaker.expressions.shape import Kind
from gennaker.operations.mirror import FactsOf
from gennaker.operations.monomials import Monomial, monomial

__all__ = ["entropy_curvature"]

PAIR = 2
MOST_TERMS = 16


def entropy_curvature(form: Monomial, facts: FactsOf) -> Curvature:
    """Return the curvature of an affine expression times a sum of logarithms.

    ``a*u*log(u)`` is convex for ``a > 0``, and so is ``a*u*log(u) - b*u*log(v)`` in ``u`` and
    ``v`` together for ``a >= b > 0``; products of ``u`` with constants change nothing.
    """
    if len(form.powers) != PAIR or set(form.powers.values()) != {1.0}:
        return Curvature.UNKNOWN
    for outer, inner in (list(form.powers), list(form.powers)[::-1]):
        if not facts(outer).curvature.is_affine:
            continue
        weights = _logarithms(inner, facts)
        if weights is not None and _is_relative_entropy(outer, weights, facts):
            return Curvature.CONVEX.scaled(form.sign)
    return Curvature.UNKNOWN


def _is_relative_entropy(outer: Node, weights: dict[Node, float], facts: FactsOf) -> bool:
    own = weights.pop(outer, 0.0)
    if own <= 0 or len(weights) > 1:
        return False
    return all(
        -own <= weight < 0 and facts(other).curvature.is_affine for other, weight in weights.items()
    )


def _is_split_by_log(inside: Monomial, facts: FactsOf) -> bool:
    """Answer whether the logarithm of a product is defined for positive factors alone.

    It keeps one factor of unknown sign positive, but not two, and not that of a square.
    """
    unsigned = [p for base, p in inside.powers.items() if not facts(base).sign.is_nonnegative]
    return inside.sign.is_nonnegative and unsigned in ([], [1.0])


def _logarithms(node: Node, facts: FactsOf) -> dict[Node, float] | None:
    """Write an expression as a constant plus multiples of logarithms of expressions."""
    weights: dict[Node, float] = {}
    stack = [(node, 1.0)]
    for _ in range(MOST_TERMS):
        if not stack:
            return weights
        term, weight = stack.pop()
        match term.op.name:
            case _ if facts(term).is_constant:
                pass
            case "add":
                stack += [(arg, weight) for arg in term.args]
            case "neg":
                stack.append((term.args[0], -weight))
            case "fill":
                stack.append((term.args[0], weight))
            case "transpose" if term.kind is not Kind.MATRIX:
                stack.append((term.args[0], weight))
            case "log":
                inside = monomial(((term.args[0], 1.0),), facts)
                if inside is None or not _is_split_by_log(inside, facts):
                    return None
                for base, power in inside.powers.items():
                    weights[base] = weights.get(base, 0.0) + weight * power
            case _:
                return None
    return None
