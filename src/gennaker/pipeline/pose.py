"""A model over its data, posed to the solver: functions over one flat vector, in a box."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gennaker.backends.find import MixedLibrariesError, library_of
from gennaker.backends.space import Array, Space, space_at, space_of
from gennaker.errors import DataError
from gennaker.expressions.problem import Problem
from gennaker.pipeline.arrays import Home
from gennaker.pipeline.bind import Bound, bind
from gennaker.pipeline.bounds import box, positions
from gennaker.pipeline.flat import FlatFunctions, Stack, entropies_of, stack_of
from gennaker.pipeline.layout import Layout, Piece, joiner, layout_of, splitter
from gennaker.pipeline.load import Functions
from gennaker.pipeline.memory import check_memory, needed
from gennaker.pipeline.not_numbers import with_article
from gennaker.pipeline.prepared import Prepared
from gennaker.pipeline.solution import Solution
from gennaker.pipeline.start import start_values
from gennaker.reform.start import StartRule
from gennaker.solver.box import Box
from gennaker.solver.options import Options
from gennaker.solver.problem import Prices
from gennaker.solver.problem import Problem as FlatProblem
from gennaker.solver.result import Result

__all__ = ["Posed", "Start", "pose"]

Start = Solution | Mapping[str, object] | None
"""An earlier solution, or values by variable."""

SPACES: dict[tuple[str, str, str], Space] = {}

PAIRS = 20
VECTORS = 32
"""Vectors as long as the variables that a solve keeps beside its curvature pairs."""
VALUES = 12
"""Vectors as long as all constraints together."""


@dataclass(frozen=True, slots=True)
class Posed:
    """A problem that the solver takes, and what its parts mean to the user."""

    prepared: Prepared
    bound: Bound
    space: Space
    layout: Layout
    stack: Stack
    functions: Any
    problem: FlatProblem
    earlier: Result | None
    given: bool
    notes: tuple[str, ...]

    def pieces(self, x: Array) -> tuple[Array, ...]:
        """Cut a flat vector up into the variables that are solved for."""
        return splitter(self.layout)(x)

    def start_by(self, rule: StartRule) -> Array:
        """Return the point of the box where all variables of the model follow one rule."""
        problem = self.problem
        rules = {symbol.name: rule for symbol in self.prepared.problem.variables}
        x = _start(self.prepared, self.bound, self.layout, self.space, rules)
        return Box(self.space, problem.lower, problem.upper).clip(x)

    def is_finite(self, x: Array) -> bool:
        """Tell whether objective and constraints are finite at a point."""
        functions, xp = self.problem.functions, self.space.xp
        f, c, _ = functions.forward(x, functions.images(x))
        total = f + xp.sum(c) if self.problem.constraints else f
        return math.isfinite(self.space.to_host([total])[0])

    def values(self, x: Array) -> dict[str, Array]:
        """Return the variables of the model at a point of the solver's."""
        pieces = self.pieces(x)
        reformed = self.prepared.reformed
        found = dict(zip((piece.name for piece in self.layout.pieces), pieces, strict=True))
        wanted = [symbol.name for symbol in self.prepared.problem.variables]
        if not all(name in found for name in wanted):
            lets = self.functions.lets(*pieces)
            names = [let.name for let in reformed.problem.lets]
            found.update(zip(names, lets, strict=True))
        return {name: found[name] for name in wanted}


def pose(
    prepared: Prepared,
    data: Mapping[str, object],
    start: Start,
    size: Mapping[str, int] | None,
    options: Options,
) -> Posed:
    """Bind data to a model and write it as a problem over one flat vector.

    Raises:
        DataError: The data does not fit the model, or does not fit into memory.

    """
    point = _point(start, data)
    if options.method == "paper":  # as it was published, with a new variable for each kink
        prepared = prepared.unpriced
    bound = bind(
        prepared.problem,
        data,
        point,
        size,
        partial=True,
        multiplied=prepared.multiplied,
        sized=prepared.sizes,
    )
    space = _space(bound.home)
    prepared = prepared.knowing(bound.data, space)
    made = prepared.functions(bound.library)
    solved = prepared.reformed.problem
    layout = layout_of(solved.variables, bound.sizes)
    stack = stack_of(solved.constraints, bound.sizes)
    note = _memory_note(made, bound, layout, stack, options, space)
    functions = made.over(bound.data, bound.sizes)
    lower, upper = None, None
    if solved.bounds:
        limits = functions.limits(*_places(solved, layout, space))
        lower, upper = box(solved, limits, layout, space)
    earlier = _earlier(prepared, start, layout, stack, space)
    if earlier is None:
        x = _start(prepared, bound, layout, space, prepared.start_rules)
        x = Box(space, lower, upper).clip(x)
    else:
        x = space.array(earlier.x)
    symmetric = {symbol.name for symbol in solved.variables if symbol.symmetric}
    flat = FlatFunctions(functions, layout, stack, space, symmetric)
    linear = [
        item.linear or known
        for item, known in zip(solved.constraints, made.structure.linear, strict=True)
    ]
    problem = FlatProblem(
        functions=flat,
        start=x,
        lower=lower,
        upper=upper,
        blocks=stack.blocks(linear),
        equalities=stack.equalities,
        quadratic=made.structure.is_quadratic,
        convex=prepared.convex,
        prices=_prices(prepared, bound, stack, space),
        entropies=entropies_of(made.structure.entropies, layout, space),
    )
    notes = (*prepared.reformed.notes, *([note] if note else []))
    return Posed(
        prepared, bound, space, layout, stack, functions, problem, earlier, bool(point), notes
    )


