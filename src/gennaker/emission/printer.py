"""Print expressions as Python over an array library."""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from typing import cast

from gennaker.emission.layout import tuple_of
from gennaker.emission.spread import Along, spread
from gennaker.emission.target import Target
from gennaker.expressions.dimension import Dimension
from gennaker.expressions.index import Index
from gennaker.expressions.node import Node
from gennaker.expressions.shape import Kind

__all__ = ["Printer"]

SUM, PRODUCT, SIGN, POWER, CALL = range(5)
SQUARE, ROOT, LARGEST_POWER = 2, 0.5, 8
ARITHMETIC = frozenset({"add", "neg", "scale", "div", "pow"})
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

    def expression(self, node: Node, known: AbstractSet[Node]) -> str:
        """Return the source of an expression; ``known`` nodes are printed by name."""
        return self._inside(node, known)[0]

    def _piece(self, node: Node, known: AbstractSet[Node]) -> Piece:
        if node in known or (not node.args and node in self.names):
            return self.names[node], CALL
        return self._inside(node, known)

    def _at(self, node: Node, known: AbstractSet[Node], rank: int) -> str:
        source, own = self._piece(node, known)
        return f"({source})" if own < rank else source

    def _inside(self, node: Node, known: AbstractSet[Node]) -> Piece:
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
                return self._negative(node.args[0], known)
            case "matmul":
                return self._matmul(node, known)
            case "scale" | "elmul" | "div" | "eldiv":
                return self._scaled(node, known)
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
            case "matpow":
                power = f"{_literal(node.args[1]):.0f}"
                return (
                    self._call("matpow", [self.expression_of(node.args[0], known), power]),
                    CALL,
                )
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

    def _sum(self, node: Node, known: AbstractSet[Node]) -> Piece:
        terms = [_signed(term, known) for term in node.args]
        loose = self._spreads(node, [body for _, body in terms], known)
        source = ""
        for negative, body in terms:
            if not source and negative and not (loose and spread(body)):
                source = self._negative(self._loose(body) if loose else body, known)[0]
            elif not source:
                rank = POWER if negative else PRODUCT
                source = ("-" if negative else "") + self._term(body, known, rank, loose=loose)
            else:
                shown = self._term(body, known, PRODUCT, loose=loose)
                source += (" - " if negative else " + ") + shown
        return (source, SUM)

    def _negative(self, node: Node, known: AbstractSet[Node]) -> Piece:
        """Print a sign; a scalar factor takes it, which saves a pass."""
        if node not in known and node.op.name == "scale" and node.args[0].is_scalar:
            first = self._at(node.args[0], known, CALL)
            if re.match(r"[\w.]+$", first):
                return (f"-{self._inside(node, known)[0]}", PRODUCT)
        return (f"-{self._at(node, known, POWER)}", SIGN)

    def _spreads(self, node: Node, terms: list[Node], known: AbstractSet[Node]) -> bool:
        """Answer whether the library finds the shape of a sum without being told."""
        if node.is_scalar:
            return True
        directions: set[Along] = set()
        for term in terms:
            found = None if term in known else spread(term)
            if found is not None:
                directions.add(found[0])
            elif term.op.name != "fill" or term in known:
                return True
        return len(directions) == len(Along)

    def _term(self, body: Node, known: AbstractSet[Node], rank: int, *, loose: bool) -> str:
        """Print a term; where ``loose``, what is repeated is not written out."""
        if loose and body not in known:
            found = spread(body)
            if found is not None:
                along, vector = found
                if along is Along.ROWS:
                    return self._at(vector, known, rank)
                return f"{self._at(vector, known, CALL)}[:, None]"
            body = self._loose(body)
        return self._at(body, known, rank)

    def _scaled(self, node: Node, known: AbstractSet[Node]) -> Piece:
        """Print an entry-by-entry product or quotient; scalars are multiplied first."""
        sign = BINARY[node.op.name]
        left, right = node.args
        if right.shape.axes and right.op.name != "fill":
            left = self._loose(left)
        elif left.shape.axes and left.op.name != "fill":
            right = self._loose(right)
        first = self._beside(left, known, mixed="matmul")
        inner = right.op.name == "scale" and right.args[0].is_scalar and right not in known
        if node.op.name == "scale" and left.is_scalar and inner:
            return (f"{first} * {self._inside(right, known)[0]}", PRODUCT)
        return (f"{first} {sign} {self._at(right, known, SIGN)}", PRODUCT)

    def _power(self, node: Node, known: AbstractSet[Node]) -> Piece:
        base, exponent = node.args
        value = _literal(exponent)
        if value is None:
            args = [self.expression_of(arg, known) for arg in (base, exponent)]
            return (self._call("power", args), CALL)
        if value < 0:
            below = self._raised(base, -value, known)
            shown = below[0] if below[1] >= SIGN else f"({below[0]})"
            return (f"1.0 / {shown}", PRODUCT)
        return self._raised(base, value, known)

    def _raised(self, base: Node, power: float, known: AbstractSet[Node]) -> Piece:
        """Print a power; a named base is multiplied with itself, which is much faster."""
        if power == 1:
            return self._piece(base, known)
        if power == ROOT:
            inner = self.expression_of(base, known)
            shown = self.target.number.format(inner) if _is_bare_number(base) else inner
            return (self._call("sqrt", [shown]), CALL)
        source = self._at(base, known, CALL)
        whole = power.is_integer() and SQUARE < power <= LARGEST_POWER
        if whole and self.target.costly_powers and source.isidentifier():
            return _multiplied(source, int(power))
        return (f"{source}**{f'{power:.0f}' if power.is_integer() else repr(power)}", POWER)

    def expression_of(self, node: Node, known: AbstractSet[Node]) -> str:
        """Return an operand of a call."""
        return self._piece(node, known)[0]

    def _matmul(self, node: Node, known: AbstractSet[Node]) -> Piece:
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

    def _beside(self, node: Node, known: AbstractSet[Node], mixed: str = "") -> str:
        """Print a left operand; where ``@`` and ``*`` meet, brackets tell what comes first."""
        entrywise = node.op.name in BINARY
        if node not in known and (node.op.name == mixed or (entrywise and not mixed)):
            return f"({self._inside(node, known)[0]})"
        return self._at(node, known, PRODUCT)

    def _einsum(self, node: Node, known: AbstractSet[Node]) -> Piece:
        letters, result = cast("tuple[tuple[str, ...], str]", node.payload)
        args = [self.expression_of(arg, known) for arg in node.args]
        subscripts = f'"{",".join(letters)}->{result}"'
        return (f"{self.target.module}.einsum({', '.join([subscripts, *args])})", CALL)

    def _total(self, node: Node, known: AbstractSet[Node]) -> Piece:
        """Sum entries; a sum of products of matrices is one pass."""
        (inner,) = node.args
        if inner not in known and inner.op.name == "elmul" and inner.kind is Kind.VECTOR:
            left, right = inner.args
            return (f"{self._beside(left, known)} @ {self._at(right, known, SIGN)}", PRODUCT)
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

    def _fill(self, node: Node, known: AbstractSet[Node]) -> Piece:
        sizes = [self.dimension(axis) for axis in node.shape.axes]
        shape = sizes[0] if len(sizes) == 1 else f"({', '.join(sizes)})"
        if len(sizes) == 1 and self.target.name == "torch":
            shape = f"({sizes[0]},)"
        beside = "*" in self.target.full
        value = self._at(node.args[0], known, SIGN if beside else SUM)
        source = self.target.full.format(shape, value, xp=self.target.module)
        return (source, CALL if source.endswith(")") and "*" not in source else PRODUCT)

    def place(self, node: Node, axes: tuple[Dimension, ...], known: AbstractSet[Node]) -> str:
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

    def _index(self, node: Node, known: AbstractSet[Node]) -> Piece:
        base = node.args[0]
        inside = self.place(node, base.shape.axes, known)
        return (f"{self._at(base, known, CALL)}[{inside}]", CALL)

    def _scatter(self, node: Node, known: AbstractSet[Node]) -> Piece:
        inside = self.place(node, node.shape.axes, known)
        sizes = ", ".join(self.dimension(axis) for axis in node.shape.axes)
        shape = f"({sizes},)" if len(node.shape.axes) == 1 else f"({sizes})"
        value = self.expression_of(node.args[0], known)
        places = [_as_slice(part) for part in inside.split(", ")]
        place = places[0] if len(places) == 1 else f"({', '.join(places)})"
        return (self._call("scatter", [value, place, shape]), CALL)

    def _stack(self, node: Node, known: AbstractSet[Node]) -> Piece:
        if node.kind is not Kind.MATRIX:
            parts = [self.expression_of(_column(arg), known) for arg in node.args]
            return (self._template("stack_vector").replace("#*", tuple_of(parts)), CALL)
        rows: list[str] = []
        start = 0
        for count in cast("tuple[int, ...]", node.payload):
            blocks = [self._block(arg, known) for arg in node.args[start : start + count]]
            rows.append(f"[{', '.join(blocks)}]")
            start += count
        return (self._template("stack_matrix").replace("#*", ", ".join(rows)), CALL)

    def _block(self, node: Node, known: AbstractSet[Node]) -> str:
        """Print a block of a matrix: a vector is a column, a transposed one a row."""
        if node.kind is Kind.VECTOR:
            return f"{self._at(node, known, CALL)}[:, None]"
        if node.kind is Kind.ROW:
            return f"{self._at(_column(node), known, CALL)}[None, :]"
        return self.expression_of(node, known)

    # ---- functions ------------------------------------------------------------------

    def _function(self, node: Node, known: AbstractSet[Node]) -> Piece:
        name = node.op.name
        spread = name in SPREADING and any(a.shape.axes and a.op.name != "fill" for a in node.args)
        args = [self.expression_of(self._loose(a) if spread else a, known) for a in node.args]
        if _is_bare_number(node.args[0]):
            args[0] = self.target.number.format(args[0])
        return (self._call(name, args), CALL)

    def _call(self, name: str, args: list[str]) -> str:
        template = self._template(name)
        for place, arg in enumerate(args):
            tight = _is_tight(template, place + 1) and not NAME.fullmatch(arg)
            template = template.replace(f"#{place + 1}", f"({arg})" if tight else arg)
        return template

    def _template(self, name: str) -> str:
        template, helpers = _spelling(self.target.calls[name], self.target.module)
        self.helpers |= helpers
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


