"""What data tells of a model beyond its declarations: which parameters are not negative."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from gennaker.backends.space import Space
from gennaker.expressions.node import Node, make
from gennaker.expressions.problem import LetName, Origin, Problem, Symbol
from gennaker.expressions.sign import Sign
from gennaker.expressions.walk import fold
from gennaker.operations.leaves import PARAMETER, attribute_sign, attributes, symbol

__all__ = ["nonnegative", "open_signs", "with_signs"]

MATRIX = 2


def open_signs(problem: Problem) -> tuple[str, ...]:
    r"""Return the numbers and vectors among the parameters that no sign is declared of.

    Example:
        >>> from gennaker.language.check import read
        >>> text = "parameters\n Scalar c\n Scalar d positive\nvariables\n Vector x\nmin\n c*d*sum(x)"
        >>> open_signs(read(text))
        ('c',)

    """
    return tuple(
        item.name
        for item in problem.parameters
        if len(item.node.shape.axes) < MATRIX
        and attribute_sign(attributes(item.node)) is Sign.UNKNOWN
    )


def nonnegative(names: Collection[str], data: Mapping[str, Any], space: Space) -> frozenset[str]:
    """Return those of the names whose data is nowhere negative."""
    if not names:
        return frozenset()
    lowest = space.to_host([space.xp.min(data[name]) for name in names])
    return frozenset(name for name, value in zip(names, lowest, strict=True) if value >= 0.0)


def with_signs(problem: Problem, names: Collection[str]) -> Problem:
    """Return a problem in which parameters are declared nonnegative."""
    known: dict[Node, Node] = {}
    parameters: list[Symbol] = []
    for item in problem.parameters:
        if item.name in names:
            words = attributes(item.node) | {"nonnegative"}
            known[item.node] = symbol(PARAMETER, item.name, item.node.shape, words)
            words_in_order = (*item.attributes, "nonnegative")
            parameters.append(replace(item, node=known[item.node], attributes=words_in_order))
        else:
            parameters.append(item)
    fold(_every(problem), _rebuilt, known)

    def new(node: Node | None) -> Node | None:
        return None if node is None else known[node]

    return replace(
        problem,
        parameters=tuple(parameters),
        lets=tuple(LetName(item.name, known[item.value]) for item in problem.lets),
        objective=known[problem.objective],
        relations=tuple(
            replace(item, sides=tuple(known[side] for side in item.sides))
            for item in problem.relations
        ),
        bounds=tuple(
            replace(item, lower=new(item.lower), upper=new(item.upper)) for item in problem.bounds
        ),
        constraints=tuple(
            replace(item, function=known[item.function]) for item in problem.constraints
        ),
        origin=_moved(problem.origin, known),
    )


def _every(problem: Problem) -> list[Node]:
    """List the expressions of a problem; targets of bounds hold no data."""
    sides = [side for item in problem.bounds for side in (item.lower, item.upper)]
    return [
        *problem.roots,
        *(item.function for item in problem.constraints),
        *(side for side in sides if side is not None),
    ]


def _rebuilt(node: Node, args: tuple[Node, ...]) -> Node:
    return node if args == node.args else make(node.op, args, node.shape, node.payload)


def _moved(origin: Origin | None, known: Mapping[Node, Node]) -> Origin | None:
    if origin is None:
        return None
    return Origin(origin.text, {known.get(node, node): span for node, span in origin.spans.items()})
