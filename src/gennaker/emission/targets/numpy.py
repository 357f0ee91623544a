"""NumPy."""

from __future__ import annotations

from gennaker.emission.target import Target
from gennaker.emission.targets.common import CALLS, HELPERS

__all__ = ["NUMPY"]

NUMPY = Target(
    name="numpy",
    imports="import numpy as np",
    module="np",
    calls=CALLS,
    helpers=HELPERS,
)
