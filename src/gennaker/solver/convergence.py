"""Evidence: how far a point is from optimal, measured on the original problem from scratch."""

from __future__ import annotations

import math
from dataclasses import dataclass
from types import ModuleType

from gennaker.backends.space import Array
from gennaker.solver.box import Box
from gennaker.solver.evaluation import Counted
from gennaker.solver.lagrangian import with_prices
from gennaker.solver.problem import Prices, Problem
from gennaker.solver.result import Residuals

__all__ = ["Evidence", "NaturalSizes", "examine", "feasibility", "usable_tolerance", "violations"]

CHANGE = 1e-3
"""The share of what gradients could change that counts as a size where the objective vanishes."""
START = 1e-4
"""How much the sizes at the start count: enough where the solution is zero in every way."""
OWN_SHARE = 2.0**-10
ROUNDING = 64.0


@dataclass(frozen=True, slots=True)
class NaturalSizes:
    """What residuals are measured against, so that the units of a problem do not matter.

    ``gradient`` and ``objective`` are those at the start, ``place`` is the start itself and
    ``rows`` the norms of the rows of the constraints' Jacobian there.
    """

    gradient: float
    objective: float
    place: Array
    rows: Array


@dataclass(frozen=True, slots=True)
class Evidence:
    """Residuals of a point and its multipliers, and the values found on the way."""

    residuals: Residuals
    objective: float
    gradient_size: float
    """The size that the stationarity was measured against."""
    finite: bool
    flat: bool = False
    """Whether the gradient of the objective is zero, so that multipliers may be, too."""


def usable_tolerance(problem: Problem, tolerance: float) -> float:
    """Return the tolerance, or the least that the type of the numbers allows."""
    return max(tolerance, 100.0 * problem.space.epsilon)


def examine(
    problem: Problem,
    counted: Counted,
    x: Array,
    multipliers: Array,
    sizes: NaturalSizes,
    *,
    by_entry: bool = False,
) -> Evidence:
    """Evaluate everything anew at a point and measure its residuals.

    Gradients are measured against what cancels in them. Part of that shows in how the gradient
    changes with x, as if x itself were the change: for a quadratic with the Hessian H it is Hx.

    *Stationarity*: a variable's entry of the Lagrangian's gradient, relative to the gradients that
    cancel there, or its distance from the bound that stops it, relative to the variables: the less.
    ``by_entry`` measures each entry against its own change as well, which rounding limits.

    *Feasibility*: a constraint's value, relative to the length of its gradient times that of x
    where this is below 1, and as it stands otherwise.

    *Complementarity*: what could still be gained by moving each variable by its own size, but to
    its bound at most, plus each multiplier times the value of its constraint; all to first order,
    relative to the objective, or to a thousandth of its possible change where it vanishes.
    """
    space = problem.space
    xp = space.xp
    u = counted.images(x)
    f, c, saved = counted.forward(x, u)
    g = of_f = counted.backward(x, u, multipliers, saved)
    zero = space.array(0.0)
    pull = shift = zero
    if problem.constraints:
        of_f = counted.backward(x, u, space.zeros(problem.constraints), saved)
        pull, shift = xp.max(xp.abs(g - of_f)), xp.abs(multipliers) @ xp.abs(c)
    if problem.prices is not None:
        shift = shift - _settled(problem.prices, multipliers, c, xp)
        pulls = sizes.rows * problem.prices.paid * multipliers  # they cancel among themselves
        pull = xp.maximum(pull, xp.sqrt(pulls @ pulls))
        f = with_prices(problem, f, c)
    own = _own_change(problem, counted, x, multipliers, g)
    downhill, size = _distance(problem, x, g), xp.abs(x)
    found = space.to_host(
        [
            f,
            xp.max(xp.abs(of_f)),
            pull,
            xp.max(own),
            xp.max(size),
            xp.sqrt(x @ x),
            xp.abs(g) @ xp.minimum(downhill, size),
            (xp.abs(of_f) + own) @ size,
            xp.max(xp.minimum(xp.abs(g), downhill)),
            shift,
        ]
    )
    objective, slope, held, changed, largest, length, gain, swing, projected, lost = found
    gradient_size = max(slope, held, changed, START * sizes.gradient)
    stationarity = _stationarity(
        problem, g, downhill, largest, gradient_size, own if by_entry else None
    )
    missed, violation = feasibility(problem, c, length, sizes)
    at_start = START * CHANGE * abs(sizes.objective - objective)
    value = max(abs(objective), CHANGE * swing, at_start if math.isfinite(at_start) else 0.0)
    complementarity = (gain + lost) / value if value > 0.0 else gain + lost
    residuals = Residuals(stationarity, missed, complementarity, violation, projected)
    finite = all(map(math.isfinite, (*found, stationarity, missed)))
    flat = slope == 0.0 and problem.prices is None
    return Evidence(residuals, objective, gradient_size, finite, flat=flat)


