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
    costly_powers=True,
    helpers={
        **HELPERS,
        "_array": '''
def _array(value, name, axes):
    """Return data as an array of floating-point numbers; a sparse matrix stays as it is."""
    if not hasattr(value, "tocsr") and not hasattr(value, "rmatvec"):
        value = np.asarray(value)
    if value.dtype.kind in "iub":
        value = value.astype(float)
    if value.ndim != axes:
        raise ValueError(f"{name} must have {axes} axes, but its shape is {value.shape}")
    return value
''',
        "_symmetric_logdet": '''
def _symmetric_logdet(x):
    """Return log(det(x)), and -inf where x is not positive definite."""
    try:
        factor = np.linalg.cholesky(x)
    except np.linalg.LinAlgError:
        return x.dtype.type(-np.inf)
    return 2.0 * np.sum(np.log(np.diag(factor)))
''',
    },
)
