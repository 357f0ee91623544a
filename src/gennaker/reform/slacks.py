"""New variables that stand for kinks, and the rows that keep them at least as large."""

from __future__ import annotations

from collections.abc import Sequence

from gennaker.expressions.node import Node
from gennaker.expressions.problem import Symbol
from gennaker.expressions.shape import Kind, Shape
from gennaker.expressions.sign import Sign
from gennaker.operations.convexity import Analysis
from gennaker.operations.leaves import VARIABLE, number, symbol
from gennaker.reform.arithmetic import applied, is_zero, negated, transposed
from gennaker.reform.names import Names
from gennaker.reform.parts import Parts
from gennaker.reform.prices import Priced
from gennaker.reform.row import Row

__all__ = ["Slacks", "new_variable"]

NONNEGATIVE = ("nonnegative",)


class Slacks:
    """Makes each new variable once; ``rows`` hold it to what it stands for."""

    def __init__(self, names: Names, known: Analysis) -> None:
        """Start without any; ``known`` is what the user's bounds promise."""
        self.variables: list[Symbol] = []
        self.starts: dict[str, Node] = {}
        self.rows: list[Row] = []
        self._names = names
        self._known = known
        self._parts: dict[Node, Parts] = {}

    def parts(self, argument: Node, original: Node) -> Parts:
        """Return two parts of an argument, tied to it by an equality.

        ``original`` is the argument in the user's variables, from which the parts start.
        """
        if argument not in self._parts:
            plus, minus = self._names.slacks("_plus", "_minus")
            parts = Parts.of(
                self._variable(plus, argument.shape, NONNEGATIVE, applied("relu", original)),
                self._variable(
                    minus, argument.shape, NONNEGATIVE, applied("relu", negated(original))
                ),
            )
            self._parts[argument] = parts
            self.rows.append(_straight(parts.value, "==", argument))
        return self._parts[argument]

    def extreme(self, node: Node, arguments: Sequence[Node]) -> Node:
        """Return a variable in the place of a maximum or a minimum of rewritten arguments."""
        (name,) = self._names.slacks("")
        data = [arg for arg in arguments if self._known.is_constant(arg)]
        sides = [arg for arg in arguments if arg not in data]
        upward = node.op.name not in {"minimum", "smallest"}
        words = self._attributes(node, data if upward else ())
        slack = self._variable(name, node.shape, words, node)
        bounded = transposed(slack) if slack.op.name == "transpose" else slack
        operator = ">=" if upward else "<="
        for side in data:
            if not is_zero(side):  # the sign of the whole tells as much
                right = side if side.is_scalar or bounded is slack else transposed(side)
                self.rows.append(Row(bounded, operator, right, variable=bounded))
        if self._known.facts(node).sign.is_nonpositive:  # it is relied on, as attributes are
            self.rows.append(Row(bounded, "<=", number(0), variable=bounded))
        for side in sides:
            self.rows.append(_straight(slack, operator, side))
        return slack

    def norm(self, node: Node, argument: Node) -> Node:
        """Return a variable in the place of the largest absolute value."""
        (name,) = self._names.slacks("")
        slack = self._variable(name, node.shape, NONNEGATIVE, node)
        sign = self._known.facts(node.args[0]).sign
        if not sign.is_nonpositive:
            self.rows.append(Row(argument, "<=", slack))
        if not sign.is_nonnegative:
            self.rows.append(Row(negated(argument), "<=", slack))
        return slack

    def price(self, function: Node, priced: Priced) -> None:
        """Add an equality that may be missed at a price."""
        low, high = priced.low, priced.high
        if function.kind is Kind.ROW:
            function, low, high = map(transposed, (function, low, high))
        self.rows.append(Row(function, "==", number(0), prices=(low, high)))

    def _attributes(self, node: Node, floor: Sequence[Node]) -> tuple[str, ...]:
        """Return the attributes that keep what is known of the sign of a kink."""
        if any(not is_zero(side) and self._known.facts(side).sign.is_nonnegative for side in floor):
            return ()  # its own bound tells as much
        sign = self._known.facts(node).sign
        if sign.within(Sign.POSITIVE):
            return ("positive",)
        return NONNEGATIVE if sign.is_nonnegative else ()

    def _variable(self, name: str, shape: Shape, words: tuple[str, ...], start: Node) -> Node:
        """Return a new variable, turned where a row is wanted: variables are columns."""
        turned = shape.kind is Kind.ROW
        made = new_variable(name, shape.transposed if turned else shape, words)
        self.variables.append(made)
        self.starts[name] = transposed(start) if turned else start
        return transposed(made.node) if turned else made.node


def new_variable(name: str, shape: Shape, words: tuple[str, ...]) -> Symbol:
    """Return a variable with attributes, declared with its sizes where those can be written."""
    names = [part for axis in shape.axes for part, _ in axis.terms]
    plain = all("." not in part for part in names)
    sizes = shape.axes if plain and shape.axes else None
    return Symbol(name, symbol(VARIABLE, name, shape, frozenset(words)), words, sizes)


def _straight(left: Node, operator: str, right: Node) -> Row:
    """Return a row between columns rather than between rows."""
    if Kind.ROW in {left.kind, right.kind}:
        left, right = transposed(left), transposed(right)
    return Row(left, operator, right)
