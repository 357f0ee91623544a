"""A model solved along a parameter: each solve starts from the solution before it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, SupportsIndex, overload

from gennaker.backends.space import space_of
from gennaker.errors import DataError
from gennaker.expressions.problem import Problem, Symbol
from gennaker.expressions.shape import Kind
from gennaker.pipeline.bind import check_names
from gennaker.pipeline.pose import Start
from gennaker.pipeline.report import path_report
from gennaker.pipeline.solution import Solution

__all__ = ["Path", "along"]

AXES = {Kind.SCALAR: 0, Kind.VECTOR: 1, Kind.MATRIX: 2}


@dataclass(frozen=True, slots=True, repr=False)
class Path(Sequence[Solution]):
    """The solutions along a parameter, in the order of its values.

    ``path[3]`` is one of them, ``path["x"]`` holds the values of a variable or of a ``let`` name
    in all of them, ``path.parameters`` what the parameters were.
    """

    parameters: dict[str, tuple[Any, ...]]
    solutions: tuple[Solution, ...]

    @overload
    def __getitem__(self, place: SupportsIndex) -> Solution: ...
    @overload
    def __getitem__(self, place: slice) -> Path: ...
    @overload
    def __getitem__(self, place: str) -> Any: ...  # noqa: ANN401 - an array of any library

    def __getitem__(self, place: SupportsIndex | slice | str) -> Any:
        """Return one solution, a part of the path, or one variable along the path."""
        if isinstance(place, SupportsIndex):
            return self.solutions[place]
        if isinstance(place, slice):
            part = {name: values[place] for name, values in self.parameters.items()}
            return Path(part, self.solutions[place])
        found = [solution[place] for solution in self.solutions]
        space = space_of(found[0])
        return space.xp.stack([space.array(value) for value in found])

    def __len__(self) -> int:
        """Return the number of solutions."""
        return len(self.solutions)

    def __iter__(self) -> Iterator[Solution]:
        return iter(self.solutions)

    @property
    def success(self) -> bool:
        """Whether every one of them is solved."""
        return all(solution.success for solution in self.solutions)

    def __repr__(self) -> str:
        """Name the parameters and the number of solutions; ``print`` tells the rest."""
        return f"<Path: {len(self)} solutions along {', '.join(self.parameters)}>"

    def __str__(self) -> str:
        """Return a line for each solution."""
        return path_report(self.parameters, self.solutions)


def along(
    problem: Problem,
    data: Mapping[str, object],
    start: Start,
    solve: Callable[[dict[str, object], Start], Solution],
) -> Path:
    """Solve for each value of the parameters that run; ``solve`` takes data and a start."""
    check_names(problem.parameters, data, "parameter")
    running = _running(problem, data)
    fixed = {name: value for name, value in data.items() if name not in running}
    solutions: list[Solution] = []
    begin = start
    for values in zip(*running.values(), strict=True):
        solution = solve({**fixed, **dict(zip(running, values, strict=True))}, begin)
        solutions.append(solution)
        begin = solution if _is_usable(solution) else begin
    return Path(running, tuple(solutions))


def _is_usable(solution: Solution) -> bool:
    """Tell whether a solution is worth going on from; one that went astray is not."""
    return solution.ray is None and not solution.conflict and math.isfinite(solution.objective)


def _running(problem: Problem, data: Mapping[str, object]) -> dict[str, tuple[Any, ...]]:
    """Return the values of the parameters that run along the path."""
    found: dict[str, tuple[Any, ...]] = {}
    for symbol in problem.parameters:
        value = data.get(symbol.name)
        if value is not None and _runs(symbol, value):
            found[symbol.name] = tuple(value)  # pyright: ignore[reportArgumentType]
    if not found:
        raise DataError(
            "a path needs a parameter that runs: pass a list of values for one of them, as in "
            f"{_example(problem)}"
        )
    counts = {name: len(values) for name, values in found.items()}
    if len(set(counts.values())) > 1:
        shown = ", ".join(f"{name} has {count}" for name, count in counts.items())
        raise DataError(f"parameters that run together need as many values each, but {shown}")
    if 0 in counts.values():
        raise DataError(f"there are no values of {', '.join(counts)} to solve for")
    return found


def _runs(symbol: Symbol, value: object) -> bool:
    """Tell whether a value has one axis more than its parameter."""
    kind = symbol.kind
    if kind is Kind.SCALAR:
        shape = getattr(value, "shape", None)
        return len(shape) == 1 if shape is not None else _is_sequence(value)
    shape = _shape(value)
    if kind is Kind.VECTOR and len(shape) == 2 and shape[1] == 1:  # noqa: PLR2004 - a column
        return False
    return len(shape) == AXES[kind] + 1


def _is_sequence(value: object) -> bool:
    return isinstance(value, Sequence | Iterator) and not isinstance(value, str | bytes)


def _shape(value: object) -> tuple[int, ...]:
    """Return the shape of an array or of nested lists, as far as the first entries tell."""
    found = getattr(value, "shape", None)
    if found is not None:
        return tuple(found)
    if isinstance(value, list | tuple) and value:
        return (len(value), *_shape(value[0]))
    return ()


def _example(problem: Problem) -> str:
    scalars = [symbol.name for symbol in problem.parameters if symbol.kind is Kind.SCALAR]
    names = scalars or [symbol.name for symbol in problem.parameters]
    return f"{names[0]}=[1, 2, 3]" if names else "a model with parameters"
