"""Immutable, shared expression nodes: equal expressions are the same object."""

from __future__ import annotations

from collections.abc import Hashable
from threading import RLock
from typing import TYPE_CHECKING, Never
from weakref import ref

from gennaker.expressions.shape import SCALAR, Kind, Shape

if TYPE_CHECKING:
    from gennaker.expressions.operation import Operation

__all__ = ["Node", "make"]


class Node:
    """An operation applied to argument nodes, with a payload for what is not an expression.

    Nodes are made by ``make`` alone, which returns the node that already exists where there is
    one. So equality is identity, a subexpression that occurs twice is stored once, and a table
    keyed by nodes needs no deep comparison.
    """

    __slots__ = ("__weakref__", "args", "op", "payload", "shape")

    op: Operation
    args: tuple[Node, ...]
    payload: Hashable
    shape: Shape

    def __init__(self) -> None:
        """Refuse: nodes come from ``make``."""
        message = "expression nodes are made with gennaker.expressions.make"
        raise TypeError(message)

    def __setattr__(self, name: str, value: object) -> Never:
        """Refuse: nodes never change."""
        message = f"expression nodes are immutable; cannot set {name!r}"
        raise AttributeError(message)

    def __delattr__(self, name: str) -> Never:
        """Refuse: nodes never change."""
        message = f"expression nodes are immutable; cannot delete {name!r}"
        raise AttributeError(message)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle so that loading finds the shared node again."""
        return (make, (self.op, self.args, self.shape, self.payload))

    def __repr__(self) -> str:
        """Show the operation and the kind; ``show.text`` prints the whole expression."""
        return f"<{self.op.name} node, {self.shape}>"

    @property
    def kind(self) -> Kind:
        """Scalar, vector, row vector or matrix."""
        return self.shape.kind

    @property
    def is_scalar(self) -> bool:
        """Whether the expression is a single number."""
        return self.shape.kind is Kind.SCALAR


class _Entry(ref[Node]):
    """A weak reference that knows the key under which its node is shared."""

    __slots__ = ("key",)

    key: tuple[object, ...]


_shared: dict[tuple[object, ...], _Entry] = {}
_lock = RLock()  # a node may die, and be forgotten, while another one is made
_set_op, _set_args = Node.op.__set__, Node.args.__set__  # type: ignore[attr-defined]
_set_shape, _set_payload = Node.shape.__set__, Node.payload.__set__  # type: ignore[attr-defined]


def _forget(entry: _Entry) -> None:
    with _lock:
        found = _shared.pop(entry.key, entry)
        if found is not entry:  # a new node has taken the place
            _shared[entry.key] = found


def make(op: Operation, args: tuple[Node, ...], shape: Shape, payload: Hashable = None) -> Node:
    """Return the one node with this operation, these arguments, this shape and this payload."""
    if shape.kind is Kind.SCALAR:
        shape, key = SCALAR, (op.name, args, payload)
    else:
        key = (op.name, args, shape, payload)
    with _lock:
        entry = _shared.get(key)
        node = entry() if entry is not None else None
        if node is None:
            node = object.__new__(Node)
            _set_op(node, op)
            _set_args(node, args)
            _set_shape(node, shape)
            _set_payload(node, payload)
            entry = _Entry(node, _forget)
            entry.key = key
            _shared[key] = entry
        return node
