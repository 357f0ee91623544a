"""Bounds on the variables: nearest points, the working set, and how far a direction may go."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from gennaker.backends.space import Array, Space

__all__ = ["Box", "WorkingSet"]


@dataclass(frozen=True, slots=True)
class WorkingSet:
    """Which variables move freely, as ones and zeros; the others ``snap`` onto their bounds."""

    free: Array
    snap: Array


@dataclass(frozen=True)
class Box:
    """lower <= x <= upper; None stands for no bound at all on a side."""

    space: Space
    lower: Array | None
    upper: Array | None
    _tables: dict[tuple[float, ...], Array] = field(
        default_factory=dict[tuple[float, ...], Array], repr=False, compare=False
    )

    def table(self, numbers: tuple[float, ...]) -> Array:
        """Return some numbers as an array, which is made once: a device is far away."""
        if numbers not in self._tables:
            self._tables[numbers] = self.space.array(numbers)
        return self._tables[numbers]

    @property
    def bounded(self) -> bool:
        """Whether there is any bound."""
        return self.lower is not None or self.upper is not None

    def clip(self, x: Array) -> Array:
        """Return the nearest point of the box."""
        xp = self.space.xp
        if self.lower is not None:
            x = xp.maximum(x, self.lower)
        if self.upper is not None:
            x = xp.minimum(x, self.upper)
        return x

    def clipped(self, x: Array) -> Array:
        """Return the nearest point of the box; the vector itself may be overwritten.

        On the host new memory for a long vector costs more than the operation.
        """
        if not self.space.on_host:
            return self.clip(x)
        if self.lower is not None:
            np.maximum(x, self.lower, out=x)
        if self.upper is not None:
            np.minimum(x, self.upper, out=x)
        return x

    def without_end(self, p: Array) -> Array:
        """Return a direction without the entries that some bound ends."""
        xp = self.space.xp
        return xp.where(xp.isfinite(self._ahead(p, p > 0.0)), xp.zeros_like(p), p)

    def working_set(self, x: Array, g: Array, width: float) -> WorkingSet:
        """Hold the variables that sit within a width of a bound which the gradient pushes towards.

        The published method freezes these where they are, a little off their bounds, for ever;
        here they are moved onto them, which is a descent direction too.
        """
        xp = self.space.xp
        gap = self._ahead(x, g < 0.0) - x
        held = (xp.abs(gap) <= width) & (g != 0.0)
        return WorkingSet(xp.astype(~held, x.dtype), xp.where(held, gap, 0.0))

    def _ahead(self, x: Array, rising: Array) -> Array:
        """Return the bound that each variable moves towards; it may be infinite."""
        xp = self.space.xp
        endless = float("inf")
        if self.upper is None:
            upper = xp.full_like(x, endless) if self.lower is None else endless
        else:
            upper = self.upper
        lower = -endless if self.lower is None else self.lower
        return xp.where(rising, upper, lower)

    def reach(self, x: Array, p: Array) -> Array:
        """Return the largest step along p that stays in the box."""
        xp = self.space.xp
        moving = p != 0.0
        steps = (self._ahead(x, p > 0.0) - x) / xp.where(moving, p, 1.0)
        return xp.min(xp.where(moving, steps, float("inf")))

    def downhill(self, x: Array, g: Array, gamma: float) -> Array:
        """Return the step down the projected gradient at the step length gamma."""
        step = g * -gamma
        if self.bounded:
            step += x
            step = self.clipped(step)
            step -= x
        return step

    def residual(self, downhill: Array, gamma: float) -> Array:
        """Return the largest entry of the projected gradient, from the step that it asks for."""
        xp = self.space.xp
        return xp.max(xp.abs(downhill)) / gamma
