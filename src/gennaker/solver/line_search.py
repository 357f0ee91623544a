"""How far to go along a step: near exact where trials are cheap, robust where they are not."""

from __future__ import annotations

import math
from dataclasses import dataclass

from gennaker.backends.space import Array
from gennaker.solver.box import Box
from gennaker.solver.lagrangian import Lagrangian, Point, Trial

__all__ = ["Found", "search"]

ARMIJO = 1e-4
NOISE = 1e-13
"""Values closer than this, relative to their size, cannot be told apart."""
FLAT_ON_A_RAY = 0.3
FLAT_ENOUGH = 0.3
FLAT = 0.9
NEAR = 1e-3
"""A bracket this narrow, relative to the step, is as good as closed."""
SHORT = 0.1
TRIALS_ON_A_RAY = 12
TRIALS = 40
WIDEN = 10.0
ENDLESS = 1e17
"""No step is longer than this, where nothing else ends it."""


@dataclass(frozen=True, slots=True)
class Found:
    """An accepted step: its length, the point, and the function's value and slope there.

    ``slope`` is the derivative along the step at its start; ``p`` the step for length one.
    """

    alpha: float
    point: Point
    value: float
    slope: float


@dataclass(slots=True)
class _Sample:
    """What is known at one step length."""

    alpha: float
    trial: Trial
    value: float
    slope: float = math.nan


def search(  # the arguments are one step
    function: Lagrangian,
    box: Box,
    point: Point,
    p: Array,
    value: float,
    enough: Array | None = None,
) -> Found | None:
    """Return a step that descends, or None where rounding hides any descent.

    The slope along p must be at most ``enough``, if that is given; it is asked for with the rest.
    """
    if function.functions.rays:
        return _Ray(function, box, point, p, value, enough).search()
    return _Robust(function, box, point, p, value, enough).search()


class _Search:
    def __init__(
        self,
        function: Lagrangian,
        box: Box,
        point: Point,
        p: Array,
        value: float,
        enough: Array | None,
    ) -> None:
        self.function, self.box, self.point, self.p = function, box, point, p
        self.space = function.space
        self.value = value
        self.slope = math.nan
        self.noise = max(NOISE, 4.0 * self.space.epsilon) * abs(value)
        self.reach: float | None = None
        self.enough = enough

    def _descends(self, sample: _Sample) -> bool:
        fallen = sample.value <= self.value + ARMIJO * sample.alpha * self.slope
        return fallen and math.isfinite(sample.value)

    def _descends_nearly(self, sample: _Sample) -> bool:
        """Trust the slope where values differ by rounding alone (Hager and Zhang, 2005)."""
        return (
            math.isfinite(sample.value)
            and sample.value <= self.value + self.noise
            and (2.0 * ARMIJO - 1.0) * self.slope >= sample.slope
        )

    def _reach(self) -> float:
        """Return the largest step that stays in the box: at least one, since p does."""
        if not self.box.bounded:
            return ENDLESS
        if self.reach is None:
            self._told(self.space.to_host([self.box.reach(self.point.x, self.p)]))
        return self.reach or 1.0

    def _reach_ahead(self) -> list[Array]:
        """Return the reach for a wait that comes anyway: on a device a second one costs more."""
        if not self.box.bounded or self.space.on_host:
            return []
        asked = [] if self.enough is None else [self.enough]
        return [self.box.reach(self.point.x, self.p), *asked]

    def _told(self, ahead: list[float]) -> None:
        """Remember the reach where it came with other numbers, and refuse a slope that is too flat."""
        if ahead:
            self.reach = min(max(1.0, ahead[0]), ENDLESS)
        if len(ahead) > 1 and not self.slope <= ahead[1]:
            self.slope = math.nan

    def _found(self, sample: _Sample) -> Found:
        trial = sample.trial
        done = trial if isinstance(trial, Point) else self.function.completed(trial)
        return Found(sample.alpha, done, sample.value, self.slope)


