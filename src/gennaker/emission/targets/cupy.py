"""CuPy: NumPy's names on a CUDA device."""

from __future__ import annotations

from gennaker.emission.target import Target
from gennaker.emission.targets.common import CALLS, HELPERS

__all__ = ["CUPY"]

CUPY = Target(
    name="cupy",
    imports="import cupy as cp",
    module="cp",
    calls={**CALLS, "stack_matrix": "_block([#*], dtype)"},
    helpers={
        **HELPERS,
        "_block": '''
def _block(rows, dtype):
    """Put blocks side by side and below one another."""
    lines = []
    for row in rows:
        parts = [cp.atleast_2d(cp.asarray(part, dtype=dtype)) for part in row]
        lines.append(cp.concatenate(parts, axis=1))
    return cp.concatenate(lines)
''',
    },
)
