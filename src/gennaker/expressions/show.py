"""Print expressions as model text, as Unicode mathematics and as LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from typing import cast

from gennaker.expressions.dimension import Dimension
from gennaker.expressions.index import Index, Position
from gennaker.expressions.node import Node
from gennaker.expressions.shape import Kind

__all__ = ["Printer", "Style", "latex", "number_text", "symbol_latex", "text", "unicode"]

RELATION, SUM, PRODUCT, UNARY, POWER, POSTFIX, ATOM = range(7)

RANK = {
    "add": SUM,
    "neg": UNARY,
    "matmul": PRODUCT,
    "scale": PRODUCT,
    "elmul": PRODUCT,
    "div": PRODUCT,
    "eldiv": PRODUCT,
    "tensor": PRODUCT,
    "pow": POWER,
    "elpow": POWER,
    "matpow": POWER,
    "transpose": POSTFIX,
    "index": POSTFIX,
}


class Style(StrEnum):
    """The three ways in which an expression can be printed."""

    TEXT = "text"
    UNICODE = "unicode"
    LATEX = "latex"


INFIX = {
    Style.TEXT: {"matmul": "*", "scale": "*", "elmul": ".*", "div": "/", "eldiv": "./"},
    Style.UNICODE: {"matmul": "·", "scale": "·", "elmul": " ⊙ ", "div": "/", "eldiv": " ⊘ "},
    Style.LATEX: {
        "matmul": r" \, ",
        "scale": r" \, ",
        "elmul": r" \odot ",
        "div": " / ",
        "eldiv": r" \oslash ",
    },
}

GREEK = frozenset(
    [
        "alpha",
        "beta",
        "gamma",
        "delta",
        "epsilon",
        "varepsilon",
        "zeta",
        "eta",
        "theta",
        "vartheta",
        "iota",
        "kappa",
        "lambda",
        "mu",
        "nu",
        "xi",
        "pi",
        "rho",
        "varrho",
        "sigma",
        "tau",
        "upsilon",
        "phi",
        "varphi",
        "chi",
        "psi",
        "omega",
        "Gamma",
        "Delta",
        "Theta",
        "Lambda",
        "Xi",
        "Pi",
        "Sigma",
        "Upsilon",
        "Phi",
        "Psi",
        "Omega",
    ]
)
CUT = "..."
SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")

Piece = str | tuple[Node, int]


@dataclass(frozen=True, slots=True)
class Printer:
    """A style, and the names under which known subexpressions are printed.

    Each name has a number; those from ``before`` on are not known yet and are not used.
    """

    style: Style
    names: Mapping[Node, tuple[int, str]] = field(default_factory=dict[Node, tuple[int, str]])
    before: int = 0

    def render(
        self, node: Node, *, rank: int = RELATION, limit: int | None = None, by_name: bool = False
    ) -> str:
        """Print one expression, cut off after ``limit`` characters where that is given.

        ``by_name`` lets the whole expression be printed as a name that stands for it.
        """
        pieces: list[str] = []
        stack: list[Piece] = [(node, rank)] if by_name else self._opened(node, rank, limit)
        length = 0
        while stack:
            piece = stack.pop()
            if isinstance(piece, str):
                pieces.append(piece)
                length += len(piece)
                if limit is not None and length > limit:
                    return "".join(pieces)[: limit - len(CUT)] + CUT
                continue
            child, minimum = piece
            name = self._name(child)
            if name is not None:
                stack.append(symbol_latex(name) if self.style is Style.LATEX else name)
            elif limit is not None and len(stack) > limit:
                stack.append(CUT)  # what is left to print is too long already
            else:
                stack += self._opened(child, minimum, limit)
        return "".join(pieces)

    def _opened(self, node: Node, rank: int, limit: int | None) -> list[Piece]:
        """Return the pieces of a node, last one first; no more of them than can be printed."""
        most = None if limit is None else limit + 1
        pieces = list(islice(self._layout(node), most))[::-1]
        return [self._close, *pieces, self._open] if self._rank(node) < rank else pieces

    def _name(self, node: Node) -> str | None:
        place, name = self.names.get(node, (self.before, ""))
        return name if place < self.before else None

    @property
    def _open(self) -> str:
        return r"\left(" if self.style is Style.LATEX else "("

    @property
    def _close(self) -> str:
        return r"\right)" if self.style is Style.LATEX else ")"

    def _rank(self, node: Node) -> int:
        match node.op.name:
            case "number":
                return self._number_rank(cast("float", node.payload))
            case "fill":
                return self._fill_rank(node)
            case "div" if self.style is Style.LATEX:
                return POWER  # a fraction needs brackets under a power alone
            case name if name in RANK:
                return RANK[name]
            case _:
                return POWER if self.style.value in node.op.spelling.tight else ATOM

    def _number_rank(self, value: float) -> int:
        if value < 0:
            return UNARY
        written = number_text(value)
        if self.style is Style.TEXT or "e" not in written:
            return ATOM
        return POWER if written.startswith("1e") else PRODUCT

    def _fill_rank(self, node: Node) -> int:
        if self.style is Style.TEXT:
            return POSTFIX if node.kind is Kind.ROW else ATOM
        if _is_number(node.args[0], 0):
            return ATOM
        if not _is_number(node.args[0], 1):
            return PRODUCT
        return {Kind.ROW: POSTFIX, Kind.MATRIX: PRODUCT}.get(node.kind, ATOM)

    def _layout(self, node: Node) -> Iterable[Piece]:
        """Split a node into literal text and arguments with the rank they must have."""
        match node.op.name:
            case "number":
                return [self._number(cast("float", node.payload))]
            case "parameter" | "variable" | "size":
                name = str(node.payload[0] if isinstance(node.payload, tuple) else node.payload)
                return [symbol_latex(name) if self.style is Style.LATEX else name]
            case "add":
                return self._sum(node)
            case "neg":
                return ["-" if self.style is not Style.UNICODE else "−", (node.args[0], UNARY)]
            case "div" if self.style is Style.LATEX:
                return [r"\frac{", (node.args[0], SUM), "}{", (node.args[1], SUM), "}"]
            case "matmul" | "scale" | "elmul" | "div" | "eldiv":
                return [(node.args[0], PRODUCT), self._infix(node), (node.args[1], UNARY)]
            case "pow" | "elpow" | "matpow":
                return self._power(node)
            case "transpose":
                mark = {Style.TEXT: "'", Style.UNICODE: "ᵀ", Style.LATEX: r"^\top"}[self.style]
                if self._has_mark(node.args[0]):
                    return ["{", (node.args[0], POSTFIX), "}", mark]
                return [(node.args[0], POSTFIX), mark]
            case "index":
                return self._index(node)
            case "stack":
                return self._stack(node)
            case "fill":
                return self._fill(node)
            case "tensor":
                return self._tensor(node)
            case "scatter":
                return self._scatter(node)
            case "eye":
                sizes = cast("tuple[Dimension, ...] | None", node.payload)
                if self.style is Style.TEXT:
                    return [f"eye({sizes[0]})" if sizes else "eye"]
                return ["I"]
            case _:
                return self._function(node)

    def _number(self, value: float) -> str:
        """Write a number; ``1e-06`` is for text alone, elsewhere it is a power of ten."""
        written = number_text(abs(value))
        mantissa, _, digits = written.partition("e")
        if digits and self.style is Style.UNICODE:
            power = "10" + str(int(digits)).translate(SUPERSCRIPTS)
            written = power if mantissa == "1" else f"{mantissa}·{power}"
        elif digits and self.style is Style.LATEX:
            power = f"10^{{{int(digits)}}}"
            written = power if mantissa == "1" else rf"{mantissa} \cdot {power}"
        minus = "−" if self.style is Style.UNICODE else "-"
        return minus + written if value < 0 else written

    def _infix(self, node: Node) -> str:
        sign = INFIX[self.style][node.op.name]
        if self.style is Style.LATEX and node.op.name == "scale" and self._starts_with_digit(node):
            return r" \cdot "  # a space between two numbers would be overlooked
        return sign

    def _starts_with_digit(self, product: Node) -> bool:
        """Answer whether the right factor is printed with a digit in front."""
        factor = product.args[1]
        while self._name(factor) is None and factor.op.name in {"pow", "elpow"}:
            factor = factor.args[0]
        return self._name(factor) is None and factor.op.name == "number"

    def _has_mark(self, node: Node) -> bool:
        """Answer whether LaTeX would see two superscripts where another mark follows."""
        if self.style is not Style.LATEX or self._name(node) is not None:
            return False
        return self._rank(node) == POSTFIX and node.op.name != "index"

    def _sum(self, node: Node) -> Iterator[Piece]:
        minus = " − " if self.style is Style.UNICODE else " - "
        yield (node.args[0], PRODUCT)
        for term in node.args[1:]:
            if term.op.name == "neg" and self._name(term) is None:
                yield minus
                yield (term.args[0], PRODUCT)
            else:
                yield " + "
                yield (term, PRODUCT)

    def _power(self, node: Node) -> list[Piece]:
        base, exponent = node.args
        dot = "." if node.op.name == "elpow" else ""
        sign = ""
        while exponent.op.name == "neg" and self._name(exponent) is None:
            sign += "-"
            exponent = exponent.args[0]
        if self.style is Style.TEXT:
            return [(base, POSTFIX), f"{dot}^{sign}", (exponent, POSTFIX)]
        if self.style is Style.LATEX:
            ring = r"\circ " if dot else ""
            return [*self._argument(base, POSTFIX), f"^{{{ring}{sign}", (exponent, SUM), "}"]
        value = exponent.payload if exponent.op.name == "number" else None
        if isinstance(value, float) and value.is_integer():
            return [(base, POSTFIX), dot + f"{sign}{value:.0f}".translate(SUPERSCRIPTS)]
        return [(base, POSTFIX), f"{dot}^{sign}", (exponent, POSTFIX)]

    def _index(self, node: Node) -> list[Piece]:
        base = node.args[0]
        inside = self._positions(node, base.shape.axes)
        if self.style is not Style.LATEX:
            return [(base, POSTFIX), "[", *inside, "]"]
        if self._takes_subscript(base):
            return [(base, POSTFIX), "_{", *inside, "}"]
        return [self._open, (base, SUM), self._close, "_{", *inside, "}"]

    def _positions(self, node: Node, lengths: tuple[Dimension, ...]) -> list[Piece]:
        """Print what stands between the brackets of an index."""
        scalars = iter(node.args[1:])
        inside: list[Piece] = []
        for axis, index in enumerate(cast("tuple[Index, ...]", node.payload)):
            if inside:
                inside.append(", ")
            if index.is_all:
                inside.append(":")
            elif index.is_dynamic:
                inside.append((next(scalars), SUM))
            else:
                ends = [index.first] if index.last is None else [index.first, index.last]
                words = index.written or (None,) * len(ends)
                inside.append(
                    ":".join(
                        self._position(end, lengths[axis], word)
                        for end, word in zip(ends, words, strict=True)
                    )
                )
        return inside

    def _position(self, position: Position, length: Dimension, word: Position | None) -> str:
        """Write an end of a slice, relative to ``end`` where it is measured from there."""
        offset = position - length
        written = str(word or position)
        if word is None and length.terms and offset.is_constant:
            sign = "-" if offset.constant < 0 else "+"
            written = f"end {sign} {abs(offset.constant)}" if offset.constant else "end"
        return written.replace("-", "−") if self.style is Style.UNICODE else written

    def _takes_subscript(self, node: Node) -> bool:
        """Answer whether an expression is printed as a plain symbol without a subscript."""
        name = self._name(node)
        if name is None:
            if node.op.name not in {"parameter", "variable"}:
                return False
            name = cast("tuple[str, object]", node.payload)[0]
        return "_" not in symbol_latex(name)

    def _stack(self, node: Node) -> Iterator[Piece]:
        rows = cast("tuple[int, ...]", node.payload)
        across, down = (" & ", r" \\ ") if self.style is Style.LATEX else (", ", "; ")
        yield r"\begin{bmatrix} " if self.style is Style.LATEX else "["
        blocks = iter(node.args)
        for row, length in enumerate(rows):
            if row:
                yield down
            for place, block in enumerate(islice(blocks, length)):
                if place:
                    yield across
                yield (block, SUM)
        yield r" \end{bmatrix}" if self.style is Style.LATEX else "]"

    def _scatter(self, node: Node) -> list[Piece]:
        """Print zeros with a slice put back: the value, then its place."""
        place = self._positions(node, node.shape.axes)
        word = r"\operatorname{scatter}\left(" if self.style is Style.LATEX else "scatter("
        return [word, (node.args[0], SUM), ", [", *place, "]", self._close]

    def _tensor(self, node: Node) -> list[Piece]:
        """Print a product over named indices; those that the result lacks are summed over."""
        letters, _ = cast("tuple[tuple[str, ...], str]", node.payload)
        times = INFIX[self.style]["scale"]
        pieces: list[Piece] = []
        for arg, word in zip(node.args, letters, strict=True):
            if pieces:
                pieces.append(times)
            inside = ",".join(word)
            marks = ("_{", "}") if self.style is Style.LATEX else ("[", "]")
            pieces += [(arg, POSTFIX), f"{marks[0]}{inside}{marks[1]}" if word else ""]
        return pieces

    def _fill(self, node: Node) -> list[Piece]:
        value = node.args[0]
        if self.style is Style.TEXT:
            sizes = cast("tuple[Dimension, ...] | None", node.payload)
            word = "matrix" if node.kind is Kind.MATRIX else "vector"
            tail = "".join(f", {size}" for size in sizes or ())
            return [f"{word}(", (value, SUM), f"{tail})" + ("'" if node.kind is Kind.ROW else "")]
        one, zero, top = ("𝟏", "𝟎", "ᵀ")
        if self.style is Style.LATEX:
            one, zero, top = (r"\mathbf{1}", r"\mathbf{0}", r"^\top")
        if _is_number(value, 0):
            return [zero]
        ones = one
        if node.kind is Kind.MATRIX:
            ones = one + one + top
        elif node.kind is Kind.ROW:
            ones = one + top
        if _is_number(value, 1):
            return [ones]
        return [(value, PRODUCT), INFIX[self.style]["scale"], ones]

    def _function(self, node: Node) -> list[Piece]:
        spelling = node.op.spelling
        template = cast("str", getattr(spelling, self.style.value))
        rank = POSTFIX if self.style.value in spelling.tight else SUM
        pieces: list[Piece] = []
        for part in re.split(r"(#[1-9*])", template):
            if part == "#*":
                for place, arg in enumerate(node.args):
                    pieces += [", "] if place else []
                    pieces += self._argument(arg, rank)
            elif part.startswith("#"):
                pieces += self._argument(node.args[int(part[1]) - 1], rank)
            elif part:
                pieces.append(part)
        return pieces

    def _argument(self, node: Node, rank: int) -> list[Piece]:
        """Lay out an argument; where a mark follows, it must not end in another mark."""
        if rank == POSTFIX and self._has_mark(node):
            return [self._open, (node, SUM), self._close]
        return [(node, rank)]


def number_text(value: float) -> str:
    """Write a number so that reading it gives the same number."""
    if value.is_integer() and abs(value) < 1e15:  # noqa: PLR2004 - all such integers are exact
        return str(int(value))
    return repr(value)


def symbol_latex(name: str) -> str:
    """Write a name in LaTeX: Greek letters, subscripts after an underscore, upright words."""
    parts = name.split("_")
    if not all(parts):  # leading, trailing and double underscores are part of the word
        return rf"\mathrm{{{name.replace('_', chr(92) + '_')}}}"
    match = re.fullmatch(r"([^\W\d]+?)(\d+)", parts[0])
    if match and (len(match[1]) == 1 or match[1] in GREEK):
        parts[:1] = [match[1], match[2]]
    head, *tails = [_word_latex(part) for part in parts]
    return f"{head}_{{{','.join(tails)}}}" if tails else head


def _word_latex(word: str) -> str:
    if word in GREEK:
        return f"\\{word}"
    return word if len(word) == 1 or word.isdigit() else rf"\mathrm{{{word}}}"


def _is_number(node: Node, value: float) -> bool:
    return node.op.name == "number" and node.payload == value


def text(node: Node, limit: int | None = None, *, tight: bool = False) -> str:
    r"""Print an expression as model text; ``tight`` brackets sums and products.

    Example:
        >>> from gennaker import Model
        >>> text(Model("variables\n  Vector x\nmin\n  norm2(x - vector(1)) ^ 2").problem.objective)
        'norm2(x - vector(1))^2'

    """
    return Printer(Style.TEXT).render(node, rank=POSTFIX if tight else RELATION, limit=limit)


def unicode(node: Node) -> str:
    """Print an expression as Unicode mathematics."""
    return Printer(Style.UNICODE).render(node)


def latex(node: Node) -> str:
    """Print an expression as LaTeX."""
    return Printer(Style.LATEX).render(node)
