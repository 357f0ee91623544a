"""Functions: which operation a name with its arguments stands for, and constant arrays."""

from __future__ import annotations

from collections.abc import Callable

from gennaker.expressions.dimension import Dimension
from gennaker.expressions.node import Node
from gennaker.expressions.shape import Kind, Shape
from gennaker.expressions.show import text
from gennaker.language.habits import ARRAYS, POWERS, Argument, habit, nearest
from gennaker.language.positions import is_too_large, read_dimension
from gennaker.language.scope import SHOWN, OpenSize, Scope
from gennaker.language.source import Span
from gennaker.language.syntax import (
    Call,
    Expression,
    Name,
    Number,
    Power,
    Product,
    Signed,
    Stack,
    Sum,
)
from gennaker.operations.leaves import eye, fill
from gennaker.operations.table import AXES, FUNCTION_NAMES, FUNCTIONS, operation

__all__ = ["Calls", "example"]

PAIR = 2
LONGEST_EDIT = 80
AXIS_HABITS = {"0": "columns", "2": "rows"}
"""NumPy's axis 0 and MATLAB's axis 2; axis 1 means something else in each."""


def example(name: str) -> str:
    """Return an example of a function."""
    counts = [count for known, count in FUNCTIONS if known == name]
    return FUNCTIONS[name, min(counts)].example if counts else f"{name}(1)"