class _Ray(_Search):
    """Trials cost no product with the data, so the slope's root is found nearly exactly."""

    def search(self) -> Found | None:
        self.du = self.function.functions.images(self.p)
        first = self._first()
        if not self.slope < 0.0:
            return None
        if self.function.exact:
            return self._exact(first)
        best = self._root(first)
        return None if best is None else self._found(best)

    def _first(self) -> _Sample:
        """Try the full step; one wait brings its value and slope, and the slope at the start."""
        trial = self.function.step(self.point, self.p, self.du, 1.0, self.box)
        slope = self.function.slope(trial, self.p, self.du)
        start, value, end, *reach = self.space.to_host(
            [self.point.g @ self.p, trial.value, slope, *self._reach_ahead()]
        )
        self.slope = start
        self._told(reach)
        return _Sample(1.0, trial, value, end)

    def _at(self, alpha: float) -> _Sample:
        trial = self.function.step(self.point, self.p, self.du, alpha, self.box)
        slope = self.function.slope(trial, self.p, self.du)
        value, end = self.space.to_host([trial.value, slope])
        return _Sample(alpha, trial, value, end)

    def _exact(self, first: _Sample) -> Found | None:
        """Go to the minimum of a quadratic, which its slopes at two places tell."""
        curvature = first.slope - self.slope
        if curvature <= 0.0:
            return self._far(first)
        if abs(first.slope) <= FLAT_ENOUGH * abs(self.slope) and self._descends(first):
            return self._found(first)
        best = -self.slope / curvature
        if best > 1.0:
            best = min(best, self._reach())
        if best == 1.0:
            return self._found(first)
        trial = self.function.step(self.point, self.p, self.du, best, self.box)
        value = first.value
        if self.space.on_host:
            value = float(trial.value)
            if not value <= self.value + self.noise:
                return None
        return self._found(_Sample(best, trial, value))

    def _far(self, first: _Sample) -> Found | None:
        """Follow a ray on which the function falls for ever, to the wall or far out."""
        reach = self._reach()
        sample = first
        if reach > 1.0:
            sample = self._at(min(reach, 1e10))
            if not sample.value <= first.value:
                sample = first
        return self._found(sample) if sample.value <= self.value else None

    def _root(self, sample: _Sample) -> _Sample | None:
        """Find where the slope vanishes by safeguarded secants; remember the best descent."""
        low = _Sample(0.0, self.point, self.value, self.slope)
        high: _Sample | None = None
        best: _Sample | None = None
        reach = 1.0
        for count in range(TRIALS_ON_A_RAY):
            fine = self._descends(sample) or self._descends_nearly(sample)
            if fine and (best is None or sample.value <= best.value):
                best = sample
            if fine and abs(sample.slope) <= FLAT_ON_A_RAY * abs(self.slope):
                return sample
            uphill = not sample.slope < 0.0 or not fine
            if uphill:
                high = sample
            elif high is None and sample.alpha >= reach > 1.0:
                return best
            else:
                low = sample
            if high is None and count == 0:
                reach = self._reach()
                if reach <= 1.0:
                    return best
            alpha = self._next(low, high, reach)
            if high is not None and abs(high.alpha - low.alpha) <= 1e-14 * high.alpha:
                break
            sample = self._at(alpha)
        return best

    def _next(self, low: _Sample, high: _Sample | None, reach: float) -> float:
        if high is None:
            gain = low.slope - self.slope
            guess = low.alpha * (-self.slope / gain) if gain > 0.0 else math.inf
            return min(max(guess, 1.1 * low.alpha), WIDEN * low.alpha, reach)
        width = high.alpha - low.alpha
        inside = _secant(low, high)
        if not math.isfinite(high.value) or not math.isfinite(high.slope):
            return low.alpha + 0.1 * width
        return min(max(inside, low.alpha + 0.02 * width), high.alpha - 0.02 * width)


