"""Find the array library that data belongs to, without importing any other."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

__all__ = ["LIBRARIES", "MixedLibrariesError", "library_of", "load", "standard_namespace"]

LIBRARIES = ("numpy", "cupy", "torch", "jax")
ROOTS = {"cupy": "cupy", "cupyx": "cupy", "torch": "torch", "jax": "jax", "jaxlib": "jax"}
CLASSES = {"torch": "Tensor", "jax": "Array", "cupy": "ndarray"}


class MixedLibrariesError(ValueError):
    """Arrays of two libraries stand side by side; ``first`` and ``second`` name the data."""

    def __init__(self, first: tuple[str, str], second: tuple[str, str]) -> None:
        self.first, self.second = first, second
        super().__init__(f"{first[0]} is a {first[1]}, but {second[0]} is a {second[1]}")


def _library(value: object) -> str | None:
    """Return the library of one value, or None where any library takes it."""
    if isinstance(value, (bool, int, float, list, tuple)):
        return None
    kind = type(value)
    root = kind.__module__.partition(".")[0]
    if root == "numpy":  # a number of NumPy's is a number, whatever the arrays are
        return None if getattr(value, "ndim", None) == 0 else "numpy"
    if root in ROOTS:
        return ROOTS[root]
    # a tracer or a subclass may live in a module of its own
    for name, base in CLASSES.items():
        module = sys.modules.get(name)
        if module is not None and isinstance(value, getattr(module, base, ())):
            return name
    return "numpy"


def _described(value: object, library: str) -> str:
    """Name what a value is, in the words of the person who made it."""
    kind = type(value)
    root = kind.__module__.partition(".")[0]
    if root in {"numpy", *ROOTS}:
        return f"{library} {'tensor' if library == 'torch' else 'array'}"
    return f"{root} {kind.__name__}"


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
        if found is None:
            found = name, library
        elif library != found[1]:
            first, other = found
            raise MixedLibrariesError(
                (first, _described(values[first], other)), (name, _described(value, library))
            )
    return found[1] if found is not None else "numpy"


def load(library: str) -> ModuleType:
    """Import an array library."""
    return import_module("jax.numpy" if library == "jax" else library)


def standard_namespace(array: object) -> ModuleType:
    """Return the library of an array under the names of the array standard.

    Example:
        >>> import numpy
        >>> standard_namespace(numpy.zeros(3)).concat([numpy.ones(1), numpy.ones(1)])
        array([1., 1.])

    """
    # loaded late: with it the library itself would take twice as long to import
    compatible: Any = import_module("array_api_compat")
    return compatible.array_namespace(array)
