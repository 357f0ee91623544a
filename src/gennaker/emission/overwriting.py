"""Print steps so that large arrays are overwritten once they are no longer needed.

Memory that is new costs more than the arithmetic on it: for large arrays the system hands out
fresh pages, and caches hold none of them. Here an entry-by-entry operation writes into an
operand that nothing else needs, or into an array that an earlier step has left behind. What a
function returns is always its own: nothing is kept from one call to the next.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import count
from typing import cast

from gennaker.emission.printer import Printer
from gennaker.emission.schedule import Block
from gennaker.emission.spread import Along, spread
from gennaker.expressions.node import Node
from gennaker.expressions.shape import Shape

__all__ = ["Overwriting"]

FRESH = frozenset(
    {"matmul", "fill", "stack", "scatter", "inv", "cofactor", "sum_rows", "sum_columns"}
)
"""What gives an array of its own, beside operations on entries."""
VIEWS = frozenset({"transpose", "index", "diag", "tensor"})
"""What may show the array of another."""
PLAIN_CALL = re.compile(r"xp\.\w+\(#1\)")
NAME = re.compile(r"[\w.]+")
PAIRS = {
    "elmul": "multiply",
    "scale": "multiply",
    "eldiv": "divide",
    "div": "divide",
    "maximum": "maximum",
    "minimum": "minimum",
}
POWERS = {2.0: "square", 0.5: "sqrt"}

Value = tuple[str, bool]
"""Source, and whether it is the name of an array that may be overwritten."""


class Overwriting:
    """Prints the steps of one block.

    ``known`` are the names of what was computed before, and ``kept`` is what outlives the block.
    """

    def __init__(
        self, printer: Printer, known: Mapping[Node, str], kept: AbstractSet[Node]
    ) -> None:
        self._printer = printer
        self._spelled = {**printer.names, **known}
        printer.names = self._spelled
        self._module = printer.target.module
        self._names = dict(known)
        self._kept = kept
        self._lines: list[str] = []
        self._owned: set[str] = set()
        self._free: dict[Shape, list[str]] = {}
        self._dying: set[Node] = set()
        self._consumed: set[Node] = set()
        self._read: list[tuple[str, Shape]] = []
        self._fresh = _names({*printer.names.values(), *known.values(), *printer.sizes.values()})

    def body(self, block: Block) -> tuple[list[str], list[str]]:
        """Return the lines that compute the steps of a block, and its results."""
        steps = {step.node: step.name for step in block.steps}
        units = [*steps, *block.results]
        uses = [_uses(unit, steps, inside=place < len(steps)) for place, unit in enumerate(units)]
        last = {node: place for place, used in enumerate(uses) for node in used}
        lasting = {*self._kept, *_lasting(steps, block.results)}
        results: list[str] = []
        for place, unit in enumerate(units):
            ending = {node for node in uses[place] if last[node] == place} - lasting
            self._dying = {node for node in ending if uses[place][node] == 1}
            if place < len(steps):
                self._step(unit, steps[unit])
            else:
                results.append(self._result(unit, final=place == len(units) - 1))
            for node in ending - self._consumed:
                self._release(self._names[node], node.shape)
            while self._read:
                self._release(*self._read.pop())
        return self._lines, results

    def _step(self, node: Node, name: str) -> None:
        source, owned = self._inside(node)
        opening = f"{source} = "
        if owned and self._lines[-1].startswith(opening):
            self._lines[-1] = f"{name} = {self._lines[-1].removeprefix(opening)}"
        else:
            self._lines.append(f"{name} = {source}")
        if owned:
            self._owned.discard(source)
            self._owned.add(name)
        self._names[node] = self._spelled[node] = name

    def _result(self, node: Node, *, final: bool) -> str:
        """Compute a result before later ones overwrite what it is made of."""
        source, _ = self._value(node)
        if final or source.isidentifier():
            return source
        name = next(self._fresh)
        self._lines.append(f"{name} = {source}")
        return name

    def _release(self, name: str, shape: Shape) -> None:
        """Let a later operation write into an array that nothing needs."""
        if name in self._owned:
            self._owned.discard(name)
            self._free.setdefault(shape, []).append(name)

    # ---- values ---------------------------------------------------------------------

    def _value(self, node: Node) -> Value:
        """Return an operand; what is named is taken by its name."""
        if node not in self._names:
            return self._inside(node)
        name = self._names[node]
        if node not in self._dying or name not in self._owned:
            return name, False
        self._dying.discard(node)
        self._consumed.add(node)
        return name, True

    def _inside(self, node: Node) -> Value:
        """Compute an expression: entry by entry where it is of that kind."""
        if not self._is_entrywise(node):
            return self._otherwise(node)
        name, shape, args = node.op.name, node.shape, list(node.args)
        match name:
            case "add":
                return self._sum(node)
            case "neg":
                return self._negative(args[0])
            case "elpow":
                return self._called(POWERS[_exponent(node)], args[:1], shape)
            case "relu":
                return self._called("maximum", args, shape, "0.0")
            case "floor_log":
                inner = self._called("maximum", args, shape, "tiny")
                return self._write("log", [inner], shape)
            case "scale" if args[0].is_scalar:
                return self._scaled(node)
            case _ if name in PAIRS:
                return self._called(PAIRS[name], args, shape)
            case _:
                function = self._printer.target.calls[name].removeprefix("xp.").removesuffix("(#1)")
                return self._called(function, args, shape)

    def _is_entrywise(self, node: Node) -> bool:
        """Answer whether an expression is one call over arrays of its own shape."""
        name = node.op.name
        if not node.shape.axes or spread(node) is not None:
            return False
        terms = [arg.args[0] if arg.op.name == "neg" else arg for arg in node.args]
        if not any(self._is_whole(term, node.shape) for term in terms):
            return False
        if name == "elpow":
            return _exponent(node) in POWERS
        if name in {"add", "neg", "relu", "floor_log", *PAIRS}:
            return True
        template = self._printer.target.calls.get(name, "")
        return node.op.elementwise and PLAIN_CALL.fullmatch(template) is not None

    def _is_whole(self, node: Node, shape: Shape) -> bool:
        """Answer whether an operand is printed as an array of a given shape."""
        if node.shape != shape:
            return False
        return node in self._names or (node.op.name != "fill" and spread(node) is None)

    def _otherwise(self, node: Node) -> Value:
        """Print what does not work entry by entry; what stands inside is computed before it."""
        made: list[Node] = []
        for part in self._parts(node):
            self._names[part] = self._spelled[part] = self._inside(part)[0]
            made.append(part)
        source = self._printer.expression(node, self._names.keys())
        fresh = bool(node.shape.axes) and (node.op.name in FRESH or node.op.elementwise)
        if fresh:
            name = next(self._fresh)
            self._lines.append(f"{name} = {source}")
            self._owned.add(name)
            source = name
        for part in made:
            name = self._names.pop(part)
            self._spelled.pop(part)
            if fresh:
                self._release(name, part.shape)
            elif not node.shape.axes:  # the line that reads it is still to come
                self._read.append((name, part.shape))
            # else what was printed may be a view of it
        return source, fresh

    def _parts(self, node: Node) -> list[Node]:
        """Return the largest operations on entries inside of an expression that is none."""
        found: dict[Node, None] = {}
        stack = list(_operands(node, self._names))[::-1]
        while stack:
            inner = stack.pop()
            if inner in self._names or not inner.args:
                continue
            if self._is_entrywise(inner):
                found.setdefault(inner)
            else:
                stack += _operands(inner, self._names)[::-1]
        return list(found)

    # ---- operations on entries ------------------------------------------------------

    def _called(self, function: str, args: Sequence[Node], shape: Shape, *extra: str) -> Value:
        """Write a function of entries into an operand, or into an array that is free."""
        values = [self._operand(arg, shape) for arg in args]
        return self._write(function, [*values, *((source, False) for source in extra)], shape)

    def _scaled(self, node: Node, sign: str = "") -> Value:
        """Multiply with a scalar, which takes the sign."""
        if not self._is_whole(self._multiplied(node), node.shape):
            return self._otherwise(node)
        factor, inner = self._factor(node)
        if sign:
            factor = f"{sign}{factor}" if NAME.fullmatch(factor) else f"{sign}({factor})"
        return self._write(
            "multiply", [(factor, False), self._operand(inner, node.shape)], node.shape
        )

    def _negative(self, node: Node) -> Value:
        inner = self._multiplied(node)
        if inner is not node and self._is_whole(inner, node.shape):
            return self._scaled(node, "-")
        return self._called("negative", [node], node.shape)

    def _factor(self, node: Node) -> tuple[str, Node]:
        """Multiply scalars with each other before an array, and return that array."""
        factors: list[str] = []
        while node not in self._names and node.op.name == "scale" and node.args[0].is_scalar:
            factor = self._loose(node.args[0])
            factors.append(factor if NAME.fullmatch(factor) else f"({factor})")
            node = node.args[1]
        if len(factors) == 1:
            return factors[0].removeprefix("(").removesuffix(")"), node
        return " * ".join(factors), node

    def _multiplied(self, node: Node) -> Node:
        """Return the array of a multiple, without printing its factors."""
        while node not in self._names and node.op.name == "scale" and node.args[0].is_scalar:
            node = node.args[1]
        return node

    def _operand(self, node: Node, shape: Shape) -> Value:
        if self._is_whole(node, shape):
            return self._value(node)
        return self._loose(node), False

    def _sum(self, node: Node) -> Value:
        """Add up term by term; those of full shape come first, so that they can be written into."""
        signed = [_signed(term, self._names) for term in node.args]
        signed.sort(key=lambda term: (not self._is_whole(term[1], node.shape), term[0]))
        (minus, first), *rest = signed
        raised = next((term for term in rest if not term[0]), None) if minus else None
        if raised is not None:  # something that is spread stands before what is subtracted
            rest.remove(raised)
            values = [self._operand(raised[1], node.shape), self._value(first)]
            total = self._write("subtract", values, node.shape)
        else:
            total = self._negative(first) if minus else self._value(first)
        for negative, term in rest:
            value = self._operand(term, node.shape)
            total = self._write("subtract" if negative else "add", [total, value], node.shape)
        return total

    def _write(self, function: str, values: Sequence[Value], shape: Shape) -> Value:
        """Add the line of one operation, and let go of the operands that it does not write into."""
        place = next((source for source, owned in values if owned), "")
        for source, owned in values:
            if owned and source != place:
                self._release(source, shape)
        free = self._free.get(shape)
        if not place and free:
            place = free.pop()
        name = place or next(self._fresh)
        sources = [source for source, _ in values] + ([f"out={place}"] if place else [])
        self._lines.append(f"{name} = {self._module}.{function}({', '.join(sources)})")
        self._owned.add(name)
        return name, True

    def _loose(self, node: Node) -> str:
        """Print what the library spreads over an array by itself."""
        found = None if node in self._names else spread(node)
        if found is not None:
            along, vector = found
            source, _ = (
                self._otherwise(vector) if vector not in self._names else self._value(vector)
            )
            source = source if source.isidentifier() else f"({source})"
            return source if along is Along.ROWS else f"{source}[:, None]"
        if node.op.name == "fill" and node not in self._names:
            node = node.args[0]
        return self._names.get(node) or self._otherwise(node)[0]


def _names(taken: AbstractSet[str]) -> Iterator[str]:
    """Hand out names for arrays that clash with nothing."""
    stem = "b"
    while any(name.startswith(stem) for name in taken):
        stem += "_"
    return (f"{stem}{number}" for number in count(1))


def _signed(node: Node, known: Mapping[Node, str]) -> tuple[bool, Node]:
    negative = node.op.name == "neg" and node not in known
    return negative, node.args[0] if negative else node


def _exponent(node: Node) -> float:
    exponent = node.args[1]
    return cast("float", exponent.payload) if exponent.op.name == "number" else 0.0


def _operands(node: Node, known: Mapping[Node, str]) -> Sequence[Node]:
    """Return the arguments; the sum of a product is a product of its factors."""
    if node.op.name == "sum" and node.args[0] not in known:
        (inner,) = node.args
        if inner.op.name in {"elmul", "elpow"}:
            return inner.args
    return node.args


def _uses(unit: Node, steps: Mapping[Node, str], *, inside: bool) -> Counter[Node]:
    """Count how often steps occur in an expression, which may be a step itself."""
    found: Counter[Node] = Counter()
    stack = list(unit.args) if inside else [unit]
    while stack:
        node = stack.pop()
        if node in steps:
            found[node] += 1
        else:
            stack += node.args
    return found


def _lasting(steps: Mapping[Node, str], results: Iterable[Node]) -> Iterator[Node]:
    """Yield the steps that are returned, and those of which a view is returned or kept."""
    stack = [*results, *(arg for node in steps if node.op.name in VIEWS for arg in node.args)]
    while stack:
        node = stack.pop()
        if node in steps:
            yield node
        if node.op.name in VIEWS:
            stack += node.args
