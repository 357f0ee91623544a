"""Derivatives from values alone, for functions that come without them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gennaker.backends.space import Array, Space

__all__ = ["Differences"]

STEP_POWER = 1.0 / 3.0


class Differences:
    """Central differences that never leave the box; near a bound they look inwards.

    Both are of second order, so that about two thirds of the digits are right: enough for the
    tolerance of a solve, where plain forward differences would give half of them.

    Example:
        >>> import numpy
        >>> from gennaker.backends.space import space_of
        >>> x = numpy.array([3.0, 1.0])
        >>> differences = Differences(space_of(x), None, None)
        >>> differences.jacobian(lambda x: x[0] ** 2 + x[1], x).round(6)
        array([6., 1.])

    """

    def __init__(self, space: Space, lower: Array | None, upper: Array | None) -> None:
        self.space = space
        self._lower = None if lower is None else space.array_to_host(lower)
        self._upper = None if upper is None else space.array_to_host(upper)

    def jacobian(self, function: Callable[[Array], Array], x: Array) -> Array:
        """Return the derivative of each value along each variable, variables last."""
        xp = self.space.xp
        columns = [self._column(function, x, *step) for step in self._steps(x)]
        return xp.stack([self.space.array(column) for column in columns], axis=-1)

    def _column(
        self, function: Callable[[Array], Array], x: Array, place: int, points: tuple[float, ...]
    ) -> Array:
        """Fit a parabola through the points where it fits in; the middle one is looked at too."""
        if len(points) < 2:  # noqa: PLR2004 - a variable that cannot move
            return 0.0 * function(x)
        values = [function(self._moved(x, place, point)) for point in points]
        if len(points) == 2:  # noqa: PLR2004 - as far to the left as to the right
            return (values[1] - values[0]) / (points[1] - points[0])
        here, near, far = points
        one, two = near - here, far - here
        return (
            values[1] * (two / (one * (two - one)))
            - values[2] * (one / (two * (two - one)))
            - values[0] * ((one + two) / (one * two))
        )

    def _moved(self, x: Array, place: int, value: float) -> Array:
        moved = x if self.space.library == "jax" else x + 0.0
        return self.space.set_row(moved, place, self.space.array(value))

    def _steps(self, x: Array) -> list[tuple[int, tuple[float, ...]]]:
        """Return for each variable the values to evaluate at; waits once for x."""
        here = self.space.array_to_host(x)
        kind = here.dtype.type
        steps = self.space.epsilon**STEP_POWER * np.maximum(1.0, np.abs(here))
        infinite = np.full(here.shape, np.inf)
        low = -infinite if self._lower is None else self._lower
        high = infinite if self._upper is None else self._upper
        found: list[tuple[int, tuple[float, ...]]] = []
        for place, (at, step) in enumerate(zip(here, steps, strict=True)):
            least, most = low[place], high[place]
            points = _points(float(at), float(step), float(least), float(most))
            points = tuple(float(min(max(kind(point), least), most)) for point in points)
            found.append((place, points if len(set(points)) == len(points) else points[:1]))
        return found


def _points(at: float, step: float, low: float, high: float) -> tuple[float, ...]:
    """Two points around ``at``, or it and two on the side that has more room, or it alone."""
    left, right = at - low, high - at
    if min(left, right) >= step:
        return at - step, at + step
    room = max(left, right)
    if room <= 0.0:
        return (at,)
    reach = min(step, 0.5 * room)
    sign = 1.0 if right >= left else -1.0
    return at, at + sign * reach, at + sign * 2.0 * reach
