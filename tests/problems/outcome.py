"""What the solver made of a case, beside what an independent look finds."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass

import numpy as np

from gennaker.solver.options import Options
from gennaker.solver.result import Counts
from gennaker.solver.solve import solve
from gennaker.solver.status import Status
from tests.problems.case import Case, for_solver
from tests.problems.judge import Verdict, error, relative_violation, verdict

FINE = 1e-6
CLEARLY = 1e-5
"""A point is called wrong only where it is off by more than what tolerances can explain."""
NEVER_WRONG = {Verdict.INFEASIBLE, Verdict.WRONG}


@dataclass(frozen=True)
class Outcome:
    """One line of the table."""

    name: str
    tags: frozenset[str]
    status: Status | None
    fine: Verdict
    clearly: Verdict
    error: float
    violation: float
    stationarity: float
    counts: Counts
    seconds: float
    raised: str = ""

    @property
    def solved(self) -> bool:
        """Whether the solver said so, and an independent look agrees to 1e-6."""
        return self.status is Status.SOLVED and self.fine is Verdict.RIGHT

    @property
    def lie(self) -> bool:
        """Whether the solver said that it is solved, and it clearly is not."""
        return self.status is Status.SOLVED and self.clearly in NEVER_WRONG

    @property
    def false_alarm(self) -> bool:
        """Whether the solver denied that there is a solution."""
        return self.status in {Status.INFEASIBLE, Status.UNBOUNDED, Status.INCONSISTENT_BOUNDS}

    def __str__(self) -> str:
        said = self.raised or (self.status.value if self.status else "?")
        return (
            f"{self.name:45s} {said:27s} {self.fine.value:40s} {self.error:9.1e} "
            f"{self.violation:8.1e} {self.counts.iterations:6d} {self.counts.rounds:4d} "
            f"{self.counts.evaluations:7d} {self.seconds:6.2f}"
        )


TITLES = (
    f"{'case':45s} {'status':27s} {'an independent look':40s} {'error':>9s} {'missed':>8s} "
    f"{'iter':>6s} {'rnd':>4s} {'eval':>7s} {'s':>6s}"
)


def outcome(case: Case, options: Options) -> Outcome:
    """Solve a case and judge the point; an exception is kept, not raised."""
    began = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", category=RuntimeWarning, module="tests")
        try:
            result = solve(for_solver(case), options)
        except Exception as trouble:  # noqa: BLE001  whatever it is, it is an entry of the table
            raised = f"{type(trouble).__name__}: {trouble}"[:60]
            return _raised(case, raised, time.perf_counter() - began)
    seconds = time.perf_counter() - began
    x = np.asarray(result.x)
    return Outcome(
        case.name,
        case.tags,
        result.status,
        verdict(case, x, FINE),
        verdict(case, x, CLEARLY),
        error(case, x),
        relative_violation(case, x),
        result.residuals.stationarity,
        result.counts,
        seconds,
    )


def _raised(case: Case, raised: str, seconds: float) -> Outcome:
    nothing = float("nan")
    return Outcome(
        case.name,
        case.tags,
        None,
        Verdict.WRONG,
        Verdict.WRONG,
        nothing,
        nothing,
        nothing,
        Counts(),
        seconds,
        raised,
    )