NAME = re.compile(r"[\w.]+")


@cache
def _spelling(template: str, module: str) -> tuple[str, frozenset[str]]:
    """Return a template in the short name of a library, and the helpers that it calls."""
    shown = template.replace("xp.", f"{module}.")
    return shown, frozenset(re.findall(r"(?<![\w.])_[a-z]\w*(?=\()", shown))


@cache
def _is_tight(template: str, place: int) -> bool:
    """Answer whether an argument stands beside an operator, and may need brackets."""
    mark = f"#{place}"
    return bool(re.search(rf"-{mark}|{mark} [-<>]|[-] {mark}|{mark}\.", template))


SPREADING = frozenset({"maximum", "minimum", "huber", "clip", "inside", "greater", "power"})


def _as_slice(part: str) -> str:
    """Write a position outside of brackets."""
    first, colon, last = part.partition(":")
    if not colon:
        return part
    if not first:
        return f"slice({last or None})"
    return f"slice({first}, {last or None})"


def _signed(node: Node, known: AbstractSet[Node]) -> tuple[bool, Node]:
    """Take the sign from a term, so that a sum subtracts."""
    negative = node.op.name == "neg" and node not in known
    return negative, node.args[0] if negative else node


def _multiplied(name: str, power: int) -> Piece:
    """Write a whole power with squares and products alone."""
    if power == SQUARE:
        return (f"{name}**2", POWER)
    if power % 2:
        return (f"{_multiplied(name, power - 1)[0]} * {name}", PRODUCT)
    return (f"({_multiplied(name, power // 2)[0]})**2", POWER)


def _is_bare_number(node: Node) -> bool:
    """Answer whether a scalar is made of numbers and sizes alone, so that no array comes of it."""
    if not node.is_scalar or node.op.name in {"parameter", "variable"}:
        return False
    if not node.args:
        return True
    return node.op.name in ARITHMETIC and all(map(_is_bare_number, node.args))


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
