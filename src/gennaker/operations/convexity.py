"""Sign and curvature of whole expressions: the rows of the table, and forms that span several."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import reduce
from operator import add

from gennaker.expressions.curvature import Curvature, Facts
from gennaker.expressions.node import Node
from gennaker.expressions.shape import Kind
from gennaker.expressions.sign import Sign
from gennaker.expressions.walk import fold
from gennaker.operations.entropies import entropy_curvature
from gennaker.operations.mirror import is_symmetric
from gennaker.operations.monomials import Monomial, monomial, power_curvature
from gennaker.operations.quadratic import quadratic_form, semidefinite_product
from gennaker.operations.transforms import has_convex_root, log_curvature

__all__ = ["Analysis"]


class Analysis:
    r"""What is known about expressions, given the signs that bounds promise for variables.

    Example:
        >>> from gennaker import Model
        >>> problem = Model("variables\n  Vector x\nmin\n  norm1(x)").problem
        >>> str(Analysis({}).facts(problem.objective).curvature)
        'convex'

    """

    def __init__(self, signs: Mapping[Node, Sign]) -> None:
        """Start from the variables whose sign is known."""
        self._signs = dict(signs)
        self._facts: dict[Node, Facts] = {}
        self._logs: dict[Node, Curvature] = {}
        self._roots: dict[Node, bool] = {}

    def facts(self, node: Node) -> Facts:
        """Return sign and curvature of an expression."""
        if node not in self._facts:
            fold((node,), self._combine, self._facts)
        return self._facts[node]

    def is_constant(self, node: Node) -> bool:
        """Answer whether an expression holds no variable."""
        return self.facts(node).is_constant

    def log_curvature(self, node: Node) -> Curvature:
        """Return the curvature of the logarithm of an expression that is at least 0."""
        if node not in self._logs:
            fold((node,), lambda n, args: log_curvature(n, args, self), self._logs)
        return self._logs[node]

    def has_convex_root(self, node: Node) -> bool:
        """Answer whether an expression is at least 0 and its square root is convex."""
        if node not in self._roots:
            fold((node,), lambda n, args: has_convex_root(n, args, self), self._roots)
        return self._roots[node]

    def _combine(self, node: Node, args: tuple[Facts, ...]) -> Facts:
        found = node.op.facts(node, args)
        if node in self._signs:
            found = replace(found, sign=self._signs[node])
        forms = FORMS.get(node.op.name, ())
        for form in forms:
            if found.is_constant or found.curvature is Curvature.UNKNOWN:
                self._facts[node] = found  # forms may ask for what is known so far
                found = form(self, node, found)
        if forms:
            self._logs.pop(node, None)
            self._roots.pop(node, None)
        if node.kind is Kind.MATRIX:
            found = replace(found, symmetric=is_symmetric(node, found, args, self.facts))
        return found


Form = Callable[[Analysis, Node, Facts], Facts]
"""Looks at an expression whose row could not tell its curvature, and may find out more."""


def _quadratic(known: Analysis, node: Node, found: Facts) -> Facts:
    if node.is_scalar:
        return quadratic_form(node, found, known.facts)
    if node.kind is Kind.MATRIX:
        return semidefinite_product(node, found, known.facts) or found
    return found


def _power_product(known: Analysis, node: Node, found: Facts) -> Facts:
    """Try ``x^2/t``, ``sqrt(x*y)``, ``x.*log(x)`` and the like, entry by entry."""
    form = None if found.is_constant else monomial(((node, 1.0),), known.facts)
    if form is None:
        return found
    return _improved(found, form.total_sign(known.facts), _curvature(form, known))


def _inner_product(known: Analysis, node: Node, found: Facts) -> Facts:
    """Try the same on ``u'*v`` and ``tr(U'*V)``, the sums of ``u.*v``."""
    product = node.args[0] if node.op.name == "tr" else node
    if found.is_constant or product.op.name != "matmul" or not node.is_scalar:
        return found
    left, right = product.args
    if left.kind is Kind.MATRIX:
        if left.op.name != "transpose":
            return found
        left = left.args[0]
    form = monomial(((left, 1.0), (right, 1.0)), known.facts)
    if form is None:
        return found
    sign = form.total_sign(known.facts)
    return _improved(found, sign + sign, _curvature(form, known))


def _curvature(form: Monomial, known: Analysis) -> Curvature:
    """Return the curvature of a product of powers, or of one with a convex logarithm."""
    curvature = power_curvature(form, known.facts, known.has_convex_root)
    if curvature is Curvature.UNKNOWN:
        curvature = entropy_curvature(form, known.facts)
    if curvature is Curvature.UNKNOWN:
        logs = (known.log_curvature(b).scaled(Sign.of(p)) for b, p in form.powers.items())
        if reduce(add, logs).is_convex:
            return Curvature.CONVEX.scaled(form.sign)
    return curvature


def _improved(found: Facts, sign: Sign, curvature: Curvature) -> Facts:
    """Add what a form tells to what the row of the operation told."""
    both = found.sign & sign or found.sign
    if curvature is Curvature.UNKNOWN:
        return replace(found, sign=both)
    return replace(found, sign=both, curvature=curvature, reason="")


def _log_convex(known: Analysis, node: Node, found: Facts) -> Facts:
    """An expression with a convex logarithm is convex, as is ``exp(u)'*exp(v)``."""
    if found.is_constant or not known.log_curvature(node).is_convex:
        return found
    return _improved(found, found.sign, Curvature.CONVEX)


def _logarithm(known: Analysis, node: Node, found: Facts) -> Facts:
    """The logarithm of ``1 + exp(u)`` is convex, that of ``1/(1 + exp(u))`` concave."""
    inside = known.log_curvature(node.args[0])
    if node.op.name == "log1p":  # the logarithm of one more
        inside = Curvature.CONVEX if inside.is_convex else Curvature.UNKNOWN
    return found if found.is_constant else _improved(found, found.sign, inside)


FORMS: Mapping[str, tuple[Form, ...]] = {
    "matmul": (_quadratic, _inner_product, _log_convex),
    "tr": (_quadratic, _inner_product),
    "sum": (_quadratic,),
    "scale": (_quadratic, _power_product),
    "elmul": (_power_product,),
    "div": (_power_product,),
    "eldiv": (_power_product,),
    "pow": (_power_product,),
    "elpow": (_power_product,),
    "sqrt": (_power_product,),
    "log": (_logarithm,),
    "log1p": (_logarithm,),
}
