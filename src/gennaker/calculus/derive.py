"""The derivatives of a checked problem, as expressions in matrices and vectors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import cast

from gennaker.calculus.conjugate import find_slope
from gennaker.calculus.degree import degree
from gennaker.calculus.images import Images, find_images, is_cheap
from gennaker.calculus.lower import Lowering
from gennaker.calculus.raising import Raising
from gennaker.calculus.reverse import contract, derivatives, order_of_evaluation
from gennaker.calculus.rows import row_sums
from gennaker.calculus.separable import is_separable
from gennaker.calculus.tensor import Factor, Graph, Tensor, coefficients
from gennaker.calculus.terms import find_entropies
from gennaker.expressions.derived import DerivedProblem, Limit, Product, Rays
from gennaker.expressions.node import Node, make
from gennaker.expressions.problem import Problem
from gennaker.expressions.shape import SCALAR, Shape
from gennaker.expressions.sign import Sign
from gennaker.expressions.structure import Conjugate, Structure
from gennaker.operations.convexity import Analysis
from gennaker.operations.leaves import FILL, PARAMETER, symbol
from gennaker.operations.products import NEG

__all__ = ["Derivation"]


class Derivation:
    r"""Differentiates the expressions of one problem over one graph, so that all parts share.

    ``signs`` are those that bounds promise for variables; with them an absolute value is smooth
    inside the bounds, and wrong outside. ``known`` is an analysis with these signs, to go on with.

    Example:
        >>> from gennaker.language.check import read
        >>> from gennaker.expressions.show import text
        >>> problem = read("parameters\n Matrix A\nvariables\n Vector x\nmin\n x'*A*x")
        >>> derivation = Derivation(problem)
        >>> text(derivation.gradient()[0])
        "A*x + A'*x"

    """

    def __init__(
        self,
        problem: Problem,
        signs: Mapping[Node, Sign] | None = None,
        known: Analysis | None = None,
    ) -> None:
        self.problem = problem
        self._signs = signs or {}
        symbols = (*problem.parameters, *problem.variables, *problem.lets)
        self._taken = {*(symbol.name for symbol in symbols), *problem.dimensions}
        self._graph = Graph()
        self._analysis = known or Analysis(self._signs)
        self._lowering = Lowering(self._graph, self._analysis, problem.dimensions)
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

    def derived(self, *, lean: bool = False) -> DerivedProblem:
        """Return everything that the functions of the problem compute.

        ``lean`` leaves out what a solver does not call: it goes by the derivatives along rays.
        """
        count = len(self.problem.constraints)
        names = ["v"] if count == 1 else [f"v{place + 1}" for place in range(count)]
        directions = [f"d_{symbol.name}" for symbol in self.problem.variables]
        second = self._directions if lean else self.hessian_product
        return DerivedProblem(
            problem=self.problem,
            signs=self._signs,
            objective=self.objective,
            gradient=() if lean else self.gradient(),
            constraints=self.constraints,
            lets=self.lets,
            products=()
            if lean
            else tuple(self.constraint_product(place, name) for place, name in enumerate(names)),
            lagrangian=(lagrangian := self.lagrangian(names)),
            hessian_product=(hessian := second(directions)),
            rays=self.rays(lagrangian, hessian.weights),
            limits=self.limits(),
            structure=self._form if lean else self.structure,
            lean=lean,
        )

    @cached_property
    def structure(self) -> Structure:
        """What is known about the form of the problem."""
        form = self._form
        if form.separable and form.curvature.is_convex:
            return replace(form, conjugate=self._conjugate())
        return form

    @cached_property
    def _form(self) -> Structure:
        """What a solver is told of it: no conjugate, which takes longest to find."""
        found = self._analysis.facts(self.problem.objective)
        return Structure(
            objective=degree(self._objective),
            constraints=tuple(map(degree, self._constraints)),
            curvature=found.curvature,
            reason=found.reason,
            separable=is_separable(self._objective),
            entropies=find_entropies(self._objective, self._by),
            row_sums=row_sums((self._objective, *self._constraints)),
        )

    def _conjugate(self) -> Conjugate | None:
        """Return where the objective has given slopes, if all variables have a closed form."""

        def is_nonnegative(tensor: Tensor) -> bool:
            sign = self._analysis.facts(self._raising.node(tensor)).sign
            return sign.within(Sign.NONNEGATIVE)

        slopes: list[Node] = []
        points: list[Node] = []
        for item, part, leaf in zip(self.problem.variables, self._first, self._by, strict=True):
            node, slope = self._weights(f"s_{item.name}", leaf)
            found = find_slope(self._graph, part, leaf, slope, is_nonnegative)
            if found is None:
                return None
            slopes.append(node)
            points.append(self._raising.node(found))
        return Conjugate(tuple(slopes), tuple(points))

    def gradient(self) -> tuple[Node, ...]:
        """Return the gradient of the objective, by variable."""
        return self._raised(self._first)

    @cached_property
    def _first(self) -> list[Tensor]:
        """The gradient of the objective as tensors."""
        return derivatives(self._graph, self._objective, self._by)

    def constraint_product(self, place: int, name: str = "v") -> Product:
        """Return the transposed Jacobian of one constraint times weights called ``name``."""
        root = self._constraints[place]
        weights, tensor = self._weights(name, root, any_matrix=True)
        return Product((weights,), self._raised(contract(self._graph, root, tensor, self._by)))

    def lagrangian(self, names: Iterable[str]) -> Product:
        """Return the gradient of the objective plus all constraints times their weights."""
        pairs = [
            self._weights(name, root, any_matrix=True)
            for root, name in zip(self._constraints, names, strict=True)
        ]
        tensors = (self._objective, *self._constraints)
        lagrangian = self._weighted(tensors, [tensor for _, tensor in pairs])
        by = self._raised(derivatives(self._graph, lagrangian, self._by))
        return Product(tuple(node for node, _ in pairs), by)

    def hessian_product(self, names: Iterable[str]) -> Product:
        """Return the Hessian of the objective times a direction given by variable."""
        graph = self._graph
        directions: list[Node] = []
        terms: list[tuple[float, Tensor]] = []
        for part, leaf, name in zip(self._first, self._by, names, strict=True):
            node, tensor = self._weights(name, leaf)
            directions.append(node)
            every = tuple(range(leaf.order))
            product = graph.product([Factor(tensor, every), Factor(part, every)], (), {})
            terms.append((1.0, product))
        slope = graph.sum(terms, ())
        return Product(tuple(directions), self._raised(derivatives(graph, slope, self._by)))

    def _directions(self, names: Iterable[str]) -> Product:
        """Return a direction for each variable, and no product with it."""
        pairs = zip(names, self._by, strict=True)
        return Product(tuple(self._weights(name, leaf)[0] for name, leaf in pairs), ())

    def rays(self, lagrangian: Product, along: tuple[Node, ...]) -> Rays:
        """Return objective and constraints over linear images, and the slope along directions.

        ``lagrangian`` is its gradient by variable, ``along`` a direction for each variable.
        """
        plain = (self.objective, *self.constraints)
        found = find_images(plain, lagrangian.by, self._taken)
        if not found.leaves:
            found = Images((), (), plain, lagrangian.by)
        without = Rays((), (), plain, lagrangian.by)
        if not found.leaves and not self.structure.is_quadratic:
            return without  # another point of a ray costs as much as any other point
        if not is_cheap(found.forward):
            return without
        names = [f"d_{_name(leaf)}" for leaf in found.leaves]
        tensors = [self._lowering.tensor(node) for node in found.forward]
        by = [self._graph.leaf(leaf) for leaf in found.leaves]
        changes = [self._weights(name, leaf)[0] for name, leaf in zip(names, by, strict=True)]
        slope = self._slope(tensors, lagrangian.weights, [*self._by, *by], [*along, *changes])
        if not is_cheap((slope,), {*lagrangian.weights, *along, *changes}):
            return without
        return Rays(
            found.leaves, found.values, found.forward, found.backward, slope, (*along, *changes)
        )

    def _slope(
        self,
        tensors: Sequence[Tensor],
        weights: Sequence[Node],
        by: Sequence[Tensor],
        along: Sequence[Node],
    ) -> Node:
        """Return the derivative of objective plus weighted constraints along directions."""
        graph = self._graph
        lagrangian = self._weighted(tensors, [graph.leaf(weight) for weight in weights])
        known = set(order_of_evaluation(tensors))
        terms: list[tuple[float, Tensor]] = []
        for part, node in zip(derivatives(graph, lagrangian, by), along, strict=True):
            direction = graph.leaf(node)
            every = tuple(range(part.order))
            split = part.op == "sum" and part not in known
            pieces = zip(coefficients(part), part.args, strict=True) if split else [(1.0, part)]
            for value, piece in pieces:
                factors = [Factor(direction, every), Factor(piece, every)]
                terms.append((value, graph.product(factors, (), {})))
        return self._raising.node(graph.sum(terms, ()))

    def _weighted(self, tensors: Sequence[Tensor], weights: Iterable[Tensor]) -> Tensor:
        """Return the objective plus all constraints times their weights."""
        total = [(1.0, tensors[0])]
        for root, weight in zip(tensors[1:], weights, strict=True):
            every = tuple(range(root.order))
            factors = [Factor(weight, every), Factor(root, every)]
            total.append((1.0, self._graph.product(factors, (), {})))
        return self._graph.sum(total, ())

    def limits(self) -> tuple[Limit, ...]:
        """Return the bounds in normal form; what is the same for all entries is a scalar."""
        return tuple(
            Limit(self._normal(item.target), self._side(item.lower), self._side(item.upper))
            for item in self.problem.bounds
        )

    def _normal(self, node: Node) -> Node:
        return self._raising.node(self._lowering.tensor(node))

    def _side(self, node: Node | None) -> Node | None:
        if node is None:
            return None
        found = self._normal(node)
        if found.op is NEG and found.args[0].op is FILL:
            return make(NEG, found.args[0].args, SCALAR)
        return found.args[0] if found.op is FILL else found

    def second(self) -> tuple[tuple[Node, ...], ...]:
        """Return the Hessian of the objective in blocks; raises ``NotAMatrixError`` for tensors."""
        return tuple(self._raised(derivatives(self._graph, part, self._by)) for part in self._first)

    def jacobian(self, let: int, order: int = 1) -> Node:
        """Return the derivative of a named expression by the first variable, once or twice.

        The axes of the expression come first; what matrices cannot express comes in index
        notation.
        """
        tensor = self._lowering.tensor(self.problem.lets[let].value)
        for _ in range(order):
            tensor = derivatives(self._graph, tensor, self._by[:1])[0]
        return self._raising.node(tensor)

    def _weights(self, name: str, like: Tensor, *, any_matrix: bool = False) -> tuple[Node, Tensor]:
        """Return a new leaf that is shaped, and unless it may be any matrix symmetric, as another.

        A direction of a symmetric variable is symmetric, but multipliers of a symmetric constraint
        need not be: each entry has its own.
        """
        while name in self._taken:  # a leaf of the same name would be the user's own
            name += "_"
        shape = self._raising.node(like).shape
        words = frozenset({"symmetric"}) if like.symmetric and not any_matrix else frozenset[str]()
        node = symbol(PARAMETER, name, Shape(shape.kind, shape.axes), words)
        return node, self._graph.leaf(node, varying=True)

    def _raised(self, tensors: Iterable[Tensor]) -> tuple[Node, ...]:
        return tuple(self._raising.node(tensor) for tensor in tensors)


def _name(leaf: Node) -> str:
    return cast("tuple[str, object]", leaf.payload)[0]
