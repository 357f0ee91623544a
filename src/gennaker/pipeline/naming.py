"""Say the outcome of a solve in the names of the model, measured on the model as it was written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from gennaker.backends.space import Array
from gennaker.pipeline.bounds import Limit, positions
from gennaker.pipeline.flat import FlatFunctions
from gennaker.pipeline.judge import judged
from gennaker.pipeline.multipliers import Row, of_bounds, of_parts, shares
from gennaker.pipeline.not_finite import first_not_finite
from gennaker.pipeline.pose import Posed
from gennaker.pipeline.solution import Multipliers, Solution
from gennaker.solver.result import Record, Result
from gennaker.solver.status import Status

__all__ = ["named"]

SHARE = 1e-3
"""Bounds with less than this share of the largest force take no part in a conflict."""
LOCAL = "the model is not proven convex: another start may lead to a better solution"


def named(posed: Posed, result: Result) -> Solution:
    """Return the solution that a user is given."""
    problem = posed.prepared.problem
    values = posed.values(result.x)
    point = list(values.values())
    found = posed.prepared.judge.values(posed.bound, posed.functions, point)
    objective, violations = judged(problem, found, posed.space)
    return Solution(
        values=values,
        lets={let.name: value for let, value in zip(problem.lets, found.lets, strict=True)},
        objective=objective,
        status=result.status.value,
        success=result.success,
        message=_message(posed, result, point),
        multipliers=_multipliers(posed, result),
        violations=violations,
        residuals=result.residuals,
        conflict=_conflict(posed, result),
        ray=_ray(posed, result),
        history=_history(result, maximize=problem.maximize),
        counts=result.counts,
        seconds=result.seconds,
        notes=_notes(posed, result),
        maximize=problem.maximize,
        result=result,
    )


def _multipliers(posed: Posed, result: Result) -> Multipliers:
    """Return the multipliers of the user's constraints and bounds by name."""
    reformed = posed.prepared.reformed
    pairs = list(zip(reformed.constraints, posed.stack.parts(result.multipliers), strict=True))
    if reformed.problem.bounds:
        limits, pulls = _pulls(posed, result.x, lambda _: result.multipliers)
        forces = of_bounds(reformed.problem.bounds, limits, pulls, posed.space)
        forces = _of_split(posed, limits, pulls, forces)
        pairs += zip(reformed.bounds, _of_mirrored(posed, forces), strict=True)
    factor = posed.prepared.factor
    times = None
    if factor is not None:
        (times,) = factor.evaluate(posed.bound, posed.pieces(result.x))
    found = Multipliers()
    for name, value in pairs:
        if name is not None:
            scaled = value if times is None else times * value
            found[name] = found[name] + scaled if name in found else scaled
    for name, scale in posed.prepared.scales(posed.bound).items():
        found[name] = found[name] / scale
    return found


def _pulls(
    posed: Posed, x: Array, weigh: Callable[[Array], Array], objective: float = 1.0
) -> tuple[Sequence[Limit], Sequence[Limit]]:
    """Return the bounds, and how objective and weighted constraints pull at what they hold."""
    functions: FlatFunctions = posed.problem.functions  # pyright: ignore[reportAssignmentType]
    images = functions.images(x)
    _, c, saved = functions.forward(x, images)
    gradient = functions.backward(x, images, weigh(c), saved)
    if not objective:
        gradient = gradient - functions.backward(x, images, posed.space.xp.zeros_like(c), saved)
    limits, pulls = (posed.functions.limits(*posed.pieces(part)) for part in (x, gradient))
    return limits, pulls


def _of_split(
    posed: Posed, limits: Sequence[Limit], pulls: Sequence[Limit], forces: list[Array]
) -> list[Array]:
    """Let the bounds on both parts of a variable that was split add up to that on the variable."""
    prepared = posed.prepared
    own = {symbol.node for symbol in prepared.problem.variables}
    groups: dict[str, list[int]] = {}
    bounds = prepared.reformed.problem.bounds
    for place, (item, name) in enumerate(zip(bounds, prepared.reformed.bounds, strict=True)):
        if name is not None and item.variable not in own:
            groups.setdefault(name, []).append(place)
    if not groups:
        return forces
    users = {item.name: item for item in prepared.problem.bounds}
    negatives = {
        node.args[0]
        for value in prepared.reformed.variables.values()
        for node in value.args
        if node.op.name == "neg"
    }
    found = list(forces)
    for name, places in groups.items():
        rows = [
            Row(bounds[at].variable in negatives, *limits[at][1:], pulls[at][0], forces[at])
            for at in places
        ]
        equality = users[name].lower is not None and users[name].upper is not None
        for at, part in zip(places, of_parts(rows, posed.space, equality=equality), strict=True):
            found[at] = part
    return found


