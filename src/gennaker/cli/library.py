"""The array libraries that a command can be told, and how data gets there."""

from __future__ import annotations

from enum import StrEnum
from importlib import import_module
from typing import Any

from gennaker.cli.mistakes import InputError

__all__ = ["EXTRAS", "Library", "place"]

EXTRAS = {"cupy": "cuda12", "torch": "torch", "jax": "jax"}
NUMBERS = "biuf"


class Library(StrEnum):
    """An array library that source can be written for."""

    NUMPY = "numpy"
    CUPY = "cupy"
    TORCH = "torch"
    JAX = "jax"


def place(values: dict[str, Any], library: Library) -> dict[str, Any]:
    """Return values as arrays of a library, on a GPU where it sees one.

    Numbers and lists have the type of the arrays beside them, or float64; whatever holds no
    numbers is left to be refused with all data.
    """
    if library is Library.NUMPY or not values:
        return values
    numpy = import_module("numpy")
    full = {
        name: value.toarray() if hasattr(value, "tocsr") else value
        for name, value in values.items()
    }
    types = {str(value.dtype) for value in full.values() if isinstance(value, numpy.ndarray)}
    dtype = "float32" if "float32" in types and "float64" not in types else "float64"
    try:
        hosts = {
            name: value if isinstance(value, numpy.ndarray) else numpy.asarray(value, dtype)
            for name, value in full.items()
        }
    except (ValueError, TypeError):  # a list with a gap, or of something else
        return values
    if any(host.dtype.kind not in NUMBERS for host in hosts.values()):
        return values
    try:
        return {name: _moved(host, library) for name, host in hosts.items()}
    except ModuleNotFoundError as error:
        if error.name not in {"cupy", "torch", "jax", "jaxlib"}:
            raise
        advice = f"pip install 'gennaker[{EXTRAS[library]}]'"
        raise InputError(f"{library} is not installed: {advice}") from None


def _moved(host: Any, library: Library) -> Any:  # noqa: ANN401 - arrays of any library
    if library is Library.CUPY:
        return import_module("cupy").asarray(host)
    if library is Library.JAX:
        jax = import_module("jax")
        jax.config.update("jax_enable_x64", True)  # JAX would make float32 of it
        return jax.numpy.asarray(host)
    torch = import_module("torch")
    return torch.tensor(host, device="cuda" if torch.cuda.is_available() else "cpu")
