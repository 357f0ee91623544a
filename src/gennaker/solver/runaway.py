"""Notice when the objective runs away with the augmented Lagrangian, leaving the constraints behind."""

from __future__ import annotations

from gennaker.solver.progress import Sight

__all__ = ["Runaway"]

EARLY = 5
EVERY = 10
GROWN = 100.0
OFTEN = 6


class Runaway:
    """Watches how far x goes in one round: away from the start, but not without end.

    A penalty that is too small lets an objective that is unbounded off the constraints win. No
    stationary point comes then, but x grows and grows.
    """

    def __init__(self, *, watching: bool) -> None:
        self.watching = watching
        self.found = 0
        self.begin_round()

    def begin_round(self) -> None:
        """Forget what the last round has shown."""
        self.detected = False
        self._count = 0
        self._early = self._last = 0.0
        self._objective = 0.0

    def sees(self, sight: Sight) -> bool:
        """Take notice of an iterate; answer whether to end the round."""
        if not self.watching:
            return False
        self._count += 1
        if self._count == 1:
            self._objective = sight.objective
        if self._count <= EARLY:
            self._early = self._last = max(self._early, sight.largest)
            return False
        if self._count % EVERY:
            return False
        grown = sight.largest > max(GROWN * self._early, self._last)
        self._last = sight.largest
        self.detected = grown and sight.objective < self._objective
        return self.detected

    def forget(self) -> None:
        """Go on after a runaway; one that comes back again and again is let go."""
        self.found += 1
        self.watching = self.found < OFTEN
