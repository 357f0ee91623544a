"""What all checks of the linter look at: a problem, its facts, and where things stand."""

from __future__ import annotations

from functools import cached_property

from gennaker.expressions.curvature import Curvature
from gennaker.expressions.node import Node
from gennaker.expressions.problem import Bound, Constraint, Problem
from gennaker.expressions.show import text
from gennaker.expressions.walk import postorder
from gennaker.language.report import Finding
from gennaker.language.source import Source
from gennaker.operations.bounds import DECLARED, signs_from_bounds
from gennaker.operations.convexity import Analysis

__all__ = ["NOTE", "SHOWN", "WARNING", "View"]

SHOWN = 60
WARNING, NOTE = "warning", "note"


class View:
    """A problem with everything that is computed once and asked for often."""

    def __init__(self, problem: Problem) -> None:
        """Start from a checked problem."""
        self.problem = problem
        self.signs = signs_from_bounds(problem.bounds, problem.variables)
        self.analysis = Analysis(self.signs)
        self.nodes = postorder(problem.roots)

    # ---- parts of the model ---------------------------------------------------------

    @cached_property
    def parents(self) -> dict[Node, list[Node]]:
        """The nodes that use a node."""
        parents: dict[Node, list[Node]] = {}
        for node in self.nodes:
            for arg in dict.fromkeys(node.args):
                parents.setdefault(arg, []).append(node)
        return parents

    @cached_property
    def in_objective(self) -> dict[Node, None]:
        """The nodes below the objective."""
        return dict.fromkeys(postorder((self.problem.objective,)))

    @cached_property
    def in_constraints(self) -> set[Node]:
        """The nodes below general constraints; bounds are left out."""
        return set(postorder(item.function for item in self.problem.constraints))

    @cached_property
    def in_lets(self) -> set[Node]:
        """The nodes below lets."""
        return set(postorder(let.value for let in self.problem.lets))

    @cached_property
    def written(self) -> set[Node]:
        """The expressions that stand alone: the objective and the sides of relations."""
        sides = (side for relation in self.problem.relations for side in relation.sides)
        return {self.problem.objective, *sides}

    # ---- facts ----------------------------------------------------------------------

    @property
    def objective_curvature(self) -> Curvature:
        """The curvature of what is minimised: a maximum is the minimum of the negative."""
        curvature = self.analysis.facts(self.problem.objective).curvature
        return -curvature if self.problem.maximize else curvature

    def is_proven(self, item: Constraint) -> bool:
        """Answer whether a constraint is proven to describe a convex set."""
        return item.linear if item.equality else self.curvature(item.function).is_convex

    def curvature(self, node: Node) -> Curvature:
        """Return the curvature of an expression."""
        return self.analysis.facts(node).curvature

    # ---- places ---------------------------------------------------------------------

    @cached_property
    def _source(self) -> Source | None:
        return Source(self.problem.origin.text) if self.problem.origin is not None else None

    def line_of(self, item: Bound | Constraint) -> int | None:
        """Return the line of a bound or a constraint."""
        if item.relation != DECLARED:
            return self.problem.relations[item.relation].line
        return next(
            symbol.line
            for symbol in self.problem.variables
            if isinstance(item, Bound) and symbol.node is item.variable
        )

    def line_of_side(self, node: Node) -> int | None:
        """Return the line of the first relation of which an expression is a side."""
        relations = self.problem.relations
        return next((item.line for item in relations if node in item.sides), None)

    def finding(
        self, node: Node, level: str, code: str, message: str, edit: str | None = None
    ) -> Finding:
        """Return a finding at the first place where an expression stands."""
        origin = self.problem.origin
        line, column = None, None
        if origin is not None and self._source is not None and node in origin.spans:
            line, column = self._source.place(origin.spans[node][0])
        return Finding(level, code, message, line, column, edit)

    @staticmethod
    def edit(pattern: str, node: Node) -> str | None:
        """Fill an expression into an edit, or return None where it is too long for one."""
        shown = text(node, SHOWN, tight="({})" not in pattern and pattern != "{}")
        return None if shown.endswith("...") else pattern.format(shown)
