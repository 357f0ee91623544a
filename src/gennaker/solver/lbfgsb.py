"""Minimise a smooth function over a box; the loop reads like Algorithm 1 of the paper."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

from gennaker.backends.space import Array
from gennaker.solver.box import Box, WorkingSet
from gennaker.solver.curvature_pairs import CurvaturePairs
from gennaker.solver.direction import Coefficients
from gennaker.solver.lagrangian import Lagrangian, Point, Trial
from gennaker.solver.line_search import Found, search
from gennaker.solver.progress import Sight, Watch
from gennaker.solver.projection import DESCENT, full_step, projected_step

__all__ = ["Inner", "Outcome", "minimize_in_box"]

WIDTH = 1e-6
REFRESH = 100
FAR = 1e16
DEEP = 1e25
CURVED = 1e-12
ROUNDING = 64.0
PATIENCE = 40
EMPTY = np.zeros((0, 0))


class Outcome(Enum):
    """How the inner minimisation ended."""

    STATIONARY = "stationary"
    NO_PROGRESS = "no progress"
    UNBOUNDED = "unbounded"
    NOT_FINITE = "not finite"
    STOPPED = "stopped"


@dataclass(slots=True)
class Inner:
    """The best point of one inner minimisation, and how far it is from stationary.

    ``decrement`` is the decrease that the quasi-Newton model still promised at the end.
    """

    point: Point
    outcome: Outcome
    value: float
    residual: float
    decrement: float = math.inf
    ray: Array | None = None


@dataclass(frozen=True, slots=True)
class Look(Sight):
    """What one wait for the device tells about a point, and the direction that follows from it.

    ``decrement`` is what the quasi-Newton model promises.
    """

    direction: Coefficients | None = None
    decrement: float = math.inf


def minimize_in_box(  # the arguments are one problem
    function: Lagrangian,
    box: Box,
    point: Point,
    pairs: CurvaturePairs,
    tolerance: float,
    watch: Watch,
) -> Inner:
    """Minimise from a point until the projected gradient is at most ``tolerance``."""
    return _Minimization(function, box, point, pairs, tolerance, watch).run()


class _Minimization:
    def __init__(
        self,
        function: Lagrangian,
        box: Box,
        point: Point,
        pairs: CurvaturePairs,
        tolerance: float,
        watch: Watch,
    ) -> None:
        self.function, self.box, self.point, self.pairs = function, box, point, pairs
        self.tolerance, self.watch = tolerance, watch
        self.space = function.space
        self.width = 0.0
        self.downhill = point.g
        self.gamma = 0.0
        self.alpha = 0.0
        self.curvature: tuple[Array, Array, Array] | None = None
        self.best: Inner | None = None
        self.flat = 0
        self.failures = 0
        self.age = 0

    def run(self) -> Inner:
        """Iterate; every return gives the best point."""
        while True:
            working = self._working_set()
            look = self._look_on_host(working)
            ended = self._judge(look)
            if ended is not None:
                return ended
            p, found = self._moved(working, look)
            if found is None:
                if not self._restart():
                    return self._end(Outcome.NO_PROGRESS)
                continue
            if look.direction is None:
                found = self._track(found, p)
                if found.alpha > FAR or found.value < -DEEP:
                    self.best = Inner(found.point, Outcome.UNBOUNDED, found.value, math.inf)
                    return self._end(Outcome.UNBOUNDED, ray=found.point.x - self.point.x)
            self._accept(found)

    # ---- looking ------------------------------------------------------------------------

    def _working_set(self) -> WorkingSet | None:
        """Line 3 of Algorithm 1: which variables are free."""
        if not self.box.bounded:
            return None
        return self.box.working_set(self.point.x, self.point.g, self.width)

    def _look_on_host(self, working: WorkingSet | None) -> Look:
        """Wait for the value, the residual and all inner products of the pairs at once."""
        point, pairs, space = self.point, self.pairs, self.space
        xp = space.xp
        free = None if working is None else working.free
        gamma = self.gamma or self._first_gamma_on_host()
        self.downhill = self.box.downhill(point.x, point.g, gamma)
        scalars = [
            point.value,
            self.box.residual(self.downhill, gamma),
            xp.max(xp.abs(point.x)),
            self.function.objective(point),
            self.function.violation(point),
            *(self.curvature or ()),
        ]
        short = False
        products: Any = EMPTY
        if pairs.count:
            products, short = pairs.products(point.g, free)
        table, found = space.gather_to_host(products, scalars)
        value, residual, largest, objective, violation, *curvature = found
        direction = None
        if pairs.count:
            sg, yg = pairs.absorb(table, free, short=short)
            if curvature and not _is_curved(curvature, self.space.epsilon):
                pairs.retract()
            elif curvature:
                self.gamma = curvature[0] / curvature[2]
            direction = pairs.coefficients(sg, yg)
        self.curvature = None
        self.width = min(WIDTH * largest, residual * gamma)
        decrement = math.inf
        if direction is not None:
            decrement = abs(direction.decrement) + direction.gamma * residual**2
        return Look(value, residual, objective, violation, largest, direction, decrement)

    def _first_gamma_on_host(self) -> float:
        """Guess a step length in the units of x before any curvature is known."""
        xp = self.space.xp
        x, g = self.space.to_host([xp.max(xp.abs(self.point.x)), xp.max(xp.abs(self.point.g))])
        self.gamma = (x if x > 0.0 else 1e-3) / g if g > 0.0 and math.isfinite(g) else 1.0
        return self.gamma

    def _judge(self, look: Look) -> Inner | None:
        """Keep the best point, and say whether to stop here."""
        found = Inner(self.point, Outcome.STATIONARY, look.value, look.residual, look.decrement)
        if not math.isfinite(look.value) or not math.isfinite(look.residual):
            self.best = self.best or found
            return self._end(Outcome.NOT_FINITE)
        self._remember(found)
        if look.value < -DEEP or look.largest > FAR:
            self.best = found
            return self._end(Outcome.UNBOUNDED, ray=self.point.x)
        stop = self.watch(self.point, look, self.alpha)
        if look.residual <= self.tolerance:
            self.best = found
            return found
        if stop:
            return self._end(Outcome.STOPPED)
        return self._end(Outcome.NO_PROGRESS) if self.flat > PATIENCE else None

    def _remember(self, found: Inner) -> None:
        """Where values differ by rounding alone, the smaller residual is better."""
        best = self.best
        if best is None:
            self.best = found
            return
        noise = 4.0 * self.space.epsilon * abs(best.value)
        if found.value < best.value - noise:
            self.best, self.flat = found, 0
        elif found.value <= best.value + 10.0 * noise and found.residual < best.residual:
            self.flat = 0 if found.residual < 0.9 * best.residual else self.flat + 1
            self.best = found
        else:
            self.flat += 1

    def _end(self, outcome: Outcome, ray: Array | None = None) -> Inner:
        best = self.best
        if best is None:
            best = Inner(self.point, outcome, math.nan, math.inf)
        best.outcome, best.ray = outcome, ray
        return best

    # ---- moving ---------------------------------------------------------------------------

    def _moved(self, working: WorkingSet | None, look: Look) -> tuple[Array, Found | None]:
        """Lines 4 to 7 of Algorithm 1: direction on the free variables, projected, and searched.

        A device tries the full step at once, and hears whether it descends together with the first
        trial of the search; only where that fails all lengths are looked at.
        """
        box, point = self.box, self.point
        d = self._direction(look)
        if working is None:
            return d, self._searched(d, look)
        d *= working.free
        if not self.space.on_host:
            p = full_step(box, point.x, d)
            p += working.snap
            found = self._searched(p, look, (point.g @ d) * DESCENT)
            if found is not None:
                return p, found
        p = projected_step(box, point.x, point.g, d, self.downhill) + working.snap
        return p, self._searched(p, look)

    def _searched(self, p: Array, look: Look, enough: Array | None = None) -> Found | None:
        return search(self.function, self.box, self.point, p, look.value, enough)

    def _direction(self, look: Look) -> Array:
        """Return the quasi-Newton direction, or a moderate step downhill."""
        if look.direction is None:
            return self._steepest(look)
        d = self.pairs.combine(-look.direction.of_s, -look.direction.of_y)
        d -= self.point.g * look.direction.gamma
        return d

    def _steepest(self, look: Look) -> Array:
        """Go downhill a moderate way where nothing is known of the curvature."""
        xp, g = self.space.xp, self.point.g
        length = 1.0
        if self.age == 0:
            length = min(look.largest, 1.0) if look.largest > 0.0 else 1.0
        norm = xp.sqrt(g @ g)
        return g * (-length / xp.where(norm > 0.0, norm, 1.0))

    def _accept(self, found: Found) -> None:
        """Lines 7 to 10 of Algorithm 1: the new point and its curvature pair."""
        old, new = self.point, found.point
        s, y = new.x - old.x, new.g - old.g
        self.curvature = (s @ y, s @ s, y @ y)
        self.pairs.add(s, y)
        self.point, self.alpha = new, found.alpha
        self.failures = 0
        self.age += 1
        self.function.functions.iterations += 1
        if self.age % REFRESH == 0 and self.function.functions.rays:
            self.point = self.function.completed(self.function.at(new.x))

    def _restart(self) -> bool:
        """Forget the pairs after a failed search; twice in a row there is no progress."""
        self.failures += 1
        self.function.functions.restarts += 1
        if self.failures > 1 or not self.pairs.count:
            return False
        self.pairs.drop()
        self.curvature = None
        return True

    def _track(self, found: Found, p: Array) -> Found:
        """Without curvature, go on along the projected path while the function falls.

        Steps of moderate length would cross a region of negative curvature forever.
        """
        old = self.point
        s = found.point.x - old.x
        curvature, length, steep = self.space.to_host(
            [s @ (found.point.g - old.g), s @ s, old.g @ old.g]
        )
        if curvature > ROUNDING * self.space.epsilon * math.sqrt(length * steep):
            return found
        function = self.function
        alpha, best, value = found.alpha, found.point, found.value
        last: Trial = best
        while alpha <= FAR and value >= -DEEP:
            longer = function.at(self.box.clip(old.x + 10.0 * alpha * p))
            gained, moved = self.space.to_host(
                [longer.value, self.space.xp.max(self.space.xp.abs(longer.x - last.x))]
            )
            if not math.isfinite(gained) or gained >= value or moved == 0.0:
                break
            alpha, last, value = 10.0 * alpha, longer, gained
        if last is best:
            return found
        return Found(alpha, function.completed(last), value, found.slope)


def _is_curved(curvature: list[float], epsilon: float) -> bool:
    """Answer whether a step met positive curvature beyond rounding."""
    sy, ss, yy = curvature
    return sy > max(CURVED, 8.0 * epsilon) * math.sqrt(ss * yy) and math.isfinite(yy)
