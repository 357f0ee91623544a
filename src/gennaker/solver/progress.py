"""What a solve tells on its way: the history, the log and the callback."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass

from gennaker.backends.space import Array
from gennaker.solver.evaluation import Counted
from gennaker.solver.lagrangian import Lagrangian, Point, Trial
from gennaker.solver.result import Record

__all__ = ["Callback", "Progress", "Sight", "State", "Watch", "logged"]

LOGGER = logging.getLogger("gennaker")
LOGGER.addHandler(logging.NullHandler())
TITLES = "  iter  round      objective  stationarity  feasibility      step   penalty  products"
LINE = "{:6d} {:6d} {:14.7e} {:13.3e} {:12.3e} {:9.2e} {:9.2e} {:9d}"
AGAIN = 20


@dataclass(frozen=True, slots=True)
class State(Record):
    """What a callback is given: a line of the history and the point that it speaks of."""

    x: Array
    multipliers: Array


Callback = Callable[[State], object]
"""Called in each iteration; a true answer stops the solve."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What one wait for the device tells of an iterate.

    ``value`` is the augmented Lagrangian, ``residual`` the largest entry of its projected
    gradient, ``violation`` the largest among the constraints, as they stand, and ``largest`` the
    largest entry of x.
    """

    value: float
    residual: float
    objective: float
    violation: float
    largest: float = 0.0


Watch = Callable[[Point, Sight, float], bool]
"""Called in each iteration with the point, what is known of it and the last step; true stops."""


class Progress:
    """Keeps the history of a solve, logs it, asks the callback and watches the limits."""

    def __init__(self, counted: Counted, callback: Callback | None = None) -> None:
        self._counted = counted
        self._callback = callback
        self.history: list[Record] = []

    def sees(
        self, point: Trial, sight: Sight, step: float, function: Lagrangian, natural: float
    ) -> bool:
        """Take down one iteration; answer whether to stop here.

        ``natural`` is the size of gradient that stationarity is relative to.
        """
        counted = self._counted
        line = (
            counted.iterations,
            counted.rounds,
            sight.objective,
            sight.residual / natural if natural > 0.0 else sight.residual,
            sight.violation,
            step,
            function.penalty if function.constrained else 0.0,
            counted.counts.products,
            counted.seconds,
        )
        self.history.append(Record(*line))
        if LOGGER.isEnabledFor(logging.INFO):
            if len(self.history) % AGAIN == 1:
                LOGGER.info(TITLES)
            LOGGER.info(LINE.format(*line[:-1]))
        if self._callback is not None and self._callback(
            State(*line, point.x, function.unscaled(point.v))
        ):
            return True
        return counted.limit() is not None


@contextmanager
def logged(verbose: bool) -> Generator[None]:  # noqa: FBT001 - one option, passed on
    """Show the log on standard error where that is asked for."""
    if not verbose:
        yield
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    level = LOGGER.level
    LOGGER.addHandler(handler)
    LOGGER.setLevel(logging.INFO)
    try:
        yield
    finally:
        LOGGER.removeHandler(handler)
        LOGGER.setLevel(level)
