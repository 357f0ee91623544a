"""Products with the same matrix are done at once: ``A'*r + A'*s`` is ``A'*(r + s)``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from gennaker.calculus.tensor import MATRIX, Factor, Graph, ProductSpec, Tensor, coefficients

__all__ = ["factored"]

Key = tuple[Tensor, int, int]
Term = tuple[float, Tensor]


def factored(graph: Graph, total: Tensor) -> Tensor:
    r"""Take a matrix out of the terms of a sum that it multiplies.

    A product with data alone stays, because it is computed once for all calls, and so does one
    with a bare variable, such as ``K*x`` beside ``x'*K*x``.

    Example:
        >>> from gennaker.calculus.derive import Derivation
        >>> from gennaker.expressions.show import text
        >>> from gennaker.language.check import read
        >>> head = "parameters\n Matrix A\n Vector y\nvariables\n Vector x\nmin\n "
        >>> problem = read(head + "sum(exp(y.*(A*x))) + sum(sin(A*x))")
        >>> text(Derivation(problem).gradient()[0])
        "A'*(cos(A*x) + y.*exp(y.*(A*x)))"

    """
    if total.op != "sum" or len(total.args) == 1:
        return total
    kept: list[Term] = []
    groups: dict[Key, list[tuple[Term, Tensor]]] = {}
    for coefficient, term in zip(coefficients(total), total.args, strict=True):
        found = _taken_apart(graph, term)
        if found is None:
            kept.append((coefficient, term))
        else:
            key, rest = found
            groups.setdefault(key, []).append(((coefficient, term), rest))
    if all(len(group) == 1 for group in groups.values()):
        return total
    for key, group in groups.items():
        kept += _joined(graph, key, group)
    return graph.sum(kept, total.axes)


def _taken_apart(graph: Graph, term: Tensor) -> tuple[Key, Tensor] | None:
    """Write a product as one matrix times the rest, where the rest changes from call to call."""
    if term.op != "product" or not 0 < term.order <= MATRIX:
        return None
    spec = cast("ProductSpec", term.payload)
    factors = [
        Factor(arg, indices, exponent)
        for arg, indices, exponent in zip(term.args, spec.indices, spec.exponents, strict=True)
    ]
    for axis in range(term.order):
        having = [factor for factor in factors if axis in factor.indices]
        if len(having) != 1 or not _is_matrix(having[0], spec.order):
            continue
        (matrix,) = having
        place = matrix.indices.index(axis)
        inner = matrix.indices[1 - place]
        others = [factor for factor in factors if factor is not matrix]
        if not any(inner in factor.indices for factor in others):
            continue
        result = tuple(inner if index == axis else index for index in range(spec.order))
        lengths = {index: term.axes[index] for index in result if index < term.order}
        rest = graph.product(others, result, lengths)
        if rest.varying and not _is_bare(rest):
            return (matrix.tensor, place, axis), rest
    return None


def _is_bare(tensor: Tensor) -> bool:
    """Recognise sums and multiples of variables: their products the value computes anyway."""
    match tensor.op:
        case "leaf":
            return True
        case "sum":
            return all(map(_is_bare, tensor.args))
        case "product":
            spec = cast("ProductSpec", tensor.payload)
            whole = all(max(indices, default=0) < spec.order for indices in spec.indices)
            return whole and all(map(_is_bare, tensor.args))
        case _:
            return False


def _is_matrix(factor: Factor, order: int) -> bool:
    """Answer whether a factor maps an index that is summed over to one of the result."""
    tensor = factor.tensor
    return (
        tensor.order == MATRIX
        and tensor.op != "delta"
        and factor.exponent == 1
        and max(factor.indices) >= order
        and min(factor.indices) < order
    )


def _joined(graph: Graph, key: Key, group: Iterable[tuple[Term, Tensor]]) -> list[Term]:
    """Multiply the sum of the rests with their matrix."""
    parts = list(group)
    if len(parts) == 1:
        return [parts[0][0]]
    matrix, place, axis = key
    axes = parts[0][1].axes
    rest = factored(graph, graph.sum([(term[0], rest) for term, rest in parts], axes))
    order, inner = len(axes), len(axes)
    indices = (axis, inner) if place == 0 else (inner, axis)
    moved = tuple(inner if index == axis else index for index in range(order))
    factors = [Factor(matrix, indices), Factor(rest, moved)]
    return [(1.0, graph.product(factors, tuple(range(order)), {}))]
