"""Generated functions of several variables, made the solver's functions of one flat vector."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from gennaker.backends.space import Array, Space
from gennaker.expressions.problem import Constraint
from gennaker.pipeline.layout import Layout, Piece, joiner, length, splitter
from gennaker.pipeline.singular import singular_error
from gennaker.solver.problem import Block

__all__ = ["FlatFunctions", "Stack", "entropies_of", "stack_of"]


@dataclass(frozen=True, slots=True)
class Stack:
    """The values of all constraints behind each other: equalities first, then inequalities.

    ``order`` holds the places of the constraints in the model, in the order of the stack.
    """

    layout: Layout
    order: tuple[int, ...]
    equalities: int

    def blocks(self, linear: Sequence[bool]) -> tuple[Block, ...]:
        """Return where each constraint stands; ``linear`` is told in the order of the model."""
        return tuple(
            Block(piece.name, piece.start, piece.stop, linear[place])
            for place, piece in zip(self.order, self.layout.pieces, strict=True)
        )

    def parts(self, v: Array) -> tuple[Array, ...]:
        """Cut a flat vector up into an array for each constraint, in the order of the model."""
        found = zip(self.order, splitter(self.layout)(v), strict=True)
        return tuple(array for _, array in sorted(found, key=lambda item: item[0]))


def stack_of(constraints: Sequence[Constraint], sizes: Mapping[str, int]) -> Stack:
    r"""Put the constraints of a problem behind each other once all sizes are known.

    Example:
        >>> from gennaker import Model
        >>> text = "variables\n Vector x(3)\nmin\n sum(x)\nst\n x.^2 <= vector(1)\n sum(x) == 1"
        >>> stack = stack_of(Model(text).problem.constraints, {})
        >>> stack.order, stack.equalities, stack.layout.size
        ((1, 0), 1, 4)

    """
    order = sorted(range(len(constraints)), key=lambda place: not constraints[place].equality)
    pieces: list[Piece] = []
    start = equalities = 0
    for place in order:
        item = constraints[place]
        shape = tuple(length(axis, sizes) for axis in item.function.shape.axes)
        stop = start + prod(shape)
        pieces.append(Piece(item.name, shape, start, stop))
        start = stop
        equalities = stop if item.equality else equalities
    return Stack(Layout(tuple(pieces)), tuple(order), equalities)


def entropies_of(known: Sequence[bool] | None, layout: Layout, space: Space) -> Array | None:
    """Return ones for entries that have an entropy in the objective, zeros for squares."""
    if known is None:
        return None
    sides = [
        space.full(piece.size, float(one)) for one, piece in zip(known, layout.pieces, strict=True)
    ]
    return space.xp.concat(sides)


class FlatFunctions:
    """The objective and the constraints of a model over one flat vector.

    Variables stand behind each other in their order, matrices row by row; so do the values of
    the constraints, equalities first. Data is never copied, and one vector variable is handed on
    as it is.
    """

    def __init__(
        self,
        functions: Any,  # noqa: ANN401 - an instance of the generated class
        layout: Layout,
        stack: Stack,
        space: Space,
        symmetric: Collection[str] = (),
    ) -> None:
        """Take an instance of a generated class, and where its variables and constraints stand.

        Gradients by the variables that are named as symmetric are made exactly so: the rounding of
        a product or an inverse would add up to a matrix that is not symmetric any more.
        """
        self._images = functions.images
        self._forward = functions.forward
        self._backward = functions.backward
        self._slope = functions.slope if functions.rays else None
        self.rays: bool = bool(functions.rays)
        self._split = splitter(layout)
        self._join = joiner(layout, space)
        order = list(stack.order)
        self._order = order
        self._back = [order.index(place) for place in range(len(order))]
        self._in_order = order == sorted(order)
        self._split_values = splitter(stack.layout)
        self._join_values = joiner(stack.layout, space)
        self._one = len(layout.pieces) == 1
        self._symmetric = [k for k, piece in enumerate(layout.pieces) if piece.name in symmetric]
        self._size, self._space = layout.size, space
        self._count = stack.layout.size
        self._singular = singular_error(space.library)

    def images(self, x: Array) -> tuple[Array, ...]:
        """Return every linear image of x."""
        return self._images(*self._split(x))

    def forward(self, x: Array, u: tuple[Array, ...]) -> tuple[Array, Array, Any]:
        """Return objective, constraint values, and what the derivatives need of them.

        Where a matrix cannot be inverted, some libraries raise, others return NaN: so do these.
        """
        try:
            found = self._forward(*self._split(x), *u)
        except self._singular:
            nothing = float("nan")
            return self._space.array(nothing), self._space.full(self._count, nothing), None
        values = found[1:-1]
        if not self._in_order:
            values = [values[place] for place in self._order]
        return found[0], self._join_values(values), found[-1]

    def backward(self, x: Array, u: tuple[Array, ...], v: Array, saved: Any) -> Array:  # noqa: ANN401
        """Return the gradient of objective plus weighted constraints."""
        if saved is None:
            return self._space.full(self._size, float("nan"))
        try:
            found = self._backward(*self._split(x), *u, *self._weights(v), saved)
        except self._singular:
            return self._space.full(self._size, float("nan"))
        parts = (found,) if self._one else found
        return self._join(self._mirrored(parts) if self._symmetric else parts)

    def _mirrored(self, parts: Sequence[Array]) -> list[Array]:
        """Return the derivatives with those by symmetric variables equal to their transposes."""
        made = list(parts)
        for place in self._symmetric:
            part = self._space.array(made[place])
            if len(part.shape) > 1:
                made[place] = 0.5 * (part + part.T)
        return made

    def slope(
        self,
        x: Array,
        u: tuple[Array, ...],
        p: Array,
        du: tuple[Array, ...],
        v: Array,
        saved: Any,  # noqa: ANN401
    ) -> Array:
        """Return the derivative of objective plus weighted constraints along p."""
        if self._slope is None:
            raise NotImplementedError("these functions have no cheap slope along a ray")
        return self._slope(*self._split(x), *u, *self._split(p), *du, *self._weights(v), saved)

    def _weights(self, v: Array) -> Sequence[Array]:
        """Cut the weights up in the order of the model."""
        weights = self._split_values(v)
        return weights if self._in_order else [weights[place] for place in self._back]
