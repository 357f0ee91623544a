"""What a library raises on a matrix that cannot be inverted; some return NaN instead."""

from __future__ import annotations

import numpy as np

from gennaker.backends.find import load

__all__ = ["singular_error"]


def singular_error(library: str) -> type[Exception]:
    """Return the exception of a library; CuPy raises that of NumPy.

    Example:
        >>> singular_error("numpy").__name__
        'LinAlgError'

    """
    if library == "torch":
        return load("torch").linalg.LinAlgError
    return np.linalg.LinAlgError
