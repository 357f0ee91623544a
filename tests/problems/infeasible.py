"""Problems without a feasible point, small and larger, and which constraints are to blame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from gennaker.solver.problem import Block, Problem
from tests.problems.case import Array

Rows = Callable[[Array], tuple[Array, Array]]
"""The values of one constraint at x and their Jacobian."""


@dataclass(frozen=True)
class Constraint:
    """One named constraint of some rows."""

    name: str
    rows: Rows
    equality: bool = False
    linear: bool = False


@dataclass(frozen=True)
class Infeasible:
    """A problem that no point satisfies, and why.

    `conflict` names the constraints that cannot hold together with the bounds; each has a part in
    every proof where the problem is convex. `least` is a lower bound, known without a solver, of
    the largest violation that any point of the box has.
    """

    name: str
    problem: Problem
    conflict: frozenset[str]
    least: float

    def __repr__(self) -> str:
        return f"Infeasible({self.name})"


class Gathered:
    """The distance to a target, or nothing, over named constraints."""

    rays = False

    def __init__(self, target: Array, constraints: Sequence[Constraint], weight: float) -> None:
        self._target = target
        self._weight = weight
        self._rows = [c.rows for c in (*_of(constraints, True), *_of(constraints, False))]

    def images(self, x: Array) -> tuple[Array, ...]:
        del x
        return ()

    def forward(self, x: Array, u: tuple[Array, ...]) -> tuple[np.float64, Array, None]:
        del u
        rest = x - self._target
        values = np.concatenate([rows(x)[0] for rows in self._rows])
        return np.float64(self._weight * (rest @ rest) / 2), values, None

    def backward(self, x: Array, u: tuple[Array, ...], v: Array, saved: None) -> Array:
        del u, saved
        jacobian = np.vstack([rows(x)[1] for rows in self._rows])
        return self._weight * (x - self._target) + v @ jacobian

    def slope(
        self,
        x: Array,
        u: tuple[Array, ...],
        p: Array,
        du: tuple[Array, ...],
        v: Array,
        saved: None,
    ) -> np.float64:
        del du
        return self.backward(x, u, v, saved) @ p


def _of(constraints: Sequence[Constraint], equality: bool) -> list[Constraint]:
    return [c for c in constraints if c.equality is equality]


def build(
    name: str,
    start: Array,
    constraints: Sequence[Constraint],
    *,
    conflict: str,
    least: float,
    lower: Array | float | None = None,
    upper: Array | float | None = None,
    convex: bool = True,
    weight: float = 1.0,
) -> Infeasible:
    """Return the problem of these constraints with a strictly convex objective."""
    x0 = np.asarray(start, dtype=float)
    ordered = (*_of(constraints, True), *_of(constraints, False))
    blocks, at = [], 0
    for constraint in ordered:
        stop = at + len(constraint.rows(x0)[0])
        blocks.append(Block(constraint.name, at, stop, constraint.linear))
        at = stop
    equalities = sum(
        block.stop - block.start
        for block, constraint in zip(blocks, ordered, strict=True)
        if constraint.equality
    )
    problem = Problem(
        Gathered(x0 + 1.0, constraints, weight),
        x0,
        lower=None if lower is None else np.broadcast_to(np.asarray(lower, float), x0.shape).copy(),
        upper=None if upper is None else np.broadcast_to(np.asarray(upper, float), x0.shape).copy(),
        blocks=blocks,
        equalities=equalities,
        quadratic=True,
        convex=convex,
    )
    return Infeasible(name, problem, frozenset(conflict.split()), least)


def affine(name: str, matrix: Array, right: Array, *, equality: bool = False) -> Constraint:
    """Return matrix*x == right, or <= right."""
    A, b = np.atleast_2d(matrix).astype(float), np.atleast_1d(right).astype(float)
    return Constraint(name, lambda x: (A @ x - b, A), equality, linear=True)


def disk(name: str, centre: Array, radius: float, *, outside: bool = False) -> Constraint:
    """Return |x - centre|^2 <= radius^2, or >=."""
    sign = -1.0 if outside else 1.0

    def rows(x: Array) -> tuple[Array, Array]:
        rest = x - centre
        return sign * np.array([rest @ rest - radius**2]), sign * 2 * rest[None]

    return Constraint(name, rows)


def ones(size: int) -> Array:
    return np.ones((1, size))


def apart(size: int, gap: float) -> Infeasible:
    """Return two half-spaces that face away from each other."""
    normal = np.random.default_rng(size).standard_normal(size)
    normal /= np.linalg.norm(normal)
    return build(
        f"half-spaces {gap:g} apart, {size}",
        np.zeros(size),
        [
            affine("below", normal, np.array([-gap])),
            affine("above", -normal, np.array([0.0])),
            affine("harmless", ones(size), np.array([10.0 * size])),
        ],
        conflict="below above",
        least=gap / 2,
    )


def parallel(size: int) -> Infeasible:
    """Return two equalities with the same left side."""
    normal = np.random.default_rng(size).uniform(1, 2, size)
    return build(
        f"parallel planes, {size}",
        np.zeros(size),
        [
            affine("one", normal, np.array([1.0]), equality=True),
            affine("two", normal, np.array([2.0]), equality=True),
        ],
        conflict="one two",
        least=0.5,
    )


def overdetermined(size: int) -> Infeasible:
    """Return more equations than unknowns, all in one block."""
    generator = np.random.default_rng(100 + size)
    A, b = generator.standard_normal((2 * size, size)), generator.standard_normal(2 * size)
    rest = b - A @ np.linalg.lstsq(A, b, rcond=None)[0]
    return build(
        f"too many equations, {size}",
        np.zeros(size),
        [affine("equations", A, b, equality=True)],
        conflict="equations",
        least=float(np.linalg.norm(rest) / np.sqrt(2 * size)),
    )


def box_against_sum(size: int) -> Infeasible:
    """Return a sum that the box cannot reach."""
    return build(
        f"box against sum, {size}",
        np.full(size, 0.5),
        [affine("total", ones(size), np.array([size + 1.0]), equality=True)],
        conflict="total",
        least=1.0,
        lower=0.0,
        upper=1.0,
    )


def negative_sum(size: int) -> Infeasible:
    """Return a negative sum of non-negative variables, beside a constraint that holds."""
    return build(
        f"negative sum, {size}",
        np.ones(size),
        [
            affine("negative", ones(size), np.array([-1.0])),
            affine("harmless", np.eye(size)[:1], np.array([100.0])),
        ],
        conflict="negative",
        least=1.0,
        lower=0.0,
    )


def ring(size: int) -> Infeasible:
    """Return x1 < x2 < ... < x1: each pair may hold, all together cannot."""
    A = np.eye(size) - np.roll(np.eye(size), 1, axis=1)
    constraints = [affine(f"c{k + 1}", A[k], np.array([-0.1])) for k in range(size)]
    return build(
        f"ring, {size}",
        np.zeros(size),
        constraints,
        conflict=" ".join(c.name for c in constraints),
        least=0.1,
    )


def farkas(size: int, rows: int) -> Infeasible:
    """Return A x <= b with a positive combination that says 0 <= -1, among rows that can hold."""
    generator = np.random.default_rng(200 + size)
    A = generator.standard_normal((rows, size))
    b = generator.uniform(0, 1, rows)
    weights = generator.uniform(0.5, 1.0, rows)
    A[-1] = -weights[:-1] @ A[:-1] / weights[-1]
    b[-1] = (-1.0 - weights[:-1] @ b[:-1]) / weights[-1]
    return build(
        f"contradiction of {rows} rows, {size}",
        np.zeros(size),
        [affine("rows", A, b), affine("harmless", ones(size), np.array([1e3 * size]))],
        conflict="rows",
        least=float(1.0 / weights.sum()),
    )


def separate_disks(size: int, gap: float) -> Infeasible:
    """Return two balls of radius one that do not meet."""
    centre = np.zeros(size)
    centre[0] = 2 + gap
    far = (1 + gap / 2) ** 2 - 1  # in the middle both are missed by this, elsewhere one by more
    return build(
        f"balls {gap:g} apart, {size}",
        np.full(size, 0.3),
        [disk("left", np.zeros(size), 1.0), disk("right", centre, 1.0)],
        conflict="left right",
        least=far,
    )


def ball_against_plane(size: int) -> Infeasible:
    """Return a ball of radius one and a plane at the distance two."""
    normal = ones(size) / np.sqrt(size)
    return build(
        f"ball against plane, {size}",
        np.zeros(size),
        [
            disk("ball", np.zeros(size), 1.0),
            affine("plane", normal, np.array([2.0]), equality=True),
        ],
        conflict="ball plane",
        least=0.697,  # the least of max(t^2 - 1, 2 - t) is at t = (sqrt 13 - 1)/2
    )


def outside_of_box(size: int) -> Infeasible:
    """Ask for a length that the box does not hold: not convex."""
    return build(
        f"longer than the box, {size}",
        np.full(size, 0.4),
        [disk("long", np.zeros(size), 2.0 * np.sqrt(size), outside=True)],
        conflict="long",
        least=3.0 * size,
        lower=-1.0,
        upper=1.0,
        convex=False,
    )


def exponential_below_zero(size: int) -> Infeasible:
    """Ask for a sum of exponentials of at most -1."""

    def rows(x: Array) -> tuple[Array, Array]:
        e = np.exp(x)
        return np.array([e.sum() + 1.0]), e[None]

    return build(
        f"exponentials below zero, {size}",
        np.zeros(size),
        [Constraint("exponentials", rows)],
        conflict="exponentials",
        least=1.0,
        lower=-5.0,
        upper=5.0,
    )


def square_is_negative(size: int) -> Infeasible:
    """Ask for squares that sum to -1 as an equality."""
    return build(
        f"negative square, {size}",
        np.ones(size),
        [Constraint("square", lambda x: (np.array([x @ x + 1.0]), 2 * x[None]), equality=True)],
        conflict="square",
        least=1.0,
        convex=False,
    )


def sine_above_one() -> Infeasible:
    """Ask for sin(x) sin(y) == 2 in a box."""

    def rows(x: Array) -> tuple[Array, Array]:
        s, c = np.sin(x), np.cos(x)
        return np.array([s[0] * s[1] - 2.0]), np.array([[c[0] * s[1], s[0] * c[1]]])

    return build(
        "sines above one",
        np.array([1.0, 1.0]),
        [Constraint("sines", rows, equality=True)],
        conflict="sines",
        least=1.0,
        lower=-10.0,
        upper=10.0,
        convex=False,
    )


def hyperbola_below_line() -> Infeasible:
    """Ask for x*y >= 1 and x + y <= 1 with positive numbers."""

    def rows(x: Array) -> tuple[Array, Array]:
        return np.array([1.0 - x[0] * x[1]]), -x[::-1][None]

    return build(
        "hyperbola below a line",
        np.array([0.5, 0.2]),
        [Constraint("hyperbola", rows), affine("line", ones(2), np.array([1.0]))],
        conflict="hyperbola line",
        least=0.4,  # on the diagonal both are missed by t where t = 1 - (1 + t)^2/4
        lower=0.0,
        convex=False,
    )


def flow(size: int) -> Infeasible:
    """Send 2 through a chain of pipes of which one carries 1 at most."""
    A = np.eye(size)[:-1] - np.eye(size, k=1)[:-1]
    return build(
        f"narrow pipe, {size}",
        np.zeros(size),
        [
            affine("chain", A, np.zeros(size - 1), equality=True),
            affine("supply", np.eye(size)[:1], np.array([2.0]), equality=True),
            affine("pipe", np.eye(size)[-1:], np.array([1.0])),
        ],
        conflict="chain supply pipe",
        least=1.0 / (size + 1),
        lower=0.0,
    )


def transport(size: int) -> Infeasible:
    """Return transport whose supplies and demands have different sums."""
    rows = np.kron(np.eye(size), np.ones(size))
    columns = np.kron(np.ones(size), np.eye(size))
    return build(
        f"unbalanced transport, {size**2}",
        np.full(size**2, 1.0 / size),
        [
            affine("supply", rows, np.ones(size), equality=True),
            affine("demand", columns, np.full(size, 1.1), equality=True),
        ],
        conflict="supply demand",
        least=0.05,
        lower=0.0,
    )


def badly_scaled(factor: float) -> Infeasible:
    """Return two half-spaces apart, one of them in absurd units."""
    normal = np.array([1.0, 2.0, -1.0])
    return build(
        f"half-spaces, one times {factor:g}",
        np.zeros(3),
        [
            affine("below", factor * normal, np.array([-factor])),
            affine("above", -normal, np.array([-1.0])),
        ],
        conflict="below above",
        least=min(1.0, factor),
    )


CASES: tuple[Infeasible, ...] = (
    *(apart(size, gap) for size in (2, 20, 200) for gap in (1.0, 0.01)),
    *(parallel(size) for size in (2, 30)),
    *(overdetermined(size) for size in (2, 10, 60)),
    *(box_against_sum(size) for size in (2, 20, 200)),
    *(negative_sum(size) for size in (2, 50)),
    *(ring(size) for size in (3, 10)),
    *(farkas(size, rows) for size, rows in ((3, 4), (20, 15), (100, 60))),
    *(separate_disks(size, gap) for size in (2, 30) for gap in (1.0, 0.05)),
    *(ball_against_plane(size) for size in (3, 100)),
    *(outside_of_box(size) for size in (2, 50)),
    *(exponential_below_zero(size) for size in (2, 40)),
    *(square_is_negative(size) for size in (2, 60)),
    sine_above_one(),
    hyperbola_below_line(),
    *(flow(size) for size in (3, 12)),
    *(transport(size) for size in (2, 6)),
    *(badly_scaled(factor) for factor in (1e-4, 1e4)),
)
