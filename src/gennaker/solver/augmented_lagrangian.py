"""Constraints by multipliers and a penalty: Algorithm 4 of the paper, with the cures of its ills."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from gennaker.backends.space import Array
from gennaker.solver.box import Box
from gennaker.solver.convergence import (
    Evidence,
    NaturalSizes,
    examine,
    feasibility,
    usable_tolerance,
)
from gennaker.solver.curvature_pairs import CurvaturePairs
from gennaker.solver.dual import Dual, has_dual
from gennaker.solver.dual_newton import Ending, maximize_dual
from gennaker.solver.evaluation import Counted
from gennaker.solver.infeasibility import Feasibility, restore
from gennaker.solver.lagrangian import Lagrangian, Point, Trial
from gennaker.solver.lbfgsb import Inner, Outcome, minimize_in_box
from gennaker.solver.options import Options
from gennaker.solver.penalty import first_penalty, penalty_of_prices
from gennaker.solver.problem import Problem
from gennaker.solver.progress import Progress, Sight
from gennaker.solver.result import Memory, Result
from gennaker.solver.runaway import Runaway
from gennaker.solver.scaling import row_norms, scale_of_rows, typical_size
from gennaker.solver.status import Status
from gennaker.solver.terms import measure
from gennaker.solver.unboundedness import falls_for_ever

__all__ = ["solve_by_rounds"]

BOUNDED_MEMORY, FREE_MEMORY = 10, 20
FIRST_TOLERANCE = 0.1
TIGHTER = 0.1
HALVED = 0.5
LINEAR_GROWTH, CURVED_GROWTH = 10.0, 4.0
LARGEST_GROWTH = 1e12
LARGEST_MULTIPLIER = 1e14
STALLED = 4
"""Rounds without less violation before the constraints are looked at alone."""
RESCUES = 6
ENDLESS = 1e6
"""Points this far out, in sizes of the variables, make us doubt that there is a solution."""
CLEAN = 1e-6
"""Entries this small, relative to the largest, are not part of a direction."""
LOOKS = 200
"""Iterations that may be spent on that question."""
PROMISING = 0.1
"""Multipliers that the dual leaves are gone on from if the violation is this share of the start's."""
REDUCED = 1e3
"""A point within this factor of the tolerance is solved to reduced accuracy."""


@dataclass(frozen=True, slots=True)
class _Verdict:
    """How a solve ends, and what there is to say about it."""

    status: Status
    cause: str = ""
    conflict: tuple[str, ...] = ()
    ray: Array | None = None


def solve_by_rounds(
    problem: Problem,
    options: Options,
    counted: Counted,
    progress: Progress,
    *,
    multipliers: Array | None = None,
    memory: Memory | None = None,
) -> Result:
    """Minimise f(x) where c(x) is zero or at most zero, and l <= x <= u, from the problem's start.

    Without constraints this is one minimisation over the box, repeated with a tighter tolerance
    where the evidence asks for one. ``multipliers`` and ``memory`` are those of an earlier result.
    """
    return _Rounds(problem, options, counted, progress).run(multipliers, memory)


