"""Small problems over one flat vector, for the tests of the solver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from gennaker.backends.space import space_of
from gennaker.solver.box import Box
from gennaker.solver.curvature_pairs import CurvaturePairs
from gennaker.solver.evaluation import Counted
from gennaker.solver.lagrangian import Lagrangian
from gennaker.solver.options import Options
from gennaker.solver.problem import Block, Problem


@dataclass(frozen=True)
class Affine:
    """phi(A x) with linear constraints J x - r; everything enters through the images A x."""

    A: Any
    b: Any
    J: Any = None
    r: Any = None
    rays: bool = True

    def images(self, x):
        return (self.A @ x,) if self.J is None else (self.A @ x, self.J @ x)

    def forward(self, x, u):
        residual = u[0] - self.b
        c = x[:0] if self.J is None else u[1] - self.r
        return 0.5 * (residual @ residual), c, residual

    def backward(self, x, u, v, saved):
        g = saved @ self.A
        return g if self.J is None else g + v @ self.J

    def slope(self, x, u, p, du, v, saved):
        found = saved @ du[0]
        return found if self.J is None else found + v @ du[1]


@dataclass(frozen=True)
class Plain:
    """A value and a gradient of any kind, with no constraints."""

    value: Any
    gradient: Any
    rays: bool = False

    def images(self, x):
        return ()

    def forward(self, x, u):
        return self.value(x), x[:0], None

    def backward(self, x, u, v, saved):
        return self.gradient(x)

    def slope(self, x, u, p, du, v, saved):
        return self.gradient(x) @ p


@dataclass(frozen=True)
class Terms:
    """m*x + w*x*log(x) where ``entropic`` is one, m*x + w*x^2/2 elsewhere, under J x - r."""

    m: Any
    w: Any
    entropic: Any
    J: Any
    r: Any
    rays: bool = False

    def images(self, x):
        return ()

    def _logarithms(self, x):
        xp = space_of(x).xp
        least = xp.full_like(x, xp.finfo(x.dtype).smallest_normal)  # steep, but finite
        return xp.log(xp.where(self.entropic > 0.0, xp.maximum(x, least), xp.ones_like(x)))

    def forward(self, x, u):
        one = self.entropic * self._logarithms(x) + (1.0 - self.entropic) * 0.5 * x
        return self.m @ x + (self.w * x) @ one, self.J @ x - self.r, None

    def backward(self, x, u, v, saved):
        one = self.entropic * (1.0 + self._logarithms(x)) + (1.0 - self.entropic) * x
        return self.m + self.w * one + v @ self.J

    def slope(self, x, u, p, du, v, saved):
        return self.backward(x, u, v, saved) @ p


def separable(
    seed: int, equalities: int = 2, inequalities: int = 3, squares: float = 0.5, **rest: Any
) -> Problem:
    """Entropies and squares over a box, with random rows that a point inside satisfies."""
    random = np.random.default_rng(seed)
    size, rows = 12, equalities + inequalities
    entropic = (random.random(size) >= squares).astype(float)
    J = random.standard_normal((rows, size))
    inside = random.uniform(0.2, 1.5, size)
    room = np.where(np.arange(rows) < equalities, 0.0, random.choice([0.0, 0.5], rows))
    w, m = random.uniform(0.1, 3.0, size), random.standard_normal(size)
    blocks = [
        Block("h", 0, equalities, linear=True),
        Block("g", equalities, rows, linear=True),
    ]
    given = {
        "lower": np.zeros(size),
        "upper": np.full(size, 2.0),
        "blocks": [block for block in blocks if block.stop > block.start],
        "equalities": equalities,
        "convex": True,
        "entropies": entropic,
    }
    functions = Terms(m, w, entropic, J, J @ inside + room)
    return Problem(functions, **{"start": np.full(size, 0.5), **given, **rest})


def transport(seed: int, size: int = 12, squares: bool = False, weight: float = 0.5) -> Problem:
    """Optimal transport between two random distributions, with entropies or squares."""
    random = np.random.default_rng(seed)
    cost = random.random(size * size)
    u, v = random.random((2, size)) + 0.01
    ones, eye = np.ones((1, size)), np.eye(size)
    J = np.concatenate([np.kron(eye, ones), np.kron(ones, eye)])
    entropic = np.full(cost.size, 0.0 if squares else 1.0)
    w = np.full(cost.size, weight)
    functions = Terms(cost, w, entropic, J, np.concatenate([u / u.sum(), v / v.sum()]))
    blocks = [
        Block("rows", 0, size, linear=True),
        Block("columns", size, 2 * size, linear=True),
    ]
    return Problem(
        functions,
        np.full(cost.size, 1.0 / cost.size),
        lower=np.zeros(cost.size),
        blocks=blocks,
        equalities=2 * size,
        convex=True,
        entropies=entropic,
    )


def nnls(seed: int, rows: int = 30, columns: int = 20, positive: bool = True) -> Problem:
    """Non-negative least squares with Gaussian data."""
    random = np.random.default_rng(seed)
    A = random.standard_normal((rows, columns))
    target = random.standard_normal(columns)
    b = A @ target + 0.1 * random.standard_normal(rows)
    lower = np.zeros(columns) if positive else None
    return Problem(Affine(A, b), np.zeros(columns), lower=lower, quadratic=True, convex=True)


def simplex(seed: int, size: int = 8) -> Problem:
    """The nearest point of the simplex: one equality and bounds."""
    random = np.random.default_rng(seed)
    b = random.standard_normal(size)
    functions = Affine(np.eye(size), b, np.ones((1, size)), np.ones(1))
    return Problem(
        functions,
        np.zeros(size),
        lower=np.zeros(size),
        blocks=[Block("budget", 0, 1, linear=True)],
        equalities=1,
        quadratic=True,
        convex=True,
    )


def nearest_in_simplex(b: np.ndarray) -> np.ndarray:
    """The same by sorting."""
    ordered = np.sort(b)[::-1]
    excess = (np.cumsum(ordered) - 1.0) / np.arange(1, b.size + 1)
    return np.maximum(b - excess[ordered > excess][-1], 0.0)


def counted(problem: Problem, **options: Any) -> tuple[Problem, Options, Counted]:
    """What an algorithm is called with."""
    chosen = Options(method="paper", **options)
    return problem, chosen, Counted(problem.functions, chosen)


def watch_nothing(*_: Any) -> bool:
    """Let it run."""
    return False


def quadratic(H: np.ndarray, b: np.ndarray, **rest: Any) -> Problem:
    """x'Hx/2 - b'x over whatever bounds are given, as a function that shows no images."""
    functions = Plain(lambda x: 0.5 * (x @ H @ x) - b @ x, lambda x: H @ x - b)
    return Problem(functions, rest.pop("start", np.zeros(b.size)), quadratic=True, **rest)


def rosenbrock(size: int, **rest: Any) -> Problem:
    """The banana valley in several dimensions: smooth, and not convex."""

    def value(x: Any) -> Any:
        steps = x[1:] - x[:-1] ** 2
        return 100.0 * (steps @ steps) + (1.0 - x[:-1]) @ (1.0 - x[:-1])

    def gradient(x: Any) -> Any:
        steps = x[1:] - x[:-1] ** 2
        g = np.zeros_like(x)
        g[1:] = 200.0 * steps
        g[:-1] -= 400.0 * x[:-1] * steps + 2.0 * (1.0 - x[:-1])
        return g

    return Problem(Plain(value, gradient), rest.pop("start", np.full(size, -1.0)), **rest)


def converted(problem: Problem, convert: Callable[[np.ndarray], Any]) -> Problem:
    """The same problem over arrays of another library."""
    functions = problem.functions
    assert isinstance(functions, Affine | Terms)
    arrays = {
        item.name: convert(value)
        for item in fields(functions)
        if isinstance(value := getattr(functions, item.name), np.ndarray)
    }
    entropies = None if problem.entropies is None else convert(problem.entropies)
    lower = None if problem.lower is None else convert(problem.lower)
    upper = None if problem.upper is None else convert(problem.upper)
    return replace(
        problem,
        functions=replace(functions, **arrays),
        start=convert(problem.start),
        lower=lower,
        upper=upper,
        entropies=entropies,
    )


@dataclass(frozen=True)
class Bench:
    """Everything that one minimisation over a box is called with."""

    problem: Problem
    counted: Counted
    function: Lagrangian
    box: Box
    pairs: CurvaturePairs

    @property
    def point(self) -> Any:
        """The start, evaluated."""
        return self.function.completed(self.function.at(self.box.clip(self.problem.start)))


def bench(problem: Problem, memory: int = 10, **options: Any) -> Bench:
    """Set up a minimisation over a box; constraints have multipliers 0 and penalty 1."""
    space = problem.space
    counting = Counted(problem.functions, Options(**options))
    ones = space.full(problem.constraints, 1.0)
    return Bench(
        problem,
        counting,
        Lagrangian(problem, counting, space, ones),
        Box(space, problem.lower, problem.upper),
        CurvaturePairs(space, memory, problem.size),
    )


def projected_gradient(x: np.ndarray, g: np.ndarray, problem: Problem) -> np.ndarray:
    """The gradient without the entries that push against a bound which x sits on exactly."""
    found = np.array(g, dtype=float)
    if problem.lower is not None:
        found[(x <= problem.lower) & (g > 0.0)] = 0.0
    if problem.upper is not None:
        found[(x >= problem.upper) & (g < 0.0)] = 0.0
    return found
