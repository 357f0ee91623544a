"""Writes expressions over the variables of the smooth problem."""

from __future__ import annotations

from collections.abc import Mapping

from gennaker.expressions.node import Node, make
from gennaker.operations.convexity import Analysis
from gennaker.reform.kinks import direction_of, is_kink
from gennaker.reform.positions import Position, below
from gennaker.reform.prices import SHARES, find_priced, find_tube, without_zeros
from gennaker.reform.slacks import Slacks
from gennaker.reform.split import Split, substituted
from gennaker.reform.survey import Plan, Survey, inside

__all__ = ["Rewriter"]


class Rewriter:
    """Rewrites what a survey has found; an expression may come out otherwise in each position."""

    def __init__(
        self, found: Survey, splits: Mapping[Node, Split], slacks: Slacks, known: Analysis
    ) -> None:
        """Rewrite every surveyed expression; ``known`` is what the user's bounds promise."""
        self._splits = splits
        self._slacks = slacks
        self._known = known
        self.weighed = found.weighed
        self._found = found
        self._values = {node: split.value for node, split in splits.items()}
        self._plain: dict[Node, Node] = {}
        self._built: dict[tuple[Node, Position], Node] = {}
        for node, positions in found.places.items():
            for position in positions:
                self._built[node, position] = self._rewritten(node, position)

    def plain(self, node: Node) -> Node:
        """Return an expression with its kinks as they are."""
        return substituted(node, self._values, self._plain) if self._values else node

    def at(self, node: Node, position: Position) -> Node:
        """Return an expression as it reads in a position."""
        return self._built.get((node, position)) or self.plain(node)

    def versions(self, node: Node) -> tuple[Node, ...]:
        """Return every way in which an expression was rewritten."""
        found = [built for (item, _), built in self._built.items() if item is node]
        return tuple(version for version in (*found, self.plain(node)) if version is not node)

    def _rewritten(self, node: Node, position: Position) -> Node:
        plan = self._found.plans.get(node)
        matches = position.direction == direction_of(node) != 0
        if plan is not None and matches and is_kink(node, self._known, level=position.level):
            return self._without(node, plan, position)
        places = below(node, (position, ""), self._known)
        args = tuple(self.at(arg, inner) for arg, (inner, _) in zip(node.args, places, strict=True))
        if args == node.args:
            return node
        if position.weighed and node.op.name in SHARES:
            return without_zeros(node, args)
        return make(node.op, args, node.shape, node.payload)

    def _without(self, node: Node, plan: Plan, position: Position) -> Node:
        """Return what stands for a kink."""
        split = None if plan.bare is None else self._splits.get(plan.bare.variable)
        if plan.pair and plan.bare and split is not None and split.fits(plan.bare):
            return plan.pair.over(plan.bare.parts(split.parts, self._known))
        if position.weighed and self._found.places.keys().isdisjoint(node.args):
            priced = find_priced(node, self._found.weights[node, position], self._known)
            if priced is not None and self._known.facts(priced.function).curvature.is_affine:
                self._slacks.price(self.plain(priced.function), priced)
                return self.plain(priced.rest)
        if position.weighed:
            tube = find_tube(node, self._found.weights[node, position], self._known)
            if tube is not None:
                for each in tube:
                    self._slacks.price(self.plain(each.function), each)
                return self.plain(tube[0].rest)
        places = inside(node, plan, self._known)
        args = [self.at(arg, inner) for arg, (inner, _) in zip(node.args, places, strict=True)]
        if plan.pair is None or plan.pair.needs_bare:
            return self._extreme(node, args)
        argument = plan.pair.argument
        return plan.pair.over(self._slacks.parts(self.at(argument, places[0][0]), argument))

    def _extreme(self, node: Node, args: list[Node]) -> Node:
        if node.op.name == "norminf":
            return self._slacks.norm(node, args[0])
        return self._slacks.extreme(node, args)
