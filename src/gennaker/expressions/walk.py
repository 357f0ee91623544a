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
    while stack:
        node = stack.pop()
        if node is None:  # all arguments of the node below are in the list
            order.append(cast("Node", stack.pop()))
        elif node not in seen and node not in known:
            seen.add(node)
            if not node.args:
                order.append(node)
                continue
            stack.append(node)
            stack.append(None)
            stack.extend([arg for arg in reversed(node.args) if arg not in seen])
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
