"""Functions that people bring themselves, made the solver's functions of one flat vector."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gennaker.backends.space import Array, Space, space_of
from gennaker.errors import DataError
from gennaker.pipeline.finite_differences import Differences
from gennaker.pipeline.sides import Constraint, Part, parts_of
from gennaker.pipeline.vectors import as_number, as_vector, entries
from gennaker.solver.problem import Block, Problem

__all__ = ["CallableFunctions", "Objective", "Visit", "posed"]

KEPT_VISITS = 3


@dataclass(slots=True)
class Objective:
    """A value and a gradient as somebody wrote them, and how often each was called.

    ``jac`` is a function, or True where ``fun`` returns value and gradient together, or None where
    differences of the values must do.
    """

    fun: Callable[..., Any]
    jac: Callable[..., Any] | bool | None
    args: tuple[Any, ...] = ()
    values: int = 0
    gradients: int = 0


@dataclass(slots=True)
class Visit:
    """What is known of one point: values at once, derivatives when somebody has asked for them."""

    x: Array
    value: Any
    rows: list[Array]
    gradient: Array | None = None
    jacobians: dict[int, Any] = field(default_factory=dict[int, Any])


class CallableFunctions:
    """The objective and the constraints that somebody brought, over one flat vector.

    The functions get a copy of each point and what they return is copied, so that neither side
    can change what the other one holds. No point is evaluated twice in a row: its value, its
    gradient and its Jacobians are kept while the solver may still ask for them.
    """

    rays = False

    def __init__(
        self,
        objective: Objective,
        constraints: Sequence[Constraint],
        space: Space,
        differences: Differences,
    ) -> None:
        self.objective = objective
        self.constraints = constraints
        self.space = space
        self._on_host = space.on_host
        self._differences = differences
        self._visits: deque[Visit] = deque(maxlen=KEPT_VISITS)
        self._shapes: dict[int, tuple[int, ...]] = {}
        self._parts: list[Part] = []
        self._matrices: list[Any] = [
            None if item.matrix is None else _matrix(item, space) for item in constraints
        ]

    # ---- what the solver asks for -------------------------------------------------------------

    def images(self, x: Array) -> tuple[Array, ...]:
        """Return nothing: of these functions no linear part is known."""
        del x
        return ()

    def forward(self, x: Array, u: tuple[Array, ...]) -> tuple[Any, Array, Visit]:
        """Return objective, constraint values, and the visit that holds them."""
        del u
        visit = self.visit(x)
        return visit.value, self._values(visit), visit

    def backward(self, x: Array, u: tuple[Array, ...], v: Array, saved: Visit) -> Array:
        """Return the gradient of objective plus weighted constraints."""
        del x, u
        gradient = self.gradient(saved)
        if not self._parts:
            return gradient
        for place, weights in self._weights(v).items():
            if not self._on_host or weights.any():
                gradient = gradient + self._product(saved, place, weights)
        return gradient

    def slope(
        self,
        x: Array,
        u: tuple[Array, ...],
        p: Array,
        du: tuple[Array, ...],
        v: Array,
        saved: Visit,
    ) -> Array:
        """Refuse, since nothing is cheap along a ray here."""
        raise NotImplementedError("these functions have no cheap slope along a ray")

    # ---- the same, as the doors ask for it ----------------------------------------------------

    def visit(self, x: Array) -> Visit:
        """Evaluate at a point, unless that was done a moment ago."""
        for visit in self._visits:
            if self._is_same(visit.x, x):
                return visit
        visit = Visit(x, None, [])
        self._evaluate(visit)
        self._visits.append(visit)
        return visit

    def gradient(self, visit: Visit) -> Array:
        """Return the gradient of the objective at a visit."""
        if visit.gradient is None:
            visit.gradient = self._gradient(visit.x)
        return visit.gradient

    def by_constraint(self, v: Array) -> list[Array]:
        """Return weights of the solver's constraints as weights of the values of each function."""
        found = self._weights(v)
        sizes = [math.prod(self._shapes[place]) for place in range(len(self.constraints))]
        return [found[k] if k in found else self.space.zeros(size) for k, size in enumerate(sizes)]

    def blocks(self) -> tuple[Block, ...]:
        """Return which entries of the constraint values belong together."""
        found: list[Block] = []
        start = 0
        for part in self._parts:
            item = self.constraints[part.constraint]
            found.append(Block(item.name, start, start + part.size, item.matrix is not None))
            start += part.size
        return tuple(found)

    @property
    def equalities(self) -> int:
        """The number of values that must be zero; they come first."""
        return sum(part.size for part in self._parts if part.equality)

    def settle(self, x: Array) -> None:
        """Learn from a first point how many values each constraint has, and what bounds them."""
        if not self.constraints:
            return
        for item, matrix in zip(self.constraints, self._matrices, strict=True):
            if matrix is not None and matrix.shape[-1] != x.shape[0]:
                raise DataError(
                    f"{item.name} has a matrix with {matrix.shape[-1]} columns, but x0 has "
                    f"{entries(x.shape[0])}"
                )
        visit = Visit(x, None, [])
        self._evaluate(visit)
        self._visits.append(visit)
        parts: list[Part] = []
        for place, item in enumerate(self.constraints):
            parts += parts_of(place, item, int(visit.rows[place].shape[0]), self.space)
        self._parts = sorted(parts, key=lambda part: not part.equality)

    # ---- evaluation ---------------------------------------------------------------------------

    def _evaluate(self, visit: Visit) -> None:
        """Fill in the values; the objective last, after cheaper functions had a chance to fail."""
        visit.rows = [self._rows(place, visit.x) for place in range(len(self.constraints))]
        objective = self.objective
        objective.values += 1
        found = objective.fun(self._copy(visit.x), *objective.args)
        if objective.jac is True:
            found, gradient = _pair(found)
            objective.gradients += 1
            visit.gradient = as_vector(gradient, self.space, "the gradient", visit.x.shape)
        visit.value = as_number(found, self.space, "the objective")

    def _gradient(self, x: Array) -> Array:
        objective = self.objective
        objective.gradients += 1
        if callable(objective.jac):
            found = objective.jac(self._copy(x), *objective.args)
            return as_vector(found, self.space, "the gradient", x.shape)
        return self._differences.jacobian(self._value, x)

    def _value(self, x: Array) -> Any:  # noqa: ANN401 - a number of any library
        self.objective.values += 1
        found = self.objective.fun(self._copy(x), *self.objective.args)
        return as_number(found, self.space, "the objective")

    def _rows(self, place: int, x: Array) -> Array:
        """Return the values of one constraint as a vector, and see that their number stays."""
        item = self.constraints[place]
        if item.fun is None:
            rows = self._matrices[place] @ x
            self._shapes[place] = tuple(rows.shape)
            return rows
        found = item.fun(self._copy(x), *item.args)
        shape = getattr(found, "shape", None)
        shape = self._shapes.setdefault(place, tuple(np.shape(found) if shape is None else shape))
        return as_vector(found, self.space, item.name, shape)

    def _values(self, visit: Visit) -> Array:
        if not self._parts:
            return visit.x[:0]
        xp = self.space.xp
        found = [part.values(visit.rows[part.constraint], xp) for part in self._parts]
        return found[0] if len(found) == 1 else xp.concat(found)

    def _weights(self, v: Array) -> dict[int, Array]:
        """Return weights for the values of each constraint that has a side at all."""
        found: dict[int, Array] = {}
        start = 0
        for part in self._parts:
            weights = part.weights(v[start : start + part.size], self.space)
            start += part.size
            known = found.get(part.constraint)
            found[part.constraint] = weights if known is None else known + weights
        return found

    def _product(self, visit: Visit, place: int, weights: Array) -> Array:
        """Return the transposed Jacobian of a constraint times weights."""
        item, xp = self.constraints[place], self.space.xp
        if item.product is not None:
            shaped = xp.reshape(weights + 0.0, self._shapes[place])
            found = item.product(self._copy(visit.x), shaped, *item.args)
            return as_vector(found, self.space, f"the product of {item.name}", visit.x.shape)
        jacobian = self._matrices[place]
        if jacobian is None:
            jacobian = visit.jacobians.get(place)
        if jacobian is None:
            jacobian = visit.jacobians[place] = self._jacobian(place, visit.x)
        return jacobian.T @ weights if hasattr(jacobian, "tocsr") else weights @ jacobian

    def _jacobian(self, place: int, x: Array) -> Any:  # noqa: ANN401 - may be sparse
        item = self.constraints[place]
        if item.jac is None:
            return self._differences.jacobian(lambda at: self._rows(place, at), x)
        found = item.jac(self._copy(x), *item.args)
        shape = (math.prod(self._shapes[place]), x.shape[0])
        if hasattr(found, "tocsr"):
            if found.shape != shape:
                raise DataError(f"the Jacobian of {item.name} must have shape {shape}")
            return found.tocsr()
        rows = as_vector(found, self.space, f"the Jacobian of {item.name}", shape)
        return self.space.xp.reshape(rows, shape)

    # ---- small change -------------------------------------------------------------------------

    def _is_same(self, old: Array, new: Array) -> bool:
        """Tell whether two points are one; on a device only the same array is, for no wait."""
        if old is new:
            return True
        if not self._on_host or old[-1] != new[-1]:
            return False
        return bool(np.array_equal(old, new))

    def _copy(self, x: Array) -> Array:
        return x if self.space.library == "jax" else x + 0.0


