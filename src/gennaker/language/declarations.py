"""Declarations: which names stand for data and for variables, with their sizes."""

from __future__ import annotations

from collections.abc import Iterable

from gennaker.expressions.dimension import Dimension
from gennaker.expressions.operation import Operation
from gennaker.expressions.problem import Symbol
from gennaker.expressions.shape import Kind, Shape
from gennaker.language.positions import is_too_large, read_dimension
from gennaker.language.scope import Scope
from gennaker.language.source import Span
from gennaker.language.syntax import (
    Declaration,
    Declared,
    Expression,
    Name,
    Product,
    Signed,
    Sum,
)
from gennaker.operations.leaves import VARIABLE, symbol

__all__ = ["Declarations"]

AXES = {Kind.SCALAR: (), Kind.VECTOR: ("size",), Kind.MATRIX: ("rows", "columns")}
KIND_OF_COUNT = {1: "Vector", 2: "Matrix"}
MATRIX_ONLY = frozenset({"symmetric", "psd"})
WITHIN_BRACKETS = "end"
SIZE = "a whole number or a name, as in Vector x(n)"


class Declarations:
    """Reads declarations into the scope; ``spans`` says where each name was declared."""

    def __init__(self, scope: Scope) -> None:
        """Share the scope of the model."""
        self.scope = scope
        self.spans: dict[str, Span] = {}

    def line(self, name: str) -> int:
        """Return the line on which a name was declared."""
        return self.scope.line(self.spans[name])

    def taken(self, name: str) -> str | None:
        """Say where a name has got its meaning, or None where it is free."""
        if name in self.spans:
            return f"'{name}' already has a meaning on line {self.line(name)}"
        if name in self.scope.dimensions:
            line = self.scope.line(self.scope.dimensions[name])
            return f"'{name}' already names a dimension on line {line}"
        if name == WITHIN_BRACKETS:
            return f"'{name}' stands for the last position, as in x[2:end], and cannot be a name"
        return None

    # ---- dimensions -----------------------------------------------------------------

    def collect_dimensions(self, items: Iterable[Declaration]) -> None:
        """Make the named dimensions known before any expression uses them.

        Names of one size are taken in the order of the alphabet, so that ``n + m`` and
        ``m + n`` make the same model.
        """
        declared = [(item.kind, name) for item in items for name in item.names]
        kinds = {name.name: kind for kind, name in declared}
        for _, owner in declared:
            for size in owner.sizes or ():
                for name in sorted(_names_in(size), key=lambda found: found.name):
                    self._dimension(name, kinds)

    def _dimension(self, syntax: Name, kinds: dict[str, str]) -> None:
        name, scope = syntax.name, self.scope
        if name in kinds:
            message = f"'{name}' names a dimension here, but is declared as a {kinds[name].lower()}"
            edit = f"remove {kinds[name]} {name}: a dimension needs no declaration"
            if kinds[name] != "Scalar":
                edit = f"another name for the dimension, such as n_{name}"
            scope.note(syntax.span, message, edit)
        elif name == WITHIN_BRACKETS:
            scope.note(syntax.span, "'end' cannot name a dimension", "n")
        elif name not in scope.dimensions:
            scope.dimensions[name] = syntax.span
            scope.sizes.declare(name)

    # ---- symbols --------------------------------------------------------------------

    def symbols(self, items: Iterable[Declaration], op: Operation) -> list[Symbol]:
        """Return the parameters or the variables that are declared without a mistake."""
        found: list[Symbol] = []
        for item in items:
            self._check_attributes(item, op)
            made = [self._symbol(item, declared, op) for declared in item.names]
            found += [new for new in made if new is not None]
        return found

    def _check_attributes(self, item: Declaration, op: Operation) -> None:
        seen: set[str] = set()
        name, kind = item.names[0].name, item.kind
        for word, span in zip(item.attributes, item.attribute_spans, strict=True):
            if word in seen:
                self.scope.note(span, f"'{word}' stands here twice", f"{kind} {name} {word}")
            seen.add(word)
            if word in MATRIX_ONLY and kind != "Matrix":
                self.scope.note(span, f"a {kind.lower()} cannot be {word}", f"Matrix {name} {word}")
            elif word == "psd" and op is VARIABLE:
                message = "a variable cannot be kept positive semidefinite"
                edit = f"Matrix L as the variable, and L*L' wherever {name} stands"
                self.scope.note(span, message, edit)
            elif word == "sparse" and (op is VARIABLE or kind == "Scalar"):
                message = f"a {'scalar' if kind == 'Scalar' else 'variable'} cannot be sparse"
                self.scope.note(span, message, f"{kind} {name}")

    def _symbol(self, item: Declaration, declared: Declared, op: Operation) -> Symbol | None:
        name, scope = declared.name, self.scope
        if name in self.spans or name == WITHIN_BRACKETS:
            edit = f"another name, such as {name}2" if name in self.spans else "last"
            scope.note(declared.span, self.taken(name) or "", edit)
            scope.broken.add(name)
            return None
        self.spans[name] = declared.span
        kind = Kind(item.kind.lower())
        axes = self._axes(kind, declared)
        if axes is None or not self._is_square(item, declared, axes):
            scope.broken.add(name)
            return None
        node = symbol(op, name, Shape(kind, axes), frozenset(item.attributes))
        scope.nodes[name] = node
        given = axes if declared.sizes is not None else None
        return Symbol(name, node, item.attributes, given, self.line(name))

    def _is_square(
        self, item: Declaration, declared: Declared, axes: tuple[Dimension, ...]
    ) -> bool:
        """Make symmetric matrices square."""
        if item.kind != "Matrix" or MATRIX_ONLY.isdisjoint(item.attributes):
            return True
        words = " ".join(item.attributes)
        fits = self.scope.sizes.equate(axes[0], axes[1], f"Matrix {declared.name} {words}")
        self.scope.keep_places(declared.span)
        if not fits:
            message = f"a symmetric matrix is square, but {declared.name} is {axes[0]} by {axes[1]}"
            edit = f"Matrix {declared.name}({axes[0]}, {axes[0]}) {words}"
            self.scope.note(declared.span, message, edit)
        return fits

    def _axes(self, kind: Kind, declared: Declared) -> tuple[Dimension, ...] | None:
        """Return the axes of a symbol: the dimensions given, or names made from its own."""
        expected = AXES[kind]
        if declared.sizes is None:
            sizes = self.scope.sizes
            return tuple(sizes.declare(f"{declared.name}.{axis}") for axis in expected)
        if len(declared.sizes) != len(expected):
            self._wrong_count(kind, declared, declared.sizes)
            return None
        axes = [self._axis(size, declared.name) for size in declared.sizes]
        known = tuple(axis for axis in axes if axis is not None)
        return known if len(known) == len(axes) else None

    def _axis(self, size: Expression, name: str) -> Dimension | None:
        value = read_dimension(self.scope, size)
        if value is not None and is_too_large(self.scope, value, size.span):
            return None
        if value is not None and not (value.is_constant and value.constant < 1):
            self.scope.at_least_one(value, name, size.span)
            return value
        if all(name.name in self.scope.dimensions for name in _names_in(size)):
            shown = self.scope.source.at(size.span)
            self.scope.note(size.span, f"{shown} is not a size", SIZE)
        return None

    def _wrong_count(self, kind: Kind, declared: Declared, sizes: tuple[Expression, ...]) -> None:
        allowed = {0: "no dimensions", 1: "one dimension", 2: "two dimensions"}[len(AXES[kind])]
        message = f"a {kind} has {allowed}" + (f", not {len(sizes)}" if AXES[kind] else "")
        inside = ", ".join(self.scope.source.at(size.span) for size in sizes)
        edit = f"{kind.capitalize()} {declared.name}"
        if len(sizes) in KIND_OF_COUNT:
            edit = f"{KIND_OF_COUNT[len(sizes)]} {declared.name}({inside})"
        self.scope.note(declared.span, message, edit)


def _names_in(syntax: Expression) -> list[Name]:
    """List the names in a size, which holds nothing but names, numbers and operators."""
    match syntax:
        case Name():
            return [syntax]
        case Signed():
            return _names_in(syntax.operand)
        case Sum():
            parts = syntax.terms
        case Product():
            parts = syntax.factors
        case _:
            return []
    return [name for part in parts for name in _names_in(part)]
