"""Values and derivatives of a model at a point, before anything is solved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gennaker.emission.module import Source
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
    """
    bound = bind(problem, data, at)
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
            weight = (weights or {}).get(item.name, found * 0 + 1.0)
            product = getattr(functions, f"product_{place + 1}")(*point, weight)
            parts = product if isinstance(product, tuple) else (product,)
            products[item.name] = dict(zip(names, parts, strict=True))
    return Evaluation(value, dict(zip(names, gradient, strict=True)), constraints, products)
