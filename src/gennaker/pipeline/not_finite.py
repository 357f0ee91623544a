"""Where NaN or infinity begins: the smallest expression of a model that is not finite at a point."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Any

import numpy as np

from gennaker.backends.space import Array, space_of
from gennaker.expressions.node import Node
from gennaker.expressions.problem import Problem
from gennaker.expressions.show import text
from gennaker.expressions.walk import fold, postorder
from gennaker.pipeline.bind import Bound
from gennaker.pipeline.formulas import Formulas
from gennaker.pipeline.layout import length

__all__ = ["first_not_finite"]

LARGEST = 2**24
"""Expressions with more entries than this are not looked at one by one."""
LONGEST = 60


def first_not_finite(problem: Problem, bound: Bound, point: Sequence[Array]) -> str:
    r"""Say which expression is not finite though all its parts are; "" if there is none.

    Example:
        >>> from gennaker.language.check import read
        >>> from gennaker.pipeline.bind import bind
        >>> problem = read("variables\n Scalar t\nmin\n t^2 + log(t - 1)")
        >>> bound = bind(problem, {}, {"t": 0.5})
        >>> first_not_finite(problem, bound, [bound.point["t"]])
        'The expression log(t - 1) at line 4, column 8, a part of the objective, is not finite.'

    """
    roots = [("the objective", problem.objective)]
    roots += [(f"the constraint {item.name!r}", item.function) for item in problem.constraints]
    finite = _finite(problem, bound, point, [node for _, node in roots])
    for name, root in roots:
        if not finite.get(root, True):
            return _sentence(problem, name, root, _origin(root, finite))
    return ""


def _finite(
    problem: Problem, bound: Bound, point: Sequence[Array], roots: Iterable[Node]
) -> dict[Node, bool]:
    """Tell for each expression that holds variables whether all its entries are finite."""
    roots = list(roots)
    varying = fold(roots, lambda node, args: node.op.name == "variable" or any(args))
    nodes = [
        node
        for node in postorder(roots)
        if node.args
        and varying[node]
        and prod(length(axis, bound.sizes) for axis in node.shape.axes) <= LARGEST
    ]
    with np.errstate(all="ignore"):  # that something is not finite is what is asked
        values = Formulas(problem, nodes).evaluate(bound, point)
    return {node: _is_finite(value) for node, value in zip(nodes, values, strict=True)}


def _is_finite(value: Any) -> bool:  # noqa: ANN401 - an array of any library
    if isinstance(value, float | int):
        return bool(np.isfinite(value))
    return bool(np.isfinite(space_of(value).array_to_host(value)).all())


def _origin(node: Node, finite: dict[Node, bool]) -> Node:
    """Go down as long as some part is not finite either."""
    while True:
        parts = [arg for arg in node.args if not finite.get(arg, True)]
        if not parts:
            return node
        node = parts[0]


def _sentence(problem: Problem, name: str, root: Node, node: Node) -> str:
    place = problem.origin.place(node) if problem.origin is not None else None
    where = f" at line {place[0]}, column {place[1]}" if place is not None else ""
    part = "" if node is root else f", a part of {name},"
    return f"The expression {text(node, LONGEST)}{where}{part} is not finite."
