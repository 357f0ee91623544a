"""Order expressions into steps: each computed once, data-only work apart, lines of fair length."""

from __future__ import annotations

import keyword
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import cast

from gennaker.emission.spread import spread
from gennaker.expressions.node import Node
from gennaker.expressions.shape import Kind
from gennaker.expressions.walk import fold, postorder

__all__ = ["Block", "Names", "Scheduler", "Step"]

TRIVIAL = frozenset({"transpose", "fill", "eye", "number", "parameter", "variable", "size", "neg"})
LARGEST_INLINE = 8
SQUARE = 2
TAKEN = frozenset(
    {
        "np",
        "cp",
        "jnp",
        "jax",
        "torch",
        "xp",
        "self",
        "value",
        "model",
        "float",
        "int",
        "dtype",
        "device",
        "saved",
        "tiny",
    }
)


@dataclass(frozen=True, slots=True)
class Step:
    """A name for an expression that is computed once."""

    name: str
    node: Node


@dataclass(frozen=True, slots=True)
class Block:
    """Steps and the results that they lead to; ``ready`` steps come from an earlier function."""

    steps: tuple[Step, ...]
    results: tuple[Node, ...]
    ready: tuple[Step, ...] = ()


@dataclass(slots=True)
class Names:
    """Hands out names that clash with nothing."""

    taken: set[str] = field(default_factory=lambda: set(TAKEN))

    def user(self, name: str) -> str:
        """Return the user's name, with an underscore where Python keeps the word for itself."""
        while name in self.taken or keyword.iskeyword(name):
            name += "_"
        self.taken.add(name)
        return name

    def steps(self, stem: str, used: Collection[str] = ()) -> Iterator[str]:
        """Hand out numbered names that are free; other functions may use the same ones."""
        for number in count(1):
            name = f"{stem}{number}"
            if name not in self.taken and name not in used:
                yield name


