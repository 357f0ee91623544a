"""Print expressions as Python over an array library."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import cast

from gennaker.emission.target import Target
from gennaker.expressions.dimension import Dimension
from gennaker.expressions.index import Index
from gennaker.expressions.node import Node
from gennaker.expressions.shape import Kind

__all__ = ["Printer"]

SUM, PRODUCT, SIGN, POWER, CALL = range(5)
BINARY = {"elmul": "*", "scale": "*", "div": "/", "eldiv": "/"}

Piece = tuple[str, int]


class Printer:
    """Turns expressions into source for one target, with names for what is already computed."""

    def __init__(self, target: Target, names: Mapping[Node, str], sizes: Mapping[str, str]) -> None:
        self.target = target
        self.names = names
        self.sizes = sizes
        self.helpers: set[str] = set()
        self.used_sizes: set[str] = set()

    def expression(self, node: Node, known: frozenset[Node]) -> str:
        """Return the source of an expression; ``known`` nodes are printed by name."""
        return self._inside(node, known)[0]

    def _piece(self, node: Node, known: frozenset[Node]) -> Piece:
        if node in known or (not node.args and node in self.names):
            return self.names[node], CALL
        return self._inside(node, known)

    def _at(self, node: Node, known: frozenset[Node], rank: int) -> str:
        source, own = self._piece(node, known)
        return f"({source})" if own < rank else source

    def _inside(self, node: Node, known: frozenset[Node]) -> Piece:
        name = node.op.name
        match name:
            case "number":
                value = cast("float", node.payload)
                return (repr(float(value)), CALL)
            case "parameter" | "variable":
                return (self.names[node], CALL)
            case "size":
                return (self.dimension(Dimension.named(cast("str", node.payload))), CALL)
            case "add":
                return self._sum(node, known)
            case "neg":
                return (f"-{self._at(node.args[0], known, POWER)}", SIGN)
            case "matmul":
                return self._matmul(node, known)
            case "scale" | "elmul" | "div" | "eldiv":
                sign = BINARY[name]
                left, right = node.args
                if right.shape.axes and right.op.name != "fill":
                    left = self._loose(left)
                elif left.shape.axes and left.op.name != "fill":
                    right = self._loose(right)
                first = self._beside(left, known, mixed="matmul")
                return (f"{first} {sign} {self._at(right, known, SIGN)}", PRODUCT)
            case "pow" | "elpow":
                return self._power(node, known)
            case "transpose":
                if node.args[0].kind is Kind.MATRIX:
                    return (f"{self._at(node.args[0], known, CALL)}.T", CALL)
                return self._piece(node.args[0], known)
            case "fill":
                return self._fill(node, known)
            case "index":
                return self._index(node, known)
            case "stack":
                return self._stack(node, known)
            case "scatter":
                return self._scatter(node, known)
            case "tensor":
                return self._einsum(node, known)
            case "eye":
                return (self._call("eye", [self.dimension(node.shape.axes[0])]), CALL)
            case "sum":
                return self._total(node, known)
            case _:
                return self._function(node, known)

    # ---- arithmetic -----------------------------------------------------------------

    def _loose(self, node: Node) -> Node:
        """Let the library spread a scalar over an array where it does so by itself."""
        if node.op.name == "fill":
            return node.args[0]
        return node

    def _sum(self, node: Node, known: frozenset[Node]) -> Piece:
        arrays = [a for a in node.args if a.op.name != "fill" and not _negative_fill(a)]
        loose = bool(arrays) or node.is_scalar
        source = ""
        for term in node.args:
            negative = term.op.name == "neg" and term not in known
            body = term.args[0] if negative else term
            if loose and body.op.name == "fill" and body not in known:
                body = body.args[0]
            if not source:
                source = ("-" if negative else "") + self._at(
                    body, known, POWER if negative else PRODUCT
                )
            else:
                source += (" - " if negative else " + ") + self._at(body, known, PRODUCT)
        return (source, SUM)

    def _power(self, node: Node, known: frozenset[Node]) -> Piece:
        base, exponent = node.args
        value = _literal(exponent)
        if value is None:
            return (
                self._call(
                    "power", [self.expression_of(base, known), self.expression_of(exponent, known)]
                ),
                CALL,
            )
        shown = f"{value:.0f}" if value.is_integer() else repr(value)
        if value < 0:
            shown = f"({shown})"
        return (f"{self._at(base, known, CALL)}**{shown}", POWER)

    def expression_of(self, node: Node, known: frozenset[Node]) -> str:
        """Return an operand of a call."""
        return self._piece(node, known)[0]

    def _matmul(self, node: Node, known: frozenset[Node]) -> Piece:
        left, right = node.args
        if left.op.name == "diag" and left.kind is Kind.MATRIX and left not in known:
            weight = self._at(left.args[0], known, CALL)
            return (f"{weight}[:, None] * {self._at(right, known, SIGN)}", PRODUCT)
        if right.op.name == "diag" and right.kind is Kind.MATRIX and right not in known:
            weight = self._at(right.args[0], known, SIGN)
            return (f"{self._at(left, known, PRODUCT)} * {weight}", PRODUCT)
        if left.kind is Kind.VECTOR:
            pair = [self.expression_of(arg, known) for arg in (left, _column(right))]
            return (self.target.outer.format(*pair, xp=self.target.module), CALL)
        if (
            left.op.name == "transpose"
            and left.kind is Kind.MATRIX
            and right.kind is Kind.VECTOR
            and left not in known
        ):
            # a row times a matrix: no library copies or transposes anything for it
            matrix = self._at(left.args[0], known, SIGN)
            return (f"{self._beside(right, known)} @ {matrix}", PRODUCT)
        first = _column(left) if left.kind is Kind.ROW else left
        return (f"{self._beside(first, known)} @ {self._at(right, known, SIGN)}", PRODUCT)

    def _beside(self, node: Node, known: frozenset[Node], mixed: str = "") -> str:
        """Print a left operand; where ``@`` and ``*`` meet, brackets tell what comes first."""
        entrywise = node.op.name in BINARY
        if node not in known and (node.op.name == mixed or (entrywise and not mixed)):
            return f"({self._inside(node, known)[0]})"
        return self._at(node, known, PRODUCT)

    def _einsum(self, node: Node, known: frozenset[Node]) -> Piece:
        letters, result = cast("tuple[tuple[str, ...], str]", node.payload)
        args = [self.expression_of(arg, known) for arg in node.args]
        subscripts = f'"{",".join(letters)}->{result}"'
        return (f"{self.target.module}.einsum({', '.join([subscripts, *args])})", CALL)

    def _total(self, node: Node, known: frozenset[Node]) -> Piece:
        """Sum entries; a sum of products of matrices is one pass."""
        (inner,) = node.args
        if inner not in known and inner.kind is Kind.MATRIX:
            pair: tuple[Node, Node] | None = None
            if inner.op.name == "elmul":
                pair = (inner.args[0], inner.args[1])
            elif inner.op.name == "elpow" and _literal(inner.args[1]) == 2:  # noqa: PLR2004
                pair = (inner.args[0], inner.args[0])
            if pair is not None:
                shown = [self.expression_of(arg, known) for arg in pair]
                if self.target.inner.count("(") > 1 or "*" in self.target.inner:
                    shown = [self._at(arg, known, PRODUCT) for arg in pair]
                return (self.target.inner.format(*shown, xp=self.target.module), CALL)
        return (self._call("sum", [self.expression_of(inner, known)]), CALL)

    # ---- arrays ---------------------------------------------------------------------

    def _fill(self, node: Node, known: frozenset[Node]) -> Piece:
        sizes = [self.dimension(axis) for axis in node.shape.axes]
        shape = sizes[0] if len(sizes) == 1 else f"({', '.join(sizes)})"
        if len(sizes) == 1 and self.target.name == "torch":
            shape = f"({sizes[0]},)"
        value = self._at(node.args[0], known, SIGN)
        source = self.target.full.format(shape, value, xp=self.target.module)
        return (source, CALL if source.endswith(")") and "*" not in source else PRODUCT)

    def place(self, node: Node, axes: tuple[Dimension, ...], known: frozenset[Node]) -> str:
        """Print the positions of an index or of a scatter."""
        dynamic = iter(node.args[1:])
        parts: list[str] = []
        for index, axis in zip(cast("tuple[Index, ...]", node.payload), axes, strict=True):
            if index.is_all:
                parts.append(":")
            elif index.is_dynamic:
                parts.append(f"{self.expression_of(next(dynamic), known)} - 1")
            elif index.last is None:
                parts.append(self._position(index.first - Dimension.of(1), axis))
            else:
                first = self._position(index.first - Dimension.of(1), axis)
                last = index.last - axis
                end = self._position(index.last, axis)
                if last.is_constant and axis.terms:
                    end = "" if last.constant == 0 else str(last.constant)
                parts.append(f"{'' if first == '0' else first}:{end}")
        return ", ".join(parts)

    def _position(self, position: Dimension, axis: Dimension) -> str:
        """Print a position from 0; from the end where it is measured from there."""
        behind = position - axis
        if axis.terms and behind.is_constant and behind.constant < 0:
            return str(behind.constant)
        return self.dimension(position)

    def _index(self, node: Node, known: frozenset[Node]) -> Piece:
        base = node.args[0]
        inside = self.place(node, base.shape.axes, known)
        return (f"{self._at(base, known, CALL)}[{inside}]", CALL)

    def _scatter(self, node: Node, known: frozenset[Node]) -> Piece:
        self.helpers.add("_scatter")
        inside = self.place(node, node.shape.axes, known)
        sizes = ", ".join(self.dimension(axis) for axis in node.shape.axes)
        shape = f"({sizes},)" if len(node.shape.axes) == 1 else f"({sizes})"
        value = self.expression_of(node.args[0], known)
        places = [_as_slice(part) for part in inside.split(", ")]
        place = places[0] if len(places) == 1 else f"({', '.join(places)})"
        return (f"_scatter({value}, {place}, {shape})", CALL)

    def _stack(self, node: Node, known: frozenset[Node]) -> Piece:
        if node.kind is not Kind.MATRIX:
            parts = ", ".join(self.expression_of(_column(arg), known) for arg in node.args)
            return (self._template("stack_vector").replace("#*", parts + ","), CALL)
        rows: list[str] = []
        start = 0
        for count in cast("tuple[int, ...]", node.payload):
            blocks = [self._block(arg, known) for arg in node.args[start : start + count]]
            rows.append(f"[{', '.join(blocks)}]")
            start += count
        return (self._template("stack_matrix").replace("#*", ", ".join(rows)), CALL)

    def _block(self, node: Node, known: frozenset[Node]) -> str:
        """Print a block of a matrix: a vector is a column, a transposed one a row."""
        if node.kind is Kind.VECTOR:
            return f"{self._at(node, known, CALL)}[:, None]"
        if node.kind is Kind.ROW:
            return f"{self._at(_column(node), known, CALL)}[None, :]"
        return self.expression_of(node, known)

    # ---- functions ------------------------------------------------------------------

    def _function(self, node: Node, known: frozenset[Node]) -> Piece:
        name = node.op.name
        spread = name in SPREADING and any(a.shape.axes and a.op.name != "fill" for a in node.args)
        args = [self.expression_of(self._loose(a) if spread else a, known) for a in node.args]
        return (self._call(name, args), CALL)

    def _call(self, name: str, args: list[str]) -> str:
        template = self._template(name)
        for helper in re.findall(r"(?<![\w.])_[a-z]\w*(?=\()", template):
            self.helpers.add(helper)
        for place, arg in enumerate(args):
            shown = arg
            if re.search(
                rf"-#{place + 1}|#{place + 1} [-<>]|[-] #{place + 1}|#{place + 1}\.", template
            ):
                shown = arg if re.fullmatch(r"[\w.]+", arg) else f"({arg})"
            template = template.replace(f"#{place + 1}", shown)
        return template

    def _template(self, name: str) -> str:
        template = self.target.calls[name].replace("xp.", f"{self.target.module}.")
        for helper in re.findall(r"(?<![\w.])_[a-z]\w*(?=\()", template):
            self.helpers.add(helper)
        return template

    def dimension(self, length: Dimension) -> str:
        """Print a length in the names of the sizes."""
        terms: list[str] = []
        for name, factor in length.terms:
            self.used_sizes.add(name)
            shown = self.sizes.get(name, name)
            terms.append(shown if factor == 1 else f"{factor} * {shown}")
        source = " + ".join(terms)
        if not terms:
            return str(length.constant)
        if length.constant:
            sign = "-" if length.constant < 0 else "+"
            source += f" {sign} {abs(length.constant)}"
        return source


SPREADING = frozenset({"maximum", "minimum", "huber", "clip", "inside", "greater", "power"})


def _as_slice(part: str) -> str:
    """Write a position outside of brackets."""
    first, colon, last = part.partition(":")
    if not colon:
        return part
    if not first:
        return f"slice({last or None})"
    return f"slice({first}, {last or None})"


def _negative_fill(node: Node) -> bool:
    return node.op.name == "neg" and node.args[0].op.name == "fill"


def _column(node: Node) -> Node:
    """Return a row vector without its transpose: one-dimensional arrays have none."""
    return node.args[0] if node.op.name == "transpose" else node


def _literal(node: Node) -> float | None:
    if node.op.name == "number":
        return cast("float", node.payload)
    if node.op.name == "neg":
        inner = _literal(node.args[0])
        return None if inner is None else -inner
    return None
