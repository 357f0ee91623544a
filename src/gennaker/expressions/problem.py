"""A checked model: typed expressions, bounds told from constraints, sizes unified."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from gennaker.expressions.dimension import Dimension
from gennaker.expressions.node import Node
from gennaker.expressions.shape import Kind
from gennaker.expressions.show import Printer, Style, symbol_latex
from gennaker.expressions.sizes import SizeEquation

__all__ = ["Bound", "Constraint", "LetName", "Origin", "Problem", "Relation", "SizeLimit", "Symbol"]

LINE_END = re.compile(r"\r\n?|\n")
UNICODE_RELATIONS = {"==": "=", "<=": "≤", ">=": "≥", "<": "<", ">": ">"}
LATEX_RELATIONS = {"==": "=", "<=": r"\leq", ">=": r"\geq", "<": "<", ">": ">"}


@dataclass(frozen=True, slots=True)
class Symbol:
    """A declared parameter or variable; ``sizes`` are the dimensions as the user named them."""

    name: str
    node: Node
    attributes: tuple[str, ...] = ()
    sizes: tuple[Dimension, ...] | None = None
    line: int = field(default=0, compare=False)

    @property
    def kind(self) -> Kind:
        """Scalar, vector or matrix."""
        return self.node.shape.kind

    @property
    def symmetric(self) -> bool:
        """Whether it is declared to equal its transpose."""
        return bool({"symmetric", "psd"} & set(self.attributes))

    def declaration(self) -> str:
        """Write the declaration as it stands in a model."""
        sizes = f"({', '.join(map(str, self.sizes))})" if self.sizes else ""
        attributes = "".join(f" {attribute}" for attribute in self.attributes)
        return f"{self.kind.value.capitalize()} {self.name}{sizes}{attributes}"


@dataclass(frozen=True, slots=True)
class LetName:
    """A name for an expression, which may be asked back from the solution."""

    name: str
    value: Node


@dataclass(frozen=True, slots=True)
class Relation:
    """A line below ``st`` as it was written: sides joined by relations, perhaps with a name."""

    label: str | None
    sides: tuple[Node, ...]
    operators: tuple[str, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound on a variable, or on a slice of one: ``lower <= target <= upper``.

    ``target`` is the variable itself, a slice of it, or the transpose of either; the bounds
    are expressions in the data alone, scalar or of the shape of the target.
    """

    variable: Node
    target: Node
    lower: Node | None
    upper: Node | None
    strict: bool
    name: str
    relation: int


@dataclass(frozen=True, slots=True)
class Constraint:
    """A general constraint: ``function == 0`` where ``equality``, else ``function <= 0``."""

    name: str
    function: Node
    equality: bool
    linear: bool
    relation: int
    strict: bool = False


@dataclass(frozen=True, slots=True)
class SizeLimit:
    """A length that must not exceed another once the data is known."""

    small: Dimension
    large: Dimension
    because: str = field(compare=False)


@lru_cache(maxsize=8)
def _line_starts(text: str) -> tuple[int, ...]:
    """Find where lines start, once for all the places that are asked for."""
    return (0, *(match.end() for match in LINE_END.finditer(text)))


@dataclass(frozen=True, slots=True)
class Origin:
    """The text that a problem was read from, and where its expressions stand in it."""

    text: str
    spans: Mapping[Node, tuple[int, int]]

    def place(self, node: Node) -> tuple[int, int] | None:
        """Return line and column of the first place where an expression stands."""
        if node not in self.spans:
            return None
        start = self.spans[node][0]
        line = bisect_right(_line_starts(self.text), start)
        return line, start - _line_starts(self.text)[line - 1] + 1