class _Rounds:
    def __init__(
        self, problem: Problem, options: Options, counted: Counted, progress: Progress
    ) -> None:
        self.problem, self.options, self.counted = problem, options, counted
        self.progress = progress
        self.space = problem.space
        self.box = Box(self.space, problem.lower, problem.upper)
        self.tolerance = usable_tolerance(problem, options.tolerance)
        self.length = options.memory or (BOUNDED_MEMORY if self.box.bounded else FREE_MEMORY)
        self.pairs = CurvaturePairs(self.space, self.length, problem.size)
        self.best: tuple[Evidence, Array, Array] | None = None
        self.before = self.least = math.inf
        self.stalled = self.rescues = self.failures = 0
        self.runaway = Runaway(watching=problem.constraints > 0 and not self._is_enclosed())

    def _is_enclosed(self) -> bool:
        """Answer whether bounds on both sides keep every variable from running away."""
        lower, upper, xp = self.problem.lower, self.problem.upper, self.space.xp
        if lower is None or upper is None:
            return False
        inside = xp.isfinite(lower) & xp.isfinite(upper)
        return self.space.to_host([xp.min(xp.astype(inside, lower.dtype))])[0] > 0.0

    def run(self, multipliers: Array | None, memory: Memory | None) -> Result:
        """Alternate between a minimisation over the box and better multipliers."""
        point = self._begin(multipliers, memory)
        if memory is not None and self._is_solved(self.function.at_rest(point)):
            return self._result(_Verdict(Status.SOLVED))
        found = self._by_dual(point, warm=memory is not None)
        if isinstance(found, _Verdict):
            return self._result(found)
        point = found
        while True:
            self.counted.rounds += 1
            self.runaway.begin_round()
            tolerance = self.loose * self.natural
            self.round_start = point
            inner = minimize_in_box(
                self.function, self.box, point, self.pairs, tolerance, self._watch
            )
            found = self._judge(inner)
            if isinstance(found, _Verdict):
                return self._result(found)
            point = found

    def _watch(self, point: Point, sight: Sight, step: float) -> bool:
        stop = self.progress.sees(point, sight, step, self.function, self.natural)
        return stop or self.runaway.sees(sight)

    # ---- the start ------------------------------------------------------------------------

    def _begin(self, multipliers: Array | None, memory: Memory | None) -> Point:
        """Measure natural sizes, scale the constraints and choose multipliers and penalty."""
        problem, space, counted = self.problem, self.space, self.counted
        xp = space.xp
        plain = Lagrangian(problem, counted, space, space.full(problem.constraints, 1.0))
        start = plain.at(self.box.clip(problem.start))
        # a warm start measures where the first solve began, so that the same data is judged alike
        first = start if memory is None or memory.place is None else plain.at(memory.place)
        of_f = counted.backward(first.x, first.u, plain.multipliers, first.saved)
        slope = self._slope_on_the_way(first, of_f)
        rows = row_norms(problem, counted, first.x, first.u, first.saved, of_f)
        scale = scale_of_rows(problem, rows, first.c, first.x)
        missed = plain.missed(first) * scale
        size = typical_size(problem, first.x, rows, first.c)
        steepness, objective, violation, self.typical = space.to_host(
            [xp.max(xp.abs(slope)), plain.objective(first), xp.sqrt(missed @ missed), size]
        )
        finite = all(map(math.isfinite, (steepness, objective, violation)))
        self.sizes = NaturalSizes(steepness if finite else 0.0, objective, first.x, rows)
        self.natural = self.sizes.gradient
        self.loose = FIRST_TOLERANCE if problem.constraints and memory is None else self.tolerance
        penalty = self.options.penalty if memory is None else memory.penalty
        if penalty is None and problem.constraints and finite:
            penalty = first_penalty(problem, counted, self.box, first, of_f, rows, violation)
            if problem.prices is not None:
                penalty = penalty_of_prices(problem, first, scale) or penalty
        self.first = penalty or 1.0
        function = Lagrangian(problem, counted, space, scale)
        y = plain.multipliers if multipliers is None else multipliers / scale
        self.function = function.with_multipliers(function.clipped(y), self.first)
        if problem.constraints or first is not start:
            return self.function.moved(start)
        return plain.with_gradient(start, of_f)

    def _slope_on_the_way(self, first: Trial, of_f: Array) -> Array:
        """Return a subgradient of the objective at the start, what is paid included."""
        prices = self.problem.prices
        if prices is None:
            return of_f
        v = self.space.xp.where(first.c > 0.0, prices.high, prices.low)
        return self.counted.backward(first.x, first.u, v, first.saved)

    # ---- the dual -------------------------------------------------------------------------

    def _by_dual(self, start: Point, *, warm: bool) -> _Verdict | Point:
        """Search for the multipliers alone where that can be done; else say where rounds start."""
        function, counted = self.function, self.counted
        if not self.options.dual or not has_dual(self.problem) or counted.limit() is not None:
            return start
        terms = measure(self.problem, counted, self.typical)
        if terms is None:
            return start
        counted.rounds += 1
        shown = function.with_multipliers(function.multipliers, 0.0)
        found = maximize_dual(
            Dual(self.problem, counted, function, terms),
            function.multipliers,
            self.sizes,
            self.tolerance,
            lambda trial, sight, step: self.progress.sees(trial, sight, step, shown, self.natural),
            lambda trial: self._is_solved(function.completed(trial)),
            warm=warm,
        )
        if found.ending is Ending.SOLVED:
            return _Verdict(Status.SOLVED)
        if found.ending is Ending.STOPPED:
            return self._stopped(function.completed(found.trial))
        if not found.missed <= PROMISING * self._feasibility(start):
            return start
        self.function = function.with_multipliers(found.trial.v, self.first)
        return self.function.moved(found.trial)

    # ---- after each round -----------------------------------------------------------------

    def _judge(self, inner: Inner) -> _Verdict | Point:
        """Say how the solve ends with this round, or where the next one starts."""
        point, outcome = inner.point, inner.outcome
        if outcome is Outcome.NOT_FINITE:
            self._is_solved(point)
            return _Verdict(Status.NOT_FINITE)
        if outcome is Outcome.UNBOUNDED:
            return self._unbounded(inner)
        if self.runaway.detected:
            return self._called_back()
        near, moved = self._feasibility(point), self._moved(point)
        length = self._length(point)
        settled = moved <= self.tolerance * length
        stationary = inner.residual <= self.tolerance * self.natural
        close = near <= self.tolerance and stationary and settled
        if (close or outcome is not Outcome.STATIONARY) and self._is_solved(point):
            return _Verdict(Status.SOLVED)
        if outcome is Outcome.STOPPED:
            return self._stopped(point)
        if not self.problem.constraints:
            trying = outcome is Outcome.STATIONARY and inner.residual > 0.0
            return self._tightened(inner) if trying else self._stuck()
        if self.counted.rounds >= self.options.max_rounds:
            return self._stuck()
        if close and outcome is Outcome.STATIONARY and inner.residual > 0.0:
            return self._tightened(inner)
        if settled and near <= self.tolerance and outcome is not Outcome.STATIONARY:
            self.failures += 1
            if self.failures > STALLED or moved <= 4.0 * self.space.epsilon * length:
                return self._stuck()
        if near > self.tolerance and self._has_stalled(moved):
            return self._look_at_constraints(point)
        return self._next(point, moved)

    def _is_solved(self, point: Point) -> bool:
        """Measure the point from scratch; remember it if it is the best one."""
        weights = self.function.unscaled(point.v)
        found = examine(self.problem, self.counted, point.x, weights, self.sizes)
        if found.flat and self.problem.constraints:  # any multipliers but zero are rounding
            weights = 0.0 * weights
            found = examine(self.problem, self.counted, point.x, weights, self.sizes)
        if self.best is None or self._is_better(found, self.best[0]):
            self.best = (found, point.x, weights)
        if found.finite and found.gradient_size > 0.0:
            self.natural = found.gradient_size
        return found.finite and found.residuals.largest <= self.tolerance

    def _is_better(self, found: Evidence, best: Evidence) -> bool:
        """Prefer points that are feasible, then those with less to complain of."""
        if not (found.finite and best.finite):
            return found.finite
        new, old = found.residuals, best.residuals
        if max(new.feasibility, old.feasibility) > self.tolerance:
            return new.feasibility <= old.feasibility
        return new.largest <= old.largest or found.objective < best.objective

    def _length(self, point: Trial) -> float:
        return self.space.to_host([self.space.xp.sqrt(point.x @ point.x)])[0]

    def _feasibility(self, point: Point) -> float:
        if not self.problem.constraints:
            return 0.0
        return feasibility(self.problem, point.c, self._length(point), self.sizes)[0]

    def _moved(self, point: Point) -> float:
        """Return how far the multipliers have moved, over the penalty: the violation, scaled."""
        if not self.problem.constraints:
            return 0.0
        xp = self.space.xp
        change = xp.max(xp.abs(point.v - self.function.multipliers))
        return self.space.to_host([change])[0] / self.function.penalty

    def _tightened(self, inner: Inner) -> _Verdict | Point:
        """Where the constraints hold, a point that is not good enough wants a closer look."""
        self.loose = TIGHTER * inner.residual / self.natural
        if not self.problem.constraints:
            return inner.point
        return self._round(inner.point, inner.point.v, self.function.penalty)

    def _stuck(self) -> _Verdict:
        """Measure against the terms that cancel in the gradient, where rounding may be the limit."""
        if self.best is not None and self.best[0].finite:
            _, x, weights = self.best
            found = examine(self.problem, self.counted, x, weights, self.sizes, by_entry=True)
            self.best = (found, x, weights)
            if found.residuals.largest <= self.tolerance:
                return _Verdict(Status.SOLVED)
        reached = self.best[0].residuals.largest if self.best is not None else math.inf
        near = reached <= REDUCED * self.tolerance
        if near:
            return _Verdict(Status.REDUCED_ACCURACY)
        endless = None if self.best is None else self._endless(self.function.at(self.best[1]))
        return endless or _Verdict(Status.NO_PROGRESS)

    def _endless(self, point: Trial) -> _Verdict | None:
        """Where a solve has gone very far out, look whether there is an end at all."""
        if not self.problem.constraints:
            return None
        far = self._length(point) > ENDLESS * self.typical
        return self._far_out(point) if far else None

    def _stopped(self, point: Point) -> _Verdict:
        """Name the limit, or who asked to stop; a limit may be where there is no end."""
        limit = self.counted.limit()
        if limit is None:
            return _Verdict(Status.STOPPED)
        return self._endless(point) or _Verdict(limit)

    def _next(self, point: Point, moved: float) -> Point:
        """Lines 6 to 8 of Algorithm 4: better multipliers, and a larger penalty if needed."""
        xp, function = self.space.xp, self.function
        large = self.space.array(LARGEST_MULTIPLIER)
        y = xp.maximum(xp.minimum(point.v, large), -large)
        penalty = function.penalty
        if moved > HALVED * self.before:
            growth = LINEAR_GROWTH if self.problem.linear else CURVED_GROWTH
            penalty = min(growth * penalty, LARGEST_GROWTH * self.first)
        self.before = moved
        tighter = min(TIGHTER * self.loose, max(TIGHTER * moved, TIGHTER**2 * self.loose))
        self.loose = max(TIGHTER * self.tolerance, tighter)
        return self._round(point, y, penalty)

    def _round(self, point: Point, y: Array, penalty: float) -> Point:
        """Start a round: with few variables the curvature pairs are worth keeping."""
        self.function = self.function.with_multipliers(y, penalty)
        if self.problem.size > 2 * self.length:
            self.pairs.drop()
        return self.function.moved(point)

    # ---- trouble --------------------------------------------------------------------------

    def _has_stalled(self, moved: float) -> bool:
        """Answer whether the violation has not become less for some rounds."""
        if moved < 0.9 * self.least:
            self.least, self.stalled = moved, 0
        else:
            self.stalled += 1
        return self.stalled >= STALLED

    def _unbounded(self, inner: Inner) -> _Verdict | Point:
        """Believe in an unbounded objective only where it falls over feasible points."""
        point = inner.point
        if not self.problem.constraints:
            self._is_solved(point)
            return self._endless_along(point.x if inner.ray is None else inner.ray)
        origin = self.box.clip(self.problem.start)
        return self._far_out(point) or self._restored(origin)

    def _endless_along(self, way: Array) -> _Verdict:
        """Say that the problem is unbounded along a way, cleared of what is rounding in it."""
        xp = self.space.xp
        size = xp.abs(way)
        ray = xp.where(size > CLEAN * xp.max(size), way, xp.zeros_like(way))
        return _Verdict(Status.UNBOUNDED, ray=self.box.without_end(ray))

    def _far_out(self, point: Trial) -> _Verdict | None:
        """Say that the problem is unbounded, if it is so in the direction of a far point."""
        origin = self.box.clip(self.problem.start)
        ray = point.x - origin
        limit = self.counted.iterations + LOOKS  # it may run even where the solve's own is spent
        found = falls_for_ever(
            lambda x: self.function.objective(self.function.at(x)),
            self.space,
            self.box,
            origin,
            ray,
            self.typical,
            lambda x: self._least_violation(x, lambda: self.counted.iterations > limit),
        )
        if found is None:
            return None
        self.best = None
        self._is_solved(self.function.at_rest(found.point))
        return self._endless_along(found.point.x - origin)

    def _called_back(self) -> Point:
        """Start the round again with a larger penalty: the objective won over the constraints."""
        self.runaway.forget()
        self.pairs.drop()
        function = self.function
        penalty = LINEAR_GROWTH * function.penalty
        self.function = function.with_multipliers(function.multipliers, penalty)
        return self.function.moved(self.round_start)

    def _look_at_constraints(self, point: Point) -> _Verdict | Point:
        """Violate the constraints as little as possible from here: why do they not hold?"""
        return self._restored(point.x)

    def _restored(self, x: Array) -> _Verdict | Point:
        """Go to a point where the constraints hold and let the penalty weigh more, or give up."""
        self.rescues += 1
        if self.rescues > RESCUES:
            return self._stuck()
        found = self._least_violation(x)
        if found.infeasible and not self.problem.convex:  # from elsewhere it may look otherwise
            again = self._least_violation(self.box.clip(self.problem.start))
            found = again if again.relative < found.relative else found
        best = self.best
        if found.infeasible and best is not None and self._has_been_feasible():
            point = self.function.completed(self.function.at(best[1]))
            found = Feasibility(point, 0.0, feasible=True, infeasible=False, conflict=())
        limit = self.counted.limit()
        if found.infeasible:
            self._is_solved(self.function.at_rest(found.point))
            return _Verdict(Status.INFEASIBLE, conflict=found.conflict)
        if limit is not None:
            return _Verdict(limit)
        self.before = self.least = math.inf
        self.stalled = 0
        self.pairs.drop()
        none = self.space.zeros(self.problem.constraints)
        function = self.function.with_multipliers(none, LINEAR_GROWTH * self.function.penalty)
        self.function = function
        return function.completed(function.at(found.point.x))

    def _has_been_feasible(self) -> bool:
        return self.best is not None and self.best[0].residuals.feasibility <= self.tolerance

    def _least_violation(self, x: Array, stop: Callable[[], bool] | None = None) -> Feasibility:
        return restore(
            self.problem,
            self.counted,
            self.box,
            self.function.scale,
            self.sizes,
            x,
            self.length,
            self.tolerance,
            stop or (lambda: self.counted.limit() is not None),
        )

    def _result(self, verdict: _Verdict) -> Result:
        if self.best is None:
            self._is_solved(self.round_start)
        if self.best is None:
            raise RuntimeError("a solve ends with a point that was examined")
        evidence, x, weights = self.best
        return Result(
            x=x,
            objective=evidence.objective,
            multipliers=weights,
            status=verdict.status,
            residuals=evidence.residuals,
            counts=self.counted.counts,
            seconds=self.counted.seconds,
            conflict=verdict.conflict,
            ray=verdict.ray,
            cause=verdict.cause,
            memory=Memory(self.function.penalty, self.sizes.place),
        )