def _space(home: Home) -> Space:
    """Return the space of arrays with a type on a device; it is kept by their names.

    A device of CuPy stands in no table itself.
    """
    key = (home.library, str(home.dtype), str(home.device))
    found = SPACES.get(key)
    if found is None:
        found = SPACES[key] = space_at(home.library, home.dtype, home.device)
    return found


def _places(problem: Problem, layout: Layout, space: Space) -> tuple[Array | None, ...]:
    """Return the places of the entries by variable, if anybody bounds some of them alone."""
    if all(item.target is item.variable for item in problem.bounds):
        return (None,) * len(layout.pieces)
    return positions(layout, space)


def _prices(prepared: Prepared, bound: Bound, stack: Stack, space: Space) -> Prices | None:
    """Return what it costs to miss each entry of the constraints, if that is allowed of any."""
    known = prepared.prices(bound)
    if not known:
        return None
    sides: tuple[list[Array], ...] = ([], [], [])
    for piece in stack.layout.pieces:
        pair = known.get(piece.name)
        values = (0.0, 0.0, 0.0) if pair is None else (*pair, 1.0)
        for side, value in zip(sides, values, strict=True):
            side.append(_filled(value, piece, space))
    return Prices(*map(space.xp.concat, sides))


def _filled(value: Any, piece: Piece, space: Space) -> Array:  # noqa: ANN401 - a number or an array
    """Return a value for each entry of a piece; a single one counts for all."""
    xp, array = space.xp, space.array(value)
    if array.ndim == 0:
        return space.zeros(piece.size) + array
    return xp.reshape(array, (-1,))


def _memory_note(
    made: Functions, bound: Bound, layout: Layout, stack: Stack, options: Options, space: Space
) -> str:
    vectors = 2 * (options.memory or PAIRS) + VECTORS
    numbers = vectors * layout.size + VALUES * stack.layout.size
    itemsize = space.xp.finfo(space.dtype).bits // 8
    need = needed(made.arrays, bound.sizes, numbers, itemsize)
    return check_memory(need, bound.data.values(), space)


# ---- the start --------------------------------------------------------------------------


def _point(start: Start, data: Mapping[str, object]) -> dict[str, object]:
    """Return what the user gives as a start, by variable; a solution of any library will do."""
    if start is None:
        return {}
    if isinstance(start, Solution):
        values = dict(start.values)
        try:
            library_of({**data, **values})
        except MixedLibrariesError:
            host = {name: space_of(value).array_to_host(value) for name, value in values.items()}
            return {name: value.tolist() for name, value in host.items()}
        return values
    if not isinstance(start, Mapping):
        raise DataError(
            "start must be a solution, or a dictionary with a value for each variable, "
            f"not {with_article(start)}"
        )
    return dict(start)


def _earlier(
    prepared: Prepared, start: object, layout: Layout, stack: Stack, space: Space
) -> Result | None:
    """Return the outcome that a solution keeps, where it is one of this very problem."""
    if not isinstance(start, Solution):
        return None
    result = start.result
    names = [symbol.name for symbol in prepared.problem.variables]
    sizes = (result.x.shape[0], result.multipliers.shape[0])
    fits = list(start.values) == names and sizes == (layout.size, stack.layout.size)
    there = space_of(result.x)
    lives = (there.library, there.dtype, str(there.device))
    return result if fits and lives == (space.library, space.dtype, str(space.device)) else None


def _start(
    prepared: Prepared,
    bound: Bound,
    layout: Layout,
    space: Space,
    rules: Mapping[str, StartRule],
) -> Array:
    """Return the start as a flat vector of the variables that are solved for."""
    problem = prepared.problem
    own = layout_of(problem.variables, bound.sizes)
    symmetric = {symbol.name for symbol in problem.variables if symbol.symmetric}
    values = start_values(own, bound.point, rules, space, symmetric)
    if not prepared.as_written:
        values = prepared.starts.evaluate(bound, values)
    return joiner(layout, space)(values)
