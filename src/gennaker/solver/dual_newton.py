"""Newton's method on the multipliers of a smooth dual, with conjugate gradients inside."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from gennaker.backends.space import Array
from gennaker.solver.convergence import NaturalSizes, feasibility
from gennaker.solver.dual import Dual, DualPoint
from gennaker.solver.lagrangian import Trial
from gennaker.solver.progress import Sight

__all__ = ["DualOutcome", "Ending", "maximize_dual"]

MOST = 300
"""Iterations in all before the ordinary method takes over."""
PATIENCE, REFUSALS = 40, 5
"""Iterations without less violation, and points that turn out not to be solutions."""
STAGE, STAGES = 20, 20
"""Iterations in a stage with more curvature than the objective has, and such stages."""
STAGED = 0.1
BALANCED = 1e-2
FIRST_GOAL = 0.01
ENDLESS = 1e8
"""Multipliers this large, relative to the slopes that they balance, are on their way to infinity."""
PRODUCTS = 200
FORCING = 0.1
DAMPING, LEAST = 1e-4, 1e-10
DAMPED = 1e-2
"""Damping, relative to the curvature, while the gradient is as large as at first."""
SHORT = 0.2
DESCENT = 1e-4
HALVINGS = 30
LONGER, LENGTHENINGS = 4.0, 15
STEEP = 0.2
ROUNDING = 64.0
WIDTH = 1e-6

Watch = Callable[[Trial, Sight, float], bool]
"""Called in each iteration with the point, what is known of it and the last step; true stops."""


class Ending(Enum):
    """How the search ended."""

    SOLVED = "solved"
    STOPPED = "stopped"
    GAVE_UP = "gave up"


@dataclass(frozen=True, slots=True)
class DualOutcome:
    """How the search ended, and the point with the least violation, with its multipliers as v."""

    ending: Ending
    trial: Trial
    missed: float


def maximize_dual(
    dual: Dual,
    y: Array,
    sizes: NaturalSizes,
    tolerance: float,
    watch: Watch,
    accepted: Callable[[Trial], bool],
    *,
    warm: bool = False,
) -> DualOutcome:
    """Search from the multipliers y; ``accepted`` judges a point, and nothing is solved without it.

    From a cold start the curvature of the objective is multiplied first, and less so from stage to
    stage: else most variables may sit where no multiplier moves them.
    """
    return _Search(dual, sizes, tolerance, watch, accepted).run(y, warm=warm)


@dataclass(frozen=True, slots=True)
class _Look:
    """What the host knows of a point; ``residual`` is its projected gradient."""

    point: DualPoint
    value: float
    residual: float
    noise: float


class _Search:
    def __init__(
        self,
        dual: Dual,
        sizes: NaturalSizes,
        tolerance: float,
        watch: Watch,
        accepted: Callable[[Trial], bool],
    ) -> None:
        self.dual, self.sizes, self.watch, self.accepted = dual, sizes, watch, accepted
        self.space = dual.space
        self.counted = dual.counted
        self.goal = max(FIRST_GOAL * tolerance, 10.0 * self.space.epsilon)
        self.tolerance = tolerance
        self.best: tuple[float, Trial] | None = None
        self.left, self.waiting, self.refused = MOST, 0, 0
        self.alpha = self.first = 0.0
        self.damping, self.stages = DAMPING, 0

    def run(self, y: Array, *, warm: bool) -> DualOutcome:
        """Go from stage to stage, the last of which is the problem itself."""
        dual, y = self.dual, self.dual.box.clip(y)
        while True:
            dual.stretch = 1.0
            if not warm:
                y = self._balanced(y)
                (needed,) = self.space.to_host([dual.terms.stretch(dual.pulled(y))])
                dual.stretch = max(1.0, needed) if self.stages < STAGES else 1.0
                self.stages += 1
            self.look = self._look(dual.at(y))
            ending = self._stage(self.look)
            if ending is not None:
                return self._end(ending)
            y = self.look.point.y
            dual.recenter(self.look.point)

    def _balanced(self, y: Array) -> Array:
        """Return multipliers at which no constraint would change as x moves, to first order.

        Then every constraint has variables that grow and others that shrink, and none is left with
        variables at their bounds alone, where no multiplier moves them.
        """
        xp, dual = self.space.xp, self.dual
        point = dual.at_place(y)
        tilt = dual.pushed(point, dual.pulled(y))
        free = xp.where((y > 0.0) | (dual.floor < 0.0), xp.ones_like(y), xp.zeros_like(y))
        return dual.box.clip(y + self._solved(point, -tilt * free, free, BALANCED, LEAST))

    def _stage(self, look: _Look) -> Ending | None:
        """Iterate until the gradient has become smaller; the last stage ends with an ending."""
        last = self.dual.stretch == 1.0
        self.first = self.first or look.residual or 1.0
        target = STAGED * self.first
        count = 0
        while True:
            self.look = look
            if not math.isfinite(look.value) or not math.isfinite(look.residual):
                return Ending.GAVE_UP
            missed = self._remember(look.point.trial)
            if self._sees(look):
                return Ending.SOLVED if self.accepted(look.point.trial) else Ending.STOPPED
            if last and missed <= self.goal and self._settled(look):
                if self.accepted(look.point.trial):
                    return Ending.SOLVED
                self.refused += 1
                look = self._closer(look)
            elif not last and (look.residual <= target or count >= STAGE):
                return None
            if self._is_hopeless(look):
                return Ending.GAVE_UP
            found = self._step(look)
            if found is None:
                if not last:
                    return None
                return Ending.SOLVED if self.accepted(look.point.trial) else Ending.GAVE_UP
            look = found
            self.left -= 1
            count += 1
            self.counted.iterations += 1

    # ---- looking ------------------------------------------------------------------------

    def _look(self, point: DualPoint) -> _Look:
        """Wait for what decides on a point."""
        xp = self.space.xp
        y, g = point.y, point.g
        away = xp.where(g > 0.0, xp.minimum(g, y - self.dual.floor), -g)
        value, residual, magnitude = self.space.to_host(
            [point.value, xp.max(away), point.magnitude]
        )
        return _Look(point, value, residual, ROUNDING * self.space.epsilon * magnitude)

    def _remember(self, trial: Trial) -> float:
        """Return the violation of a point; keep the point where it is the least."""
        xp = self.space.xp
        (length,) = self.space.to_host([xp.sqrt(trial.x @ trial.x)])
        missed, _ = feasibility(self.dual.problem, trial.c, length, self.sizes)
        if self.dual.stretch > 1.0:
            return missed
        self.waiting += 1
        least = math.inf if self.best is None else self.best[0]
        if missed < least:
            self.waiting = 0 if missed < 0.9 * least else self.waiting
            self.best = (missed, trial)
        return missed

    def _settled(self, look: _Look) -> bool:
        """Answer whether multipliers and constraint values are complementary, too."""
        xp, trial = self.space.xp, look.point.trial
        lost, swing = self.space.to_host(
            [
                xp.abs(look.point.y) @ xp.abs(look.point.g),
                xp.abs(self.dual.slopes) @ xp.abs(trial.x),
            ]
        )
        share = STAGED * self.tolerance
        return lost <= share * max(abs(look.value), swing) or look.residual == 0.0

    def _closer(self, look: _Look) -> _Look:
        """Ask for more, as seen from where the search is, so that rounding is less."""
        self.goal *= STAGED
        self.dual.recenter(look.point)
        return self._look(self.dual.at(look.point.y))

    def _sees(self, look: _Look) -> bool:
        """Take down the iteration."""
        function, point = self.dual.function, look.point
        f, violation, steepest = self.space.to_host(
            [point.trial.f, function.violation(point.trial), point.steepest]
        )
        return self.watch(point.trial, Sight(look.value, steepest, f, violation), self.alpha)

    def _is_hopeless(self, look: _Look) -> bool:
        """Answer whether the ordinary method had better take over."""
        if self.left <= 0 or self.waiting > PATIENCE or self.refused > REFUSALS:
            return True
        xp = self.space.xp
        largest, slope = self.space.to_host(
            [xp.max(xp.abs(look.point.y)), xp.max(xp.abs(self.dual.slopes))]
        )
        return largest > ENDLESS * max(slope, 1.0)

    def _end(self, ending: Ending) -> DualOutcome:
        trial, missed = self.look.point.trial, math.inf
        if ending is Ending.GAVE_UP and self.best is not None:
            missed, trial = self.best
        return DualOutcome(ending, trial, missed)

    # ---- moving -------------------------------------------------------------------------

    def _step(self, look: _Look) -> _Look | None:
        """Go along Newton's direction, projected onto the multipliers that are allowed."""
        xp, box, point = self.space.xp, self.dual.box, look.point
        (largest,) = self.space.to_host([xp.max(xp.abs(point.y))])
        working = box.working_set(point.y, point.g, min(WIDTH * largest, look.residual))
        d = self._direction(point, working.free) + working.snap
        found = self._search(look, d)
        if found is None:  # the curvature is of one side of a kink: the slope alone is safe
            found = self._search(look, working.snap - point.g * working.free)
        return found

    def _direction(self, point: DualPoint, free: Array) -> Array:
        """Solve for Newton's step on the free multipliers, as exactly as it pays."""
        xp = self.space.xp
        r = -point.g * free
        (left,) = self.space.to_host([xp.max(xp.abs(r))])
        share = min(left / self.first, 1.0)
        damping = max(self.damping, DAMPED * share)
        return self._solved(point, r, free, min(FORCING, math.sqrt(share)), damping)

    def _solved(
        self, point: DualPoint, r: Array, free: Array, share: float, damping: float
    ) -> Array:
        """Solve with the second derivative and a little more, until this share of r is left."""
        p, d = r, 0.0 * r
        (rr,) = self.space.to_host([r @ r])
        if rr == 0.0:
            return d
        least, shift = share**2 * rr, 0.0
        for count in range(PRODUCTS):
            bent = free * self.dual.product(point, p)
            curved, pp = self.space.to_host([p @ bent, p @ p])
            if count == 0:
                shift = damping * max(curved, 0.0) / pp
            curved += shift * pp
            if not curved > 0.0 or not math.isfinite(curved):
                return p if count == 0 else d
            alpha = rr / curved
            d, r = d + alpha * p, r - alpha * (bent + shift * p)
            (left,) = self.space.to_host([r @ r])
            if left <= least or not math.isfinite(left) or self.counted.limit() is not None:
                break
            p, rr = r + (left / rr) * p, left
        return d

    def _search(self, look: _Look, d: Array) -> _Look | None:
        """Shorten the step until the value falls, or lengthen it while the slope stays steep."""
        alpha = 1.0
        for _ in range(HALVINGS):
            found, slope, steep = self._try(look, d, alpha)
            if self._falls(look, found, slope):
                self.alpha = alpha
                self._damp(alpha)
                if alpha == 1.0 and steep < STEEP * slope:
                    return self._lengthened(look, d, found)
                return found
            if self.counted.limit() is not None:
                return None
            bend = found.value - look.value - slope
            best = -0.5 * slope / bend if math.isfinite(bend) and bend > 0.0 else 0.0
            alpha *= min(max(best, 0.1), 0.5)
        return None

    def _damp(self, alpha: float) -> None:
        """Believe more in curvature after a whole step, and less after a short one."""
        if alpha == 1.0:
            self.damping = max(0.1 * self.damping, LEAST)
        elif alpha < SHORT:
            self.damping = min(10.0 * self.damping, 1.0)

    def _try(self, look: _Look, d: Array, alpha: float) -> tuple[_Look, float, float]:
        """Return a point, and the slope of the step to it where it begins and where it ends."""
        point = look.point
        y = self.dual.box.clip(point.y + alpha * d)
        found = self._look(self.dual.at(y))
        moved = y - point.y
        slope, steep = self.space.to_host([moved @ point.g, moved @ found.point.g])
        return found, slope, steep

    def _falls(self, look: _Look, found: _Look, slope: float) -> bool:
        """Answer whether a step descends; where rounding hides that, the gradient must shrink."""
        if not math.isfinite(found.value) or not math.isfinite(found.residual) or slope >= 0.0:
            return False
        if found.value <= look.value + DESCENT * slope and -slope > look.noise:
            return True
        return found.value <= look.value + look.noise and found.residual < look.residual

    def _lengthened(self, look: _Look, d: Array, found: _Look) -> _Look:
        for _ in range(LENGTHENINGS):
            longer, slope, steep = self._try(look, d, LONGER * self.alpha)
            if not (self._falls(look, longer, slope) and longer.value < found.value):
                break
            self.alpha *= LONGER
            found = longer
            if steep >= STEEP * slope or self.counted.limit() is not None:
                break
        return found
