"""Random data for a first try of a model, by what the model declares of its parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from numbers import Integral
from typing import Any

import numpy as np

from gennaker.errors import DataError
from gennaker.expressions.dimension import ONE, Dimension
from gennaker.expressions.node import Node
from gennaker.expressions.problem import Problem, Symbol
from gennaker.expressions.shape import Kind
from gennaker.expressions.sizes import Sizes
from gennaker.pipeline.bind import LENGTHS, check_mapping, given_size, open_equations
from gennaker.pipeline.layout import length
from gennaker.pipeline.promises import asked_positions

__all__ = ["sample"]

FIRST, NEXT = 20, 10
"""Lengths that are left open are 20, 30, 40 and so on, so that no two agree by chance."""
TRIES = 100
DENSITY = 0.1
APART = 0.1
"""The least entry of what is declared positive."""


def sample(problem: Problem, seed: int, size: Mapping[str, int] | None) -> dict[str, Any]:
    """Return a random value for each parameter.

    Entries are normally distributed, or uniform between 0 and 1 where they must not be negative
    and for numbers. What bounds a variable from below is negative, what bounds it from above
    positive, so that there is room between them.
    """
    if not isinstance(seed, Integral) or seed < 0:
        raise DataError(f"seed must be a whole number of at least 0, not {seed!r}")
    size = {} if size is None else size
    check_mapping(size, "size", LENGTHS)
    random = np.random.default_rng(seed)
    sizes = _chosen_sizes(problem, size)
    signs = dict(_sides(problem))
    last = {node: length(axis, sizes) for node, axis in asked_positions(problem)}
    found: dict[str, Any] = {}
    for symbol in problem.parameters:
        if symbol.node in last:
            found[symbol.name] = int(random.integers(1, last[symbol.node] + 1))
            continue
        shape = tuple(length(axis, sizes) for axis in symbol.node.shape.axes)
        array = _drawn(symbol, shape, random)
        sign = signs.get(symbol.node)
        found[symbol.name] = array if sign is None else sign * abs(array)
    return found


def _sides(problem: Problem) -> Iterator[tuple[Node, float]]:
    """Tell the parameters that bound a variable on one side."""
    for bound in problem.bounds:
        if bound.lower is not bound.upper:  # else an equality, and any value will do
            if bound.lower is not None and bound.upper is None:
                yield bound.lower, -1.0
            if bound.upper is not None and bound.lower is None:
                yield bound.upper, 1.0


def _drawn(symbol: Symbol, shape: tuple[int, ...], random: np.random.Generator) -> Any:  # noqa: ANN401
    words = set(symbol.attributes)
    if words & {"nonnegative", "positive"} or symbol.kind is Kind.SCALAR:
        array = random.random(shape)
        if "positive" in words:
            array = APART + array
    else:
        array = random.standard_normal(shape)
    if "sparse" in words:
        array = np.where(random.random(shape) < DENSITY, array, 0.0)
    if "psd" in words:
        array = array @ array.T / max(1, *shape)
    elif "symmetric" in words:
        array = (array + array.T) / 2.0
    return array if shape else float(array)


# ---- sizes ------------------------------------------------------------------------------


def _chosen_sizes(problem: Problem, given: Mapping[str, int]) -> dict[str, int]:
    """Choose a length for every size that is left open, so that all that is asked of them holds."""
    sizes = Sizes()
    for name in problem.dimensions:
        sizes.declare(name)
    for name, value in given.items():
        given_size(problem, sizes, name, value)
    known = {name: sizes.resolve(value) for name, value in problem.dimensions.items()}
    free = dict.fromkeys(name for value in known.values() for name, _ in value.terms)
    chosen = {name: FIRST + NEXT * place for place, name in enumerate(free)}
    # each of these must not be negative
    gaps = [value - ONE for value in known.values()]
    gaps += [sizes.resolve(limit.large - limit.small) for limit in problem.limits]
    for left, right, _ in open_equations(problem):
        difference = sizes.resolve(left - right)
        gaps += [difference, difference * -1]
    for _ in range(TRIES):
        wrong = next((gap for gap in gaps if length(gap, chosen) < 0), None)
        if wrong is None:
            return {name: length(value, chosen) for name, value in known.items()}
        if not _mend(wrong, chosen):
            break
    raise DataError(
        f"no sizes were found that fit each other; give them as size={{{_names(problem)}}}"
    )


def _mend(gap: Dimension, chosen: dict[str, int]) -> bool:
    """Make a gap large enough by the first length that can grow."""
    missing = -length(gap, chosen)
    for name, factor in gap.terms:
        if factor > 0:
            chosen[name] += -(-missing // factor)
            return True
    for name, factor in gap.terms:
        if chosen[name] > -(-missing // -factor):
            chosen[name] -= -(-missing // -factor)
            return True
    return False


def _names(problem: Problem) -> str:
    return ", ".join(f"'{name}': ..." for name in problem.dimensions)
