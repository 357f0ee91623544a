"""What a callback of the user's sees of a solve while it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any

from gennaker.backends.space import Array
from gennaker.solver.progress import Callback, State
from gennaker.solver.result import Record

__all__ = ["Iterate", "Watcher", "observer"]

Watcher = Callable[["Iterate"], object]
"""Called in each iteration; a true answer stops the solve."""

LINE = tuple(item.name for item in fields(Record))


@dataclass(frozen=True, slots=True)
class Iterate(Record):
    """One iteration: a line of the history, and the point by the names of the variables."""

    x: Array = field(repr=False)
    naming: Callable[[Array], dict[str, Array]] = field(repr=False)

    @property
    def values(self) -> dict[str, Any]:
        """The variables by name, to be kept or changed; worked out only when asked for."""
        return {name: value + 0.0 for name, value in self.naming(self.x).items()}


def observer(
    watcher: Watcher, naming: Callable[[Array], dict[str, Array]], *, maximize: bool
) -> Callback:
    """Return a callback for the solver that tells the user's in the user's own words."""

    def callback(state: State) -> object:
        line = {name: getattr(state, name) for name in LINE}
        if maximize:
            line["objective"] = -state.objective
        return watcher(Iterate(**line, x=state.x, naming=naming))

    return callback
