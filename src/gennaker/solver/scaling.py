"""The natural size of each constraint: the length of its gradient at the start."""

from __future__ import annotations

from typing import Any

import numpy as np

from gennaker.backends.space import Array
from gennaker.solver.evaluation import Counted
from gennaker.solver.problem import Block, Problem

__all__ = ["row_norms", "scale_of_rows", "typical_size"]

EXACT = 32
"""Up to as many constraints each gradient is computed; above, one estimate for each block."""
SEED = 20260101
ROUNDING = 4096.0
"""Values of constraints this many roundings from zero are taken for zero: differences of terms of size one."""


def row_norms(
    problem: Problem,
    counted: Counted,
    x: Array,
    u: tuple[Array, ...],
    saved: Any,  # noqa: ANN401
    of_f: Array,
) -> Array:
    """Return the length of the gradient of each constraint at x, or an estimate of it.

    ``of_f`` is the gradient of the objective there.
    With many constraints the rows of one block are taken to be alike. The mean of their squared
    lengths is that of J'z for random signs z, in expectation: one product for a whole block.
    """
    space = problem.space
    xp = space.xp
    count = problem.constraints
    if not count:
        return space.zeros(0)

    def pulled(weights: np.ndarray[Any, Any]) -> Array:
        moved = counted.backward(x, u, space.array(weights), saved) - of_f
        return xp.sqrt(moved @ moved)

    lengths: list[Array] = []
    parts = _parts(problem)
    for part in parts:
        weights = np.zeros(count)
        rows = part.stop - part.start
        weights[part.start : part.stop] = _signs(rows)
        lengths.append(pulled(weights) / rows**0.5)
    rows = np.asarray(space.to_host(lengths))
    return space.array(np.repeat(rows, [part.stop - part.start for part in parts]))


def scale_of_rows(problem: Problem, rows: Array, c: Array, x: Array) -> Array:
    """Return the factors that make the constraints alike: scaled gradients have length one.

    Where a non-linear constraint happens to be flat at the start its own value, for one step of
    the size of x, stands in for its gradient.
    """
    space = problem.space
    xp = space.xp
    if not problem.constraints:
        return rows
    value = xp.abs(c) / typical_size(problem, x, rows, c)
    linear = np.concatenate(
        [np.full(block.stop - block.start, float(block.linear)) for block in problem.blocks]
    )
    size = xp.where(space.array(linear) > 0.0, rows, xp.maximum(rows, value))
    limits = xp.finfo(x.dtype)
    smallest, largest = float(limits.smallest_normal) ** 0.5, float(limits.max) ** 0.5
    usable = (size > smallest) & (size < largest)  # what can be squared
    return 1.0 / xp.where(usable, size, xp.ones_like(size))


def typical_size(problem: Problem, x: Array, rows: Array, c: Array) -> Array:
    """Return how large variables are.

    As at the start, or as their bounds are, or as far off as the constraints are, to first order,
    or one: the first of these that is known. ``rows`` are the lengths of the gradients of the constraints at x, ``c`` their values.
    """
    xp = problem.space.xp
    size = xp.max(xp.abs(x))
    for bound in (problem.lower, problem.upper):
        if bound is not None:
            known = xp.where(xp.isfinite(bound), xp.abs(bound), xp.zeros_like(bound))
            size = xp.where(size > 0.0, size, xp.max(known))
    if problem.constraints:
        sloped = (rows > 0.0) & (xp.abs(c) > ROUNDING * problem.space.epsilon)
        away = xp.where(sloped, xp.abs(c) / xp.where(sloped, rows, 1.0), xp.zeros_like(c))
        # the nearest of those that are off, for a flat one may look as if it were anywhere
        nearest = xp.min(xp.where(away > 0.0, away, float("inf")))
        size = xp.where((size > 0.0) | ~xp.isfinite(nearest), size, nearest)
    return xp.where(size > 0.0, size, 1.0 + 0.0 * size)


def _parts(problem: Problem) -> list[Block]:
    """Single constraints where there are few, else whole blocks."""
    if problem.constraints > EXACT:
        return list(problem.blocks)
    return [
        Block(block.name, place, place + 1, block.linear)
        for block in problem.blocks
        for place in range(block.start, block.stop)
    ]


def _signs(count: int) -> np.ndarray[Any, Any]:
    if count == 1:
        return np.ones(1)
    return np.random.default_rng(SEED).choice([-1.0, 1.0], count)
