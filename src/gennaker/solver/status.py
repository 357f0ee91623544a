"""How a solve can end, each way with a sentence of advice."""

from __future__ import annotations

from enum import Enum

__all__ = ["Status"]


class Status(Enum):
    """The outcome of a solve. The value is the name that reports and JSON show."""

    SOLVED = "solved"
    REDUCED_ACCURACY = "solved to reduced accuracy"
    ITERATION_LIMIT = "iteration limit"
    EVALUATION_LIMIT = "evaluation limit"
    TIME_LIMIT = "time limit"
    NO_PROGRESS = "no further progress"
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"
    NOT_FINITE = "not finite"
    INCONSISTENT_BOUNDS = "inconsistent bounds"
    STOPPED = "stopped by the callback"

    @property
    def success(self) -> bool:
        """Whether the point meets the tolerance that was asked for."""
        return self is Status.SOLVED

    @property
    def is_limit(self) -> bool:
        """Whether more work might have helped."""
        return self in {Status.ITERATION_LIMIT, Status.EVALUATION_LIMIT, Status.TIME_LIMIT}

    @property
    def sentence(self) -> str:
        """What happened and what to try next."""
        return SENTENCES[self]


SENTENCES = {
    Status.SOLVED: "The point meets all optimality conditions to the tolerance.",
    Status.REDUCED_ACCURACY: (
        "The point meets the optimality conditions nearly to the tolerance, and rounding hides "
        "any further progress; scale the data, or accept the accuracy that is reported."
    ),
    Status.ITERATION_LIMIT: (
        "The limit on iterations was reached; raise max_iterations, or go on from this point "
        "with start=result."
    ),
    Status.EVALUATION_LIMIT: (
        "The limit on evaluations was reached; raise max_evaluations, or go on from this point "
        "with start=result."
    ),
    Status.TIME_LIMIT: (
        "The time limit was reached; raise time_limit, or go on from this point with start=result."
    ),
    Status.NO_PROGRESS: (
        "No further progress is possible in this precision; scale the data, use float64, or check "
        "the gradient with check_gradient=True."
    ),
    Status.INFEASIBLE: (
        "The constraints cannot all hold near this point, which violates them least; relax one "
        "of those named, or start elsewhere if the problem is not convex."
    ),
    Status.UNBOUNDED: (
        "The objective falls without limit along a feasible direction; a bound, a constraint or "
        "a regulariser is missing."
    ),
    Status.NOT_FINITE: (
        "The objective or a constraint is not finite where it had to be evaluated; start inside "
        "the domain, or bound the variables so that they stay there."
    ),
    Status.INCONSISTENT_BOUNDS: "A lower bound is above its upper bound, so no point is allowed.",
    Status.STOPPED: "The callback asked to stop.",
}
