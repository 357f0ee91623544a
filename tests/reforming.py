"""Judges the reform of a model by numbers: both problems, evaluated apart from the generated code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np
from scipy import optimize

from gennaker.expressions.node import Node
from gennaker.expressions.problem import Problem
from gennaker.language.check import read
from gennaker.reform.reform import reform
from gennaker.reform.reformed import Reformed
from tests.contracts.evaluate import Array, evaluate, length

CLOSE = 1e-9
TRIES = 20
Values = dict[Node, Array]


@dataclass(frozen=True)
class Both:
    """A model and its reform over the same random data."""

    reformed: Reformed
    data: Values
    sizes: dict[str, int]

    def at(self, problem: Problem, point: dict[str, Array], *nodes: Node) -> list[Array]:
        """Evaluate expressions of a problem where its variables have some values."""
        values = self.data | {item.node: point[item.name] for item in problem.variables}
        found = evaluate(nodes, values, self.sizes)
        return [found[node] for node in nodes]

    def moved(self, point: dict[str, Array]) -> dict[str, Array]:
        """Return where the new variables start."""
        starts = self.reformed.starts
        return dict(zip(starts, self.at(self.reformed.user, point, *starts.values()), strict=True))

    def back(self, point: dict[str, Array]) -> dict[str, Array]:
        """Return the user's variables at a point of the smooth problem."""
        names, nodes = self.reformed.variables, self.reformed.variables.values()
        return dict(zip(names, self.at(self.reformed.problem, point, *nodes), strict=True))

    def objective(self, point: dict[str, Array], *, user: bool = False) -> float:
        """Return what is minimised, of the user's model or of the smooth one."""
        problem = self.reformed.user if user else self.reformed.problem
        value = float(self.at(problem, point, problem.objective)[0][0, 0])
        if not user:
            value += self._paid(point)
        return -value if problem.maximize else value

    def _paid(self, point: dict[str, Array]) -> float:
        """Return the price of what is missed."""
        problem, prices = self.reformed.problem, self.reformed.prices
        total = 0.0
        for item in problem.constraints:
            if item.name in prices:
                c, low, high = self.at(problem, point, item.function, *prices[item.name])
                assert np.all(low <= high)
                total += float(np.sum(np.maximum(low * c, high * c)))
        return total

    def constraints(self, point: dict[str, Array], *, user: bool = False) -> dict[str, Array]:
        """Return the values of the constraints by name."""
        problem = self.reformed.user if user else self.reformed.problem
        nodes = [item.function for item in problem.constraints]
        names = [item.name for item in problem.constraints]
        return dict(zip(names, self.at(problem, point, *nodes), strict=True))

    def excess(self, point: dict[str, Array], *, user: bool = False) -> float:
        """Return the largest violation of a bound, of the user's or of the smooth problem."""
        problem = self.reformed.user if user else self.reformed.problem
        worst = -np.inf
        for bound in problem.bounds:
            for side, sign in ((bound.lower, -1), (bound.upper, 1)):
                if side is not None:
                    target, value = self.at(problem, point, bound.target, side)
                    worst = max(worst, float(np.max(sign * (target - value))))
        return worst

    def slack_excess(self, point: dict[str, Array]) -> float:
        """Return the largest violation of bounds and of constraints that were introduced."""
        values = self.constraints(point)
        worst = self.excess(point)
        pairs = zip(self.reformed.problem.constraints, self.reformed.constraints, strict=True)
        for item, source in pairs:
            if source is None and item.name not in self.reformed.prices:
                value = values[item.name]
                worst = max(worst, float(np.max(np.abs(value) if item.equality else value)))
        return worst


def both(text: str, seed: int = 0, *, priced: bool = False, **given: Array) -> Both:
    """Read and reform a model, and draw data for it."""
    problem = read(text)
    random = np.random.default_rng(seed)
    names = dict.fromkeys(name for value in problem.dimensions.values() for name, _ in value.terms)
    free = {name: (4, 3, 5, 2)[place % 4] for place, name in enumerate(names)}
    sizes = free | {name: length(value, free) for name, value in problem.dimensions.items()}
    data: Values = {}
    for item in problem.parameters:
        value = random.standard_normal(_shape(item.node, sizes))
        if "symmetric" in item.attributes:
            value = value + value.T
        if {"nonnegative", "positive"} & {*item.attributes}:
            value = np.abs(value)
        data[item.node] = np.reshape(given.get(item.name, value), value.shape)
    return Both(reform(problem, priced=priced), data, sizes)


def _name(variable: Node) -> str:
    return cast("tuple[str, object]", variable.payload)[0]


def _shape(node: Node, sizes: dict[str, int]) -> tuple[int, int]:
    return length(node.shape.rows, sizes), length(node.shape.columns, sizes)