def _settled(prices: Prices, multipliers: Array, c: Array, xp: ModuleType) -> Array:
    """Return the part of |v|'|c| that is no loss, as it is what the objective pays.

    Where there is a price the loss is max(low*c, high*c) - v*c, which is nowhere negative.
    """
    loss = xp.maximum(prices.low * c, prices.high * c) - multipliers * c
    return xp.sum(prices.paid * (xp.abs(multipliers * c) - loss))


def _own_change(
    problem: Problem, counted: Counted, x: Array, multipliers: Array, g: Array
) -> Array:
    """Return how each entry of the gradient changes with x; zero where that is not finite."""
    xp = problem.space.xp
    box = Box(problem.space, problem.lower, problem.upper)
    more, less = x + OWN_SHARE * x, x - OWN_SHARE * x
    moved = box.clip(xp.where(xp.any(box.clip(more) != more), less, more))  # bounds hold here too
    u = counted.images(moved)
    _, _, saved = counted.forward(moved, u)
    change = xp.abs(counted.backward(moved, u, multipliers, saved) - g) / OWN_SHARE
    return xp.where(xp.isfinite(change), change, xp.zeros_like(change))


def _stationarity(
    problem: Problem,
    g: Array,
    downhill: Array,
    largest: float,
    gradient_size: float,
    own: Array | None,
) -> float:
    if gradient_size == 0.0:
        return 0.0
    space = problem.space
    xp = space.xp
    share = xp.abs(g) / gradient_size
    if own is not None:
        share = xp.abs(g) / xp.maximum(own, gradient_size + 0.0 * own)
    away = downhill / largest if largest > 0.0 else _largest(problem) * downhill
    return space.to_host([xp.max(xp.minimum(share, away))])[0]


def _distance(problem: Problem, x: Array, g: Array) -> Array:
    """Return how far each variable can move downhill; a large number where nothing stops it."""
    xp = problem.space.xp
    distance = xp.full_like(x, _largest(problem))
    if problem.lower is not None:
        distance = xp.where(g > 0.0, xp.minimum(distance, x - problem.lower), distance)
    if problem.upper is not None:
        distance = xp.where(g < 0.0, xp.minimum(distance, problem.upper - x), distance)
    return distance


def _largest(problem: Problem) -> float:
    """A number that stands for infinity, and can be multiplied and divided."""
    return float(problem.space.xp.finfo(problem.start.dtype).max) ** 0.5


def feasibility(
    problem: Problem, c: Array, length: float, sizes: NaturalSizes
) -> tuple[float, float]:
    """Return the largest violation relative to its natural size, and as it stands."""
    if not problem.constraints:
        return 0.0, 0.0
    space = problem.space
    xp = space.xp
    missed = violations(problem, c)
    natural = sizes.rows * length
    rounding = ROUNDING * space.epsilon * natural
    limit = xp.minimum(xp.where(natural > 0.0, natural, xp.ones_like(natural)), xp.ones_like(c))
    beyond = xp.where(missed > rounding, missed, xp.zeros_like(missed))
    relative, plain = space.to_host([xp.max(beyond / limit), xp.max(missed)])
    return relative, plain


def violations(problem: Problem, c: Array) -> Array:
    """Return by how much each constraint is missed; where that has a price it is allowed."""
    xp = problem.space.xp
    k = problem.equalities
    missed = xp.concat([xp.abs(c[:k]), xp.maximum(c[k:], xp.zeros_like(c[k:]))])
    return missed if problem.prices is None else missed * (1.0 - problem.prices.paid)
