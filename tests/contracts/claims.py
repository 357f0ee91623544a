"""Hold what the analysis claims against numbers: signs, curvature, symmetry, definiteness."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gennaker.expressions import Curvature, Facts, Node, Sign, postorder
from gennaker.language.classify import holds_variable
from gennaker.operations.bounds import signs_from_bounds
from gennaker.operations.convexity import Analysis
from tests.contracts.evaluate import Array, evaluate, length

if TYPE_CHECKING:
    from gennaker.expressions.problem import Problem, Symbol

__all__ = ["false_claims"]

ROUNDING = 1e-9
LARGEST = 1e6
UNDERFLOW_FREE = 20.0
SCALES = (0.1, 1.0, 3.0)


class _Trial:
    """A checked problem with random data, at which random points are tried."""

    def __init__(self, problem: Problem, seed: int) -> None:
        self.problem = problem
        self.random = np.random.default_rng(seed)
        self.signs = signs_from_bounds(problem.bounds, problem.variables)
        self.nodes = postorder(problem.roots)
        names = {name for size in problem.dimensions.values() for name, _ in size.terms}
        values = {name: int(self.random.integers(2, 5)) for name in sorted(names)}
        self.sizes = {name: length(size, values) for name, size in problem.dimensions.items()}
        self.data = {
            symbol.node: self._draw(symbol, _promised(symbol.attributes))
            for symbol in problem.parameters
        }

    def _draw(self, symbol: Symbol, sign: Sign) -> Array:
        shape = symbol.node.shape
        size = (length(shape.rows, self.sizes), length(shape.columns, self.sizes))
        value = self.random.choice(SCALES) * self.random.standard_normal(size)
        if sign & Sign.ZERO and self.random.random() < 0.3:
            value[self.random.random(size) < 0.3] = 0.0
        if not sign & Sign.NEGATIVE:
            value = np.abs(value)
        elif not sign & Sign.POSITIVE:
            value = -np.abs(value)
        if sign is Sign.ZERO:
            value = np.zeros(size)
        if "psd" in symbol.attributes:
            return value @ value.T
        if "symmetric" in symbol.attributes:
            return (value + value.T) / 2 + self.random.choice((0.0, 2.0, 9.0)) * np.eye(*size)
        return value

    def point(self) -> dict[Node, Array]:
        """Return values of the variables that keep to their signs."""
        return {
            symbol.node: self._draw(symbol, self.signs[symbol.node])
            for symbol in self.problem.variables
        }

    def evaluated(self, point: dict[Node, Array]) -> dict[Node, Array]:
        return evaluate(tuple(self.nodes), self.data | point, self.sizes)


def _promised(attributes: tuple[str, ...]) -> Sign:
    if "positive" in attributes:
        return Sign.POSITIVE
    return Sign.NONNEGATIVE if "nonnegative" in attributes else Sign.UNKNOWN


def false_claims(problem: Problem, seed: int, pairs: int = 8) -> dict[Node, str]:
    """Return the expressions of which the analysis says something that numbers refute."""
    trial = _Trial(problem, seed)
    analysis = Analysis(trial.signs)
    facts = {node: analysis.facts(node) for node in trial.nodes}
    wrong = {node: why for node in trial.nodes if (why := _inconsistent(node, facts[node]))}
    for _ in range(pairs):
        first, last = trial.point(), trial.point()
        weight = trial.random.choice((0.5, 0.5, 0.1, 0.99))
        between = {node: weight * first[node] + (1 - weight) * last[node] for node in first}
        values = [trial.evaluated(point) for point in (first, last, between)]
        sizes = _magnitudes(trial.nodes, values)
        for node in trial.nodes:
            if sizes[node] < LARGEST and node not in wrong:
                at_node = [value[node] for value in values]
                why = _refuted(facts[node], at_node, weight, sizes[node])
                if why:
                    wrong[node] = why
    return wrong


def _inconsistent(node: Node, fact: Facts) -> str:
    if not fact.sign:
        return "no sign is possible"
    if fact.is_constant is holds_variable(node, {}):
        return f"{fact.curvature}, but a variable occurs in it or none does"
    if bool(fact.reason) is not (fact.curvature is Curvature.UNKNOWN):
        return f"{fact.curvature} with the reason {fact.reason!r}"
    return "semidefinite but not symmetric" if fact.psd and not fact.symmetric else ""


def _magnitudes(nodes: list[Node], values: list[dict[Node, Array]]) -> dict[Node, float]:
    """Return the largest number that occurs on the way to each node, for the rounding error.

    What is made from an infinite number, such as one over it, has left the domain.
    """
    found: dict[Node, float] = {}
    for node in nodes:
        own = [np.abs(value[node]) for value in values]
        largest = max(float(np.max(part, where=np.isfinite(part), initial=0.0)) for part in own)
        found[node] = max([largest, *(found[arg] for arg in node.args)])
        if any(np.isinf(value[arg]).any() for arg in node.args for value in values):
            found[node] = np.inf
    return found


def _refuted(fact: Facts, values: list[Array], weight: float, size: float) -> str:
    error = ROUNDING * (1 + size)
    for value in values:
        entries = value[np.isfinite(value)]
        lost = size < UNDERFLOW_FREE and not fact.sign & Sign.ZERO and np.any(entries == 0)
        if lost or _is_sign_wrong(fact.sign, entries, error):
            return f"sign {fact.sign}, but {entries}"
        if fact.symmetric and entries.size == value.size and np.abs(value - value.T).max() > error:
            return "not symmetric"
        if fact.psd and entries.size == value.size and np.linalg.eigvalsh(value).min() < -error:
            return "not semidefinite"
    first, last, between = values
    inside = np.isfinite(first) & np.isfinite(last)
    gap = between[inside] - weight * first[inside] - (1 - weight) * last[inside]
    if fact.curvature.is_convex and not np.all(gap <= error):  # also where the middle is NaN
        return f"{fact.curvature}, but {gap}"
    if fact.curvature.is_concave and not np.all(gap >= -error):
        return f"{fact.curvature}, but {gap}"
    return ""


def _is_sign_wrong(sign: Sign, entries: Array, error: float) -> bool:
    if not sign & Sign.NEGATIVE and np.any(entries < -error):
        return True
    return not sign & Sign.POSITIVE and bool(np.any(entries > error))
