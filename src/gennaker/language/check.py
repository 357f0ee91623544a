"""From the syntax tree to a checked problem: names, kinds, sizes, bounds and constraints."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager

from gennaker.errors import Mistake, ModelError
from gennaker.expressions.node import Node
from gennaker.expressions.operation import ShapeMismatch
from gennaker.expressions.problem import LetName, Problem, Relation
from gennaker.expressions.show import text
from gennaker.language.assemble import Parts, assemble
from gennaker.language.classify import holds_variable
from gennaker.language.declarations import Declarations
from gennaker.language.fit import check_sizes
from gennaker.language.kinds import Typer
from gennaker.language.parser import parse
from gennaker.language.scope import SHOWN, Scope
from gennaker.language.source import Source, Span
from gennaker.language.syntax import Constraint, Expression, Let, Model, Objective
from gennaker.operations.leaves import PARAMETER, VARIABLE
from gennaker.operations.shapes import same

__all__ = ["check", "read"]

LONG_TEXT = 50_000
UP, DOWN = frozenset({"<=", "<"}), frozenset({">=", ">"})


def read(text: str | bytes) -> Problem:
    r"""Read and check a model text, or raise a ``ModelError`` with all its mistakes.

    Example:
        >>> problem = read("variables\n  Vector x\nmin\n  norm2(x)^2\nst\n  sum(x) == 1")
        >>> [constraint.name for constraint in problem.constraints]
        ['sum(x) == 1']

    """
    source = Source.decode(text) if isinstance(text, bytes) else Source(text)
    with _collector_paused(source):
        tree, mistakes = parse(source)
        problem = check(tree, source, mistakes)
        del tree  # large, and no longer there for the collector to walk when it goes on
        return problem


@contextmanager
def _collector_paused(source: Source) -> Generator[None, None, None]:
    """Keep the garbage collector from walking a large model again and again as it grows.

    Nothing in a model refers back to itself, so there is nothing for it to find.
    """
    paused = len(source.text) > LONG_TEXT and gc.isenabled()
    if paused:
        gc.disable()
    try:
        yield
    finally:
        if paused:
            if (
                not gc.get_freeze_count()
            ):  # what was made counts as old now, and is not walked at once
                gc.freeze()
                gc.unfreeze()
            gc.enable()


def check(tree: Model, source: Source, mistakes: list[Mistake] | None = None) -> Problem:
    """Turn a syntax tree into a problem; earlier mistakes are raised along with new ones."""
    checker = _Checker(source, mistakes or [])
    try:
        return checker.problem(tree)
    finally:
        checker.release()


class _Checker:
    def __init__(self, source: Source, mistakes: list[Mistake]) -> None:
        self.scope = Scope(source)
        self.scope.start_from(mistakes)
        self.typer = Typer(self.scope)
        self.declared = Declarations(self.scope)
        self.labels: dict[str, int] = {}
        self.varying: dict[Node, bool] = {}

    def problem(self, tree: Model) -> Problem:
        """Check every part, then put the problem together."""
        self.declared.collect_dimensions((*tree.parameters, *tree.variables))
        parameters = self.declared.symbols(tree.parameters, PARAMETER)
        variables = self.declared.symbols(tree.variables, VARIABLE)
        lets = self._lets(tree.lets)
        objective = self._objective(tree.objective)
        relations = [
            found for item in tree.constraints if (found := self._relation(item)) is not None
        ]
        if not self.scope.mistakes:
            check_sizes(self.scope, (*parameters, *variables), self.declared.spans)
        if self.scope.mistakes or objective is None or tree.objective is None:
            raise ModelError(tuple(self.scope.mistakes))
        maximize = tree.objective.maximize
        parts = Parts(parameters, variables, lets, maximize, objective, relations)
        return assemble(parts, self.scope)

    def release(self) -> None:
        """Cut the parts that refer back to the whole: what was read goes at once.

        Otherwise all of it would wait for the garbage collector, which then walks all of it.
        """
        self.scope.limits.clear()
        self.typer.release()

    # ---- lets and objective ---------------------------------------------------------

    def _lets(self, items: tuple[Let, ...]) -> list[LetName]:
        scope = self.scope
        for item in reversed(items):
            scope.later[item.name] = scope.line(item.span)
        found: list[LetName] = []
        for item in items:
            scope.own = item.name
            value = self.typer.node(item.value)
            scope.own = ""
            scope.later.pop(item.name, None)
            taken = self.declared.taken(item.name)
            if taken is not None:
                scope.note(item.span, taken, f"another name, such as {item.name}2")
                continue
            self.declared.spans[item.name] = item.span
            if value is None:
                scope.broken.add(item.name)
                continue
            scope.broken.discard(item.name)
            scope.nodes[item.name] = value
            found.append(LetName(item.name, value))
        return found

    def _objective(self, item: Objective | None) -> Node | None:
        if item is None:
            return None
        value = self.typer.node(item.value)
        if value is None or value.is_scalar:
            return value
        shown = text(value, SHOWN)
        message = f"the objective must be a scalar, but {shown} is a {value.kind}"
        edit = f"norm2({shown})^2" if value.op.name == "add" else f"sum({shown})"
        self.scope.note(item.value.span, message, edit, self.scope.describe(value))
        return None

    # ---- constraints ----------------------------------------------------------------

    def _relation(self, item: Constraint) -> Relation | None:
        sides = [self.typer.node(side) for side in item.sides]
        found = tuple(side for side in sides if side is not None)
        if item.label is not None:
            self._check_label(item, item.label)
        if len(found) < len(sides):
            return None
        fits = [
            self._fits(found[place], operator, found[place + 1], span)
            for place, (operator, span) in enumerate(
                zip(item.relations, item.relation_spans, strict=True)
            )
        ]
        if not all(fits) or not self._has_one_direction(item) or not self._varies(item, found):
            return None
        return Relation(item.label, found, item.relations, self.scope.line(item.span))

    def _check_label(self, item: Constraint, label: str) -> None:
        if label in self.labels:
            first = self.labels[label]
            message = f"two constraints are named '{label}'; the first is on line {first}"
            self.scope.note(item.label_span, message, f"another name, such as {label}2")
        self.labels.setdefault(label, self.scope.line(item.label_span))

    def _fits(self, left: Node, operator: str, right: Node, span: Span) -> bool:
        """Compare sides of the same shape; a scalar side goes with anything."""
        if left.is_scalar or right.is_scalar:
            return True
        try:
            same(operator, operator, left, right, self.scope.sizes)
        except ShapeMismatch as misfit:
            self.scope.misfit(span, misfit, operator, (left, right))
            return False
        self.scope.keep_places(span)
        return True

    def _has_one_direction(self, item: Constraint) -> bool:
        """Refuse ``0 <= x >= 1``, which reads like two bounds and is none."""
        up = [place for place, sign in enumerate(item.relations) if sign in UP]
        down = [place for place, sign in enumerate(item.relations) if sign in DOWN]
        if not up or not down:
            return True
        place = max(up[0], down[0])
        first, second = sorted((up[0], down[0]))
        relations = item.relations
        message = f"{relations[first]} and {relations[second]} point in different directions"
        shown = [self._source_of(side) for side in item.sides]
        head = _chain(shown[: place + 1], relations[:place])
        tail = _chain(shown[place:], relations[place:])
        self.scope.note(item.relation_spans[place], message, f"{head}; {tail}")
        return False

    def _varies(self, item: Constraint, sides: tuple[Node, ...]) -> bool:
        """Refuse a relation between data alone: no solve can make it hold."""
        held = [holds_variable(side, self.varying) for side in sides]
        for place, sign in enumerate(item.relations):
            if held[place] or held[place + 1]:
                continue
            span = (item.sides[place].span[0], item.sides[place + 1].span[1])
            shown = self._source_of(item.sides[place]), self._source_of(item.sides[place + 1])
            message = f"{shown[0]} {sign} {shown[1]} holds no variable, so no solve can change it"
            edit = _promise(sides[place], sign, shown[1]) or "remove it, and check the data instead"
            self.scope.note(span, message, edit)
            return False
        return True

    def _source_of(self, syntax: Expression) -> str:
        shown = self.scope.source.at(syntax.span)
        return shown if len(shown) <= SHOWN else f"{shown[: SHOWN - 3]}..."


def _chain(sides: list[str], relations: tuple[str, ...]) -> str:
    """Join sides and relations: ``0 <= x <= c``."""
    links = (f" {sign} {side}" for sign, side in zip(relations, sides[1:], strict=True))
    return sides[0] + "".join(links)


def _promise(node: Node, sign: str, other: str) -> str | None:
    """Declare what ``c >= 0`` says about a parameter."""
    word = {">=": "nonnegative", ">": "positive"}.get(sign)
    if word is None or other != "0" or node.op.name != "parameter":
        return None
    return f"{node.kind.capitalize()} {text(node)} {word}"
