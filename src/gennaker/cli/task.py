"""One solve as the command line asks for it: its data, its start, its sizes and its options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from gennaker.cli.given import Given, gather, whole_numbers
from gennaker.cli.library import Library, place
from gennaker.cli.mistakes import InputError
from gennaker.expressions.problem import Symbol
from gennaker.expressions.shape import Kind
from gennaker.pipeline.compile import Model
from gennaker.pipeline.observed import Watcher
from gennaker.pipeline.solution import Solution
from gennaker.solver.options import make_options

__all__ = ["Task"]


@dataclass(frozen=True, slots=True)
class Task:
    """A model and the words that say what to solve it with."""

    model: Model
    data: Sequence[str]
    start: Sequence[str] = ()
    size: Sequence[str] = ()
    sample: int | None = None
    library: Library = Library.NUMPY
    options: dict[str, Any] = field(default_factory=dict[str, Any])
    notes: list[str] = field(default_factory=list[str])

    def solve(self, callback: Watcher | None = None) -> Solution:
        """Read the data and solve; options are checked first, since reading may take long."""
        try:
            options = make_options(self.options)
        except ValueError as error:
            raise InputError(str(error)) from None
        sizes = whole_numbers(self.size, "--size")
        begin = _gathered(self.start, self.model.problem.variables).values
        placed = place({**self._values(sizes), **begin}, self.library)
        start = {name: placed.pop(name) for name in begin}
        return self.model.solve(
            data=placed, start=start or None, size=sizes, options=options, callback=callback
        )

    def _values(self, sizes: dict[str, int]) -> dict[str, Any]:
        parameters = self.model.problem.parameters
        given = _gathered(self.data, parameters)
        self.notes.extend(given.notes)
        missing = [symbol.name for symbol in parameters if symbol.name not in given.values]
        if self.sample is not None:
            return {**self.model.sample_data(self.sample, size=sizes), **given.values}
        if missing and set(given.values) <= {symbol.name for symbol in parameters}:
            verb = "is" if len(missing) == 1 else "are"
            plural = "s" if len(missing) > 1 else ""
            raise InputError(
                f"the parameter{plural} {', '.join(missing)} {verb} missing: give {missing[0]}=FILE "
                f"or {missing[0]}=VALUE, or draw random data with --sample 1"
            )
        return given.values


def _gathered(words: Sequence[str], symbols: Sequence[Symbol]) -> Given:
    matrices = {symbol.name for symbol in symbols if symbol.kind is Kind.MATRIX}
    return gather(words, [symbol.name for symbol in symbols], matrices)
