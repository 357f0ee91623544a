"""Values and derivatives of a model at a point, before anything is solved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gennaker.backends.space import Array, space_of
from gennaker.emission.module import Source
from gennaker.errors import DataError
from gennaker.expressions.problem import Problem
from gennaker.pipeline.bind import bind
from gennaker.pipeline.load import instantiate

__all__ = ["Evaluation", "evaluate"]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The objective, its gradient by variable, and the constraints by name.

    A constraint value is 0 where an equality holds, and at most 0 where an inequality does.
    ``products`` holds the transposed Jacobian of each constraint times its weights, by variable.
    """

    objective: Any
    gradient: dict[str, Any]
    constraints: dict[str, Any]
    products: dict[str, dict[str, Any]]


def evaluate(
    problem: Problem,
    compiled: Mapping[str, tuple[Source, type[Any]]],
    data: Mapping[str, object],
    at: Mapping[str, object],
    weights: Mapping[str, object] | None = None,
) -> Evaluation:
    """Evaluate a problem with the functions generated for the library of the data.

    ``weights`` gives the weights of constraints by name; they are 1 otherwise.

    Raises:
        DataError: Data, point or weights do not fit the model.

    """
    bound = bind(problem, data, at)
    _check_names(problem, at, weights or {})
    written, made = compiled[bound.library]
    functions = instantiate(written, made, bound.data, bound.sizes)
    point = [bound.point[symbol.name] for symbol in problem.variables]
    names = [symbol.name for symbol in problem.variables]
    value, *gradient = functions.value_and_gradient(*point)
    constraints: dict[str, Any] = {}
    products: dict[str, dict[str, Any]] = {}
    if problem.constraints:
        for place, (item, found) in enumerate(
            zip(problem.constraints, functions.constraints(*point), strict=True)
        ):
            constraints[item.name] = found
            weight = _weight(item.name, (weights or {}).get(item.name, 1.0), found)
            product = getattr(functions, f"product_{place + 1}")(*point, weight)
            parts = product if isinstance(product, tuple) else (product,)
            products[item.name] = dict(zip(names, parts, strict=True))
    return Evaluation(value, dict(zip(names, gradient, strict=True)), constraints, products)


def _check_names(problem: Problem, at: Mapping[str, object], weights: Mapping[str, object]) -> None:
    for symbol in problem.variables:
        if symbol.name not in at:
            raise DataError(f"at gives no value for the variable {symbol.name}")
    names = [item.name for item in problem.constraints]
    for name in weights:
        if name not in names:
            shown = ", ".join(names) or "none"
            raise DataError(f"weights names {name}, but the general constraints are {shown}")


def _weight(name: str, given: object, like: Array) -> Array:
    """Return weights of the shape of a constraint; a number is the weight of each entry."""
    space = space_of(like)
    array = space.array(given)
    if array.ndim and tuple(array.shape) != tuple(like.shape):
        shape, needed = tuple(array.shape), tuple(like.shape)
        raise DataError(f"the weights of {name} have shape {shape}, but need {needed}")
    return array if array.ndim else space.xp.ones_like(space.array(like)) * array