def posed(
    objective: Objective,
    constraints: Sequence[Constraint],
    start: Array,
    lower: Array | None,
    upper: Array | None,
) -> tuple[Problem, CallableFunctions]:
    """Return the problem that the solver solves, and its functions.

    Constraints are evaluated once, at the point of the box that is nearest to the start, to learn
    how many values they have.
    """
    space = space_of(start)
    differences = Differences(space, lower, upper)
    functions = CallableFunctions(objective, constraints, space, differences)
    at = start if lower is None else space.xp.maximum(start, lower)
    at = at if upper is None else space.xp.minimum(at, upper)
    functions.settle(at)
    problem = Problem(
        functions,
        at,
        lower,
        upper,
        blocks=functions.blocks(),
        equalities=functions.equalities,
    )
    return problem, functions


def _pair(found: Any) -> tuple[Any, Any]:  # noqa: ANN401 - whatever a function returned
    if isinstance(found, (tuple, list)) and len(found) == 2:  # noqa: PLR2004 - value and gradient
        return found[0], found[1]
    raise DataError(
        f"the objective returned {type(found).__name__}; return the value and the gradient, "
        "as in `return f, g`"
    )


def _matrix(item: Constraint, space: Space) -> Any:  # noqa: ANN401 - dense or sparse
    if hasattr(item.matrix, "tocsr"):
        return item.matrix.tocsr()
    found = space.array(item.matrix)
    return found if found.ndim > 1 else space.xp.reshape(found, (1, -1))
