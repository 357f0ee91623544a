"""Which matrices are their own transpose, and which products read the same from both ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from gennaker.expressions.curvature import Facts
from gennaker.expressions.node import Node
from gennaker.expressions.shape import Kind
from gennaker.expressions.sign import Sign
from gennaker.operations.leaves import attributes

__all__ = ["Chain", "Factor", "FactsOf", "chain", "is_symmetric"]

LONGEST_CHAIN = 16
FactsOf = Callable[[Node], Facts]


@dataclass(frozen=True, slots=True)
class Factor:
    """One factor of a matrix product, perhaps transposed."""

    node: Node
    flipped: bool

    def mirrors(self, other: Factor, facts: FactsOf) -> bool:
        """Answer whether one factor is the transpose of the other."""
        if self.node is not other.node:
            return False
        plain = self.node.is_scalar or self.flipped is not other.flipped
        return plain or facts(self.node).symmetric


@dataclass(frozen=True, slots=True)
class Chain:
    """A product of constant scalars, of which only the sign is kept, and matrix factors."""

    sign: Sign
    factors: tuple[Factor, ...]

    @property
    def fits(self) -> bool:
        """Whether the factors can be multiplied in any order of brackets.

        A scalar between them, as in ``v'*s*w``, stands in the chain as factors of its own.
        """
        axes = [_axes(factor) for factor in self.factors]
        return all(left[1] == right[0] for left, right in pairwise(axes))

    def pairs(self, facts: FactsOf) -> int:
        """Count how many factors at the end mirror those at the start."""
        count, length = 0, len(self.factors)
        while 2 * (count + 1) <= length and self.factors[count].mirrors(
            self.factors[length - 1 - count], facts
        ):
            count += 1
        return count

    def middle(self, facts: FactsOf) -> tuple[Factor, ...]:
        """Return the factors that no pair takes up."""
        pairs = self.pairs(facts)
        return self.factors[pairs : len(self.factors) - pairs]

    def rotated(self, places: int) -> Chain:
        """Move factors from the start to the end, which leaves a trace as it is."""
        return Chain(self.sign, self.factors[places:] + self.factors[:places])


def _axes(factor: Factor) -> tuple[object, object]:
    shape = factor.node.shape
    return (shape.columns, shape.rows) if factor.flipped else (shape.rows, shape.columns)


def chain(start: tuple[tuple[Node, bool], ...], facts: FactsOf) -> Chain | None:
    """Flatten a product of nodes, each perhaps transposed; None where it is too long."""
    sign = Sign.POSITIVE
    factors: list[Factor] = []
    stack = list(reversed(start))
    for _ in range(4 * LONGEST_CHAIN):
        if not stack:
            return Chain(sign, tuple(factors))
        node, flipped = stack.pop()
        match node.op.name:
            case _ if node.is_scalar and facts(node).is_constant:
                sign = sign * facts(node).sign
            case "neg":
                sign = -sign
                stack.append((node.args[0], flipped))
            case "transpose":
                stack.append((node.args[0], not flipped))
            case "div" if facts(node.args[1]).is_constant:
                sign = sign * (facts(node.args[1]).sign & Sign.NONZERO or Sign.NONZERO)
                stack.append((node.args[0], flipped))
            case "matmul" | "scale":
                args = node.args if flipped else node.args[::-1]
                stack += [(arg, flipped) for arg in args]
            case _:
                factors.append(Factor(node, flipped))
    return None


def is_symmetric(node: Node, found: Facts, args: tuple[Facts, ...], facts: FactsOf) -> bool:
    """Answer whether an expression is its own transpose, given what is known of its arguments."""
    if node.kind is not Kind.MATRIX or found.psd:
        return found.psd
    match node.op.name:
        case "parameter" | "variable":
            return bool(attributes(node) & {"symmetric", "psd"})
        case "eye" | "diag":
            return True
        case "fill":
            return node.shape.rows == node.shape.columns
        case "inv" | "transpose" | "matpow":
            return args[0].symmetric
        case "matmul":
            return _is_palindrome(node, facts)
        case "add":
            return _is_closed_under_transposes(node, args)
        case _:
            pairs = zip(node.args, args, strict=True)
            return node.op.elementwise and all(a.is_scalar or fact.symmetric for a, fact in pairs)


def _is_palindrome(node: Node, facts: FactsOf) -> bool:
    """Recognise ``B'*B`` and ``B'*S*B`` with symmetric ``S``."""
    product = chain(tuple((arg, False) for arg in node.args), facts)
    if product is None or not product.fits:
        return False
    middle = product.middle(facts)
    return not middle or (
        len(middle) == 1 < len(product.factors) and facts(middle[0].node).symmetric
    )


def _is_closed_under_transposes(node: Node, args: tuple[Facts, ...]) -> bool:
    """Recognise ``X + X'`` among the terms."""
    odd: Counter[Node | None] = Counter(
        term for term, fact in zip(node.args, args, strict=True) if not fact.symmetric
    )
    flipped = {term.args[0]: term for term in node.args if term.op.name == "transpose"}
    return all(odd[_partner(term, flipped)] == odd[term] for term in node.args if term in odd)


def _partner(term: Node, flipped: dict[Node, Node]) -> Node | None:
    return term.args[0] if term.op.name == "transpose" else flipped.get(term)