@dataclass(frozen=True, slots=True)
class Problem:
    r"""A checked model. Two problems of the same mathematics share their expression nodes.

    Example:
        >>> from gennaker import Model
        >>> problem = Model("variables\n  Vector x\nmin\n  norm2(x)^2\nst\n  x >= 1").problem
        >>> print(problem.unicode())
        minimise over x
          ‖x‖₂²
        subject to
          x ≥ 1

    """

    parameters: tuple[Symbol, ...]
    variables: tuple[Symbol, ...]
    lets: tuple[LetName, ...]
    maximize: bool
    objective: Node
    relations: tuple[Relation, ...]
    bounds: tuple[Bound, ...]
    constraints: tuple[Constraint, ...]
    dimensions: Mapping[str, Dimension] = field(default_factory=dict[str, Dimension], hash=False)
    equations: tuple[SizeEquation, ...] = field(default=(), compare=False)
    limits: tuple[SizeLimit, ...] = ()
    origin: Origin | None = field(default=None, compare=False, repr=False)

    @property
    def roots(self) -> tuple[Node, ...]:
        """Every expression of the model: objective, sides of relations, lets."""
        sides = tuple(side for relation in self.relations for side in relation.sides)
        return (self.objective, *sides, *(let.value for let in self.lets))

    def text(self) -> str:
        """Print the problem as model text; reading it gives the same problem."""
        lines: list[str] = []
        if self.parameters:
            lines += ["parameters", *(f"  {symbol.declaration()}" for symbol in self.parameters)]
        lines += ["variables", *(f"  {symbol.declaration()}" for symbol in self.variables)]
        printers = self._printers(Style.TEXT)
        if self.lets:
            lines.append("let")
            lines += [
                f"  {let.name} = {printers[place].render(let.value)}"
                for place, let in enumerate(self.lets)
            ]
        last = printers[-1]
        lines += [
            "max" if self.maximize else "min",
            f"  {last.render(self.objective, by_name=True)}",
        ]
        if self.relations:
            lines.append("st")
            lines += [f"  {_relation_text(relation, last)}" for relation in self.relations]
        return "\n".join(lines) + "\n"

    __str__ = text

    def unicode(self) -> str:
        """Print the problem as mathematics in Unicode."""
        printers = self._printers(Style.UNICODE)
        last = printers[-1]
        names = ", ".join(symbol.name for symbol in self.variables)
        lines = [f"{'maximise' if self.maximize else 'minimise'} over {names}"]
        lines.append(f"  {last.render(self.objective, by_name=True)}")
        if self.relations:
            lines.append("subject to")
            for relation in self.relations:
                shown = _joined(relation, last, UNICODE_RELATIONS)
                lines.append(f"  {shown}" + (f"  ({relation.label})" if relation.label else ""))
        if self.lets:
            lines.append("where")
            lines += [
                f"  {let.name} = {printers[place].render(let.value)}"
                for place, let in enumerate(self.lets)
            ]
        return "\n".join(lines)

    def latex(self) -> str:
        """Print the problem as a LaTeX ``aligned`` environment."""
        printers = self._printers(Style.LATEX)
        last = printers[-1]
        names = ", ".join(symbol_latex(symbol.name) for symbol in self.variables)
        word = r"\max" if self.maximize else r"\min"
        lines = [rf"{word}_{{{names}}}\quad & {last.render(self.objective, by_name=True)}"]
        for place, relation in enumerate(self.relations):
            head = r"\text{s.t.}\quad" if place == 0 else ""
            lines.append(f"{head} & {_joined(relation, last, LATEX_RELATIONS)}".strip())
        for place, let in enumerate(self.lets):
            head = r"\text{where}\quad" if place == 0 else ""
            value = printers[place].render(let.value)
            lines.append(f"{head} & {symbol_latex(let.name)} = {value}".strip())
        body = " \\\\\n".join(lines)
        return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"

    def _printers(self, style: Style) -> list[Printer]:
        """Return a printer for each let that knows the earlier names, and one that knows all."""
        names: dict[Node, tuple[int, str]] = {}
        for place, let in enumerate(self.lets):
            if let.value.args:
                names.setdefault(let.value, (place, let.name))
        return [Printer(style, names, place) for place in range(len(self.lets) + 1)]


def _joined(relation: Relation, printer: Printer, signs: Mapping[str, str]) -> str:
    parts = [printer.render(relation.sides[0], by_name=True)]
    for operator, side in zip(relation.operators, relation.sides[1:], strict=True):
        parts += [signs[operator], printer.render(side, by_name=True)]
    return " ".join(parts)


def _relation_text(relation: Relation, printer: Printer) -> str:
    shown = _joined(relation, printer, IDENTITY)
    if relation.label:
        return f"{relation.label}: {shown}"
    if shown.startswith("-"):  # a line that starts with a sign could go on with the one before
        first = printer.render(relation.sides[0], by_name=True)
        return f"({first}){shown.removeprefix(first)}"
    return shown


IDENTITY = {sign: sign for sign in UNICODE_RELATIONS}
