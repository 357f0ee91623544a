"""A solution made by hand, for the tests of what shows it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gennaker.pipeline.solution import Solution, Violation
from gennaker.solver.result import Counts, Record, Residuals, Result
from gennaker.solver.status import Status

RESIDUALS = Residuals(1e-8, 2e-9, 3e-10, 4e-9, 5e-8)
HISTORY = tuple(
    Record(place, 1, 3.0 + 0.1**place, 0.1**place, 0.0, 1.0, 10.0, 2 * place, 0.001 * place)
    for place in range(4)
)
RESULT = Result(
    x=np.array([1.0, 2.0, 3.0]),
    objective=3.0,
    multipliers=np.array([-1.0]),
    status=Status.SOLVED,
    residuals=RESIDUALS,
    counts=Counts(4, 2, 9, 5, 6),
    seconds=0.0125,
    history=HISTORY,
)
SOLUTION = Solution(
    values={"x": RESULT.x[:2], "t": np.float64(3.0)},
    lets={"r": np.ones((2, 2))},
    objective=3.0,
    status="solved",
    success=True,
    message="The point meets all optimality conditions to the tolerance.",
    multipliers={"budget": np.float64(-1.0), "x >= 0": np.zeros(2)},
    violations=(Violation("budget", 4e-9), Violation("x >= 0", 0.0, is_bound=True)),
    residuals=RESIDUALS,
    conflict=(),
    ray=None,
    history=HISTORY,
    counts=RESULT.counts,
    seconds=0.0125,
    notes=(),
    maximize=False,
    result=RESULT,
)


def solution(**changes: Any) -> Solution:
    """The solution, with some parts of it changed."""
    return replace(SOLUTION, **changes)
