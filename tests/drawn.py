"""A model with random data of random non-square sizes, and a random point."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from gennaker.expressions.problem import Problem
from gennaker.language.check import read

__all__ = ["Drawn", "drawn"]

LENGTHS = (4, 3, 5, 6, 7, 2)


@dataclass(frozen=True)
class Drawn:
    """A problem, its sizes, data by parameter, a point and a direction by variable."""

    problem: Problem
    sizes: dict
    data: dict
    point: dict
    directions: dict


@cache
def drawn(text: str, *, positive: bool = False, seed: int = 0) -> Drawn:
    """Draw data that keeps what the model declares of it."""
    problem = read(text)
    rng = np.random.default_rng(seed)
    names = dict.fromkeys(name for value in problem.dimensions.values() for name, _ in value.terms)
    free = {name: LENGTHS[place % len(LENGTHS)] for place, name in enumerate(names)}

    def length(dimension):
        return dimension.constant + sum(k * free[name] for name, k in dimension.terms)

    sizes = {**free, **{name: length(value) for name, value in problem.dimensions.items()}}

    def draw(symbol):
        shape = tuple(length(axis) for axis in symbol.node.shape.axes)
        words = set(symbol.attributes)
        array = rng.standard_normal(shape)
        if positive or words & {"positive", "nonnegative"}:
            array = rng.uniform(0.5, 1.5, shape)
        if "psd" in words:
            return array @ array.T + np.eye(len(array))
        return array + array.T if "symmetric" in words else array

    data = {symbol.name: draw(symbol) for symbol in problem.parameters}
    point = {symbol.name: draw(symbol) for symbol in problem.variables}
    directions = {name: rng.standard_normal(np.shape(value)) for name, value in point.items()}
    for symbol in problem.variables:
        if "symmetric" in symbol.attributes:
            directions[symbol.name] += directions[symbol.name].T
    return Drawn(problem, sizes, data, point, directions)
