"""Problems whose objective falls without limit over feasible points, with a proof: a curve to follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tests.problems.case import Array, Case, Objective
from tests.problems.smooth import Curved, Linear, describe, linear, quadratic

Curve = Callable[[float], Array]
"""A feasible point for each number t >= 1; the objective there falls without limit as t grows."""


@dataclass(frozen=True)
class Unbounded:
    """A problem without a least value, and the curve that shows it."""

    case: Case
    curve: Curve

    def __repr__(self) -> str:
        return f"Unbounded({self.case.name})"


def build(
    name: str,
    start: Array,
    objective: Objective,
    curve: Curve,
    *,
    equal: Linear | Curved | None = None,
    at_most: Linear | Curved | None = None,
    lower: Array | float | None = None,
    upper: Array | float | None = None,
    tags: str = "convex",
) -> Unbounded:
    case = describe(
        name, start, objective, equal=equal, at_most=at_most, lower=lower, upper=upper, tags=tags
    )
    return Unbounded(case, curve)


def random(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def along(origin: Array, direction: Array) -> Curve:
    return lambda t: origin + t * direction


def free_linear(size: int) -> Unbounded:
    cost = random(size).standard_normal(size)
    return build(f"linear, {size}", np.zeros(size), linear(cost), along(np.zeros(size), -cost))


def boxed_linear(size: int) -> Unbounded:
    """Return a linear objective over non-negative numbers of which one pays."""
    cost = np.ones(size)
    cost[-1] = -1.0
    return build(
        f"linear over x >= 0, {size}",
        np.ones(size),
        linear(cost),
        along(np.zeros(size), np.eye(size)[-1]),
        lower=0.0,
    )


def linear_with_equalities(size: int) -> Unbounded:
    generator = random(100 + size)
    A = generator.standard_normal((size // 2, size))
    origin = generator.standard_normal(size)
    cost = generator.standard_normal(size)
    down = -(cost - A.T @ np.linalg.solve(A @ A.T, A @ cost))
    return build(
        f"linear with equalities, {size}",
        np.zeros(size),
        linear(cost),
        along(origin, down),
        equal=(A, A @ origin),
    )


def linear_in_cone(size: int) -> Unbounded:
    """Return a linear program with inequalities that one direction meets for ever."""
    generator = random(200 + size)
    down = generator.uniform(0.5, 1.5, size)
    A = generator.standard_normal((size, size))
    A -= np.outer(A @ down / (down @ down) + generator.uniform(0, 1, size), down)
    return build(
        f"linear in a cone, {size}",
        np.ones(size),
        linear(-down),
        along(np.zeros(size), down),
        at_most=(A, np.ones(size)),
        lower=0.0,
    )


def indefinite(size: int) -> Unbounded:
    matrix = np.diag(np.linspace(-1, 2, size))
    return build(
        f"indefinite, {size}",
        np.full(size, 0.1),
        quadratic(matrix, np.zeros(size)),
        along(np.zeros(size), np.eye(size)[0]),
        tags="quadratic",
    )


def indefinite_in_box(size: int) -> Unbounded:
    """Return x1^2 - x2^2 + ... over x >= 0."""
    matrix = np.diag(np.resize([1.0, -1.0], size))
    return build(
        f"indefinite over x >= 0, {size}",
        np.ones(size),
        quadratic(matrix, np.full(size, 0.5)),
        along(np.zeros(size), np.eye(size)[1]),
        lower=0.0,
        tags="quadratic",
    )


def indefinite_with_equality(size: int) -> Unbounded:
    matrix = -np.eye(size)
    matrix[0, 0] = size
    direction = np.zeros(size)
    direction[1:3] = 1.0, -1.0
    return build(
        f"indefinite with an equality, {size}",
        np.linspace(0, 1, size),
        quadratic(matrix, np.zeros(size)),
        along(np.eye(size)[0], direction),
        equal=(np.ones((1, size)), np.array([1.0])),
        tags="quadratic",
    )


def flat_quadratic(size: int) -> Unbounded:
    """Return a convex quadratic with a slope in its null space."""
    factor = random(300 + size).standard_normal((size // 2, size))
    flat = np.linalg.svd(factor)[2][-1]
    return build(
        f"singular quadratic, {size}",
        np.zeros(size),
        quadratic(factor.T @ factor, -flat),
        along(np.zeros(size), flat),
        tags="convex quadratic",
    )


def flat_quadratic_in_cone(size: int) -> Unbounded:
    """Return the same with a constraint that the way down meets."""
    factor = random(400 + size).standard_normal((size // 2, size))
    flat = np.linalg.svd(factor)[2][-1]
    return build(
        f"singular quadratic in a half-space, {size}",
        np.zeros(size),
        quadratic(factor.T @ factor, -flat),
        along(np.zeros(size), flat),
        at_most=(-flat[None], np.array([1.0])),
        tags="convex quadratic",
    )


def logarithms(size: int) -> Unbounded:
    """Return minus the sum of logarithms, which falls slowly."""

    def objective(x: Array) -> tuple[float, Array]:
        with np.errstate(all="ignore"):
            return float(-np.sum(np.log(x))), -1 / x

    return build(
        f"logarithms, {size}",
        np.ones(size),
        objective,
        lambda t: np.full(size, 2.0**t),
        lower=1e-3,
    )


def roots(size: int) -> Unbounded:
    """Return minus the sum of square roots."""

    def objective(x: Array) -> tuple[float, Array]:
        with np.errstate(all="ignore"):
            return float(-np.sum(np.sqrt(x))), -0.5 / np.sqrt(x)

    return build(
        f"square roots, {size}",
        np.ones(size),
        objective,
        along(np.ones(size), np.ones(size)),
        lower=1e-3,
    )


def logarithm_and_line(size: int) -> Unbounded:
    """Return x1 - log(x1) + ... - x2."""

    def objective(x: Array) -> tuple[float, Array]:
        with np.errstate(all="ignore"):
            value = x[0] - np.log(x[0]) - x[1] + x[2:] @ x[2:] / 2
            gradient = np.concatenate([[1 - 1 / x[0], -1.0], x[2:]])
        return float(value), gradient

    return build(
        f"logarithm and line, {size}",
        np.full(size, 0.5),
        objective,
        along(np.eye(size)[0], np.eye(size)[1]),
        lower=np.append(1e-6, np.full(size - 1, -np.inf)),
    )


def exponential_down(size: int) -> Unbounded:
    """Return the sum of exp(x) + x."""

    def objective(x: Array) -> tuple[float, Array]:
        with np.errstate(all="ignore"):
            e = np.exp(x)
        return float(np.sum(e + x)), e + 1

    return build(
        f"exponential and line, {size}",
        np.zeros(size),
        objective,
        along(np.zeros(size), -np.ones(size)),
    )


def exponential_under_exponential(size: int) -> Unbounded:
    """Return -exp(x), which soon overflows."""

    def objective(x: Array) -> tuple[float, Array]:
        with np.errstate(all="ignore"):
            e = np.exp(x)
        return float(-np.sum(e)), -e

    return build(
        f"falling exponentials, {size}",
        np.zeros(size),
        objective,
        along(np.zeros(size), np.ones(size)),
        tags="",
    )


def cubic(size: int) -> Unbounded:
    return build(
        f"cubic, {size}",
        np.full(size, -0.5),
        lambda x: (float(np.sum(x**3)), 3 * x**2),
        along(np.zeros(size), -np.ones(size)),
        tags="",
    )


def outside_ball(size: int) -> Unbounded:
    """Return a linear objective outside a ball."""
    cost = random(500 + size).standard_normal(size)
    return build(
        f"linear outside a ball, {size}",
        np.full(size, 2.0),
        linear(cost),
        along(np.zeros(size), -2 * cost / np.linalg.norm(cost)),
        at_most=Curved(lambda x: np.array([1 - x @ x]), lambda x, v: -2 * v[0] * x),
        tags="",
    )


def in_parabola(size: int) -> Unbounded:
    """Return the way up inside a parabola: only one direction stays feasible."""

    def values(x: Array) -> Array:
        return np.array([x[:-1] @ x[:-1] - x[-1]])

    return build(
        f"inside a parabola, {size}",
        np.zeros(size),
        linear(-np.eye(size)[-1]),
        along(np.zeros(size), np.eye(size)[-1]),
        at_most=Curved(values, lambda x, v: v[0] * np.append(2 * x[:-1], -1.0)),
    )


def on_hyperbola() -> Unbounded:
    """Return the sum over the branches of a hyperbola, of which one goes down."""
    return build(
        "on a hyperbola",
        np.array([-1.0, -2.0]),
        linear(np.ones(2)),
        lambda t: np.array([-t, -1 / t]),
        equal=Curved(lambda x: np.array([x[0] * x[1] - 1]), lambda x, v: v[0] * x[::-1]),
        tags="",
    )


def bilinear(size: int) -> Unbounded:
    """Return x'y with an equal sum on either side."""
    swap = np.kron(np.array([[0.0, 1.0], [1.0, 0.0]]), np.eye(size))
    direction = np.concatenate([np.eye(size)[0] - np.eye(size)[1]] * 2)
    direction[size:] *= -1
    A = np.kron(np.eye(2), np.ones(size))
    return build(
        f"bilinear, {2 * size}",
        random(600 + size).standard_normal(2 * size),
        quadratic(swap, np.zeros(2 * size)),
        along(np.full(2 * size, 1 / size), direction),
        equal=(A, np.ones(2)),
        tags="quadratic",
    )


CASES: tuple[Unbounded, ...] = (
    *(free_linear(size) for size in (1, 10, 200)),
    *(boxed_linear(size) for size in (1, 10, 200)),
    *(linear_with_equalities(size) for size in (4, 20, 100)),
    *(linear_in_cone(size) for size in (3, 30)),
    *(indefinite(size) for size in (2, 20, 200)),
    *(indefinite_in_box(size) for size in (2, 50)),
    *(indefinite_with_equality(size) for size in (3, 30)),
    *(flat_quadratic(size) for size in (4, 40)),
    *(flat_quadratic_in_cone(size) for size in (4, 40)),
    *(logarithms(size) for size in (1, 20)),
    *(roots(size) for size in (1, 20)),
    *(logarithm_and_line(size) for size in (2, 30)),
    *(exponential_down(size) for size in (1, 50)),
    *(exponential_under_exponential(size) for size in (1, 10)),
    *(cubic(size) for size in (1, 20)),
    *(outside_ball(size) for size in (2, 50)),
    *(in_parabola(size) for size in (2, 10)),
    on_hyperbola(),
    *(bilinear(size) for size in (2, 20)),
)