class _Robust(_Search):
    """Each trial costs an evaluation: stop at the first that falls and is not steep any more.

    ``low`` is the farthest trial that fell while the function goes on falling steeply, ``high``
    the nearest one beyond which it does not pay to look. Where a wall is met, such as the penalty
    of a constraint, the search ends beyond its foot, so that the curvature pair knows of it.
    """

    def search(self) -> Found | None:
        sample = self._first()
        if not self.slope < 0.0:
            return None
        low = _Sample(0.0, self.point, self.value, self.slope)
        high: _Sample | None = None
        for _ in range(TRIALS):
            if self._falls(sample, low):
                if not sample.slope < FLAT * self.slope:
                    return self._found(sample)
                low = sample
            else:
                high = sample
            if self._is_hopeless(low, sample):
                return None
            if high is None and sample.alpha < self._reach():
                alpha = self._ahead(low)
            elif high is None or (low.alpha > 0.0 and high.alpha - low.alpha <= NEAR * high.alpha):
                break
            else:
                alpha = self._between(low, high)
            trial = self._trial(alpha)
            sample = _Sample(alpha, trial, self.space.to_host([trial.value])[0])
        return self._found(low) if low.alpha > 0.0 else None

    def _falls(self, sample: _Sample, low: _Sample) -> bool:
        """Answer whether a trial is better than the best one; if so, its slope is known now."""
        if sample.value < self.value - self.noise:
            if not (self._descends(sample) and sample.value <= low.value):
                return False
            self._measure(sample)
            return True
        if not abs(sample.value - self.value) <= self.noise:
            return False
        self._measure(sample)
        return self._descends_nearly(sample) and sample.value <= low.value + self.noise

    def _is_hopeless(self, low: _Sample, sample: _Sample) -> bool:
        """Answer whether the promised fall is below rounding, and slopes do not help either."""
        promised = sample.alpha * abs(self.slope)
        short = low.alpha == 0.0 and sample.alpha <= SHORT
        return short and promised < 1e-16 * abs(self.value)

    def _first(self) -> _Sample:
        """Try the full step; a device computes its gradient at once, which is rarely in vain."""
        trial = self._trial(1.0)
        if self.space.on_host:
            self.slope, value = self.space.to_host([self.point.g @ self.p, trial.value])
            return _Sample(1.0, trial, value)
        trial = self.function.completed(trial)
        self.slope, value, end, *reach = self.space.to_host(
            [self.point.g @ self.p, trial.value, trial.g @ self.p, *self._reach_ahead()]
        )
        self._told(reach)
        return _Sample(1.0, trial, value, end)

    def _trial(self, alpha: float) -> Trial:
        return self.function.step(self.point, self.p, (), alpha, self.box)

    def _measure(self, sample: _Sample) -> None:
        """Compute gradient and slope at a sample."""
        if not isinstance(sample.trial, Point):
            sample.trial = self.function.completed(sample.trial)
            sample.slope = self.space.to_host([sample.trial.g @ self.p])[0]

    def _ahead(self, low: _Sample) -> float:
        """Lengthen the step, at most tenfold, to where the slopes say that the fall ends."""
        gain = low.slope - self.slope
        guess = low.alpha * (-self.slope / gain) if gain > 0.0 else math.inf
        return min(max(guess, 2.0 * low.alpha), WIDEN * low.alpha, self._reach())

    def _between(self, low: _Sample, high: _Sample) -> float:
        """Shorten: to the minimum of the parabola through value and slope at low, value at high."""
        width = high.alpha - low.alpha
        if not math.isfinite(high.value):
            return low.alpha + 0.1 * width
        if high.slope > 0.0 and abs(high.value - self.value) <= self.noise:
            guess = -low.slope * width / (high.slope - low.slope)
            return low.alpha + min(max(guess, 0.01 * width), 0.66 * width)
        rise = high.value - low.value - width * low.slope
        guess = -low.slope * width**2 / (2.0 * rise) if rise > 0.0 else math.inf
        return low.alpha + min(max(guess, 0.1 * width), 0.66 * width)


def _secant(low: _Sample, high: _Sample) -> float:
    """Return where the slope vanishes if it changes evenly; the cubic's minimum if values help."""
    width = high.alpha - low.alpha
    gain = high.slope - low.slope
    if high.slope > 0.0 and gain > 0.0:
        theta = 3.0 * (low.value - high.value) / width + low.slope + high.slope
        root = theta * theta - low.slope * high.slope
        if root > 0.0:
            root = math.sqrt(root)
            cubic = high.alpha - width * (high.slope + root - theta) / (gain + 2.0 * root)
            if low.alpha < cubic < high.alpha:
                return cubic
        return low.alpha - low.slope * width / gain
    rise = high.value - low.value - width * low.slope
    if rise > 0.0:
        return low.alpha - low.slope * width**2 / (2.0 * rise)
    return low.alpha + 0.5 * width
