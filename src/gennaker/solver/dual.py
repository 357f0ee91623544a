"""The smooth dual of a separable problem with linear constraints.

Where each variable has a strictly convex term of its own, the multipliers say where the objective
plus the weighted constraints is least over the box: entry by entry, in closed form.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from gennaker.backends.space import Array
from gennaker.solver.box import Box
from gennaker.solver.evaluation import Counted
from gennaker.solver.lagrangian import Lagrangian, Trial
from gennaker.solver.problem import Problem
from gennaker.solver.terms import Terms

__all__ = ["Dual", "DualPoint", "has_dual"]

SHARE = 0.5
"""Products move x by this share of itself, so that they stay where logarithms exist."""


@dataclass(frozen=True, slots=True)
class DualPoint:
    """Multipliers as the ``v`` of the trial point that belongs to them, and the dual there.

    ``value`` is the negative dual and ``g`` its gradient, ``magnitude`` the size of what cancels
    in the value. ``soft`` is one over the second derivatives of the objective, and ``steepest`` the
    largest entry of the Lagrangian's gradient, which vanishes unless the objective is stretched.
    """

    trial: Trial
    value: Array
    g: Array
    magnitude: Array
    soft: Array
    steepest: Array

    @property
    def y(self) -> Array:
        """The multipliers, of the scaled constraints."""
        return self.trial.v


def has_dual(problem: Problem) -> bool:
    """Answer whether the form of a problem allows for a smooth dual."""
    return (
        problem.entropies is not None
        and problem.constraints > 0
        and problem.linear
        and problem.prices is None
    )


class Dual:
    """The negative dual, of constraints that are scaled as those of the Lagrangian are.

    A ``stretch`` above one belongs to an objective with more curvature, whose dual is tamer.
    """

    def __init__(
        self, problem: Problem, counted: Counted, function: Lagrangian, terms: Terms
    ) -> None:
        """See everything from the place of the terms, where all is differentiable."""
        self.problem, self.counted, self.function = problem, counted, function
        self.space = problem.space
        floor = [float("-inf")] * problem.equalities
        floor += [0.0] * (problem.constraints - problem.equalities)
        self.floor = self.space.array(floor)
        self.box = Box(self.space, self.floor, None)
        self.stretch = 1.0
        self.see_from(terms)

    def see_from(self, terms: Terms) -> None:
        """Measure slopes from another place."""
        self.terms = terms
        self._images = self.counted.images(terms.place)
        self._saved: Any = self.counted.forward(terms.place, self._images)[2]
        self.slopes = self.pulled(self.space.zeros(self.problem.constraints))

    def pulled(self, y: Array) -> Array:
        """Return the gradient of the objective plus the weighted constraints at the place."""
        weights = self.function.unscaled(y)
        return self.counted.backward(self.terms.place, self._images, weights, self._saved)

    def at(self, y: Array) -> DualPoint:
        """Evaluate the negative dual and its gradient, which are the constraint values."""
        rest = self.pulled(y)
        return self._point(y, self.terms.at_slope(rest, self.stretch), rest)

    def at_place(self, y: Array) -> DualPoint:
        """Look at the place as if it belonged to the multipliers y."""
        return self._point(y, self.terms.place, self.pulled(y))

    def _point(self, y: Array, x: Array, rest: Array) -> DualPoint:
        xp = self.space.xp
        u = self.counted.images(x)
        f, c, saved = self.counted.forward(x, u)
        scaled = self.function.scale * c
        bent = (self.stretch - 1.0) * self.terms.distance(x) if self.stretch > 1.0 else 0.0
        value = -(f + bent + y @ scaled)
        magnitude = xp.abs(f) + bent + xp.abs(y) @ xp.abs(scaled)
        trial = Trial(x, u, f, c, y, f, saved)
        soft = self.terms.softness(x, self.stretch)
        left = xp.where(soft > 0.0, xp.abs(rest), xp.zeros_like(x))
        steepest = (1.0 - 1.0 / self.stretch) * xp.max(left)
        return DualPoint(trial, value, -scaled, magnitude, soft, steepest)

    def product(self, point: DualPoint, d: Array) -> Array:
        """Return the second derivative of the negative dual times a direction.

        That is J W J'd, where W holds ``soft``.
        """
        xp = self.space.xp
        length = xp.max(xp.abs(d))
        size = (1.0 + xp.max(xp.abs(self.slopes))) / xp.where(length > 0.0, length, 1.0)
        return self.pushed(point, (self.pulled(size * d) - self.slopes) / size)

    def pushed(self, point: DualPoint, slopes: Array) -> Array:
        """Return how the constraint values change with slopes: J W times these.

        The constraints are linear, so differences are exact up to rounding, which steps as large
        as x keep small.
        """
        xp, x = self.space.xp, point.trial.x
        moved = point.soft * slopes
        relative = xp.abs(moved) / xp.where(self.terms.entropic, x, xp.max(xp.abs(x)) + 0.0 * x)
        most = xp.max(xp.where(moved != 0.0, relative, xp.zeros_like(relative)))
        step = SHARE / xp.where((most > 0.0) & xp.isfinite(most), most, SHARE)
        other = x + step * moved
        c = self.counted.forward(other, self.counted.images(other))[1]
        return self.function.scale * (c - point.trial.c) / step

    def recenter(self, point: DualPoint) -> None:
        """See everything from a point, where slopes cancel: this yields the last digits."""
        self.see_from(replace(self.terms, place=point.trial.x))