def random_point(pair: Both, seed: int = 0) -> dict[str, Array]:
    """Draw a point of the user's, and move it into bounds on whole variables."""
    random = np.random.default_rng([seed, 1])
    problem = pair.reformed.user
    point = {
        item.name: random.standard_normal(_shape(item.node, pair.sizes))
        for item in problem.variables
    }
    for bound in problem.bounds:
        if bound.target is bound.variable:
            name = _name(bound.variable)
            for side, tighter in ((bound.lower, np.maximum), (bound.upper, np.minimum)):
                if side is not None:
                    point[name] = tighter(point[name], pair.at(problem, point, side)[0])
    return point


def check_equivalence(pair: Both, seed: int = 0) -> int:
    """Check that no point is lost, and that none looks better than it is.

    Returns how many points of the smooth problem were looked at. Every point of the user's has
    one in the smooth problem with the same values; at any other that its new constraints allow,
    objective and constraints are at least as large as the user's.
    """
    reformed = pair.reformed
    point = random_point(pair, seed)
    smooth = pair.moved(point)
    assert pair.excess(point, user=True) <= CLOSE
    assert pair.slack_excess(smooth) <= CLOSE
    _compare(pair, point, smooth, exact=True)
    random = np.random.default_rng([seed, 2])
    kept = 0
    changed = [name for name in reformed.starts if name not in reformed.variables]
    for _ in range(TRIES if changed else 0):
        other = dict(smooth)
        shared = np.abs(random.standard_normal()) * random.choice([0, 0.1, 3])
        for name in changed:
            by = shared if name.endswith(("_plus", "_minus")) else random.choice([0, -1, 1, 30])
            other[name] = smooth[name] + by
        if pair.slack_excess(other) <= CLOSE:
            kept += 1
            _compare(pair, pair.back(other), other, exact=False)
    return kept


def _compare(pair: Both, user: dict[str, Array], smooth: dict[str, Array], *, exact: bool) -> None:
    value, found = pair.objective(user, user=True), pair.objective(smooth)
    if pair.reformed.factor is not None:
        value = value**2
    _at_least(value, found, exact=exact)
    values, rewritten = pair.constraints(user, user=True), pair.constraints(smooth)
    for item in pair.reformed.user.constraints:
        _at_least(values[item.name], rewritten[item.name], exact=exact or item.equality)


def _at_least(small: Array | float, large: Array | float, *, exact: bool) -> None:
    room = CLOSE * (1 + np.abs(small))
    assert np.all(np.asarray(large) >= small - room)
    if exact:
        np.testing.assert_allclose(large, small, rtol=1e-9, atol=1e-9)


def solve_smooth(pair: Both, start: dict[str, Array]) -> tuple[float, dict[str, Array]]:
    """Minimise the smooth problem with SciPy; return the objective and the user's variables."""
    problem = pair.reformed.problem
    shapes = {item.name: _shape(item.node, pair.sizes) for item in problem.variables}

    def unpack(vector: Array) -> dict[str, Array]:
        parts, place = {}, 0
        for name, shape in shapes.items():
            size = shape[0] * shape[1]
            parts[name] = vector[place : place + size].reshape(shape)
            place += size
        return parts

    def stacked(vector: Array, *, equality: bool) -> Array:
        values = pair.constraints(unpack(vector))
        chosen = [-values[c.name].ravel() for c in problem.constraints if c.equality is equality]
        return np.concatenate(chosen)

    kinds = {item.equality for item in problem.constraints}
    constraints = [
        {"type": "eq" if kind else "ineq", "fun": lambda v, kind=kind: stacked(v, equality=kind)}
        for kind in kinds
    ]
    first = pair.moved(start)
    lower = {item.name: np.full(shapes[item.name], -np.inf) for item in problem.variables}
    upper = {name: -value for name, value in lower.items()}
    for bound in problem.bounds:
        name = _name(bound.variable)
        assert bound.target is bound.variable
        if bound.lower is not None:
            lower[name] = np.maximum(lower[name], pair.at(problem, first, bound.lower)[0])
        if bound.upper is not None:
            upper[name] = np.minimum(upper[name], pair.at(problem, first, bound.upper)[0])
    found = optimize.minimize(
        lambda v: pair.objective(unpack(v)),
        np.concatenate([first[name].ravel() for name in shapes]),
        method="SLSQP",
        bounds=[
            limits
            for name in shapes
            for limits in zip(lower[name].ravel(), upper[name].ravel(), strict=True)
        ],
        constraints=constraints,
        options={"ftol": 1e-13, "maxiter": 400},
    )
    assert found.success, found.message
    user = pair.back(unpack(found.x))
    return pair.objective(user, user=True), user
