"""Functions that count their calls, and watch the clock and the limits."""

from __future__ import annotations

import time
from typing import Any

from gennaker.backends.space import Array
from gennaker.solver.options import Options
from gennaker.solver.problem import Functions
from gennaker.solver.result import Counts
from gennaker.solver.status import Status

__all__ = ["Counted"]


class Counted:
    """The functions of a problem, counted; it answers too whether a limit has been reached."""

    def __init__(self, functions: Functions, options: Options) -> None:
        self._functions = functions
        self._options = options
        self.rays = functions.rays
        self.evaluations = 0
        self.gradients = 0
        self.products = 0
        self.iterations = 0
        self.rounds = 0
        self.restarts = 0
        self.started = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Time since the solve began."""
        return time.perf_counter() - self.started

    def images(self, x: Array) -> tuple[Array, ...]:
        """Return the images of x; a product where there are any."""
        found = self._functions.images(x)
        self.products += bool(found)
        return found

    def forward(self, x: Array, u: tuple[Array, ...]) -> tuple[Array, Array, Any]:
        """Return f, c and what is saved; a product where the values do not follow from images."""
        self.evaluations += 1
        self.products += not self.rays
        return self._functions.forward(x, u)

    def backward(self, x: Array, u: tuple[Array, ...], v: Array, saved: Any) -> Array:  # noqa: ANN401
        """Return the gradient of f + v'c."""
        self.gradients += 1
        return self._functions.backward(x, u, v, saved)

    def slope(
        self,
        x: Array,
        u: tuple[Array, ...],
        p: Array,
        du: tuple[Array, ...],
        v: Array,
        saved: Any,  # noqa: ANN401
    ) -> Array:
        """Return the derivative of f + v'c along p."""
        return self._functions.slope(x, u, p, du, v, saved)

    def limit(self) -> Status | None:
        """Return the limit that has been reached, if any."""
        options = self._options
        if self.iterations >= options.max_iterations:
            return Status.ITERATION_LIMIT
        if options.max_evaluations is not None and self.evaluations >= options.max_evaluations:
            return Status.EVALUATION_LIMIT
        if options.time_limit is not None and self.seconds >= options.time_limit:
            return Status.TIME_LIMIT
        return None

    @property
    def counts(self) -> Counts:
        """The work done so far."""
        return Counts(
            iterations=self.iterations,
            rounds=self.rounds,
            evaluations=self.evaluations,
            gradients=self.gradients,
            images=self.products,
            restarts=self.restarts,
        )
