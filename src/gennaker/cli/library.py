"""The array libraries that a command can be told."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Library"]


class Library(StrEnum):
    """An array library that source can be written for."""

    NUMPY = "numpy"
    CUPY = "cupy"
    TORCH = "torch"
    JAX = "jax"
