"""Algorithm 4: constraints by multipliers and a penalty, around Algorithm 1."""

from __future__ import annotations

import math

from gennaker.backends.space import Array
from gennaker.solver.box import Box
from gennaker.solver.evaluation import Counted
from gennaker.solver.lagrangian import Lagrangian, Point
from gennaker.solver.lbfgsb import Outcome
from gennaker.solver.options import Options
from gennaker.solver.paper.evidence import measure
from gennaker.solver.paper.lbfgs_box import Stationary, lbfgs_box
from gennaker.solver.problem import Problem
from gennaker.solver.progress import Progress
from gennaker.solver.result import Memory, Residuals, Result
from gennaker.solver.status import Status

__all__ = ["solve_by_paper"]

MEMORY = 10
PENALTY = 1.0
GROWTH = 2.0
HALVED = 0.5
LARGEST_PENALTY = 1e20
REDUCED = 1e3
"""A point within this factor of the tolerance is solved to reduced accuracy."""


def solve_by_paper(
    problem: Problem,
    options: Options,
    counted: Counted,
    progress: Progress,
    *,
    multipliers: Array | None = None,
    memory: Memory | None = None,
) -> Result:
    """Minimise f(x) where h(x) = 0, g(x) <= 0 and l <= x <= u.

    ``progress`` sees every iterate of Algorithm 1. The start is that of the problem, where the
    paper starts from zero; multipliers and memory of an earlier solve may be given.
    """
    penalty = None if memory is None else memory.penalty
    return _Rounds(problem, options, counted, progress).run(multipliers, penalty)


class _Rounds:
    def __init__(
        self, problem: Problem, options: Options, counted: Counted, progress: Progress
    ) -> None:
        self.problem, self.options, self.counted = problem, options, counted
        self.progress = progress
        self.space = problem.space
        self.box = Box(self.space, problem.lower, problem.upper)
        self.natural = 1.0

    def run(self, multipliers: Array | None, penalty: float | None) -> Result:
        """Follow Algorithm 4 line by line."""
        problem, space = self.problem, self.space
        ones = space.full(problem.constraints, 1.0)
        function = Lagrangian(problem, self.counted, space, ones)
        y = function.multipliers if multipliers is None else multipliers
        rho = penalty or self.options.penalty or PENALTY  # line 3
        function = function.with_multipliers(y, rho)
        point = function.completed(function.at(self.box.clip(problem.start)))
        self.natural = max(1.0, self._largest(point.g))
        violation = self._violation(point)
        while True:  # line 4
            self.counted.rounds += 1
            ended = self._inner(function, point)  # line 5
            point = ended.point
            y = point.v  # lines 6 and 7
            residuals = measure(problem, self.box, point, self.natural)
            status = self._judge(ended, residuals)
            if status is not None:  # line 9
                return self._end(ended, status, residuals, rho)
            before, violation = violation, self._violation(point)
            if violation > max(HALVED * before, self.options.tolerance):
                rho = min(GROWTH * rho, LARGEST_PENALTY)  # line 8
            function = function.with_multipliers(y, rho)
            point = function.moved(point)

    def _inner(self, function: Lagrangian, point: Point) -> Stationary:
        """Line 5: minimise the augmented Lagrangian over the box, to the final tolerance."""
        tolerance = self.options.tolerance
        return lbfgs_box(
            function,
            self.box,
            point,
            tolerance * self.natural,
            memory=self.options.memory or MEMORY,
            watch=lambda found, sight, step: self.progress.sees(
                found, sight, step, function, self.natural
            ),
            enough=lambda found: self._residuals(found).stationarity <= tolerance,
        )

    def _residuals(self, point: Point) -> Residuals:
        return measure(self.problem, self.box, point, self.natural)

    def _judge(self, ended: Stationary, residuals: Residuals) -> Status | None:
        """Return how the rounds end, or None where they go on."""
        outcome, tolerance = ended.outcome, self.options.tolerance
        if outcome is Outcome.NOT_FINITE:
            return Status.NOT_FINITE
        if residuals.largest <= tolerance:
            return Status.SOLVED
        if outcome is Outcome.STOPPED:
            return self.counted.limit() or Status.STOPPED
        if outcome is Outcome.UNBOUNDED:
            return Status.NO_PROGRESS if self.problem.constraints else Status.UNBOUNDED
        if self.problem.constraints and self.counted.rounds < self.options.max_rounds:
            return None
        if residuals.largest <= REDUCED * tolerance:
            return Status.REDUCED_ACCURACY
        return Status.ITERATION_LIMIT if self.problem.constraints else Status.NO_PROGRESS

    def _end(self, ended: Stationary, status: Status, residuals: Residuals, rho: float) -> Result:
        ray, cause = None, ""
        if ended.outcome is Outcome.UNBOUNDED:
            if status is Status.UNBOUNDED:
                ray = ended.point.x - self.problem.start
            else:
                cause = (
                    f"The augmented Lagrangian falls without limit at the penalty {rho:g}; "
                    "give a larger penalty, or use the default method."
                )
        point, counted = ended.point, self.counted
        return Result(
            x=point.x,
            objective=self.space.to_host([point.f])[0],
            multipliers=point.v,
            status=status,
            residuals=residuals,
            counts=counted.counts,
            seconds=counted.seconds,
            ray=ray,
            cause=cause,
            memory=Memory(rho),
        )

    def _largest(self, array: Array) -> float:
        xp = self.space.xp
        found = self.space.to_host([xp.max(xp.abs(array))])[0]
        return found if math.isfinite(found) else 1.0

    def _violation(self, point: Point) -> float:
        """Return the largest violation of a constraint."""
        if not self.problem.constraints:
            return 0.0
        return measure(self.problem, self.box, point, self.natural).violation
