"""Quadratic forms: ``u'*K*u``, ``tr(X'*K*X)``, ``sum(x.*(K*x))``, and ``B'*B`` among matrices."""

from __future__ import annotations

from dataclasses import replace

from gennaker.expressions.curvature import Curvature, Facts
from gennaker.expressions.node import Node
from gennaker.expressions.show import text
from gennaker.expressions.sign import Sign
from gennaker.operations.mirror import Chain, Factor, FactsOf, chain

__all__ = [
    "has_convex_size",
    "is_semidefinite_form",
    "quadratic_form",
    "semidefinite_product",
]

SHOWN = 30
PRODUCTS = frozenset({"matmul", "scale", "tr", "sum"})


def semidefinite_product(node: Node, found: Facts, facts: FactsOf) -> Facts | None:
    """Recognise ``B'*B`` and ``B'*K*B`` with semidefinite ``K``."""
    product = chain(tuple((arg, False) for arg in node.args), facts)
    if product is None or not product.fits or not product.sign.is_nonnegative:
        return None
    middle = product.middle(facts)
    if middle == product.factors or not _is_semidefinite(middle, facts):
        return None
    return replace(found, psd=True)


def quadratic_form(node: Node, found: Facts, facts: FactsOf) -> Facts:
    """Find sign and curvature of a scalar product that reads the same from both ends."""
    sign, reason = found.sign, ""
    for product in _readings(node, facts):
        middle = product.middle(facts)
        if not _is_semidefinite(middle, facts):
            if _is_affine_form(product, facts):
                reason = reason or _indefinite(node, middle)
            continue
        sign = Sign.NONNEGATIVE * product.sign
        if found.is_constant:
            break
        if _bends_up(product, facts):
            curvature = Curvature.CONVEX.scaled(product.sign)
            if curvature is not Curvature.UNKNOWN:
                return Facts(sign, curvature)
            reason = f"the sign of the factor in {text(node, 2 * SHOWN)} is not known"
    return replace(found, sign=sign, reason=reason or found.reason)


def is_semidefinite_form(node: Node, facts: FactsOf) -> bool:
    """Recognise ``u'*K*u`` that is convex and at least 0, so that its root is a norm."""
    return any(
        product.sign.is_nonnegative
        and _is_semidefinite(product.middle(facts), facts)
        and _bends_up(product, facts)
        for product in _readings(node, facts)
    )


def _readings(node: Node, facts: FactsOf) -> list[Chain]:
    """Write a scalar as a chain of factors, in all ways that can matter."""
    if not node.is_scalar or node.op.name not in PRODUCTS:
        return []
    cyclic = node.op.name in {"tr", "sum"}
    parts = tuple((arg, False) for arg in node.args)
    if node.op.name == "sum":
        if node.args[0].op.name != "elmul":
            return []
        left, right = node.args[0].args
        parts = ((left, True), (right, False))  # sum(U.*V) is tr(U'*V)
    product = chain(parts, facts)
    if product is None or len(product.factors) < 2:  # noqa: PLR2004 - two make a product
        return []
    turns = range(len(product.factors)) if cyclic else range(1)
    turned = (product.rotated(places) for places in turns)
    return [chain for chain in turned if chain.fits and chain.pairs(facts)]


def _is_semidefinite(middle: tuple[Factor, ...], facts: FactsOf) -> bool:
    return not middle or (len(middle) == 1 and facts(middle[0].node).psd)


def _varying(factors: tuple[Factor, ...], facts: FactsOf) -> list[Facts]:
    return [fact for factor in factors if not (fact := facts(factor.node)).is_constant]


def _root(product: Chain, facts: FactsOf) -> tuple[Factor, ...]:
    """Return the factors of ``u`` in ``u'*K*u``."""
    return product.factors[len(product.factors) - product.pairs(facts) :]


def _is_affine_form(product: Chain, facts: FactsOf) -> bool:
    """Answer whether ``K`` is constant and ``u`` affine."""
    varying = _varying(_root(product, facts), facts)
    constant = not _varying(product.middle(facts), facts)
    return constant and len(varying) == 1 and varying[0].curvature is Curvature.AFFINE


def _bends_up(product: Chain, facts: FactsOf) -> bool:
    """Answer whether ``u'*K*u`` is convex for semidefinite ``K``.

    It is for affine ``u``, and ``u'*u`` is where the absolute value of ``u`` is convex.
    """
    if _is_affine_form(product, facts):
        return True
    root = _root(product, facts)
    return (
        len(product.factors) == 2 and len(root) == 1 and has_convex_size(facts(root[0].node))  # noqa: PLR2004
    )


def has_convex_size(fact: Facts) -> bool:
    """Answer whether the absolute value of an expression is convex."""
    if fact.curvature.is_affine:
        return True
    if fact.sign.is_nonnegative:
        return fact.curvature.is_convex
    return fact.sign.is_nonpositive and fact.curvature.is_concave


def _indefinite(node: Node, middle: tuple[Factor, ...]) -> str:
    shown = "*".join(text(factor.node, SHOWN, tight=True) for factor in middle)
    single = len(middle) == 1 and middle[0].node.op.name == "parameter"
    edit = f" (declare {shown} psd if it is)" if single else ""
    return f"{text(node, SHOWN)} is convex only if {shown} is positive semidefinite{edit}"
