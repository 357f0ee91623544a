"""Walks over shared expressions without recursion, so that depth never matters."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import TypeVar, cast

from gennaker.expressions.node import Node

__all__ = ["fold", "postorder"]

T = TypeVar("T")


def postorder(roots: Iterable[Node], known: Container[Node] = ()) -> list[Node]:
    """List every node below the roots once, arguments before the nodes that use them.

    Nodes that are ``known``, and what lies below them, are left out.
    """
    seen: set[Node] = set()
    order: list[Node] = []
    stack: list[Node | None] = list(roots)
    stack.reverse()
    pop, push, extend = stack.pop, stack.append, stack.extend  # looked up once: walks are many
    see, append = seen.add, order.append
    while stack:
        node = pop()
        if node is None:  # all arguments of the node below are in the list
            append(cast("Node", pop()))
        elif node not in seen and node not in known:
            see(node)
            args = node.args
            if not args:
                append(node)
                continue
            push(node)
            push(None)
            extend(args[::-1])
    return order


def fold(
    roots: Iterable[Node],
    combine: Callable[[Node, tuple[T, ...]], T],
    known: dict[Node, T] | None = None,
) -> dict[Node, T]:
    """Compute a value for every node from the values of its arguments.

    Results go into ``known``, so that several walks share what they found.
    """
    values: dict[Node, T] = {} if known is None else known
    for node in postorder(roots, values):
        if node not in values:  # combine may have walked on its own in the meantime
            args = node.args
            values[node] = combine(node, tuple([values[arg] for arg in args]) if args else ())
    return values
