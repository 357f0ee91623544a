"""Walks a model from the top: where each kink stands, and what is going to be done about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gennaker.expressions.node import Node
from gennaker.expressions.problem import Problem
from gennaker.expressions.show import text
from gennaker.expressions.walk import fold, postorder
from gennaker.operations.convexity import Analysis
from gennaker.operations.leaves import number
from gennaker.reform.bare import Bare, find_bare
from gennaker.reform.kinks import direction_of, is_kink
from gennaker.reform.pairs import Pair, find_pair
from gennaker.reform.positions import EQUALITY, FALLING, NEITHER, RISING, Place, Position, below
from gennaker.reform.prices import added, find_tube, share

__all__ = ["Plan", "Survey", "inside", "survey"]

SHOWN = 50


@dataclass(frozen=True, slots=True)
class Plan:
    """How a kink may be rewritten: over two parts, which a bare variable has of its own."""

    pair: Pair | None
    bare: Bare | None


@dataclass(frozen=True, slots=True)
class Survey:
    """The expressions that hold kinks, arguments first, and the positions each stands in.

    ``plans`` tells which kinks are rewritten in positions of their direction, ``left`` which
    kinks stay somewhere, with the first such place.
    """

    places: Mapping[Node, Mapping[Position, str]]
    plans: Mapping[Node, Plan]
    left: Mapping[Node, Place]
    weighed: bool
    weights: Mapping[tuple[Node, Position], Node]
    """With which data the objective weighs what stands in a weighed position."""


def survey(problem: Problem, known: Analysis, *, weighed: bool = False) -> Survey:
    r"""Find every kink and the positions that it stands in, with weights if those are wanted.

    Example:
        >>> from gennaker import Model
        >>> problem = Model("variables\n  Vector x\nmin\n  norm1(x)").problem
        >>> survey(problem, Analysis({})).places
        {<norm1 node, scalar>: {Position(direction=1, level=False, weighed=False): ''}}

    """
    roots = list(_roots(problem, weighed=weighed))
    holds = fold(
        (root for root, _ in roots), lambda node, found: any(found) or is_kink(node, known)
    )
    hot = [node for node in postorder(root for root, _ in roots) if holds[node]]
    places: dict[Node, dict[Position, str]] = {node: {} for node in hot}
    plans: dict[Node, Plan] = {}
    left: dict[Node, Place] = {}
    weights: dict[tuple[Node, Position], Node] = {}
    for root, (position, reason) in roots:
        if holds[root]:
            places[root].setdefault(position, reason)
            if position.weighed:
                weights[root, position] = number(position.direction)
    for node in reversed(hot):
        for place in places[node].items():
            inner = below(node, place, known)
            if is_kink(node, known, level=place[0].level):
                if place[0].direction == direction_of(node) != 0:
                    if node not in plans:
                        plans[node] = _plan(node, known)
                    if place[0].weighed and find_tube(node, number(1), known) is not None:
                        continue  # the size inside is no kink of its own there
                    inner = inside(node, plans[node], known)
                else:
                    left.setdefault(node, place)
            for index, (arg, (position, reason)) in enumerate(zip(node.args, inner, strict=True)):
                if holds[arg]:
                    places[arg].setdefault(position, reason)
                    if position.weighed:
                        weight = share(node, index, weights[node, place[0]], known)
                        _add(weights, (arg, position), weight)
    return Survey(places, plans, left, weighed, weights)


def _add(
    weights: dict[tuple[Node, Position], Node], key: tuple[Node, Position], weight: Node | None
) -> None:
    """Add up the weights of an expression that occurs several times."""
    if weight is None:
        raise AssertionError("what has no weight stands in no weighed position")
    earlier = weights.get(key)
    weights[key] = weight if earlier is None else added(earlier, weight)


def _roots(problem: Problem, *, weighed: bool) -> Iterator[tuple[Node, Place]]:
    """Yield every function that is to become small, or zero."""
    direction = FALLING if problem.maximize else RISING
    yield problem.objective, (direction._replace(weighed=weighed), "")
    for item in problem.constraints:
        yield item.function, (NEITHER, EQUALITY) if item.equality else (RISING, "")


def _plan(node: Node, known: Analysis) -> Plan:
    pair = find_pair(node, known)
    bare = None if pair is None else find_bare(pair.argument, known)
    return Plan(pair, bare)


def inside(node: Node, plan: Plan, known: Analysis) -> list[Place]:
    """Return the places of the arguments of a kink that is rewritten."""
    direction = direction_of(node)
    if plan.pair is not None and not plan.pair.needs_bare:
        direction = 0  # the argument becomes a side of an equality
    elif node.op.name == "norminf":
        sign = known.facts(node.args[0]).sign
        direction = int(sign.is_nonnegative) - int(sign.is_nonpositive)
    reason = "" if direction else f"it stands inside {text(node, SHOWN)}"
    return [(Position(direction), reason)] * len(node.args)