class Calls:
    """Types calls; ``node`` gives the typed expression of an argument."""

    def __init__(self, scope: Scope, node: Callable[[Expression], Node | None]) -> None:
        """Share the scope of the model."""
        self.scope = scope
        self.node = node

    def call(self, syntax: Call) -> Node | None:
        """Return the typed call, or None after noting what is wrong with it."""
        name = syntax.name
        if name not in FUNCTION_NAMES:
            self._unknown(syntax)
            return None
        if name in {"vector", "matrix"}:
            return self._fill(syntax)
        if name == "eye":
            return self.eye(syntax.args, syntax.span)
        if name in {"sum", "mean"} and len(syntax.args) == PAIR:
            return self._along(syntax)
        row = FUNCTIONS.get((name, len(syntax.args)))
        if row is None:
            self._wrong_count(syntax)
            return None
        args = self._arguments(syntax)
        return None if args is None else self.scope.apply(row, args, syntax.name_span)

    def _arguments(self, syntax: Call) -> tuple[Node, ...] | None:
        """Type all arguments, so that every mistake in them is found."""
        found = [self.node(arg) for arg in syntax.args]
        known = tuple(arg for arg in found if arg is not None)
        return known if len(known) == len(found) else None

    def _along(self, syntax: Call) -> Node | None:
        """Type ``sum(X, rows)`` and its like."""
        value, axis = self.node(syntax.args[0]), syntax.args[1]
        if isinstance(axis, Name) and axis.name in AXES:
            row = operation(f"{syntax.name}_{axis.name}")
            return None if value is None else self.scope.apply(row, (value,), syntax.name_span)
        if value is not None:
            self._wrong_axis(syntax, value, axis)
        return None

    def _wrong_axis(self, syntax: Call, value: Node, axis: Expression) -> None:
        name, shown = syntax.name, text(value, SHOWN)
        message = f"the second argument of {name} is rows or columns"
        if value.kind is not Kind.MATRIX:
            details = self.scope.describe(value)
            self.scope.note(axis.span, message, f"{name}({shown})", details)
            return
        word = AXIS_HABITS.get(self.scope.source.at(axis.span), "rows")
        other = "columns" if word == "rows" else "rows"
        details = (
            f"{name}({shown}, {word}) has one entry for each {word.removesuffix('s')},",
            f"{name}({shown}, {other}) one for each {other.removesuffix('s')}",
        )
        self.scope.note(axis.span, message, f"{name}({shown}, {word})", details)

    def _wrong_count(self, syntax: Call) -> None:
        name, given = syntax.name, len(syntax.args)
        counts = sorted(count for known, count in FUNCTIONS if known == name)
        allowed = " or ".join(map(str, counts))
        message = f"{name} takes {allowed} argument{'s' if counts[-1] > 1 else ''}, not {given}"
        shown = [self.scope.source.at(arg.span) for arg in syntax.args[:3]]
        edit = example(name)
        if name in {"max", "min"} and given > PAIR:
            edit = f"{name}({shown[0]}, {name}({shown[1]}, {shown[2]}))"
        elif given > counts[-1]:
            edit = f"{name}({', '.join(shown[: counts[-1]])})"
        elif name == "huber" and given == 1:
            edit = f"huber({shown[0]}, 1)"
        edit = edit if len(edit) <= LONGEST_EDIT else example(name)
        self.scope.note(syntax.name_span, message, edit)

    # ---- functions that do not exist ------------------------------------------------

    def _unknown(self, syntax: Call) -> None:
        name, scope = syntax.name, self.scope
        if name in ARRAYS:  # the arguments are sizes
            known = all(read_dimension(scope, arg) is not None for arg in syntax.args)
            shown = self._shown(syntax) if known else []
            scope.note(syntax.name_span, f"there is no function '{name}'", habit(name, shown))
            return
        if self._is_indexed(syntax):
            self._not_a_function(syntax)
            return
        args = syntax.args[:1] if name == "norm" else syntax.args
        values = [self.node(arg) for arg in args]
        if name in scope.broken and name not in scope.nodes:
            return
        if name in scope.nodes or name in scope.dimensions:
            self._not_a_function(syntax)
        elif name in POWERS and len(values) == PAIR and None not in values:
            base, exponent = (text(value, SHOWN, tight=True) for value in values if value)
            sign = "^" if values[0] is not None and values[0].is_scalar else ".^"
            scope.note(syntax.name_span, "powers are written with ^", f"{base}{sign}{exponent}")
        else:
            message = f"there is no function '{name}'"
            scope.note(syntax.name_span, message, self._instead(syntax))

    def _not_a_function(self, syntax: Call) -> None:
        """Explain ``x(1)`` and ``s(a + b)`` for names that are no functions."""
        name, scope = syntax.name, self.scope
        node = scope.nodes.get(name)
        inside = self._inside(syntax)
        edit = f"{name}[{inside}]" if self._is_indexed(syntax) else f"{name}*({inside})"
        details = scope.describe(node) if node is not None else ()
        message = f"'{name}' is not a function"
        scope.note(syntax.name_span, message, edit if syntax.args else name, details)

    def _is_indexed(self, syntax: Call) -> bool:
        """Recognise ``x(1)`` and ``X(i, j)``, where i and j are scalars or nothing."""
        nodes = self.scope.nodes
        array = syntax.name in nodes and not nodes[syntax.name].is_scalar
        return array and all(
            isinstance(arg, Number)
            or (isinstance(arg, Name) and (arg.name not in nodes or nodes[arg.name].is_scalar))
            for arg in syntax.args
        )

    def _instead(self, syntax: Call) -> str:
        """Return what to write in place of a function that does not exist."""
        edit = habit(syntax.name, self._shown(syntax))
        if edit is not None and len(edit) > LONGEST_EDIT:
            edit = habit(syntax.name, [])
        guess = nearest(syntax.name, sorted(FUNCTION_NAMES))
        if edit is None and guess is not None:
            edit = f"{guess}({self._inside(syntax)})" if syntax.args else example(guess)
        return edit or "one of " + ", ".join(sorted(FUNCTION_NAMES))

    def _shown(self, syntax: Call) -> list[Argument]:
        """Return the arguments as they were written; a list stands for its entries."""
        args = syntax.args
        if len(args) == 1 and isinstance(args[0], Stack) and len(args[0].rows) == 1:
            args = args[0].rows[0]
        joined = (Sum, Product, Signed, Power)
        return [
            Argument(self.scope.source.at(arg.span), bare=not isinstance(arg, joined))
            for arg in args
        ]

    def _inside(self, syntax: Call) -> str:
        inside = ", ".join(self.scope.source.at(arg.span) for arg in syntax.args[:3])
        return inside if len(inside) <= LONGEST_EDIT else "..."

    # ---- constant arrays ------------------------------------------------------------

    def _fill(self, syntax: Call) -> Node | None:
        """Type ``vector(c)`` and ``matrix(c)``, with sizes or without."""
        name, given = syntax.name, syntax.args
        axes = 1 if name == "vector" else 2
        if len(given) not in {1, 1 + axes}:
            extra = "its size" if axes == 1 else "its rows and columns"
            message = f"{name} takes a scalar, and {extra} where the place does not tell"
            self.scope.note(syntax.name_span, message, f"{name}(1)")
            return None
        value = self.node(given[0])
        sizes = self._sizes(given[1:], syntax.span)
        if value is None or sizes is None:
            return None
        kind = Kind.VECTOR if axes == 1 else Kind.MATRIX
        if not value.is_scalar:
            shown = text(value, SHOWN)
            message = f"{name} spreads a scalar over its entries, but {shown} is a {value.kind}"
            edit = shown if value.kind is kind else f"{name}(1)"
            self.scope.note(syntax.name_span, message, edit, self.scope.describe(value))
            return None
        shape = Shape(kind, sizes or tuple(self.scope.sizes.fresh() for _ in range(axes)))
        if not sizes:
            self.scope.open_sizes.append(OpenSize(shape, syntax.span, name))
        return fill(value, shape, sizes or None)

    def _sizes(self, syntax: tuple[Expression, ...], place: Span) -> tuple[Dimension, ...] | None:
        lengths: list[Dimension] = []
        for length in syntax:
            value = read_dimension(self.scope, length)
            if value is not None and is_too_large(self.scope, value, length.span):
                return None
            if value is None or (value.is_constant and value.constant < 1):
                shown = self.scope.source.at(length.span)[:SHOWN]
                edit = "a whole number or a named dimension, as in Vector x(n)"
                self.scope.note(length.span, f"{shown} is not a size", edit)
                return None
            self.scope.at_least_one(value, self.scope.source.at(place), length.span)
            lengths.append(value)
        return tuple(lengths)

    def eye(self, given: tuple[Expression, ...], span: Span) -> Node | None:
        """Type ``eye`` and ``eye(n)``."""
        if len(given) > 1:
            edit = f"eye({self.scope.source.at(given[0].span)})"
            self.scope.note(span, "eye takes one size at most: it is square", edit)
            return None
        sizes = self._sizes(given, span)
        if sizes is None:
            return None
        result = eye(sizes[0] if sizes else self.scope.sizes.fresh(), explicit=bool(sizes))
        if not sizes:
            self.scope.open_sizes.append(OpenSize(result.shape, span, "eye"))
        return result
