"""Sizes once the whole model is known: what nothing fixes, and what cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gennaker.expressions.dimension import Dimension
from gennaker.expressions.problem import Symbol
from gennaker.expressions.shape import Kind, Shape
from gennaker.expressions.sizes import SizeEquation, Sizes
from gennaker.language.remedies import declaration
from gennaker.language.scope import Limit, OpenSize, Scope
from gennaker.language.source import Span

__all__ = ["check_sizes"]

ONE = Dimension.of(1)


def check_sizes(scope: Scope, symbols: Iterable[Symbol], declared: Mapping[str, Span]) -> None:
    """Note sizes that nothing fixes, that contradict each other, or that fit no array."""
    for equation in scope.sizes.residual:
        if not Sizes().equate(equation.left, equation.right):
            message = f"the sizes {equation.left} and {equation.right} can never be equal"
            edit = "other sizes in the declarations"
            scope.note(_place(scope, equation), message, edit, (f"needed by {equation.because}",))
    for open_size in scope.open_sizes:
        _check_open(scope, open_size)
    for limit in scope.limits.values():
        _check_limit(scope, limit, declared)
    for symbol in symbols:
        shape = scope.sizes.resolve_shape(symbol.node.shape)
        if any(axis.is_constant and axis.constant < 1 for axis in shape.axes):
            _empty(scope, symbol, shape, declared[symbol.name])
        elif symbol.kind is Kind.MATRIX and ONE in shape.axes:
            _flat(scope, symbol, shape, declared[symbol.name])


def _place(scope: Scope, residual: SizeEquation) -> Span:
    """Return the place that asks for an equation which is left over."""
    found = next(item for item in scope.sizes.equations if item.because == residual.because)
    return scope.place_of(found)


def _check_open(scope: Scope, open_size: OpenSize) -> None:
    """Ask for the size of a constant array that stands where nothing tells it."""
    axes = scope.sizes.resolve_shape(open_size.shape).axes
    if not any(name.startswith("?") for axis in axes for name, _ in axis.terms):
        return
    shown = scope.source.at(open_size.span)
    details = ("where n is a named dimension, as in Vector x(n)",)
    edit = "eye(n)" if open_size.name == "eye" else f"{shown.removesuffix(')')}, n)"
    if open_size.name == "matrix":
        details = ("where m and n are named dimensions, as in Matrix A(m, n)",)
        edit = f"{shown.removesuffix(')')}, m, n)"
    scope.note(open_size.span, f"nothing tells the size of {shown}", edit, details)


def _check_limit(scope: Scope, limit: Limit, declared: Mapping[str, Span]) -> None:
    """Check a position again, now that more is known; sizes of symbols are told by themselves."""
    small, large = limit.small, limit.large
    over = scope.sizes.resolve(small - large)
    if not over.is_constant or over.constant <= 0 or limit.because() in declared:
        return
    message = f"{limit.because()} needs {small} <= {large}, which cannot be"
    edit = f"positions from 1 to {scope.sizes.resolve(large)}"
    if small == ONE:
        message = f"{large} comes out as {scope.sizes.resolve(large)} in {limit.because()}"
        edit = "a size or a position of at least 1"
    scope.note(limit.span, message, edit, scope.reasons((small, large)))


def _empty(scope: Scope, symbol: Symbol, shape: Shape, declared: Span) -> None:
    """Refuse arrays without entries."""
    message = f"{symbol.name} would be a {shape}, and no array is empty"
    edit = f"{symbol.kind.capitalize()} {symbol.name} with other sizes"
    scope.note(declared, message, edit, scope.reasons(symbol.node.shape.axes))


def _flat(scope: Scope, symbol: Symbol, shape: Shape, declared: Span) -> None:
    """Keep one row or column from being a matrix: kinds never depend on sizes."""
    name, (rows, columns) = symbol.name, shape.axes
    place = declared
    for axis, found in zip(symbol.node.shape.axes, shape.axes, strict=True):
        equation = scope.equation_about(axis.name) if axis.name is not None else None
        if found == ONE and equation is not None:
            place = scope.place_of(equation)
    message = f"matrix {name} is {rows} by {columns} here, so it is a vector"
    vector = Shape.vector(columns if rows == ONE else rows)
    edit = declaration(symbol.node, vector, scope.sizes) or f"Vector {name}"
    details = (
        f"{name} is declared on line {symbol.line}",
        *scope.reasons(symbol.node.shape.axes),
    )
    scope.note(place, message, edit, details)
