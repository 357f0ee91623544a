"""The derivatives of a checked problem, as expressions in matrices and vectors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gennaker.calculus.lower import Lowering
from gennaker.calculus.raising import Raising
from gennaker.calculus.reverse import contract, derivatives
from gennaker.calculus.tensor import Factor, Graph, Tensor
from gennaker.expressions.derived import DerivedProblem, Product
from gennaker.expressions.node import Node
from gennaker.expressions.problem import Problem
from gennaker.expressions.shape import Shape
from gennaker.expressions.sign import Sign
from gennaker.operations.convexity import Analysis
from gennaker.operations.leaves import PARAMETER, symbol

__all__ = ["Derivation"]


class Derivation:
    r"""Differentiates the expressions of one problem over one graph, so that all parts share.

    ``signs`` are those that bounds promise for variables; with them an absolute value is smooth
    inside the bounds, and wrong outside.

    Example:
        >>> from gennaker.language.check import read
        >>> from gennaker.expressions.show import text
        >>> problem = read("parameters\n Matrix A\nvariables\n Vector x\nmin\n x'*A*x")
        >>> derivation = Derivation(problem)
        >>> text(derivation.gradient()[0])
        "A*x + A'*x"

    """

    def __init__(self, problem: Problem, signs: Mapping[Node, Sign] | None = None) -> None:
        self.problem = problem
        self._signs = signs or {}
        symbols = (*problem.parameters, *problem.variables, *problem.lets)
        self._taken = {*(symbol.name for symbol in symbols), *problem.dimensions}
        self._graph = Graph()
        self._lowering = Lowering(self._graph, Analysis(self._signs))
        self._raising = Raising()
        self._by = [self._lowering.tensor(item.node) for item in problem.variables]
        self._objective = self._lowering.tensor(problem.objective)
        self._constraints = [self._lowering.tensor(c.function) for c in problem.constraints]

    @property
    def objective(self) -> Node:
        """The objective in normal form."""
        return self._raising.node(self._objective)

    @property
    def constraints(self) -> tuple[Node, ...]:
        """The functions of the general constraints in normal form."""
        return tuple(map(self._raising.node, self._constraints))

    @property
    def lets(self) -> tuple[Node, ...]:
        """The named expressions in normal form."""
        return tuple(
            self._raising.node(self._lowering.tensor(let.value)) for let in self.problem.lets
        )

    def derived(self) -> DerivedProblem:
        """Return everything that the functions of the problem compute."""
        count = len(self.problem.constraints)
        names = ["v"] if count == 1 else [f"v{place + 1}" for place in range(count)]
        directions = [f"d_{symbol.name}" for symbol in self.problem.variables]
        return DerivedProblem(
            problem=self.problem,
            signs=self._signs,
            objective=self.objective,
            gradient=self.gradient(),
            constraints=self.constraints,
            lets=self.lets,
            products=tuple(
                self.constraint_product(place, name) for place, name in enumerate(names)
            ),
            lagrangian=self.lagrangian(names),
            hessian_product=self.hessian_product(directions),
        )

    def gradient(self) -> tuple[Node, ...]:
        """Return the gradient of the objective, by variable."""
        return self._raised(derivatives(self._graph, self._objective, self._by))

    def constraint_product(self, place: int, name: str = "v") -> Product:
        """Return the transposed Jacobian of one constraint times weights called ``name``."""
        root = self._constraints[place]
        weights, tensor = self._weights(name, root)
        return Product((weights,), self._raised(contract(self._graph, root, tensor, self._by)))

    def lagrangian(self, names: Iterable[str]) -> Product:
        """Return the gradient of the objective plus all constraints times their weights."""
        graph = self._graph
        total = [(1.0, self._objective)]
        weights: list[Node] = []
        for root, name in zip(self._constraints, names, strict=True):
            node, tensor = self._weights(name, root)
            weights.append(node)
            every = tuple(range(root.order))
            total.append((1.0, graph.product([Factor(tensor, every), Factor(root, every)], (), {})))
        lagrangian = graph.sum(total, ())
        return Product(tuple(weights), self._raised(derivatives(graph, lagrangian, self._by)))

    def hessian_product(self, names: Iterable[str]) -> Product:
        """Return the Hessian of the objective times a direction given by variable."""
        graph = self._graph
        directions: list[Node] = []
        terms: list[tuple[float, Tensor]] = []
        first = derivatives(graph, self._objective, self._by)
        for part, leaf, name in zip(first, self._by, names, strict=True):
            node, tensor = self._weights(name, leaf)
            directions.append(node)
            every = tuple(range(leaf.order))
            product = graph.product([Factor(tensor, every), Factor(part, every)], (), {})
            terms.append((1.0, product))
        slope = graph.sum(terms, ())
        return Product(tuple(directions), self._raised(derivatives(graph, slope, self._by)))

    def second(self) -> tuple[tuple[Node, ...], ...]:
        """Return the Hessian of the objective in blocks; raises ``NotAMatrixError`` for tensors."""
        first = derivatives(self._graph, self._objective, self._by)
        return tuple(self._raised(derivatives(self._graph, part, self._by)) for part in first)

    def jacobian(self, let: int, order: int = 1) -> Node:
        """Return the derivative of a named expression by the first variable, once or twice.

        The axes of the expression come first; what matrices cannot express comes in index
        notation.
        """
        tensor = self._lowering.tensor(self.problem.lets[let].value)
        for _ in range(order):
            tensor = derivatives(self._graph, tensor, self._by[:1])[0]
        return self._raising.node(tensor)

    def _weights(self, name: str, like: Tensor) -> tuple[Node, Tensor]:
        while name in self._taken:  # a leaf of the same name would be the user's own
            name += "_"
        shape = self._raising.node(like).shape
        words = frozenset({"symmetric"}) if like.symmetric else frozenset[str]()
        node = symbol(PARAMETER, name, Shape(shape.kind, shape.axes), words)
        return node, self._graph.leaf(node)

    def _raised(self, tensors: Iterable[Tensor]) -> tuple[Node, ...]:
        return tuple(self._raising.node(tensor) for tensor in tensors)
