"""Problems of 2 to 200 variables whose answer is a formula, a sort, a root or one linear system."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from scipy.optimize import brentq

from tests.problems.case import Array, Case, Objective
from tests.problems.smooth import (
    Curved,
    Linear,
    ball,
    describe,
    distance,
    linear,
    quadratic,
)


def random(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def ones(size: int, total: float = 1.0) -> Linear:
    """Return the constraint on the sum of all variables."""
    return np.ones((1, size)), np.array([total])


def simplex_projection(size: int) -> Case:
    target = random(size).standard_normal(size)
    ordered = np.sort(target)[::-1]
    excess = (np.cumsum(ordered) - 1) / np.arange(1, size + 1)
    solution = np.maximum(target - excess[ordered > excess][-1], 0)
    return describe(
        f"simplex projection {size}",
        np.zeros(size),
        distance(target),
        equal=ones(size),
        lower=0,
        solution=solution,
        tags="convex quadratic",
    )


def knapsack_projection(size: int) -> Case:
    """Project on a box cut by a plane: one multiplier, found as a root."""
    generator = random(10 + size)
    target, weights = generator.standard_normal(size), generator.uniform(0.5, 2, size)

    def moved(t: float) -> Array:
        return np.clip(target - t * weights, -0.5, 0.5)

    root = brentq(lambda t: weights @ moved(t) - 0.3 * size / 4, -100, 100, xtol=1e-15)
    return describe(
        f"knapsack projection {size}",
        np.zeros(size),
        distance(target),
        equal=(weights[None], np.array([0.3 * size / 4])),
        lower=-0.5,
        upper=0.5,
        solution=moved(float(root)),
        tags="convex quadratic",
    )


def ball_projection(size: int) -> Case:
    target = random(20 + size).standard_normal(size)
    target *= 3 / np.linalg.norm(target)
    return describe(
        f"ball projection {size}",
        np.zeros(size),
        distance(target),
        at_most=ball(np.eye(size)),
        solution=target / 3,
        tags="convex",
    )


def half_space_projection(size: int) -> Case:
    generator = random(30 + size)
    target, normal = generator.standard_normal(size), generator.standard_normal(size)
    right = normal @ target - 1.0
    return describe(
        f"half-space projection {size}",
        np.zeros(size),
        distance(target),
        at_most=(normal[None], np.array([right])),
        solution=target - normal / (normal @ normal),
        tags="convex quadratic",
    )


def subspace_projection(size: int, rows: int) -> Case:
    generator = random(40 + size)
    target, A = generator.standard_normal(size), generator.standard_normal((rows, size))
    b = generator.standard_normal(rows)
    return describe(
        f"subspace projection {size}",
        np.zeros(size),
        distance(target),
        equal=(A, b),
        solution=target - A.T @ np.linalg.solve(A @ A.T, A @ target - b),
        tags="convex quadratic",
    )


def equality_program(size: int, rows: int) -> Case:
    """Return a quadratic program with equalities alone: one linear system."""
    generator = random(50 + size)
    factor = generator.standard_normal((size, size))
    Q, c = factor @ factor.T / size + 0.1 * np.eye(size), generator.standard_normal(size)
    A, b = generator.standard_normal((rows, size)), generator.standard_normal(rows)
    system = np.block([[Q, A.T], [A, np.zeros((rows, rows))]])
    return describe(
        f"equality program {size}",
        np.zeros(size),
        quadratic(Q, c),
        equal=(A, b),
        solution=np.linalg.solve(system, np.concatenate([-c, b]))[:size],
        tags="convex quadratic",
    )


def planted_program(size: int, rows: int, active: int) -> Case:
    """Return a strictly convex quadratic program made so that a chosen point is its solution."""
    generator = random(60 + size)
    factor = generator.standard_normal((size, size))
    Q = factor @ factor.T / size + 0.1 * np.eye(size)
    A = generator.standard_normal((rows, size))
    x = np.maximum(generator.standard_normal(size), 0)
    slack, z = np.zeros(rows), np.zeros(rows)
    slack[active:] = generator.uniform(0.1, 1, rows - active)
    z[:active] = generator.uniform(0.1, 1, active)
    pushed = np.where(x == 0, generator.uniform(0.1, 1, size), 0)
    return describe(
        f"planted program {size}",
        np.ones(size),
        quadratic(Q, pushed - Q @ x - A.T @ z),
        at_most=(A, A @ x + slack),
        lower=0,
        solution=x,
        tags="convex quadratic",
    )


def fractional_knapsack(size: int) -> Case:
    """Return the linear program that a greedy choice solves."""
    generator = random(70 + size)
    worth, weight = generator.uniform(1, 2, size), generator.uniform(1, 2, size)
    room = 0.4 * weight.sum()
    solution = np.zeros(size)
    for item in np.argsort(-worth / weight):
        solution[item] = min(1.0, (room - weight @ solution) / weight[item])
        if solution[item] < 1:
            break
    return describe(
        f"fractional knapsack {size}",
        np.full(size, 0.5),
        linear(-worth),
        at_most=(weight[None], np.array([room])),
        lower=0,
        upper=1,
        solution=solution,
        tags="convex linear",
    )


def cheapest_corner(size: int) -> Case:
    cost = random(80 + size).standard_normal(size)
    return describe(
        f"cheapest corner {size}",
        np.full(size, 1 / size),
        linear(cost),
        equal=ones(size),
        lower=0,
        solution=np.eye(size)[np.argmin(cost)],
        tags="convex linear",
    )


def assignment(size: int) -> Case:
    """Return the assignment problem: one of its equalities follows from the others."""
    cost = random(90 + size).uniform(0, 1, (size, size))
    best = min(permutations(range(size)), key=lambda p: cost[range(size), p].sum())
    rows = np.kron(np.eye(size), np.ones(size))
    columns = np.kron(np.ones(size), np.eye(size))
    return describe(
        f"assignment {size}",
        np.full(size**2, 1 / size),
        linear(cost.ravel()),
        equal=(np.vstack([rows, columns]), np.ones(2 * size)),
        lower=0,
        solution=np.eye(size)[list(best)].ravel(),
        tags="convex linear redundant degenerate",
    )


def entropy(weights: Array | None = None) -> Objective:
    """Return the sum of x log x - w x, with its limit where x is zero."""

    def objective(x: Array) -> tuple[float, Array]:
        w = 0.0 if weights is None else weights
        with np.errstate(all="ignore"):
            logs = np.where(x > 0, np.log(x), np.where(x == 0, -700.0, np.nan))
        return float(np.sum(x * (logs - w))), logs + 1 - w

    return objective


def largest_entropy(size: int) -> Case:
    return describe(
        f"largest entropy {size}",
        np.linspace(1, 2, size),
        entropy(),
        equal=ones(size),
        lower=1e-9,
        solution=np.full(size, 1 / size),
        tags="convex",
    )


def soft_maximum(size: int) -> Case:
    weights = random(100 + size).standard_normal(size)
    shares = np.exp(weights)
    return describe(
        f"soft maximum {size}",
        np.full(size, 1 / size),
        entropy(weights),
        equal=ones(size),
        lower=1e-9,
        solution=shares / shares.sum(),
        tags="convex",
    )


def die_with_mean(mean: float) -> Case:
    """Return the distribution of largest entropy of a die whose mean is known."""
    faces = np.arange(1.0, 7.0)

    def tilted(t: float) -> Array:
        shares = np.exp(t * faces)
        return shares / shares.sum()

    root = brentq(lambda t: faces @ tilted(t) - mean, -10, 10, xtol=1e-15)
    return describe(
        f"die with mean {mean}",
        np.full(6, 1 / 6),
        entropy(),
        equal=(np.vstack([np.ones(6), faces]), np.array([1.0, mean])),
        lower=1e-9,
        solution=tilted(float(root)),
        tags="convex",
        source="Jaynes, 1957",
    )


def entropic_transport(size: int) -> Case:
    """Return regularised transport with a cost of rank one and equal margins of rank one."""
    generator = random(110 + size)
    p, q = generator.uniform(1, 2, size), generator.uniform(1, 2, size)
    p, q = p / p.sum(), q / q.sum()
    rows = np.kron(np.eye(size), np.ones(size))
    columns = np.kron(np.ones(size), np.eye(size))
    return describe(
        f"independent margins {size}",
        np.full(size**2, 1 / size**2),
        entropy(),
        equal=(np.vstack([rows, columns]), np.concatenate([p, q])),
        lower=1e-9,
        solution=np.outer(p, q).ravel(),
        tags="convex redundant",
    )


def barrier(weights: Array, offsets: Array | float = 0.0) -> Objective:
    """Return minus the weighted sum of log(x + offset)."""

    def objective(x: Array) -> tuple[float, Array]:
        with np.errstate(all="ignore"):
            moved = x + offsets
            return float(-weights @ np.log(moved)), -weights / moved

    return objective


def bets(size: int) -> Case:
    """Return the growth-optimal bets at fair odds: bet what you believe."""
    shares = random(120 + size).uniform(0.2, 1, size)
    shares /= shares.sum()
    return describe(
        f"bets {size}",
        np.full(size, 1 / size),
        barrier(shares),
        equal=ones(size),
        lower=1e-9,
        solution=shares,
        tags="convex",
        source="Kelly, 1956",
    )


def water_filling(size: int) -> Case:
    floor = random(130 + size).uniform(0.1, 1, size)
    level = brentq(lambda t: np.maximum(t - floor, 0).sum() - 0.2 * size, 0.0, 10.0, xtol=1e-15)
    return describe(
        f"water filling {size}",
        np.full(size, 0.2),
        barrier(np.ones(size), floor),
        equal=ones(size, 0.2 * size),
        lower=0,
        solution=np.maximum(float(level) - floor, 0),
        tags="convex",
    )


def sampling(size: int) -> Case:
    """Return the allocation of Neyman: minimise the sum of c/x under a budget."""
    cost = random(140 + size).uniform(1, 10, size)

    def objective(x: Array) -> tuple[float, Array]:
        with np.errstate(all="ignore"):
            return float(np.sum(cost / x)), -cost / x**2

    return describe(
        f"sampling {size}",
        np.ones(size),
        objective,
        at_most=ones(size, size),
        lower=1e-6,
        solution=size * np.sqrt(cost) / np.sqrt(cost).sum(),
        tags="convex",
    )


def steepest(size: int) -> Case:
    """Return a linear function on an ellipsoid."""
    generator = random(150 + size)
    factor, cost = generator.standard_normal((size, size)), generator.standard_normal(size)
    Q = factor @ factor.T / size + 0.1 * np.eye(size)
    inner = np.linalg.solve(Q, cost)
    return describe(
        f"ellipsoid {size}",
        np.zeros(size),
        linear(cost),
        at_most=ball(Q),
        solution=-inner / np.sqrt(cost @ inner),
        tags="convex",
    )


def smallest_eigenvalue(size: int) -> Case:
    factor = random(160 + size).standard_normal((size, size))
    Q = factor + factor.T
    vectors = np.linalg.eigh(Q)[1]
    return describe(
        f"smallest eigenvalue {size}",
        np.full(size, size**-0.5),
        quadratic(2 * Q, np.zeros(size)),
        equal=ball(np.eye(size)),
        solution=vectors[:, 0],
    )


def trust_region(size: int) -> Case:
    """Return an indefinite quadratic on a ball: the secular equation has its global minimum."""
    generator = random(170 + size)
    factor, slope = generator.standard_normal((size, size)), generator.standard_normal(size)
    Q = factor + factor.T
    values, vectors = np.linalg.eigh(Q)
    inner = vectors.T @ slope

    def length(shift: float) -> float:
        return float(np.sum((inner / (values + shift)) ** 2)) - 1

    shift = brentq(length, -values[0] + 1e-9, -values[0] + 1e3, xtol=1e-15)
    return describe(
        f"trust region {size}",
        np.zeros(size),
        quadratic(Q, slope),
        at_most=ball(np.eye(size)),
        solution=-vectors @ (inner / (values + shift)),
    )


def isotonic(size: int) -> Case:
    """Return isotonic regression, solved by pooling neighbours that are out of order."""
    target = np.linspace(0, 1, size) + random(180 + size).standard_normal(size) / 2
    pools: list[tuple[float, int]] = []
    for value in target:
        pool = (float(value), 1)
        while pools and pools[-1][0] > pool[0]:
            mean, count = pools.pop()
            total = count + pool[1]
            pool = ((mean * count + pool[0] * pool[1]) / total, total)
        pools.append(pool)
    order = np.eye(size)[:-1] - np.eye(size, k=1)[:-1]
    return describe(
        f"isotonic regression {size}",
        np.zeros(size),
        distance(target),
        at_most=(order, np.zeros(size - 1)),
        solution=np.concatenate([np.full(count, mean) for mean, count in pools]),
        tags="convex quadratic",
    )


def portfolio(size: int) -> Case:
    """Return the portfolio of least variance with a wanted return, short sales allowed."""
    generator = random(190 + size)
    factor, mean = generator.standard_normal((size, size)), generator.uniform(0, 0.1, size)
    Q = 0.04 * (factor @ factor.T / size + 0.5 * np.eye(size))
    A = np.vstack([np.ones(size), mean])
    right = np.array([1.0, 0.08])
    system = np.block([[Q, A.T], [A, np.zeros((2, 2))]])
    return describe(
        f"portfolio {size}",
        np.full(size, 1 / size),
        quadratic(Q, np.zeros(size)),
        equal=ones(size),
        at_most=(-mean[None], np.array([-0.08])),
        solution=np.linalg.solve(system, np.concatenate([np.zeros(size), right]))[:size],
        tags="convex quadratic",
        source="Markowitz, 1952",
    )


def even_margin(size: int) -> Case:
    """Return a support vector machine between two shifted copies of one set of points."""
    generator = random(200 + size)
    normal = generator.standard_normal(size)
    normal /= np.linalg.norm(normal)
    points = generator.standard_normal((3 * size, size))
    points -= np.outer(points @ normal, normal)
    A = np.vstack([-(points + 2 * normal), points - 2 * normal])
    signs = np.concatenate([-np.ones(3 * size), np.ones(3 * size)])
    Q = np.eye(size + 1)
    Q[-1, -1] = 0
    return describe(
        f"widest margin {size}",
        np.zeros(size + 1),
        quadratic(Q, np.zeros(size + 1)),
        at_most=(np.column_stack([A, signs]), -np.ones(6 * size)),
        solution=np.append(normal / 2, 0.0),
        tags="convex quadratic degenerate",
        source="Boser, Guyon and Vapnik, 1992",
    )


def middle(size: int) -> Case:
    """Return the constant nearest to some numbers in the largest deviation, as a linear program."""
    numbers = random(210 + size).standard_normal(size)
    low, high = numbers.min(), numbers.max()
    A = np.block([[np.ones((size, 1)), -np.ones((size, 1))], [-np.ones((size, 1))] * 2])
    return describe(
        f"middle of {size} numbers",
        np.zeros(2),
        linear(np.array([0.0, 1.0])),
        at_most=(A, np.concatenate([numbers, -numbers])),
        solution=np.array([(low + high) / 2, (high - low) / 2]),
        tags="convex linear",
    )


def median(size: int) -> Case:
    """Return the median of an odd number of numbers, as a linear program."""
    numbers = random(220 + size).standard_normal(size)
    unit = np.eye(size)
    A = np.block([[np.ones((size, 1)), -unit], [-np.ones((size, 1)), -unit]])
    centre = np.median(numbers)
    return describe(
        f"median of {size} numbers",
        np.append(0.0, np.ones(size)),
        linear(np.append(0.0, np.ones(size))),
        at_most=(A, np.concatenate([numbers, -numbers])),
        solution=np.append(centre, np.abs(numbers - centre)),
        tags="convex linear degenerate",
    )


def steering(steps: int) -> Case:
    """Bring a mass to rest at one with least force: positions, speeds and forces, one system."""
    size = 3 * steps
    rows, right = [], []
    unit = np.eye(size)
    place, speed, force = unit[:steps], unit[steps : 2 * steps], unit[2 * steps :]
    for k in range(steps):
        before = (place[k - 1], speed[k - 1]) if k else (np.zeros(size), np.zeros(size))
        rows += [place[k] - before[0] - before[1], speed[k] - before[1] - force[k]]
        right += [0.0, 0.0]
    rows += [place[-1], speed[-1]]
    right += [1.0, 0.0]
    A, b = np.array(rows), np.array(right)
    Q = np.diag(np.append(np.zeros(2 * steps), np.ones(steps)))
    system = np.block([[Q, A.T], [A, np.zeros((len(b), len(b)))]])
    found = np.linalg.solve(system, np.append(np.zeros(size), b))
    return describe(
        f"steering {steps}",
        np.zeros(size),
        quadratic(Q, np.zeros(size)),
        equal=(A, b),
        solution=found[:size],
        tags="convex quadratic",
    )


def obstacle(size: int) -> Case:
    """Return a string over a point obstacle: straight lines to its top."""
    stiff = 2 * np.eye(size) - np.eye(size, k=1) - np.eye(size, k=-1)
    top = size // 2
    left = np.arange(1, top + 2) / (top + 1)
    right = np.arange(size - top, 0, -1)[1:] / (size - top)
    return describe(
        f"string over a point {size}",
        np.zeros(size),
        quadratic(stiff, np.zeros(size)),
        at_most=(-np.eye(size)[[top]], np.array([-1.0])),
        solution=np.concatenate([left, right]),
        tags="convex quadratic",
    )


def product_one(size: int) -> Case:
    def values(x: Array) -> Array:
        return np.array([np.prod(x) - 1])

    def product(x: Array, v: Array) -> Array:
        return v[0] * np.array([np.prod(np.delete(x, k)) for k in range(size)])

    return describe(
        f"product one {size}",
        np.linspace(1, 2, size),
        lambda x: (float(np.sum(x)), np.ones(size)),
        equal=Curved(values, product),
        lower=0.01,
        solution=np.ones(size),
    )


def geometric_mean(size: int) -> Case:
    """Return a geometric program in logarithms: a sum of exponentials under one plane."""
    weights = random(230 + size).uniform(0.5, 2, size)
    cost = random(240 + size).uniform(0.5, 2, size)
    level = (-weights @ np.log(weights / cost)) / weights.sum()
    return describe(
        f"geometric program {size}",
        np.ones(size),
        lambda x: (float(cost @ np.exp(x)), cost * np.exp(x)),
        at_most=(-weights[None], np.zeros(1)),
        solution=np.log(weights / cost) + level,
        tags="convex",
        source="Duffin, Peterson and Zener, 1967",
    )


def either_or() -> Case:
    """Return a complementarity constraint, where no constraint qualification holds."""
    return describe(
        "either or",
        np.array([0.5, 0.4]),
        distance(np.array([2.0, 1.0])),
        at_most=Curved(lambda x: np.array([x[0] * x[1]]), lambda x, v: v[0] * x[::-1]),
        lower=0,
        solution=np.array([2.0, 0.0]),
        tags="degenerate",
    )


def touching_disks() -> Case:
    """Return two disks with one common point, where no multipliers exist."""

    def values(x: Array) -> Array:
        return np.array([(x[0] - 1) ** 2 + x[1] ** 2 - 1, (x[0] + 1) ** 2 + x[1] ** 2 - 1])

    def product(x: Array, v: Array) -> Array:
        centre = np.array([1.0, 0.0])
        return 2 * (v[0] * (x - centre) + v[1] * (x + centre))

    return describe(
        "touching disks",
        np.array([1.0, 1.0]),
        linear(np.array([1.0, 1.0])),
        at_most=Curved(values, product),
        solution=np.zeros(2),
        tags="convex degenerate no_multipliers",
    )


def squared_constraint() -> Case:
    """Return a line written as a square, where no multipliers exist."""

    def values(x: Array) -> Array:
        return np.array([(x[0] + x[1] - 1) ** 2])

    return describe(
        "squared line",
        np.array([1.0, 2.0]),
        distance(np.zeros(2)),
        equal=Curved(values, lambda x, v: v[0] * 2 * (x[0] + x[1] - 1) * np.ones(2)),
        solution=np.array([0.5, 0.5]),
        tags="degenerate no_multipliers",
    )


CASES: tuple[Case, ...] = (
    *(simplex_projection(size) for size in (5, 30, 200)),
    *(knapsack_projection(size) for size in (5, 40)),
    *(ball_projection(size) for size in (3, 100)),
    half_space_projection(10),
    *(subspace_projection(size, size // 3) for size in (6, 60)),
    equality_program(20, 5),
    *(planted_program(size, size, size // 3) for size in (10, 30, 100)),
    *(fractional_knapsack(size) for size in (10, 40)),
    cheapest_corner(20),
    *(assignment(size) for size in (3, 5)),
    *(largest_entropy(size) for size in (5, 50)),
    soft_maximum(20),
    *(die_with_mean(mean) for mean in (4.5, 5.9)),
    entropic_transport(5),
    bets(10),
    *(water_filling(size) for size in (5, 50)),
    sampling(10),
    *(steepest(size) for size in (3, 30)),
    *(smallest_eigenvalue(size) for size in (4, 20)),
    *(trust_region(size) for size in (5, 30)),
    *(isotonic(size) for size in (10, 40)),
    portfolio(10),
    even_margin(4),
    middle(9),
    median(9),
    steering(12),
    obstacle(21),
    *(product_one(size) for size in (2, 6)),
    geometric_mean(6),
    either_or(),
    touching_disks(),
    squared_constraint(),
)
