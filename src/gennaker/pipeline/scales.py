"""By what a bound is multiplied in the line that states it: ``2*x >= u`` bounds x by u/2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from gennaker.expressions.node import Node
from gennaker.expressions.problem import Bound, Problem

__all__ = ["Scale", "scales"]


@dataclass(frozen=True, slots=True)
class Scale:
    """A number times some data, divided by other data: what multiplies a bounded variable."""

    number: float
    times: tuple[Node, ...] = ()
    over: tuple[Node, ...] = ()
    signed: bool = True

    @property
    def data(self) -> tuple[Node, ...]:
        """The numbers that the data tells."""
        return (*self.times, *self.over)

    def value(self, known: Mapping[Node, Any]) -> Any:  # noqa: ANN401 - a number of any library
        """Return the number, given those that the data stands for."""
        found = self.number
        for node in self.times:
            found = found * known[node]
        for node in self.over:
            found = found / known[node]
        return found if self.signed else abs(found)


def scales(problem: Problem) -> dict[str, Scale]:
    r"""Return by name what multiplies the variable of each bound whose line has more than that.

    A constraint is its left side minus its right side, so a variable on the right of an equality
    counts as negative; of an inequality only the size matters.

    Example:
        >>> from gennaker.language.check import read
        >>> text = "parameters\n Scalar u\nvariables\n Vector x\nmin\n sum(x)\nst\n c: -2*x >= u\n x <= 3"
        >>> scales(read(text))
        {'c': Scale(number=-2.0, times=(), over=(), signed=False)}

    """
    found: dict[str, Scale] = {}
    for bound in problem.bounds:
        if bound.relation < 0:
            continue
        equality = bound.lower is not None and bound.upper is not None
        scale = next(_candidates(problem, bound), Scale(1.0))
        if equality:
            trivial = scale == Scale(1.0)
        else:
            scale = replace(scale, signed=False)
            trivial = abs(scale.number) == 1.0 and not scale.times and not scale.over
        if not trivial:
            found[bound.name] = scale
    return found


def _candidates(problem: Problem, bound: Bound) -> Iterator[Scale]:
    """Find the bounded variable in the sides of its line; all links of a chain agree on it."""
    relation = problem.relations[bound.relation]
    for step in range(len(relation.operators)):
        left, right = relation.sides[step : step + 2]
        for side, sign in ((left, 1.0), (right, -1.0)):
            scale = _scale(side, bound.target, sign)
            if scale is not None:
                yield scale


def _scale(side: Node, target: Node, number: float) -> Scale | None:
    """Take signs and factors off a side until the variable is bare."""
    times: list[Node] = []
    over: list[Node] = []
    while side is not target:
        if side.op.name == "neg":
            side, number = side.args[0], -number
            continue
        if side.op.name not in {"scale", "div"}:
            return None
        inside, factor = side.args
        if side.op.name == "scale" and not _holds(inside, target):
            inside, factor = factor, inside
        if factor.op.name == "neg":
            factor, number = factor.args[0], -number
        value = _number(factor)
        if side.op.name == "div":
            number, over = (number, [*over, factor]) if value is None else (number / value, over)
        else:
            number, times = (number, [*times, factor]) if value is None else (number * value, times)
        side = inside
    return Scale(number, tuple(times), tuple(over))


def _holds(node: Node, target: Node) -> bool:
    """Tell whether the way inwards from a node leads to the variable."""
    if node is target:
        return True
    return node.op.name in {"neg", "scale", "div"} and any(_holds(a, target) for a in node.args)


def _number(node: Node) -> float | None:
    if node.op.name == "neg":
        inside = _number(node.args[0])
        return None if inside is None else -inside
    if node.op.name == "div":
        left, right = map(_number, node.args)
        return None if left is None or not right else left / right
    return float(node.payload) if node.op.name == "number" else None  # pyright: ignore[reportArgumentType]
