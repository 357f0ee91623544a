"""What a generated file solves with: its own functions, and the solver of the package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from gennaker.backends.space import Array, Space, space_at
from gennaker.errors import DataError
from gennaker.pipeline.bounds import Limit, positions
from gennaker.pipeline.flat import FlatFunctions, Stack, entropies_of
from gennaker.pipeline.layout import Layout, Piece, joiner, splitter
from gennaker.pipeline.solution import Solution, Violation
from gennaker.pipeline.start import start_values
from gennaker.reform.start import StartRule
from gennaker.solver.options import make_options
from gennaker.solver.problem import Problem
from gennaker.solver.result import Result
from gennaker.solver.solve import solve

__all__ = ["Form", "solve_written"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What a generated file says of its problem beside the functions.

    Attributes:
        library: The array library of the functions.
        variables: For each variable the rule by which it starts.
        constraints: For each constraint its name, ``"=="`` or ``"<="``, and whether it is linear.
        lets: The names of the expressions that ``lets`` returns.
        answers: The variables of the model, each one a variable here or one of the lets.
        quadratic: Whether the objective is of degree two at most.
        convex: Whether the problem is proven convex.
        entropies: For each variable whether its entries have entropies in the objective, where all
            others have squares.
        maximize: Whether the model asks for a maximum: its objective is negated here.
        symmetric: The variables that are symmetric matrices.

    """

    library: str
    variables: Mapping[str, str]
    constraints: Sequence[tuple[str, str, bool]] = ()
    lets: Sequence[str] = ()
    answers: Sequence[str] = ()
    quadratic: bool = False
    convex: bool = False
    entropies: Sequence[bool] | None = None
    maximize: bool = False
    symmetric: Sequence[str] = ()


def solve_written(
    functions: Any,  # noqa: ANN401 - an instance of the class in the file
    form: Form,
    *,
    start: Mapping[str, object] | None = None,
    **options: Any,  # noqa: ANN401 - the options of the solver
) -> Solution:
    """Solve the problem of a generated file.

    Args:
        functions: The functions over data: an instance of the class in the file.
        form: What the file says of them.
        start: Where to begin, by variable of the functions; the others start by their rules.
        options: Settings of the solver, such as ``tolerance=1e-8``.

    Raises:
        DataError: The start does not fit.

    """
    chosen = make_options(options)
    space = _space(functions, form)
    shapes = functions.shapes()
    layout = _layout([(name, shapes[name]) for name in form.variables])
    with np.errstate(all="ignore"):  # what is not finite is found and told
        lower, upper = _box(functions, layout, space)
        x = _clipped(_start(form, layout, start or {}, space), lower, upper, space)
        stack = _stack(functions, form, splitter(layout)(x))
        problem = Problem(
            functions=FlatFunctions(functions, layout, stack, space, form.symmetric),
            start=x,
            lower=lower,
            upper=upper,
            blocks=stack.blocks([linear for _, _, linear in form.constraints]),
            equalities=stack.equalities,
            quadratic=form.quadratic,
            convex=form.convex,
            entropies=entropies_of(form.entropies, layout, space),
        )
        return _named(functions, form, (layout, stack, space), solve(problem, chosen))


def _space(functions: Any, form: Form) -> Space:  # noqa: ANN401 - see above
    """Return the space of arrays of the type, and on the device, of the data."""
    return space_at(form.library, functions.dtype, getattr(functions, "device", None))


def _layout(named: Sequence[tuple[str, tuple[int, ...]]]) -> Layout:
    pieces: list[Piece] = []
    start = 0
    for name, shape in named:
        pieces.append(Piece(name, shape, start, start + prod(shape)))
        start += prod(shape)
    return Layout(tuple(pieces))


