"""Turn syntax into typed expressions: names, kinds and sizes of every part are checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gennaker.expressions.node import Node, make
from gennaker.expressions.operation import Operation, ShapeMismatch
from gennaker.expressions.shape import Kind
from gennaker.expressions.show import text
from gennaker.language.calls import Calls, example
from gennaker.language.habits import NOT_CONSTANTS, likely_kind, nearest
from gennaker.language.positions import Positions
from gennaker.language.remedies import unstacked
from gennaker.language.scope import SHOWN, Scope
from gennaker.language.syntax import (
    Call,
    Expression,
    Name,
    Number,
    Postfix,
    Power,
    Product,
    Signed,
    Stack,
    Sum,
)
from gennaker.operations.facts import literal
from gennaker.operations.leaves import number, size
from gennaker.operations.matrices import stacked
from gennaker.operations.products import (
    ADD,
    DIV,
    ELDIV,
    ELMUL,
    ELPOW,
    MATMUL,
    MATPOW,
    NEG,
    POW,
    SCALE,
    TRANSPOSE,
)
from gennaker.operations.table import FUNCTION_NAMES

__all__ = ["Typer"]

AT = "a position"
DECLARE = "declare it below 'parameters' or 'variables'"
POSITION = "without an index a name has all entries; a Scalar parameter chooses one"
MOST_BLOCKS = 6
SHORT_INDEX = 2
LONGEST_PRODUCT = 20
TRANSPOSES = frozenset({"T", "top"})


class Typer:
    """Gives every expression its kind; an expression with a mistake in it becomes None."""

    def __init__(self, scope: Scope) -> None:
        """Share the scope of the model."""
        self.scope = scope
        self.positions = Positions(scope, self._position)
        self.calls = Calls(scope, self.node)
        self._readers: dict[type, Callable[[Any], Node | None]] = {
            Name: self._name,
            Sum: self._sum,
            Product: self._product,
            Power: self._power,
            Signed: self._signed,
            Postfix: self._postfix,
            Call: self.calls.call,
            Stack: self._stack,
        }

    def release(self) -> None:
        """Let go of the parts, which refer back to it; nothing can be typed from here on."""
        del self.positions, self.calls, self._readers

    def node(self, syntax: Expression) -> Node | None:
        """Return the typed expression, or None after noting what is wrong with it."""
        if isinstance(syntax, Number):
            result = number(float(syntax.text))
        else:
            result = self._readers[type(syntax)](syntax)
        if result is not None:
            self.scope.places.setdefault(result, syntax.span)
        return result

    # ---- names ----------------------------------------------------------------------

    def _name(self, syntax: Name, kind: str = "") -> Node | None:
        scope, name = self.scope, syntax.name
        if name in scope.nodes:
            return scope.nodes[name]
        if name in scope.dimensions:
            return size(name)
        if name == "eye":
            return self.calls.eye((), syntax.span)
        if name not in scope.broken:
            scope.broken.add(name)  # each unknown name is reported once
            self._unknown_name(syntax, kind or likely_kind(name))
        return None

    def _unknown_name(self, syntax: Name, kind: str) -> None:
        scope, name = self.scope, syntax.name
        if scope.is_full:
            return  # nobody would read the guess
        if name == scope.own:
            message = f"'{name}' is used in its own definition"
            scope.note(syntax.span, message, "another name for one of the two")
        elif name in scope.later:
            message = f"'{name}' is defined only on line {scope.later[name]}"
            scope.note(syntax.span, message, f"put the line of {name} before this one")
        elif name in NOT_CONSTANTS:
            scope.note(syntax.span, f"'{name}' is not declared", NOT_CONSTANTS[name])
        elif name in FUNCTION_NAMES:
            message = f"the function {name} needs arguments in round brackets"
            scope.note(syntax.span, message, example(name))
        elif name == "end":
            scope.note(syntax.span, "'end' has a meaning between index brackets only", "x[2:end]")
        elif self._product_of_names(name) is not None:
            scope.note(syntax.span, f"'{name}' is not declared", self._product_of_names(name))
        elif self._base(name) is not None:
            edit = f"{self._base(name)} for all entries, {self._base(name)}[1] for one of them"
            scope.note(syntax.span, f"'{name}' is not declared", edit)
        else:
            guess = nearest(name, [*scope.nodes, *scope.dimensions])
            details = () if guess else (POSITION if kind == AT else DECLARE,)
            kind = "Scalar" if kind == AT else kind
            scope.note(syntax.span, f"'{name}' is not declared", guess or f"{kind} {name}", details)

    def _product_of_names(self, name: str) -> str | None:
        """Part ``Ax`` into names that are declared, of a matrix and what can follow it."""
        nodes = self.scope.nodes
        if len(name) > LONGEST_PRODUCT:
            return None
        cuts = ((name[:cut], name[cut:]) for cut in range(1, len(name)))
        return next((f"{a}*{b}" for a, b in cuts if a in nodes and b in nodes), None)

    def _base(self, name: str) -> str | None:
        """Return the array of which ``x_i`` is an entry on paper."""
        base, mark, index = name.rpartition("_")
        node = self.scope.nodes.get(base)
        array = node is not None and not node.is_scalar
        return base if mark and array and index.isalnum() and len(index) <= SHORT_INDEX else None

    def _position(self, syntax: Expression) -> Node | None:
        """Type an index that data decides; a name there stands for a scalar."""
        return self._name(syntax, AT) if isinstance(syntax, Name) else self.node(syntax)

    # ---- operators ------------------------------------------------------------------

    def _sum(self, syntax: Sum) -> Node | None:
        first = self.node(syntax.terms[0])
        terms: list[Node | None] = [first]
        for operator, place, term in zip(
            syntax.operators, syntax.operator_spans, syntax.terms[1:], strict=True
        ):
            node = self.node(term)
            if node is not None and operator == "-":
                node = make(NEG, (node,), node.shape)
            if node is not None and first is not None and node.shape is not first.shape:
                shape = self.scope.shape(ADD, (first, node), place)
                node = None if shape is None else node
            terms.append(node)
        found = [term for term in terms if term is not None]
        if len(found) < len(terms):
            return None
        return make(ADD, tuple(found), found[0].shape)

    def _product(self, syntax: Product) -> Node | None:
        result = self.node(syntax.factors[0])
        places = self.scope.places
        for operator, place, factor in zip(
            syntax.operators, syntax.operator_spans, syntax.factors[1:], strict=True
        ):
            right = self.node(factor)
            if result is None or right is None:
                result = None
                continue
            row = _product_row(operator, result, right)
            result = self.scope.apply(row, (result, right), place)
            if result is not None and factor is not syntax.factors[-1]:
                places.setdefault(result, (syntax.span[0], factor.span[1]))
        return result

    def _power(self, syntax: Power) -> Node | None:
        if self._is_power_of_paper(syntax):
            return None
        base, exponent = self.node(syntax.base), self.node(syntax.exponent)
        if base is None or exponent is None:
            return None
        place = syntax.operator_span
        if syntax.operator == ".^" and not (base.is_scalar and exponent.is_scalar):
            return self.scope.apply(ELPOW, (base, exponent), place)
        if base.kind is not Kind.MATRIX or not exponent.is_scalar:
            return self.scope.apply(POW, (base, exponent), place)
        power = literal(exponent)
        if power is not None and power.is_integer():
            return self.scope.apply(MATPOW, (base, exponent), place)
        message = "a matrix power needs a whole number as its exponent"
        shown = [text(node, SHOWN, tight=True) for node in (base, exponent)]
        self.scope.note(place, message, ".^".join(shown), self.scope.describe(base, exponent))
        return None

    def _is_power_of_paper(self, syntax: Power) -> bool:
        """Explain ``x^T`` and ``e^x``, where neither ``T`` nor ``e`` is declared."""
        base, exponent, source = syntax.base, syntax.exponent, self.scope.source
        if isinstance(exponent, Name) and exponent.name in TRANSPOSES and self._is_free(exponent):
            shown = source.at(base.span)
            self.scope.note(syntax.operator_span, "the transpose is written with '", f"{shown}'")
            self.node(base)
            return True
        if isinstance(base, Name) and base.name == "e" and self._is_free(base):
            shown = source.at(exponent.span)
            shown = shown[1:-1] if shown.startswith("(") and shown.endswith(")") else shown
            self.scope.note(syntax.span, "powers of e are written with exp", f"exp({shown})")
            self.node(exponent)
            return True
        return False

    def _is_free(self, syntax: Name) -> bool:
        """Answer whether a name has no meaning in the model."""
        scope, name = self.scope, syntax.name
        return name not in scope.nodes and name not in scope.dimensions and name not in scope.broken

    def _signed(self, syntax: Signed) -> Node | None:
        result = self.node(syntax.operand)
        for sign in reversed(syntax.signs):
            if result is not None and sign == "-":
                result = make(NEG, (result,), result.shape)
        return result

    def _postfix(self, syntax: Postfix) -> Node | None:
        result = self.node(syntax.operand)
        marks = syntax.marks
        for turn, (mark, place) in enumerate(zip(marks, syntax.mark_spans, strict=True)):
            if result is None:
                return None
            if mark is not None:
                behind = marks[turn + 1] if turn + 1 < len(marks) else None
                result = self.positions.index(result, mark, place, behind or ())
            elif not result.is_scalar:  # the transpose of a number is the number
                result = make(TRANSPOSE, (result,), result.shape.transposed)
        return result

    def _stack(self, syntax: Stack) -> Node | None:
        rows = [tuple(self.node(block) for block in row) for row in syntax.rows]
        known = tuple(tuple(block for block in row if block is not None) for row in rows)
        if sum(map(len, known)) < sum(map(len, rows)):
            return None
        try:
            result = stacked(known, self.scope.sizes)
        except ShapeMismatch as misfit:
            blocks = tuple(block for row in known for block in row)[:MOST_BLOCKS]
            misfit.suggestion = misfit.suggestion or unstacked(known, self.scope.sizes)
            self.scope.misfit(syntax.span, misfit, "stack", blocks)
            return None
        self.scope.keep_places(syntax.span)
        return result


def _product_row(operator: str, left: Node, right: Node) -> Operation:
    """Choose the operation of a product from the kinds of its operands."""
    scalar = left.is_scalar or right.is_scalar
    if operator == "*":
        return SCALE if scalar else MATMUL
    if operator == ".*":
        return SCALE if scalar else ELMUL
    if operator == "./" and not right.is_scalar:
        return ELDIV
    return DIV
