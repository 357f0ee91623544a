"""Closed forms of conjugates: where a separable convex function has a given slope."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from gennaker.calculus.tensor import Factor, Graph, ProductSpec, Tensor, coefficients

__all__ = ["find_slope"]

INVERSES = {"log": "exp", "floor_log": "exp", "exp": "log"}
IsNonnegative = Callable[[Tensor], bool]


def find_slope(
    graph: Graph, gradient: Tensor, leaf: Tensor, slope: Tensor, is_nonnegative: IsNonnegative
) -> Tensor | None:
    r"""Return the entries of a variable at which its part of a gradient is ``slope``.

    That is the gradient of the conjugate. None where there is no closed form, or where the
    gradient is not known to rise. What multiplies the variable counts as positive where it is
    known to be nonnegative: there is no conjugate to speak of where it is zero.

    Example:
        >>> from gennaker.calculus.derive import Derivation
        >>> from gennaker.expressions.show import text
        >>> from gennaker.language.check import read
        >>> head = "parameters\n Vector b\n Scalar c positive\nvariables\n Vector x\nmin\n "
        >>> found = Derivation(read(head + "b'*x + c*sum(entropy(x))")).structure.conjugate
        >>> text(found.slopes[0]), text(found.points[0])
        ('s_x', 'exp((s_x - b)/c - vector(1))')

    """
    inverted = _Inversion(graph, leaf, is_nonnegative)
    point = inverted.solve(gradient, slope)
    return point if inverted.rising else None


class _Inversion:
    """Undoes, one after the other, the operations between a variable and its gradient."""

    def __init__(self, graph: Graph, leaf: Tensor, is_nonnegative: IsNonnegative) -> None:
        self._graph = graph
        self._leaf = leaf
        self._every = tuple(range(leaf.order))
        self._is_nonnegative = is_nonnegative
        self.rising = True

    def solve(self, tensor: Tensor, value: Tensor) -> Tensor | None:
        """Return the variable for which a tensor takes a value."""
        if tensor is self._leaf:
            return value
        if tensor.axes != self._leaf.axes:
            return None
        if tensor.op == "sum":
            return self._sum(tensor, value)
        if tensor.op == "product":
            return self._product(tensor, value)
        if tensor.op in INVERSES:
            inverse = self._graph.function(INVERSES[tensor.op], (value,), value.axes)
            return self.solve(tensor.args[0], inverse)
        return None

    def _sum(self, tensor: Tensor, value: Tensor) -> Tensor | None:
        """Subtract what stays, and divide by the coefficient."""
        terms = list(zip(coefficients(tensor), tensor.args, strict=True))
        moving = [term for term in terms if term[1].varying]
        if len(moving) != 1:
            return None
        ((coefficient, inner),) = moving
        self.rising = self.rising == (coefficient > 0)
        still = [(-other, term) for other, term in terms if not term.varying]
        rest = self._graph.sum([(1.0, value), *still], value.axes)
        return self.solve(inner, self._graph.scale(1 / coefficient, rest))

    def _product(self, tensor: Tensor, value: Tensor) -> Tensor | None:
        """Divide by what stays; what moves stands there once, or below the fraction line."""
        spec = cast("ProductSpec", tensor.payload)
        factors = [
            Factor(arg, indices, exponent)
            for arg, indices, exponent in zip(
                tensor.args, spec.indices, spec.exponents, strict=True
            )
        ]
        moving = [factor for factor in factors if factor.tensor.varying]
        if len(moving) != 1 or moving[0].indices != self._every or abs(moving[0].exponent) != 1:
            return None
        if any(max(factor.indices, default=-1) >= spec.order for factor in factors):
            return None  # a sum over an index mixes entries
        weights = [factor for factor in factors if factor is not moving[0]]
        if not all(self._is_nonnegative(weight.tensor) for weight in weights):
            return None
        power = moving[0].exponent
        self.rising = self.rising == (power > 0)
        divided = [
            Factor(weight.tensor, weight.indices, -weight.exponent * power) for weight in weights
        ]
        whole = [Factor(value, self._every, power), *divided]
        return self.solve(moving[0].tensor, self._graph.product(whole, self._every, {}))
