"""Bring model and data together: names, kinds, types and sizes of the data are checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from gennaker.backends.find import MixedLibrariesError, library_of, load
from gennaker.errors import DataError
from gennaker.expressions.dimension import Dimension
from gennaker.expressions.problem import Problem, Symbol
from gennaker.expressions.shape import Kind
from gennaker.expressions.sizes import Sizes
from gennaker.language.habits import nearest

__all__ = ["Bound", "bind"]

AXES = {Kind.SCALAR: "a number", Kind.VECTOR: "a vector", Kind.MATRIX: "a matrix"}
ORDER = {Kind.SCALAR: 0, Kind.VECTOR: 1, Kind.MATRIX: 2}
MATRIX = 2
ASYMMETRY = 1e-6


@dataclass(frozen=True, slots=True)
class Bound:
    """Data that fits a problem: arrays of one library by name, and all sizes."""

    library: str
    data: dict[str, Any]
    point: dict[str, Any]
    sizes: dict[str, int]


def bind(
    problem: Problem,
    data: Mapping[str, object],
    point: Mapping[str, object] | None = None,
    size: Mapping[str, int] | None = None,
) -> Bound:
    r"""Check data (and a point, by variable) against a problem and work out all sizes.

    Example:
        >>> from gennaker.language.check import read
        >>> problem = read("parameters\n Matrix A\nvariables\n Vector x\nmin\n norm2(A*x)^2")
        >>> bind(problem, {"A": [[1, 2], [3, 4], [5, 6]]}).sizes["x.size"]
        2

    """
    point = point or {}
    _check_names(problem.parameters, data, "parameter")
    _check_names(problem.variables, point, "variable", complete=bool(point))
    try:
        library = library_of({**data, **point})
    except MixedLibrariesError as error:
        message = f"{error}: all data must belong to one library"
        raise DataError(message) from None
    arrays = {s.name: _array(s, data[s.name], library) for s in problem.parameters}
    places = {s.name: _array(s, point[s.name], library) for s in problem.variables if point}
    sizes = _sizes(problem, {**arrays, **places}, size or {})
    for symbol in problem.parameters:
        _check_promises(symbol, arrays[symbol.name])
    return Bound(library, arrays, places, sizes)


def _check_names(
    symbols: tuple[Symbol, ...], given: Mapping[str, object], word: str, *, complete: bool = True
) -> None:
    """Demand a value for every symbol, and no others."""
    names = [symbol.name for symbol in symbols]
    for name in given:
        if name not in names:
            guess = nearest(name, names)
            hint = f"; did you mean {guess}?" if guess else _listing(names, word)
            message = f"the model has no {word} {name}{hint}"
            raise DataError(message)
    missing = [name for name in names if name not in given]
    if missing and complete:
        verb = "is" if len(missing) == 1 else "are"
        plural = "s" if len(missing) > 1 else ""
        message = f"the {word}{plural} {', '.join(missing)} {verb} missing"
        raise DataError(message)


def _listing(names: list[str], word: str) -> str:
    return f"; its {word}s are {', '.join(names)}" if names else ""


# ---- arrays -----------------------------------------------------------------------------


def _array(symbol: Symbol, value: Any, library: str) -> Any:
    """Return a value as an array of floating-point numbers of the right kind."""
    name = symbol.name
    if hasattr(value, "to_numpy") and library == "numpy":
        value = value.to_numpy()
    if library == "numpy":
        array = _numpy_array(name, value, sparse="sparse" in symbol.attributes)
    else:
        array = load(library).asarray(value)
        if "complex" in str(array.dtype):
            raise DataError(f"{name} is complex; only real numbers can be used")
        if "float" not in str(array.dtype):
            array = load(library).asarray(array, dtype=load(library).float64)
    return _shaped(symbol, array)


def _numpy_array(name: str, value: Any, *, sparse: bool) -> Any:
    if hasattr(value, "tocsr"):
        return value.tocsr() if sparse else np.asarray(value.toarray())
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise DataError(f"{name} is no array: {error}") from None
    if array.dtype.kind in "iub":
        return array.astype(float)
    if array.dtype.kind == "c":
        raise DataError(f"{name} is complex; only real numbers can be used")
    if array.dtype.kind != "f":
        raise DataError(f"{name} holds {array.dtype} values; only numbers can be used")
    return array


def _shaped(symbol: Symbol, array: Any) -> Any:
    """Bring an array to the number of axes of its kind, where nothing is ambiguous."""
    wanted, shape = ORDER[symbol.kind], tuple(array.shape)
    if len(shape) == wanted:
        return array
    if wanted == 0 and all(length == 1 for length in shape):
        return array.reshape(())
    if wanted == 1 and len(shape) == MATRIX and shape[1] == 1:
        return array.reshape((shape[0],))
    name = symbol.name
    message = f"{name} must be {AXES[symbol.kind]}, but its shape is {shape}"
    if wanted == 1 and len(shape) == MATRIX and shape[0] == 1:
        message += f": pass {name}[0] or {name}.ravel()"
    elif wanted == MATRIX and len(shape) == 1:
        message += f": pass {name}[:, None] for one column or {name}[None, :] for one row"
    raise DataError(message)


def _check_promises(symbol: Symbol, array: Any) -> None:
    """Refuse data that breaks what its declaration promises; code is made on that promise."""
    words = set(symbol.attributes)
    if "sparse" in words:
        return
    if "positive" in words and not bool((array > 0).all()):
        raise DataError(f"{symbol.name} is declared positive, but has entries that are not")
    if "nonnegative" in words and bool((array < 0).any()):
        raise DataError(f"{symbol.name} is declared nonnegative, but has negative entries")
    if words & {"symmetric", "psd"}:
        gap = abs(array - array.T).max()
        if not bool(gap <= ASYMMETRY * abs(array).max()):
            raise DataError(
                f"{symbol.name} is declared symmetric, but is not equal to its transpose"
            )


# ---- sizes ------------------------------------------------------------------------------


def _sizes(problem: Problem, arrays: Mapping[str, Any], given: Mapping[str, int]) -> dict[str, int]:
    """Solve for every size from the shapes of the arrays and the sizes that are given."""
    sizes = Sizes()
    for name in problem.dimensions:
        sizes.declare(name)
    symbols = [s for s in (*problem.parameters, *problem.variables) if s.name in arrays]
    for symbol in symbols:
        for axis, length in zip(symbol.node.shape.axes, arrays[symbol.name].shape, strict=True):
            if length == 0:
                raise DataError(f"{symbol.name} is empty: its shape is {arrays[symbol.name].shape}")
            if not sizes.equate(axis, Dimension.of(int(length))):
                _conflict(problem, symbol, arrays, sizes)
    for name, length in given.items():
        _given_size(problem, sizes, name, length)
    return _solved(problem, sizes)


def _given_size(problem: Problem, sizes: Sizes, name: str, length: int) -> None:
    if name not in problem.dimensions:
        guess = nearest(name, problem.dimensions)
        hint = f"; did you mean {guess}?" if guess else ""
        raise DataError(f"the model has no size {name}{hint}")
    if not sizes.equate(problem.dimensions[name], Dimension.of(int(length))):
        known = sizes.resolve(problem.dimensions[name])
        raise DataError(f"the size {name} is given as {length}, but the data makes it {known}")


def _solved(problem: Problem, sizes: Sizes) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, value in problem.dimensions.items():
        length = sizes.resolve(value)
        if not length.is_constant:
            message = (
                f"nothing tells the size {length}: give it as size={{'{name}': ...}} "
                "or pass a start point"
            )
            raise DataError(message)
        found[name] = length.constant
    for limit in problem.limits:
        small, large = sizes.resolve(limit.small).constant, sizes.resolve(limit.large).constant
        if small > large:
            raise DataError(f"{limit.because} does not fit the data: {small} is above {large}")
    for equation in sizes.residual:
        if equation.left != equation.right:
            raise DataError(f"the sizes {equation} do not fit the data")
    return found


def _conflict(problem: Problem, symbol: Symbol, arrays: Mapping[str, Any], sizes: Sizes) -> None:
    """Say which data a parameter disagrees with, with both shapes."""
    shape = tuple(arrays[symbol.name].shape)
    wanted = tuple(sizes.resolve(axis) for axis in symbol.node.shape.axes)
    others = _agreeing(problem, symbol, arrays)
    like = f" to go with {others}" if others else ""
    needed = f"({', '.join(map(str, wanted))}{',' if len(wanted) == 1 else ''})"
    raise DataError(f"{symbol.name} has shape {shape}, but needs {needed}{like}")


def _agreeing(problem: Problem, symbol: Symbol, arrays: Mapping[str, Any]) -> str:
    """Name the other data that shares a size with a parameter."""
    mine = {name for axis in symbol.node.shape.axes for name, _ in axis.terms}
    found: list[str] = []
    everyone: Iterable[Symbol] = (*problem.parameters, *problem.variables)
    for other in everyone:
        theirs = {name for axis in other.node.shape.axes for name, _ in axis.terms}
        if other is not symbol and other.name in arrays and mine & theirs:
            found.append(f"{other.name} of shape {tuple(arrays[other.name].shape)}")
    return " and ".join(found[:2])
