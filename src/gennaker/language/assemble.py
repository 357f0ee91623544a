"""Put a checked problem together: every expression over the sizes that are left."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import cast

from gennaker.expressions.dimension import Dimension
from gennaker.expressions.index import Index
from gennaker.expressions.node import Node, make
from gennaker.expressions.problem import LetName, Origin, Problem, Relation, SizeLimit, Symbol
from gennaker.expressions.shape import SCALAR
from gennaker.expressions.sizes import Sizes
from gennaker.expressions.walk import fold
from gennaker.language.classify import classify
from gennaker.language.scope import Scope

__all__ = ["Parts", "assemble"]

END = Dimension.named("end")


@dataclass(frozen=True, slots=True)
class Parts:
    """What the checker found, before all sizes were known."""

    parameters: list[Symbol]
    variables: list[Symbol]
    lets: list[LetName]
    maximize: bool
    objective: Node
    relations: list[Relation]


def assemble(parts: Parts, scope: Scope) -> Problem:
    """Rewrite every expression with resolved sizes, and tell bounds from constraints."""
    sizes = scope.sizes
    resolved = _resolve_all(parts, scope)
    relations = tuple(
        Relation(
            item.label, tuple(map(resolved.__getitem__, item.sides)), item.operators, item.line
        )
        for item in parts.relations
    )
    variables = _symbols(parts.variables, resolved)
    bounds, constraints = classify(relations, variables)
    return Problem(
        parameters=_symbols(parts.parameters, resolved),
        variables=variables,
        lets=tuple(LetName(let.name, resolved[let.value]) for let in parts.lets),
        maximize=parts.maximize,
        objective=resolved[parts.objective],
        relations=relations,
        bounds=bounds,
        constraints=constraints,
        dimensions={name: sizes.resolve(Dimension.named(name)) for name in sizes.names},
        equations=tuple(e for e in sizes.equations if not _mentions_fresh(e.left, e.right)),
        limits=_limits(scope),
        origin=Origin(
            scope.source.text,
            {resolved[node]: span for node, span in scope.places.items() if node in resolved},
        ),
    )


def _resolve_all(parts: Parts, scope: Scope) -> dict[Node, Node]:
    """Resolve the sizes of every expression in one walk, unless they all stay as they are."""
    sizes = scope.sizes
    symbols = (*parts.parameters, *parts.variables)
    roots = [
        *(symbol.node for symbol in symbols),
        *(let.value for let in parts.lets),
        parts.objective,
        *(side for relation in parts.relations for side in relation.sides),
    ]
    if sizes.is_open and not scope.slices:
        return {node: node for node in (*roots, *scope.places)}
    return fold(roots, lambda node, args: _resized(node, args, sizes))


def _symbols(items: Iterable[Symbol], resolved: dict[Node, Node]) -> tuple[Symbol, ...]:
    return tuple(
        Symbol(item.name, resolved[item.node], item.attributes, item.sizes, item.line)
        for item in items
    )


def _limits(scope: Scope) -> tuple[SizeLimit, ...]:
    """Return the relations between sizes that only data can confirm."""
    resolve = scope.sizes.resolve
    limits = (
        SizeLimit(resolve(item.small), resolve(item.large), item.because())
        for item in scope.limits.values()
    )
    return tuple(dict.fromkeys(x for x in limits if not (x.large - x.small).is_constant))


def _mentions_fresh(*axes: Dimension) -> bool:
    return any(name.startswith("?") for axis in axes for name, _ in axis.terms)


def _resized(node: Node, args: tuple[Node, ...], sizes: Sizes) -> Node:
    """Rebuild a node over resized arguments, with its own sizes resolved."""
    shape = node.shape if node.shape is SCALAR else sizes.resolve_shape(node.shape)
    payload = node.payload
    if payload is not None:
        payload = _resized_payload(node, sizes)
    if args == node.args and shape is node.shape and payload is node.payload:
        return node
    return make(node.op, args, shape, payload)


def _resized_payload(node: Node, sizes: Sizes) -> Hashable:
    """Resolve positions; given sizes, as in ``vector(1, n)``, stay as they were written."""
    if node.op.name != "index":
        return node.payload
    indices = cast("tuple[Index, ...]", node.payload)
    axes = node.args[0].shape.axes
    found = tuple(_resized_index(i, axis, sizes) for i, axis in zip(indices, axes, strict=True))
    return indices if found == indices else found


def _resized_index(index: Index, axis: Dimension, sizes: Sizes) -> Index:
    if index.is_all or index.is_dynamic or (index.last is None and index.first.is_constant):
        return index
    length = sizes.resolve(axis)
    first = sizes.resolve(index.first)
    written = _as_written(index.first, axis, first, length)
    if index.last is None:
        return Index(first, written=(written,) if written is not None else ())
    last = sizes.resolve(index.last)
    ends = (written, _as_written(index.last, axis, last, length))
    return Index(first, last, written=() if ends == (None, None) else ends)


def _as_written(
    end: Dimension, axis: Dimension, resolved: Dimension, length: Dimension
) -> Dimension | None:
    """Return an end of a slice that would print in other words than it was written in.

    ``x[1:m - 1] + x`` makes ``x`` as long as ``m - 1``, and ``x[1:end] + x`` does not;
    ``x[1:end - 1] + y`` makes ``x`` longer than ``y``, and ``x[1:2] + y`` does not.
    """
    if not end.terms:
        return None
    behind = end - axis
    if axis.terms and behind.is_constant:
        return None if length.terms else END + behind
    prints_as_end = bool(length.terms) and (resolved - length).is_constant
    return end if prints_as_end or end != resolved else None