def _of_mirrored(posed: Posed, forces: list[Array]) -> list[Array]:
    """Count twice what holds an entry of a symmetric variable together with its mirror image."""
    solved = posed.prepared.reformed.problem
    names = {symbol.node: symbol.name for symbol in solved.variables if symbol.symmetric}
    if not any(item.variable in names for item in solved.bounds):
        return forces
    space = posed.space
    pieces = {piece.name: piece for piece in posed.layout.pieces}
    limits = posed.functions.limits(*positions(posed.layout, space))
    found = list(forces)
    for number, (item, (places, _, _)) in enumerate(zip(solved.bounds, limits, strict=True)):
        if item.variable in names:
            piece = pieces[names[item.variable]]
            where, held = (space.array_to_host(array) for array in (places, forces[number]))
            times = shares(where, held, piece)
            found[number] = forces[number] * space.array(times)
    return found


def _conflict(posed: Posed, result: Result) -> tuple[str, ...]:
    """Name the user's constraints and bounds among those that cannot hold together."""
    if not result.conflict:
        return ()
    reformed = posed.prepared.reformed
    constraints = zip(reformed.problem.constraints, reformed.constraints, strict=True)
    names = {item.name: name for item, name in constraints}
    found = [names.get(name, name) for name in result.conflict]
    if reformed.problem.bounds:
        xp, problem = posed.space.xp, posed.problem
        k = problem.equalities

        def missed(c: Array) -> Array:
            return xp.concat([c[:k], xp.maximum(c[k:], xp.zeros_like(c[k:]))])

        forces = of_bounds(
            reformed.problem.bounds,
            *_pulls(posed, result.x, missed, objective=0.0),
            posed.space,
        )
        sizes = posed.space.to_host([xp.max(xp.abs(force)) for force in forces])
        found += [
            name
            for name, size in zip(reformed.bounds, sizes, strict=True)
            if size > SHARE * max(sizes)
        ]
    return tuple(dict.fromkeys(name for name in found if name is not None))


def _ray(posed: Posed, result: Result) -> dict[str, Array] | None:
    """Return the direction of an unbounded solve by variable, its largest entry being 1."""
    if result.ray is None:
        return None
    xp = posed.space.xp
    ray = result.ray / xp.max(xp.abs(result.ray))
    return posed.values(ray)


def _message(posed: Posed, result: Result, point: list[Any]) -> str:
    message = result.message.replace("start=result", "start=solution")
    if result.status not in {Status.NOT_FINITE, Status.NO_PROGRESS}:
        return message
    cause = first_not_finite(posed.prepared.problem, posed.bound, point)
    return f"{cause or _derivative_at_fault(posed, result)} {message}".strip()


def _derivative_at_fault(posed: Posed, result: Result) -> str:
    """Name the variables by which a derivative is not finite, as that of a root is at 0."""
    functions, space = posed.problem.functions, posed.space
    images = functions.images(result.x)
    _, c, saved = functions.forward(result.x, images)
    gradient = functions.backward(result.x, images, space.xp.ones_like(c), saved)
    parts = zip(posed.layout.pieces, posed.pieces(gradient), strict=True)
    names = [
        piece.name for piece, part in parts if not np.isfinite(space.array_to_host(part)).all()
    ]
    return f"The derivative by {' and '.join(names)} is not finite there." if names else ""


def _history(result: Result, *, maximize: bool) -> tuple[Record, ...]:
    if not maximize:
        return result.history
    return tuple(replace(record, objective=-record.objective) for record in result.history)


def _notes(posed: Posed, result: Result) -> tuple[str, ...]:
    local = result.success and not posed.prepared.convex
    return (*posed.notes, LOCAL) if local else posed.notes
