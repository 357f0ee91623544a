"""Reverse mode: from the derivative of a result by itself back to all variables."""

from __future__ import annotations

from collections.abc import Sequence

from gennaker.calculus.factoring import factored
from gennaker.calculus.rules import ENTRYWISE, PULLBACKS, Prefixed
from gennaker.calculus.tensor import Factor, Graph, ProductSpec, Tensor, coefficients

__all__ = ["NoDerivativeError", "contract", "derivatives", "order_of_evaluation"]


class NoDerivativeError(Exception):
    """A function without a derivative stands where one is needed."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} has no derivative")
        self.name = name


def order_of_evaluation(roots: Sequence[Tensor]) -> list[Tensor]:
    """List every tensor below the roots once, arguments first."""
    seen: set[Tensor] = set()
    order: list[Tensor] = []
    stack: list[tuple[Tensor, bool]] = [(root, False) for root in reversed(roots)]
    while stack:
        tensor, ready = stack.pop()
        if ready:
            order.append(tensor)
        elif tensor not in seen:
            seen.add(tensor)
            if not tensor.args:
                order.append(tensor)
                continue
            stack.append((tensor, True))
            stack.extend((arg, False) for arg in reversed(tensor.args) if arg not in seen)
    return order


def derivatives(graph: Graph, root: Tensor, by: Sequence[Tensor]) -> list[Tensor]:
    """Return the derivative of a tensor by each leaf: axes of the result first, then the leaf's."""
    count = root.order
    first = tuple(range(count))
    pairs = [
        Factor(graph.delta(axis), (place, place + count)) for place, axis in enumerate(root.axes)
    ]
    seed = graph.product(pairs, (*first, *(place + count for place in first)), {})
    return _swept(graph, root, seed, count, by)


def contract(graph: Graph, root: Tensor, weights: Tensor, by: Sequence[Tensor]) -> list[Tensor]:
    """Return the transposed Jacobian times weights of the shape of the root, for each leaf."""
    return _swept(graph, root, weights, 0, by)


def _swept(
    graph: Graph, root: Tensor, seed: Tensor, prefix: int, by: Sequence[Tensor]
) -> list[Tensor]:
    wanted = set(by)
    order = order_of_evaluation((root,))
    needed: set[Tensor] = set()
    for tensor in order:
        if tensor in wanted or any(arg in needed for arg in tensor.args):
            needed.add(tensor)
    parts: dict[Tensor, list[tuple[float, Tensor]]] = {root: [(1.0, seed)]}
    for tensor in reversed(order):
        if tensor not in parts or tensor not in needed or not tensor.args:
            continue
        if tensor in wanted:
            continue
        total = graph.sum(parts[tensor], (*seed.axes[:prefix], *tensor.axes))
        if not total.args and total.op == "sum":
            continue
        _pull(graph, tensor, Prefixed(total, prefix), needed, parts)
    totals = [graph.sum(parts.get(leaf, ()), (*seed.axes[:prefix], *leaf.axes)) for leaf in by]
    if not prefix:
        totals = [factored(graph, total) for total in totals]
    return [
        _symmetric_part(graph, total, prefix) if leaf.symmetric else total
        for leaf, total in zip(by, totals, strict=True)
    ]


def _symmetric_part(graph: Graph, total: Tensor, prefix: int) -> Tensor:
    """Keep the derivative by a symmetric matrix symmetric: entries move in pairs."""
    if total.symmetric and not prefix:
        return total
    first = tuple(range(prefix))
    swapped = graph.product(
        [Factor(total, (*first, prefix + 1, prefix))], (*first, prefix, prefix + 1), {}
    )
    if swapped is total:
        return total
    return graph.sum([(0.5, total), (0.5, swapped)], total.axes)


def _pull(
    graph: Graph,
    tensor: Tensor,
    adjoint: Prefixed,
    needed: set[Tensor],
    parts: dict[Tensor, list[tuple[float, Tensor]]],
) -> None:
    """Pass the derivative by a tensor on to its arguments."""

    def give(arg: Tensor, coefficient: float, part: Tensor) -> None:
        parts.setdefault(arg, []).append((coefficient, part))

    if tensor.op == "sum":
        for coefficient, arg in zip(coefficients(tensor), tensor.args, strict=True):
            if arg in needed:
                give(arg, coefficient, adjoint.tensor)
    elif tensor.op == "product":
        for place, arg in enumerate(tensor.args):
            if arg in needed:
                give(arg, *_product_part(graph, tensor, place, adjoint))
    elif tensor.op in ENTRYWISE:
        for rule, arg in zip(ENTRYWISE[tensor.op], tensor.args, strict=True):
            if arg in needed:
                give(arg, 1.0, _entrywise_part(graph, rule(graph, tensor), arg, adjoint))
    elif tensor.op in PULLBACKS:
        for arg, part in zip(
            tensor.args, PULLBACKS[tensor.op](graph, tensor, adjoint), strict=True
        ):
            if arg in needed:
                give(arg, 1.0, part)
    else:
        raise NoDerivativeError(tensor.op)


def _product_part(
    graph: Graph, tensor: Tensor, place: int, adjoint: Prefixed
) -> tuple[float, Tensor]:
    """Replace one factor by the derivative of the result: the product rule."""
    spec = tensor.payload
    assert isinstance(spec, ProductSpec)  # noqa: S101 - narrows the type for the checker
    count = adjoint.prefix
    prefix = tuple(range(count))
    moved = [tuple(i + count for i in indices) for indices in spec.indices]
    results = tuple(range(count, count + spec.order))
    exponent = spec.exponents[place]
    factors = [Factor(adjoint.tensor, prefix + results)]
    for other, (arg, indices) in enumerate(zip(tensor.args, moved, strict=True)):
        power = spec.exponents[other] - (1.0 if other == place else 0.0)
        if power:
            factors.append(Factor(arg, indices, power))
    wanted: list[int] = []
    fresh = 1 + max([*results, *prefix, *(i for indices in moved for i in indices), 0])
    for index, length in zip(moved[place], tensor.args[place].axes, strict=True):
        if index in wanted:  # a diagonal: only equal indices contribute
            factors.append(Factor(graph.delta(length), (index, fresh)))
            wanted.append(fresh)
            fresh += 1
        else:
            wanted.append(index)
    lengths = dict(zip(results, tensor.axes, strict=True))
    lengths.update(zip(moved[place], tensor.args[place].axes, strict=True))
    return exponent, graph.product(factors, (*prefix, *wanted), lengths)


def _entrywise_part(graph: Graph, local: Tensor, arg: Tensor, adjoint: Prefixed) -> Tensor:
    """Multiply with the derivative of a function of entries; sum where the argument is a scalar."""
    count = adjoint.prefix
    prefix = tuple(range(count))
    entries = tuple(range(count, adjoint.tensor.order))
    factors = [
        Factor(adjoint.tensor, prefix + entries),
        Factor(local, entries if local.order else ()),
    ]
    return graph.product(factors, prefix + (entries if arg.order else ()), {})
