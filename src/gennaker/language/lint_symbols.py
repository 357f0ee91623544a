"""Findings about names and sizes: what nothing uses, and what must be equal."""

from __future__ import annotations

from collections.abc import Iterator

from gennaker.expressions.dimension import Dimension
from gennaker.expressions.shape import Kind
from gennaker.language.report import Finding
from gennaker.language.view import NOTE, WARNING, View
from gennaker.operations.table import FUNCTION_NAMES

__all__ = ["symbol_findings"]

SQUARE = frozenset({"symmetric", "psd"})


def symbol_findings(view: View) -> Iterator[Finding]:
    """Check the declarations."""
    yield from _unused(view)
    yield from _shadowing(view)
    yield from _equal_sizes(view)
    yield from _square(view)


def _unused(view: View) -> Iterator[Finding]:
    used = set(view.nodes)
    for symbol in view.problem.variables:
        node, name = symbol.node, symbol.name
        matters = node in view.in_objective or node in view.in_constraints or node in view.in_lets
        if not matters:
            only = "nothing but its bounds" if node in used else "nothing"
            message = f"{only} uses the variable {name}"
            yield Finding(WARNING, "unused-variable", message, symbol.line, None, "remove it")
    for symbol in view.problem.parameters:
        if symbol.node not in used:
            message = f"nothing uses the parameter {symbol.name}"
            yield Finding(NOTE, "unused-parameter", message, symbol.line, None, "remove it")


def _shadowing(view: View) -> Iterator[Finding]:
    for symbol in (*view.problem.parameters, *view.problem.variables):
        if symbol.name in FUNCTION_NAMES:
            message = f"{symbol.name} is also the name of a function"
            edit = f"{symbol.name}_"
            yield Finding(NOTE, "function-name", message, symbol.line, None, edit)


def _equal_sizes(view: View) -> Iterator[Finding]:
    """Tell of sizes that are the same though their names differ."""
    reasons: dict[str, str] = {}
    for equation in view.problem.equations:
        for name, _ in (*equation.left.terms, *equation.right.terms):
            reasons.setdefault(name, equation.because)
    for name, value in view.problem.dimensions.items():
        if name.isidentifier() and value != Dimension.named(name):
            message = f"the sizes {name} and {value} must be the same"
            if value.is_constant:
                message = f"the size {name} must be {value}"
            because = f": {reasons[name]}" if name in reasons else ""
            yield Finding(NOTE, "equal-sizes", message + because)


def _square(view: View) -> Iterator[Finding]:
    """Tell of matrices that must be square and were not declared so."""
    for symbol in (*view.problem.parameters, *view.problem.variables):
        if symbol.kind is not Kind.MATRIX or not SQUARE.isdisjoint(symbol.attributes):
            continue
        rows, columns = symbol.node.shape.axes
        if rows == columns and symbol.sizes is None:
            yield Finding(NOTE, "square", f"matrix {symbol.name} must be square", symbol.line)
