"""Find the array library that data belongs to, without importing any other."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType

__all__ = ["LIBRARIES", "MixedLibrariesError", "library_of", "load"]

LIBRARIES = ("numpy", "cupy", "torch", "jax")
ROOTS = {"cupy": "cupy", "torch": "torch", "jax": "jax", "jaxlib": "jax"}


class MixedLibrariesError(ValueError):
    """Arrays of two libraries stand side by side; ``first`` and ``second`` name the data."""

    def __init__(self, first: tuple[str, str], second: tuple[str, str]) -> None:
        self.first, self.second = first, second
        super().__init__(
            f"{first[0]} is a {first[1]} array, but {second[0]} is a {second[1]} array"
        )


def _library(value: object) -> str | None:
    """Return the library of one value, or None where any library takes it."""
    if isinstance(value, (bool, int, float, list, tuple)):
        return None
    kind = type(value)
    root = kind.__module__.partition(".")[0]
    if root in ROOTS:
        return ROOTS[root]
    # a tracer or a subclass may live in a module of its own
    for name in ("torch", "jax", "cupy"):
        module = sys.modules.get(name)
        base = {"torch": "Tensor", "jax": "Array", "cupy": "ndarray"}[name]
        if module is not None and isinstance(value, getattr(module, base, ())):
            return name
    return "numpy"


def library_of(values: Mapping[str, object]) -> str:
    """Return the one library of all values; numbers and lists go with any.

    Example:
        >>> library_of({"c": 1.0, "b": [1, 2]})
        'numpy'

    """
    found: tuple[str, str] | None = None
    for name, value in values.items():
        library = _library(value)
        if library is None:
            continue
        if found is not None and library != found[1]:
            raise MixedLibrariesError(found, (name, library))
        found = found or (name, library)
    return found[1] if found is not None else "numpy"


def load(library: str) -> ModuleType:
    """Import an array library."""
    return import_module("jax.numpy" if library == "jax" else library)
