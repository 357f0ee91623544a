"""What the reform of a problem returns: the smooth problem, and the way there and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from gennaker.expressions.node import Node
from gennaker.expressions.problem import LetName, Problem
from gennaker.operations.leaves import number

__all__ = ["Reformed"]


@dataclass(frozen=True, slots=True)
class Reformed:
    """A smooth problem that is to be minimised, and what leads to it and back.

    Attributes:
        user: The problem as the user wrote it.
        problem: The smooth problem. Its ``lets`` begin with the user's variables that are no
            variables of its own.
        variables: The user's variables by name, in terms of the new ones.
        starts: The new variables by name, in terms of the user's: where they start.
        constraints: For each constraint of the smooth problem the name of the user's that it is,
            None for an introduced one. The multipliers of a user's constraint are those of the
            smooth one, entry by entry and with the same sign.
        bounds: For each bound of the smooth problem the name of the user's that it is made of.
        maximize: Whether the user asks for a maximum: the objective is negated then, and the
            multipliers are those of minimising the negative.
        factor: What multipliers are to be multiplied by where the objective was squared, in the
            new variables; None stands for 1.
        prices: For each constraint of the smooth problem that may be missed, by name, what a unit
            of it costs below and above zero, as data: its multipliers lie between the two, and the
            objective has ``max(low*c, high*c)`` besides, summed over the entries of ``c``.
        notes: Sentences on kinks that could not be rewritten.

    """

    user: Problem
    problem: Problem
    variables: Mapping[str, Node]
    starts: Mapping[str, Node]
    constraints: tuple[str | None, ...]
    bounds: tuple[str | None, ...]
    maximize: bool
    factor: Node | None = None
    prices: Mapping[str, tuple[Node, Node]] = field(default_factory=dict[str, tuple[Node, Node]])
    notes: tuple[str, ...] = field(default=())

    @property
    def is_identity(self) -> bool:
        """Whether the user's problem is solved as it is."""
        return self.problem is self.user

    @property
    def starting(self) -> Problem:
        """A problem over the user's variables whose lets are the starts, for evaluating them."""
        lets = tuple(LetName(name, value) for name, value in self.starts.items())
        return replace(
            self.user, lets=lets, objective=number(0), relations=(), bounds=(), constraints=()
        )
