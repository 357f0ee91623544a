"""Recognises a variable times data, perhaps shifted: what can be split without a constraint."""

from __future__ import annotations

from dataclasses import dataclass

from gennaker.expressions.node import Node, make
from gennaker.operations.convexity import Analysis
from gennaker.operations.leaves import VARIABLE, attributes, number
from gennaker.operations.matrices import INDEX
from gennaker.operations.products import ADD, DIV, ELDIV, ELMUL, NEG, SCALE, TRANSPOSE
from gennaker.reform.arithmetic import applied, negated, total
from gennaker.reform.parts import Parts

__all__ = ["Bare", "find_bare"]

Step = tuple[Node, int]
"""An operation around a variable, and which of its arguments holds the variable."""


@dataclass(frozen=True, slots=True)
class Bare:
    """A variable minus an ``offset``, inside ``steps`` that scale, turn or cut it, innermost first.

    ``flipped`` says that it is the offset minus the variable.
    """

    variable: Node
    offset: Node | None
    flipped: bool
    steps: tuple[Step, ...]

    def parts(self, core: Parts, known: Analysis) -> Parts:
        """Return the parts of the whole from those of the variable."""
        found = core.swapped if self.flipped else core
        for node, index in self.steps:
            found = _stepped(found, node, index, known)
        return found


def find_bare(node: Node, known: Analysis) -> Bare | None:
    r"""Read an expression as a scaled, turned or cut variable, shifted by data.

    Example:
        >>> from gennaker import Model
        >>> text = "parameters\n  Vector c\nvariables\n  Vector x\nmin\n  norm1(2*x[2:end])"
        >>> problem = Model(text).problem
        >>> find_bare(problem.objective.args[0], Analysis({})).variable is problem.variables[0].node
        True

    """
    steps: list[Step] = []
    while (index := _inward(node, known)) is not None:
        steps.append((node, index))
        node = node.args[index]
    steps.reverse()
    if node.op is VARIABLE:
        return Bare(node, None, flipped=False, steps=tuple(steps))
    return _shifted(node, known, tuple(steps))


def _inward(node: Node, known: Analysis) -> int | None:
    """Return which argument to go on with, where an operation keeps its entries apart."""
    if node.op in {NEG, TRANSPOSE, INDEX}:
        return 0
    if node.op in {SCALE, ELMUL, DIV, ELDIV}:
        for index in (0, 1) if node.op in {SCALE, ELMUL} else (0,):
            fits = node.args[index].shape == node.shape
            if fits and known.is_constant(node.args[1 - index]):
                return index
    return None


def _shifted(node: Node, known: Analysis, steps: tuple[Step, ...]) -> Bare | None:
    """Read ``x - c`` and ``c - x``."""
    if node.op is not ADD:
        return None
    varying = [term for term in node.args if not known.is_constant(term)]
    flipped = varying[0].op is NEG
    variable = varying[0].args[0] if flipped else varying[0]
    if len(varying) > 1 or variable.op is not VARIABLE or "symmetric" in attributes(variable):
        return None
    shift = total(term for term in node.args if term is not varying[0])
    return Bare(variable, shift if flipped else negated(shift), flipped=flipped, steps=steps)


def _stepped(parts: Parts, node: Node, index: int, known: Analysis) -> Parts:
    """Return the parts of an expression from those of its argument."""
    if node.op is NEG:
        return parts.swapped
    if node.op in {TRANSPOSE, INDEX}:
        return parts.each(
            lambda part: make(node.op, (part, *node.args[1:]), node.shape, node.payload)
        )
    factor = node.args[1 - index]
    sign = known.facts(factor).sign
    if sign.is_nonnegative:
        return parts.each(lambda part: _times(node, index, part, factor))
    if sign.is_nonpositive:
        return parts.swapped.each(lambda part: _times(node, index, part, negated(factor)))
    return _mixed(parts, _multiplier(node, factor))


def _times(node: Node, index: int, part: Node, factor: Node) -> Node:
    """Return a product or quotient with both operands exchanged for others of their shapes."""
    args = (part, factor) if index == 0 else (factor, part)
    return make(node.op, args, node.shape)


def _multiplier(node: Node, factor: Node) -> Node:
    """Return the data that a product or a quotient multiplies by."""
    if node.op not in {DIV, ELDIV}:
        return factor
    return make(DIV if factor.is_scalar else ELDIV, (number(1), factor), factor.shape)


def _mixed(parts: Parts, factor: Node) -> Parts:
    """Return the parts after a product with data of mixed signs."""
    rise, fall = applied("relu", factor), applied("relu", negated(factor))
    return Parts(
        total((_product(rise, parts.positive), _product(fall, parts.negative))),
        total((_product(rise, parts.negative), _product(fall, parts.positive))),
        _product(applied("abs", factor), parts.size),
    )


def _product(factor: Node, part: Node) -> Node:
    return make(SCALE if factor.is_scalar else ELMUL, (factor, part), part.shape)
