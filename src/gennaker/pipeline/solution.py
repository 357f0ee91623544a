"""What a solve answers: values, multipliers and evidence by the user's own names."""

from __future__ import annotations

from collections.abc import Iterator, KeysView
from dataclasses import dataclass, field
from typing import Any

from gennaker.language.habits import nearest
from gennaker.pipeline.plot import plot
from gennaker.pipeline.report import html_report, text_report
from gennaker.solver.result import Counts, Record, Residuals, Result

__all__ = ["Multipliers", "Solution", "Violation"]


@dataclass(frozen=True, slots=True)
class Violation:
    """How far one constraint, or one bound, is from holding: its worst entry."""

    name: str
    amount: float
    is_bound: bool = False


class Multipliers(dict[str, Any]):
    """The multipliers by the names of constraints and bounds; an unknown name gets the nearest.

    Example:
        >>> Multipliers({"budget": 1.5})["budgt"]
        Traceback (most recent call last):
        ...
        KeyError: "there is no multiplier 'budgt'; did you mean 'budget'?"

    """

    def __missing__(self, name: object) -> Any:  # noqa: ANN401 - of any library; it always raises
        guess = nearest(str(name), self)
        hint = f"did you mean {guess!r}?" if guess else f"they are {', '.join(map(repr, self))}"
        hint = hint if self else "the model has neither constraints nor bounds"
        raise KeyError(f"there is no multiplier {name!r}; {hint}")


@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    r"""The best point that a solve has found, and the evidence for what it claims.

    ``solution["x"]`` and ``solution.x`` are the value of a variable or of a ``let`` name: an
    array of the library, type and device of the data. Where a name is that of a member below,
    only ``solution["name"]`` reaches it.

    Attributes:
        values: The variables by name.
        lets: The named expressions by name.
        objective: The objective as the model states it: a maximum is a maximum.
        status: How the solve ended, in a word or two: ``"solved"``, ``"infeasible"``, ...
        success: Whether the point meets the tolerance that was asked for.
        message: The status as a sentence, with the next thing to try where it is not solved.
        multipliers: By name of constraint or bound; see `docs/solution.md` for the sign.
        violations: For each constraint and bound how far it is from holding.
        residuals: The optimality conditions of what was solved, measured apart from the algorithm.
        conflict: The constraints that cannot hold together, where the problem is infeasible.
        ray: The direction in which an unbounded objective improves, by variable.
        history: One record for each iteration.
        counts: Iterations, evaluations and products with the data.
        seconds: How long the solver ran.
        notes: What a reader should know of how the problem was solved.

    Example:
        >>> from gennaker import Model
        >>> model = Model("variables\n Vector x(2)\nmin\n norm2(x)^2\nst\n sum: sum(x) == 1")
        >>> solution = model.solve()
        >>> print(solution.x.round(6), round(solution.multipliers["sum"], 6))
        [0.5 0.5] -1.0

    """

    values: dict[str, Any]
    lets: dict[str, Any]
    objective: float
    status: str
    success: bool
    message: str
    multipliers: dict[str, Any]
    violations: tuple[Violation, ...]
    residuals: Residuals
    conflict: tuple[str, ...]
    ray: dict[str, Any] | None
    history: tuple[Record, ...]
    counts: Counts
    seconds: float
    notes: tuple[str, ...]
    maximize: bool
    result: Result = field()
    """The outcome over the flat vector, from which a later solve may go on."""

    @property
    def violation(self) -> float:
        """The largest violation of a constraint or bound, in the units of the model."""
        return max((item.amount for item in self.violations), default=0.0)

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 - an array of any library
        """Return the value of a variable or of a ``let`` name."""
        if name in self.values:
            return self.values[name]
        if name in self.lets:
            return self.lets[name]
        raise KeyError(f"there is no {name!r} in the solution; it holds {', '.join(self)}")

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - an array of any library
        """Return the value of a variable or of a ``let`` name."""
        if not name.startswith("__"):
            for part in ("values", "lets"):
                found = object.__getattribute__(self, part)
                if name in found:
                    return found[name]
        raise AttributeError(f"a solution has no {name!r}", name=name, obj=self)

    def keys(self) -> KeysView[str]:
        """Return the names of variables and lets, so that ``dict(solution)`` holds them all."""
        return {**self.values, **self.lets}.keys()

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    def __contains__(self, name: object) -> bool:
        return name in self.values or name in self.lets

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *self})

    def __repr__(self) -> str:
        """Name status, objective and variables; ``print`` tells the rest."""
        return f"<Solution: {self.status}, objective {self.objective:.6g}, {', '.join(self)}>"

    def __str__(self) -> str:
        """Return a short report."""
        return text_report(self)

    def _repr_html_(self) -> str:
        """Show the report as tables in a notebook."""
        return html_report(self)

    def plot(self, axes: Any = None) -> Any:  # noqa: ANN401 - axes of matplotlib
        """Draw how objective gap, stationarity and feasibility fell with the iterations.

        Needs matplotlib. Draws into ``axes`` where some are given, and returns them.
        """
        return plot(self, axes)