def _box(functions: Any, layout: Layout, space: Space) -> tuple[Array | None, Array | None]:  # noqa: ANN401
    """Gather all bounds on the host; None where a side has none at all."""
    if not hasattr(functions, "limits"):
        return None, None
    limits: Sequence[Limit] = functions.limits(*positions(layout, space))
    lower = np.full(layout.size, -np.inf)
    upper = np.full(layout.size, np.inf)
    for target, low, high in limits:
        places = space.array_to_host(target).astype(int)
        for side, value, pick in ((lower, low, np.maximum), (upper, high, np.minimum)):
            if value is not None:
                found = np.broadcast_to(space.array_to_host(space.array(value)), places.shape)
                pick.at(side, places.reshape(-1), found.reshape(-1))
    return (
        space.array(lower) if np.isfinite(lower).any() else None,
        space.array(upper) if np.isfinite(upper).any() else None,
    )


def _start(form: Form, layout: Layout, given: Mapping[str, object], space: Space) -> Array:
    unknown = [name for name in given if name not in form.variables]
    if unknown:
        names = ", ".join(form.variables)
        raise DataError(f"start names {unknown[0]}, but the variables here are {names}")
    values = {name: space.array(value) for name, value in given.items()}
    for piece in layout.pieces:
        found = values.get(piece.name)
        if found is not None and tuple(found.shape) != piece.shape:
            shape = tuple(found.shape)
            raise DataError(f"the start of {piece.name} has shape {shape}, but needs {piece.shape}")
    rules = {name: StartRule(rule) for name, rule in form.variables.items()}
    return joiner(layout, space)(start_values(layout, values, rules, space))


def _clipped(x: Array, lower: Array | None, upper: Array | None, space: Space) -> Array:
    if lower is not None:
        x = space.xp.maximum(x, lower)
    return x if upper is None else space.xp.minimum(x, upper)


def _stack(functions: Any, form: Form, point: Sequence[Array]) -> Stack:  # noqa: ANN401
    """Put the constraints behind each other, equalities first; one look tells their shapes."""
    if not form.constraints:
        return Stack(Layout(()), (), 0)
    values = functions.constraints(*point)
    order = sorted(range(len(values)), key=lambda place: form.constraints[place][1] != "==")
    shapes = [(form.constraints[place][0], np.shape(values[place])) for place in order]
    layout = _layout(shapes)
    stops = [
        piece.stop
        for place, piece in zip(order, layout.pieces, strict=True)
        if form.constraints[place][1] == "=="
    ]
    return Stack(layout, tuple(order), max(stops, default=0))


def _named(
    functions: Any,  # noqa: ANN401 - see above
    form: Form,
    parts: tuple[Layout, Stack, Space],
    result: Result,
) -> Solution:
    """Say the outcome in the names of the model."""
    layout, stack, space = parts
    point = splitter(layout)(result.x)
    own = dict(zip(form.variables, point, strict=True))
    lets = dict(zip(form.lets, functions.lets(*point), strict=True)) if form.lets else {}
    sign = -1.0 if form.maximize else 1.0
    values = functions.constraints(*point) if form.constraints else ()
    weights = stack.parts(result.multipliers) if form.constraints else ()
    names = [name for name, _, _ in form.constraints]
    return Solution(
        values={name: own.get(name, lets.get(name)) for name in form.answers or own},
        lets={name: value for name, value in lets.items() if name not in form.answers},
        objective=sign * result.objective,
        status=result.status.value,
        success=result.success,
        message=result.message,
        multipliers=dict(zip(names, weights, strict=True)),
        violations=_violations(form, values, space),
        residuals=result.residuals,
        conflict=result.conflict,
        ray=None if result.ray is None else layout.split(result.ray),
        history=result.history,
        counts=result.counts,
        seconds=result.seconds,
        notes=(),
        maximize=form.maximize,
        result=result,
    )


def _violations(form: Form, values: Sequence[Array], space: Space) -> tuple[Violation, ...]:
    """Measure how far each constraint is from holding."""
    found: list[Violation] = []
    for (name, relation, _), value in zip(form.constraints, values, strict=True):
        host = space.array_to_host(space.array(value))
        worst = np.abs(host) if relation == "==" else np.maximum(host, 0.0)
        found.append(Violation(name, float(np.max(worst, initial=0.0))))
    return tuple(found)
