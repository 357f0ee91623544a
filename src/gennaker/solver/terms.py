"""The terms of a separable objective, one for each variable: their slopes, and the way back from these."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from gennaker.backends.space import Array, Space
from gennaker.solver.box import Box
from gennaker.solver.evaluation import Counted
from gennaker.solver.problem import Problem

__all__ = ["Terms", "measure"]

SPREAD = 8.0
"""Entropies are measured over a range whose ends differ by this factor."""
WIDE = 100.0
"""Squares are measured over as many sizes of the variables: curvature must show above rounding."""
FITS = 1e-5
"""A third gradient this near, relative to the difference of the first two, fits to them."""
CLEAR = 1e3
"""Curvature must show this far above rounding."""
GROWTH = 3.0
"""No entry grows beyond the largest one times this power of e at once."""
FARTHER = 8.0
TINY = 1e-30
LARGEST_EXPONENT = 0.25
"""No entry grows beyond this power of the largest number."""


@dataclass(frozen=True, slots=True)
class Terms:
    """phi(x) = m*x + w*x*log(x) for an entropy and m*x + w*x^2/2 for a square, by entry.

    ``place`` is a point inside the box where everything is differentiable, ``weight`` is w.
    """

    space: Space
    box: Box
    entropic: Array
    place: Array
    weight: Array

    def at_slope(self, rest: Array, stretch: float = 1.0) -> Array:
        """Return where in the box the objective plus a linear function is least.

        ``rest`` is the gradient of both at ``place``. A ``stretch`` above one multiplies the
        curvature as seen from there, so that the point stays nearer.
        """
        xp = self.space.xp
        limits = xp.finfo(self.space.dtype)
        step = -rest / (stretch * self.weight)
        powers = xp.minimum(step, self.space.array(LARGEST_EXPONENT * math.log(limits.max)))
        grown = xp.maximum(
            self.place * xp.exp(xp.where(self.entropic, powers, xp.zeros_like(step))),
            self.space.array(16.0 * float(limits.smallest_normal)),
        )
        return self.box.clip(xp.where(self.entropic, grown, self.place + step))

    def softness(self, x: Array, stretch: float = 1.0) -> Array:
        """Return one over the second derivative; zero where a bound holds x."""
        xp = self.space.xp
        soft = xp.where(self.entropic, x, xp.ones_like(x)) / (stretch * self.weight)
        for bound in (self.box.lower, self.box.upper):
            if bound is not None:
                soft = xp.where(x == bound, xp.zeros_like(x), soft)
        return soft

    def distance(self, x: Array) -> Array:
        """Return how much the terms at x exceed their tangents at ``place``."""
        xp = self.space.xp
        away, ones = x - self.place, xp.ones_like(x)
        logs = xp.log(xp.where(self.entropic, x, ones))
        logs = logs - xp.log(xp.where(self.entropic, self.place, ones))
        return xp.sum(self.weight * xp.where(self.entropic, x * logs - away, 0.5 * away * away))

    def stretch(self, rest: Array) -> Array:
        """Return by how much to multiply the curvature so that nothing moves beyond measure."""
        xp, place = self.space.xp, self.place
        none = xp.zeros_like(place)
        grown = xp.where(self.entropic, place, none)
        room = GROWTH + xp.log((xp.max(grown) + TINY) / (grown + TINY))
        entropies = xp.where(self.entropic, -rest / (self.weight * room), none)
        moved = xp.where(self.entropic, none, xp.abs(self.at_slope(rest) - place))
        size = xp.max(xp.where(self.entropic, none, xp.abs(place)))
        squares = xp.max(moved) / xp.where(size > 0.0, FARTHER * size, 1.0)
        return xp.maximum(xp.max(entropies), squares)


def measure(problem: Problem, counted: Counted, size: float) -> Terms | None:
    """Measure the terms by three gradients; None where they are not strictly convex or do not fit.

    ``size`` tells how large the variables are.
    """
    if problem.entropies is None:
        return None
    space = problem.space
    xp = space.xp
    box = Box(space, problem.lower, problem.upper)
    entropic = problem.entropies > 0.0
    size = size if math.isfinite(size) and size > 0.0 else 1.0
    low, high = _range(problem, box, entropic, size)
    moving, ones = high > low, xp.ones_like(low)
    bent = entropic & moving
    middle = xp.where(bent, xp.sqrt(xp.where(bent, low * high, ones)), 0.5 * (low + high))
    below, between, above = (_slope(problem, counted, x) for x in (low, middle, high))
    ratio = xp.where(bent, high, ones) / xp.where(bent, low, ones)
    span = xp.where(moving, xp.where(entropic, xp.log(ratio), high - low), ones)
    rise = xp.where(moving, above - below, ones)
    off = xp.abs(0.5 * (above + below) - between)
    rounding = space.epsilon * (xp.abs(above) + xp.abs(below))
    fits = (rise > CLEAR * rounding) & (off <= FITS * rise + CLEAR * rounding)
    known = xp.isfinite(between) & xp.isfinite(rise) & (fits | ~moving)
    if space.to_host([xp.min(xp.where(known, ones, 0.0 * ones))])[0] < 1.0:
        return None
    inside = xp.minimum(0.5 * (high - low), size + 0.0 * low)
    near = space.clip(problem.start, low + inside, high - inside)
    return Terms(space, box, entropic, xp.where(entropic, middle, near), rise / span)


def _range(problem: Problem, box: Box, entropic: Array, size: float) -> tuple[Array, Array]:
    """Return two points of the box between which the objective is smooth."""
    xp = problem.space.xp
    center = box.clip(problem.start)
    low, high = box.clip(center - WIDE * size), box.clip(center + WIDE * size)
    least = center * 0.0 if problem.lower is None else xp.maximum(problem.lower, 0.0 * center)
    top = box.clip(xp.maximum(SPREAD * least, 0.0 * center + size))
    bottom = xp.maximum(least, top / SPREAD)
    return xp.where(entropic, bottom, low), xp.where(entropic, top, high)


def _slope(problem: Problem, counted: Counted, x: Array) -> Array:
    """Return the gradient of the objective."""
    u = counted.images(x)
    saved: Any = counted.forward(x, u)[2]
    return counted.backward(x, u, problem.space.zeros(problem.constraints), saved)
