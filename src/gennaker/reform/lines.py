"""The lines below ``st`` of the smooth problem: relations with their bounds and constraints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from gennaker.expressions.node import Node
from gennaker.expressions.problem import Bound, Constraint, Problem, Relation, Symbol
from gennaker.operations.bounds import declared_bound, signs_from_bounds
from gennaker.operations.convexity import Analysis
from gennaker.operations.leaves import number
from gennaker.reform.arithmetic import difference
from gennaker.reform.names import Names
from gennaker.reform.positions import NEITHER, RISING
from gennaker.reform.rewrite import Rewriter
from gennaker.reform.row import Row
from gennaker.reform.split import Split, bound_rows

__all__ = ["Lines"]

UPPER = frozenset({"<=", "<"})
STRICT = frozenset({"<", ">"})


class Lines:
    """Collects the lines; ``..._sources`` name the user's bounds and constraints."""

    def __init__(
        self, problem: Problem, rewriter: Rewriter, splits: Mapping[Node, Split], names: Names
    ) -> None:
        """Start without any line."""
        self.relations: list[Relation] = []
        self.bounds: list[Bound] = []
        self.bound_sources: list[str | None] = []
        self.constraint_sources: list[str | None] = []
        self.prices: dict[str, tuple[Node, Node]] = {}
        self._constraints: list[Constraint] = []
        self._problem = problem
        self._rewriter = rewriter
        self._splits = splits
        self._names = names
        self._data = Analysis({})

    def declare(self, symbols: Iterable[Symbol]) -> None:
        """Add the bounds that attributes stand for."""
        kept = {item.node for item in self._problem.variables}
        for item in symbols:
            bound = declared_bound(item)
            if bound is not None:
                self.bounds.append(bound)
                self.bound_sources.append(bound.name if item.node in kept else None)

    def user_relation(self, place: int) -> None:
        """Add a line of the user's, taken apart where it does not read as before."""
        bounds = [item for item in self._problem.bounds if item.relation == place]
        constraints = [item for item in self._problem.constraints if item.relation == place]
        rewritten = [replace(item, function=self._function(item)) for item in constraints]
        whole = all(item.variable not in self._splits for item in bounds) and all(
            new.function is self._rewriter.plain(old.function)
            for old, new in zip(constraints, rewritten, strict=True)
        )
        relation = self._problem.relations[place]
        if whole:
            self._add_whole(relation, bounds, rewritten)
            return
        label = relation.label if len(rewritten) == len(relation.operators) == 1 else None
        for bound in bounds:
            self._add_bound(bound)
        for item in rewritten:
            operator = "==" if item.equality else "<" if item.strict else "<="
            sides = (item.function, number(0))
            self._append(replace(item, relation=len(self.relations)), item.name)
            self.relations.append(Relation(label, sides, (operator,)))

    def add(self, row: Row) -> None:
        """Add a new line."""
        name, place = self._names.relation(row.name), len(self.relations)
        self.relations.append(row.relation)
        strict, upper = row.operator in STRICT, row.operator in UPPER
        if row.variable is not None:
            low, high = (None, row.right) if upper else (row.right, None)
            self.bounds.append(Bound(row.variable, row.left, low, high, strict, name, place))
            self.bound_sources.append(row.source)
            return
        if row.prices is not None:
            self.prices[name] = row.prices
        equality = row.operator == "=="
        sides = (row.left, row.right) if upper or equality else (row.right, row.left)
        function = difference(*sides)
        self._append(Constraint(name, function, equality, linear=False, relation=place), None)

    def constraints(self, symbols: tuple[Symbol, ...]) -> tuple[Constraint, ...]:
        """Return the constraints, with the linear ones marked."""
        known = Analysis(signs_from_bounds(self.bounds, symbols))
        return tuple(
            replace(item, linear=known.facts(item.function).curvature.is_affine)
            for item in self._constraints
        )

    def _function(self, item: Constraint) -> Node:
        return self._rewriter.at(item.function, NEITHER if item.equality else RISING)

    def _add_whole(
        self, relation: Relation, bounds: Iterable[Bound], constraints: Iterable[Constraint]
    ) -> None:
        place = len(self.relations)
        self.relations.append(
            replace(relation, sides=tuple(map(self._rewriter.plain, relation.sides)))
        )
        for bound in bounds:
            self.bounds.append(replace(bound, relation=place))
            self.bound_sources.append(bound.name)
        for item in constraints:
            self._append(replace(item, relation=place), item.name)

    def _add_bound(self, bound: Bound) -> None:
        split = self._splits.get(bound.variable)
        if split is not None:
            for row in bound_rows(bound, split, self._data):
                self.add(row)
            return
        mark = "" if bound.strict else "="
        sides = [(f">{mark}", bound.lower), (f"<{mark}", bound.upper)]
        operator, side = next((sign, value) for sign, value in sides if value is not None)
        if bound.lower is not None and bound.upper is not None:
            operator = "=="
        self.bounds.append(replace(bound, relation=len(self.relations)))
        self.bound_sources.append(bound.name)
        self.relations.append(Relation(None, (bound.target, side), (operator,)))

    def _append(self, item: Constraint, source: str | None) -> None:
        self._constraints.append(item)
        self.constraint_sources.append(source)
