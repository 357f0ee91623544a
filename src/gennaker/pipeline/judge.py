"""What a point is worth on the model as the user wrote it, apart from what the solver saw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gennaker.backends.space import Array, Space
from gennaker.expressions.node import Node
from gennaker.expressions.problem import Problem
from gennaker.pipeline.bind import Bound
from gennaker.pipeline.bounds import Limit
from gennaker.pipeline.formulas import Formulas
from gennaker.pipeline.singular import singular_error
from gennaker.pipeline.solution import Violation

__all__ = ["Judge", "Values", "judged"]


@dataclass(frozen=True, slots=True)
class Values:
    """Objective, constraints, bounds and named expressions at one point, as arrays."""

    objective: Array
    constraints: tuple[Array, ...]
    limits: tuple[Limit, ...]
    lets: tuple[Array, ...]


class Judge:
    """Evaluates a model at a point given by variable.

    The functions that the solver used say the same where the model was solved as it stands;
    where it was rewritten first, its own expressions are evaluated.
    """

    def __init__(self, problem: Problem, *, as_solved: bool) -> None:
        """Gather the expressions that are needed, if the solver's functions do not do."""
        self.problem = problem
        self.formulas = None if as_solved else Formulas(problem, tuple(_expressions(problem)))

    def values(self, bound: Bound, functions: Any, point: Sequence[Array]) -> Values:  # noqa: ANN401
        """Return everything at a point; ``functions`` are those that the solver used."""
        formulas = self.formulas
        if formulas is None:
            try:
                return self._by_the_solver(functions, point)
            except singular_error(bound.library):
                formulas = Formulas(self.problem, tuple(_expressions(self.problem)))
        found = iter(formulas.evaluate(bound, point))
        problem = self.problem
        return Values(
            next(found),
            tuple(next(found) for _ in problem.constraints),
            tuple(
                (
                    next(found),
                    None if item.lower is None else next(found),
                    None if item.upper is None else next(found),
                )
                for item in problem.bounds
            ),
            tuple(found),
        )

    def _by_the_solver(self, functions: Any, point: Sequence[Array]) -> Values:  # noqa: ANN401
        problem = self.problem
        objective, *rest = functions.forward(*point, *functions.images(*point))
        return Values(
            -objective if problem.maximize else objective,
            tuple(rest[:-1]),
            tuple(functions.limits(*point)) if problem.bounds else (),
            tuple(functions.lets(*point)) if problem.lets else (),
        )


def _expressions(problem: Problem) -> Iterator[Node]:
    yield problem.objective
    yield from (item.function for item in problem.constraints)
    for item in problem.bounds:
        yield item.target
        yield from (side for side in (item.lower, item.upper) if side is not None)
    yield from (let.value for let in problem.lets)


def judged(problem: Problem, values: Values, space: Space) -> tuple[float, tuple[Violation, ...]]:
    """Return the objective, and how far each constraint and each bound is from holding."""
    names = [(item.name, False) for item in problem.constraints]
    names += [(item.name, True) for item in problem.bounds]
    amounts = [
        _missed(space, item.equality, value)
        for item, value in zip(problem.constraints, values.constraints, strict=True)
    ]
    amounts += [_outside(space, limit) for limit in values.limits]
    objective, *found = space.to_host([values.objective, *amounts])
    violations = tuple(
        Violation(name, max(amount, 0.0) if amount == amount else amount, is_bound)  # noqa: PLR0124 - NaN stays
        for (name, is_bound), amount in zip(names, found, strict=True)
    )
    return objective, violations


def _missed(space: Space, equality: bool, value: Array) -> Array:  # noqa: FBT001 - one of two kinds
    xp, array = space.xp, space.array(value)
    return xp.max(xp.abs(array) if equality else array)


def _outside(space: Space, limit: Limit) -> Array:
    """Return by how much the worst entry is beyond a bound; below 0 where it is inside."""
    target, low, high = limit
    xp = space.xp
    gaps = [low - target] if low is not None else []
    gaps += [target - high] if high is not None else []
    found = [xp.max(space.array(gap)) for gap in gaps]
    return found[0] if len(found) == 1 else xp.maximum(found[0], found[1])