class Scheduler:
    """Orders the steps of several functions, with one name for each expression in all of them."""

    def __init__(self) -> None:
        self.pool = Names()
        self.names: dict[Node, str] = {}
        self.inputs: set[Node] = set()
        self.moving: dict[Node, bool] = {}
        self.kept: set[Node] = set()

    def input(self, node: Node, name: str) -> str:
        """Name a leaf that changes from call to call, beside the variables."""
        self.inputs.add(node)
        self.names[node] = name
        return name

    def _moves(self, node: Node) -> bool:
        """Answer whether an expression changes from call to call."""
        if node not in self.moving:
            fold((node,), self._moves_by, self.moving)
        return self.moving[node]

    def _moves_by(self, node: Node, args: tuple[bool, ...]) -> bool:
        return node.op.name == "variable" or node in self.inputs or any(args)

    def setup(self, roots: Sequence[Node]) -> Block:
        """Name the largest expressions in the data alone."""
        found: list[Node] = []
        order = postorder(roots)
        fold(roots, self._moves_by, self.moving)
        parents: dict[Node, list[Node]] = {}
        for node in order:
            for arg in node.args:
                parents.setdefault(arg, []).append(node)
        tops = set(roots)
        for node in order:
            if self._moves(node) or not self._is_work(node):
                continue
            outer = parents.get(node, [])
            if node in tops or any(self._moves(p) or not self._is_work(p) for p in outer):
                found.append(node)
        wanted = self._shared(found, ()) | set(found)
        order = [node for node in postorder(found) if node in wanted]
        steps = tuple(map(Step, self.pool.steps("c"), order))
        self.kept |= wanted
        self.names.update((step.node, step.name) for step in steps)
        self.pool.taken |= {step.name for step in steps}
        return Block(steps, ())

    def _is_work(self, node: Node) -> bool:
        """Answer whether an expression costs more to repeat than to keep."""
        if not node.args or node.op.name in TRIVIAL:
            return False
        if node.op.name == "diag" and node.shape.axes and len(node.shape.axes) > 1:
            return False  # a diagonal matrix is never formed: rows or columns are scaled
        return any(arg.shape.axes or not _is_plain(arg) for arg in node.args)

    def name_steps(self, named: Iterable[tuple[str, Node]]) -> None:
        """Let steps go by the names that the user gave them."""
        for name, node in named:
            if node.args and node not in self.names:
                self.names[node] = self.pool.user(name)

    def _shared(self, roots: Sequence[Node], ready: Collection[Node]) -> set[Node]:
        """Return the nodes that are used more than once below the roots."""
        uses: Counter[Node] = Counter(roots)
        stack, seen = list(roots), set[Node]()
        while stack:
            node = stack.pop()
            if node in seen:
                continue
            seen.add(node)
            if node in self.kept or node in ready:
                continue
            uses.update(node.args)
            if (base := _written_twice(node)) is not None:
                uses[base] += 1
            stack += node.args
        return {
            node
            for node, times in uses.items()
            if times > 1
            and node.args
            and node.op.name not in TRIVIAL
            and not _is_plain(node)
            and spread(node) is None
        }

    def block(
        self,
        roots: tuple[Node, ...],
        also: tuple[Node, ...] = (),
        ready: tuple[Step, ...] = (),
    ) -> Block:
        """Order the steps of one function, and number them.

        ``also`` are later roots whose shared parts are kept for them; what is ``ready`` has been
        computed by an earlier function.
        """
        done = self.kept | {step.node for step in ready}
        shared = self._shared((*roots, *also), done)
        mine = [node for node in _below(roots, done) if node not in done]
        wanted = {node for node in mine if node in shared}
        wanted |= self._split(mine, wanted | done, roots)
        names = self.pool.steps("t", {step.name for step in ready})
        steps = tuple(
            Step(self.names.get(node) or next(names), node) for node in mine if node in wanted
        )
        return Block(steps, roots, ready)

    def _split(self, order: list[Node], named: set[Node], roots: tuple[Node, ...]) -> set[Node]:
        """Name parts of expressions that would grow too long to read on one line."""
        extra: set[Node] = set()
        size: dict[Node, int] = {}
        for node in order:
            args = map(_without_sign, node.args)
            parts = {a: size.get(a, 0) for a in args if a not in named and a not in extra}
            total = 1 + sum(parts.values())
            while total > LARGEST_INLINE:
                candidates = [arg for arg in parts if parts[arg] > 1 and _may_be_named(arg)]
                if not candidates:
                    break
                largest = max(candidates, key=lambda arg: parts[arg])
                extra.add(largest)
                total -= parts.pop(largest)
            size[node] = total
        return extra - set(roots) | {n for n in extra if n in roots and n.args}


def _without_sign(node: Node) -> Node:
    """Return what a sign stands before: sums subtract by themselves."""
    return node.args[0] if node.op.name == "neg" else node


def _may_be_named(node: Node) -> bool:
    return node.op.name not in {"transpose", "fill", "diag"} and spread(node) is None


def _written_twice(node: Node) -> Node | None:
    """Return what is written twice, and needs a name then: the base of a power.

    High powers are written as products of their base, the sum of the squares of a matrix as its
    inner product with itself.
    """
    if node.op.name == "sum":
        (inner,) = node.args
        squares = inner.op.name == "elpow" and _exponent(inner) == SQUARE
        return inner.args[0] if squares and inner.kind is Kind.MATRIX else None
    if node.op.name in {"pow", "elpow"} and _exponent(node) > SQUARE:
        return node.args[0]
    return None


def _exponent(node: Node) -> float:
    exponent = node.args[1]
    return cast("float", exponent.payload) if exponent.op.name == "number" else 0.0


def _is_plain(node: Node) -> bool:
    """Answer whether an expression is a number or a leaf, perhaps with a sign."""
    while node.op.name in {"neg", "transpose", "fill"}:
        node = node.args[0]
    return not node.args


def _below(roots: Iterable[Node], done: set[Node]) -> list[Node]:
    """List the nodes below the roots, not looking below those that are done."""
    seen: set[Node] = set()
    order: list[Node] = []
    stack: list[tuple[Node, bool]] = [(root, False) for root in reversed(list(roots))]
    while stack:
        node, ready = stack.pop()
        if ready:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            if not node.args:
                order.append(node)
                continue
            stack.append((node, True))
            if node not in done:
                stack.extend((arg, False) for arg in reversed(node.args) if arg not in seen)
    return order
