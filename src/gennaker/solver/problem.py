"""What the solver solves: functions over one flat vector, bounds, and which value means what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from gennaker.backends.space import Array, Space, space_of

__all__ = ["Block", "Functions", "Prices", "Problem"]


class Functions(Protocol):
    """An objective f and constraints c over one flat vector x.

    The vector may enter through linear images ``u = L x``, which hold the products with the data.
    The constraint values are flat: equalities (zero) first, then inequalities (at most zero).
    """

    rays: bool
    """Whether ``forward`` and ``slope`` are cheap once the images are known."""

    def images(self, x: Array) -> tuple[Array, ...]:
        """Return every linear image of x."""
        ...

    def forward(self, x: Array, u: tuple[Array, ...]) -> tuple[Array, Array, Any]:
        """Return f, c, and what the derivatives need of them."""
        ...

    def backward(self, x: Array, u: tuple[Array, ...], v: Array, saved: Any) -> Array:  # noqa: ANN401
        """Return the gradient of f + v'c."""
        ...

    def slope(
        self,
        x: Array,
        u: tuple[Array, ...],
        p: Array,
        du: tuple[Array, ...],
        v: Array,
        saved: Any,  # noqa: ANN401
    ) -> Array:
        """Return the derivative of f + v'c along p, where ``du`` holds the images of p."""
        ...


@dataclass(frozen=True, slots=True)
class Block:
    """The entries of c that belong to one constraint of the user's."""

    name: str
    start: int
    stop: int
    linear: bool = False


@dataclass(frozen=True, slots=True)
class Prices:
    """What it costs to miss some constraints: the objective has max(low*c, high*c) besides f.

    ``low`` and ``high`` have an entry for each constraint value, zero where there is no price;
    ``paid`` is one where there is, else zero. Multipliers lie between the prices.
    """

    low: Array
    high: Array
    paid: Array


@dataclass(frozen=True, slots=True)
class Problem:
    """Minimise f(x) where c is zero or at most zero, and lower <= x <= upper.

    ``lower`` and ``upper`` are vectors like x; None means that no entry is bounded on that side.
    ``equalities`` is the number of equalities, which come first in c.
    ``quadratic`` says that f is of degree two at most, ``convex`` that every solution is global.
    Equalities with ``prices`` need not hold.
    ``entropies`` says that f is a sum of terms in one variable each: m*x + w*x*log(x) where it is
    one, m*x + w*x^2/2 where it is zero. The solver measures m and w, which need not be positive.
    """

    functions: Functions
    start: Array
    lower: Array | None = None
    upper: Array | None = None
    blocks: Sequence[Block] = field(default=())
    equalities: int = 0
    quadratic: bool = False
    convex: bool = False
    prices: Prices | None = None
    entropies: Array | None = None

    @property
    def size(self) -> int:
        """The number of variables."""
        return int(self.start.shape[0])

    @property
    def constraints(self) -> int:
        """The number of entries of c."""
        return self.blocks[-1].stop if self.blocks else 0

    @property
    def linear(self) -> bool:
        """Whether every constraint is linear."""
        return all(block.linear for block in self.blocks)

    @property
    def space(self) -> Space:
        """Library, type and device of the arrays."""
        return space_of(self.start)
