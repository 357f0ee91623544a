"""What a solve returns: the best point, its multipliers, and the evidence for its status."""

from __future__ import annotations

from dataclasses import dataclass, field

from gennaker.backends.space import Array
from gennaker.solver.status import Status

__all__ = ["Counts", "Memory", "Record", "Residuals", "Result"]


@dataclass(frozen=True, slots=True)
class Residuals:
    """Optimality conditions of the original problem, measured apart from the algorithm.

    Each is zero at a solution. ``stationarity``, ``feasibility`` and ``complementarity`` are
    relative to the natural size of what they measure, and are what the tolerance applies to;
    ``violation`` is the largest violation of a constraint as the user wrote it, ``gradient`` the
    largest entry of the projected gradient of the Lagrangian.
    """

    stationarity: float
    feasibility: float
    complementarity: float
    violation: float
    gradient: float

    @property
    def largest(self) -> float:
        """The worst of the three that the tolerance applies to."""
        return max(self.stationarity, self.feasibility, self.complementarity)


@dataclass(frozen=True, slots=True)
class Counts:
    """Work done. A product is one application of the data: one set of images, or one gradient."""

    iterations: int = 0
    rounds: int = 0
    evaluations: int = 0
    gradients: int = 0
    images: int = 0
    restarts: int = 0

    @property
    def products(self) -> int:
        """Products with the data where values follow from images, else twice the evaluations."""
        return self.images + self.gradients


@dataclass(frozen=True, slots=True)
class Record:
    """One line of the history."""

    iteration: int
    round: int
    objective: float
    stationarity: float
    feasibility: float
    step: float
    penalty: float
    products: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Memory:
    """What a later solve from a result starts with: the penalty, and where the first one began."""

    penalty: float
    place: Array | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a solve over one flat vector.

    ``multipliers`` has one entry for each constraint value, at least zero for an inequality:
    the gradient of the objective plus the Jacobian transposed times them vanishes up to bounds.
    ``conflict`` names the constraints that cannot hold together, ``ray`` is the direction in which
    an unbounded objective falls, ``cause`` a sentence on what went wrong where there is more to say.
    """

    x: Array
    objective: float
    multipliers: Array
    status: Status
    residuals: Residuals
    counts: Counts
    seconds: float
    history: tuple[Record, ...] = field(default=(), repr=False)
    conflict: tuple[str, ...] = ()
    ray: Array | None = None
    cause: str = ""
    memory: Memory | None = field(default=None, repr=False)

    @property
    def success(self) -> bool:
        """Whether the point meets the tolerance that was asked for."""
        return self.status.success

    @property
    def message(self) -> str:
        """The status as a sentence, with the cause where it is known."""
        return f"{self.cause} {self.status.sentence}".strip()
