"""Compare derivatives with finite differences, for people who bring their own functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from gennaker.backends.space import Array
from gennaker.solver.problem import Problem

__all__ = ["WrongGradientError", "check_gradient"]

DIRECTIONS = 4
SEED = 20260102
ENTRIES = 64
STEP_POWER = 1.0 / 3.0
SLACK = 1e-3


class WrongGradientError(ValueError):
    """The gradient does not agree with finite differences of the value."""


def check_gradient(problem: Problem) -> None:
    """Raise where the derivative of the objective, or of a constraint, is not what values say.

    With few variables every entry is compared, with many some random directions. A central
    difference is trusted to a thousandth of its size.
    """
    space = problem.space
    size = problem.size
    x = space.xp.zeros_like(problem.start) + problem.start
    blocks = [("the objective", slice(0, 0))]
    blocks += [(f"constraint {b.name}", slice(b.start, b.stop)) for b in problem.blocks]
    for name, place in blocks:
        weights = np.zeros(problem.constraints)
        weights[place] = np.random.default_rng(SEED).uniform(0.5, 1.5, place.stop - place.start)
        found = _gradient(problem, x, space.array(weights), objective=place.stop == place.start)
        if size <= ENTRIES:
            for entry in range(size):
                direction = np.zeros(size)
                direction[entry] = 1.0
                _compare(problem, x, direction, weights, found, f"{name}, entry {entry}")
            continue
        random = np.random.default_rng(SEED)
        for count in range(DIRECTIONS):
            direction = random.choice([-1.0, 1.0], size)
            _compare(problem, x, direction, weights, found, f"{name}, random direction {count + 1}")


def _value(problem: Problem, x: Array, weights: np.ndarray[Any, Any]) -> float:
    functions, space = problem.functions, problem.space
    f, c, _ = functions.forward(x, functions.images(x))
    if not weights.any():
        return space.to_host([f])[0]
    return space.to_host([space.array(weights) @ c])[0]


def _gradient(problem: Problem, x: Array, weights: Array, *, objective: bool) -> Array:
    functions, space = problem.functions, problem.space
    u = functions.images(x)
    _, _, saved = functions.forward(x, u)
    plain = functions.backward(x, u, space.zeros(problem.constraints), saved)
    if objective:
        return plain
    _, _, saved = functions.forward(x, u)
    return functions.backward(x, u, weights, saved) - plain


def _compare(
    problem: Problem,
    x: Array,
    direction: np.ndarray[Any, Any],
    weights: np.ndarray[Any, Any],
    gradient: Array,
    where: str,
) -> None:
    space = problem.space
    p = space.array(direction)
    size = space.to_host([space.xp.max(space.xp.abs(x))])[0]
    step = space.epsilon**STEP_POWER * max(1.0, size)
    ahead, behind = x + step * p, x - step * p
    high, low = _value(problem, ahead, weights), _value(problem, behind, weights)
    expected = (high - low) / (2.0 * step)
    (got,) = space.to_host([gradient @ p])
    noise = space.epsilon * max(abs(high), abs(low)) / step
    (steep,) = space.to_host([space.xp.sqrt(gradient @ gradient) * space.xp.sqrt(p @ p)])
    if (
        not abs(got - expected)
        <= SLACK * max(abs(expected), abs(got)) + 100.0 * noise + step * steep
    ):
        raise WrongGradientError(
            f"the gradient of {where} is {got:.6g}, but differences of the values say "
            f"{expected:.6g}; check the derivative"
        )
