"""The augmented Lagrangian at fixed multipliers and penalty, as a function over the box."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from gennaker.backends.space import Array, Space
from gennaker.solver.evaluation import Counted
from gennaker.solver.problem import Problem

__all__ = ["Lagrangian", "Point", "Trial", "with_prices"]


@dataclass(frozen=True, slots=True)
class Trial:
    """A point with its value, before anybody has asked for its gradient.

    ``f`` is the objective, ``c`` the constraint values, ``v`` their multiplier estimates, and
    ``value`` the augmented Lagrangian.
    """

    x: Array
    u: tuple[Array, ...]
    f: Array
    c: Array
    v: Array
    value: Array
    saved: Any


@dataclass(frozen=True, slots=True)
class Point(Trial):
    """A point with its value and its gradient."""

    g: Array


class Lagrangian:
    """f(x) + rho/2 |(c(x) + y/rho) cut off at zero for inequalities|^2, without a constant.

    This is the most that f(x) + v'c(x) - |v - y|^2/(2 rho) can be for multipliers v that are at
    least zero for inequalities; where a constraint has a price, they lie between its prices.
    Constraint values are scaled by ``scale``; ``multipliers`` are those of the scaled ones.
    """

    def __init__(self, problem: Problem, counted: Counted, space: Space, scale: Array) -> None:
        self.problem = problem
        self.functions = counted
        self.space = space
        self.scale = scale
        self.constrained = problem.constraints > 0
        self.hold(space.zeros(problem.constraints), 1.0)
        floor = [float("-inf")] * problem.equalities
        floor += [0.0] * (problem.constraints - problem.equalities)
        self._floor = self._least = space.array(floor)
        self._most: Array | None = None
        if problem.prices is not None:
            xp, prices = space.xp, problem.prices
            paid = prices.paid > 0.0
            self._least = xp.where(paid, prices.low / scale, self._floor)
            endless = space.full(problem.constraints, float("inf"))
            self._most = xp.where(paid, prices.high / scale, endless)
        self._none = space.array(0.0)

    @property
    def exact(self) -> bool:
        """Whether the function is a quadratic along every ray, so one trial gives the best step."""
        problem = self.problem
        return problem.quadratic and (
            not self.constrained
            or (
                problem.linear
                and problem.equalities == problem.constraints
                and problem.prices is None
            )
        )

    def with_multipliers(self, multipliers: Array, penalty: float) -> Lagrangian:
        """Return the function for the next round."""
        made = copy(self)
        made.hold(multipliers, penalty)
        return made

    def hold(self, multipliers: Array, penalty: float) -> None:
        """Fix multipliers and penalty."""
        self.multipliers, self.penalty = multipliers, penalty
        self._stiffness = penalty * self.scale
        self._offset = multipliers @ multipliers

    # ---- values -----------------------------------------------------------------------

    def trial(self, x: Array, u: tuple[Array, ...]) -> Trial:
        """Evaluate at x, whose images are known."""
        f, c, saved = self.functions.forward(x, u)
        return self._trial(x, u, f, c, saved)

    def _trial(self, x: Array, u: tuple[Array, ...], f: Array, c: Array, saved: Any) -> Trial:  # noqa: ANN401
        if not self.constrained:
            return Trial(x, u, f, c, c, f, saved)
        xp = self.space.xp
        v = xp.maximum(self.multipliers + self._stiffness * c, self._least)
        if self._most is None:
            growth = (v @ v - self._offset) * (0.5 / self.penalty)
        else:
            v = xp.minimum(v, self._most)
            away = v - self.multipliers
            growth = v @ (self.scale * c) - (away @ away) * (0.5 / self.penalty)
        return Trial(x, u, f, c, v, f + growth, saved)

    def objective(self, trial: Trial) -> Array:
        """Return the objective, with what is paid for constraints that are missed."""
        return with_prices(self.problem, trial.f, trial.c)

    def clipped(self, multipliers: Array) -> Array:
        """Return the nearest multipliers that the prices allow."""
        if self._most is None:
            return multipliers
        xp = self.space.xp
        return xp.minimum(xp.maximum(multipliers, self._least), self._most)

    def violation(self, trial: Trial) -> Array:
        """Return the largest violation of a constraint, as the user wrote it."""
        if not self.constrained:
            return self._none
        xp = self.space.xp
        return xp.max(xp.abs(self.missed(trial)))

    def missed(self, trial: Trial) -> Array:
        """Return the constraint values as far as they are violated, as they stand."""
        missed = self.space.xp.maximum(trial.c, self._floor)
        prices = self.problem.prices
        return missed if prices is None else missed * (1.0 - prices.paid)

    def unscaled(self, v: Array) -> Array:
        """Return multipliers of the constraints as the user wrote them."""
        return v * self.scale if self.constrained else v

    def at(self, x: Array) -> Trial:
        """Evaluate at a point that nothing is known of."""
        return self.trial(x, self.functions.images(x))

    def completed(self, trial: Trial) -> Point:
        """Add the gradient."""
        weights = self.unscaled(trial.v)
        g = self.functions.backward(trial.x, trial.u, weights, trial.saved)
        return Point(trial.x, trial.u, trial.f, trial.c, trial.v, trial.value, trial.saved, g)

    def with_gradient(self, trial: Trial, g: Array) -> Point:
        """Add a gradient that is known already."""
        return Point(trial.x, trial.u, trial.f, trial.c, trial.v, trial.value, trial.saved, g)

    def at_rest(self, point: Point) -> Point:
        """Look at a point with the multipliers of this function, which the penalty leaves alone."""
        trial = self.at(point.x)
        return self.completed(replace(trial, v=self.multipliers))

    def moved(self, point: Trial) -> Point:
        """Look at a point of another round again: only its gradient must be computed."""
        return self.completed(self._trial(point.x, point.u, point.f, point.c, point.saved))

    # ---- along a ray --------------------------------------------------------------------

    def step(self, point: Trial, p: Array, du: tuple[Array, ...], alpha: Any, box: Any) -> Trial:  # noqa: ANN401
        """Evaluate at x + alpha*p, kept inside the box in spite of rounding."""
        whole = alpha == 1.0  # the usual step: a product with one costs as much as any other
        x = box.clipped(point.x + (p if whole else alpha * p))
        if self.functions.rays:
            pairs = zip(point.u, du, strict=True)
            return self.trial(x, tuple(a + (b if whole else alpha * b) for a, b in pairs))
        return self.at(x)

    def slope(self, trial: Trial, p: Array, du: tuple[Array, ...]) -> Array:
        """Return the derivative along p at a trial point."""
        return self.functions.slope(trial.x, trial.u, p, du, self.unscaled(trial.v), trial.saved)


def with_prices(problem: Problem, f: Array, c: Array) -> Array:
    """Return f with what is paid for constraints that are missed."""
    prices = problem.prices
    if prices is None:
        return f
    xp = problem.space.xp
    return f + xp.sum(xp.maximum(prices.low * c, prices.high * c))
