"""Bring model and data together: names, kinds, types and sizes of the data are checked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from operator import index
from typing import Any

from gennaker.backends.find import MixedLibrariesError, library_of
from gennaker.errors import DataError
from gennaker.expressions.dimension import Dimension
from gennaker.expressions.problem import Problem, Symbol
from gennaker.expressions.sizes import Sizes
from gennaker.language.habits import nearest
from gennaker.pipeline.arrays import (
    Given,
    Home,
    common_home,
    given,
    is_implicit,
    is_sparse,
    settle,
)
from gennaker.pipeline.not_numbers import with_article
from gennaker.pipeline.promises import bounds_alone, check_finite, check_positions, check_promises
from gennaker.pipeline.sparse import filled, multiplied_everywhere

__all__ = [
    "LENGTHS",
    "Bound",
    "Shapes",
    "bind",
    "check_mapping",
    "check_names",
    "given_size",
    "open_equations",
    "sizes_of",
]

LENGTHS = "a length for each name, as in {'x.size': 3}"
Shapes = Mapping[str, tuple[int, ...]]
"""The shape of each array by name."""


@dataclass(frozen=True, slots=True)
class Bound:
    """Data that fits a problem: arrays of one home by name, and all sizes."""

    library: str
    data: dict[str, Any]
    point: dict[str, Any]
    sizes: dict[str, int]
    home: Home


def bind(
    problem: Problem,
    data: Mapping[str, object],
    point: Mapping[str, object] | None = None,
    size: Mapping[str, int] | None = None,
    *,
    partial: bool = False,
    multiplied: Callable[[], Collection[str]] | None = None,
    sized: Callable[[Shapes], dict[str, int]] | None = None,
) -> Bound:
    r"""Check data (and a point, by variable) against a problem and work out all sizes.

    Arrays are used as they are wherever they can be, and are never changed.

    Args:
        problem: What the data is for.
        data: A value for each parameter.
        point: A value for each variable; for some of them only if ``partial``.
        size: Lengths, by the names of sizes that the data leaves open.
        partial: Whether the point may leave variables out.
        multiplied: Returns the names of the matrices that are only multiplied by, which may
            stay sparse; it is asked only if some matrix is. The problem itself tells if not given.
        sized: Returns the sizes for shapes that were perhaps seen before.

    Raises:
        DataError: The data does not fit; the error names the parameter and what to do.

    Example:
        >>> from gennaker.language.check import read
        >>> problem = read("parameters\n Matrix A\nvariables\n Vector x\nmin\n norm2(A*x)^2")
        >>> bind(problem, {"A": [[1, 2], [3, 4], [5, 6]]}).sizes["x.size"]
        2

    """
    point = {} if point is None else point
    size = {} if size is None else size
    check_mapping(data, "the data", "a value for each parameter")
    check_mapping(point, "a point", "a value for each variable")
    check_mapping(size, "size", LENGTHS)
    check_names(problem.parameters, data, "parameter")
    check_names(problem.variables, point, "variable", complete=bool(point) and not partial)
    library = _library({**data, **point})
    items = [given(s, data[s.name], library) for s in problem.parameters]
    places = [given(s, point[s.name], library) for s in problem.variables if s.name in point]
    if any(is_sparse(item.array) or is_implicit(item.array) for item in items):
        wanted = multiplied or (lambda: multiplied_everywhere(problem))
        items = [_dense_if_needed(item, wanted) for item in items]
    decided = any(item.decides for item in items)
    home = common_home(library, items if decided else places)  # a point follows the data
    shapes = {item.name: tuple(item.array.shape) for item in (*items, *places)}
    sizes = sizes_of(problem, shapes, size) if size or sized is None else sized(shapes)
    arrays = {item.name: settle(item, home) for item in items}
    spots = {item.name: settle(item, home) for item in places}
    alone = cache(lambda: bounds_alone(problem))
    for item in items:
        name = item.name
        check_finite(name, arrays[name], item.columns, lambda name=name: name in alone())
    for item in places:
        check_finite(item.name, spots[item.name], item.columns)
    for symbol in problem.parameters:
        if symbol.attributes:
            check_promises(symbol, arrays[symbol.name])
    check_positions(problem, arrays, sizes)
    return Bound(library, arrays, spots, sizes, home)


def check_mapping(found: object, what: str, holds: str) -> None:
    """Refuse what does not give values by name."""
    if not isinstance(found, Mapping):
        raise DataError(f"{what} must be a dictionary with {holds}, not {with_article(found)}")


def _library(values: Mapping[str, object]) -> str:
    try:
        return library_of(values)
    except MixedLibrariesError as error:
        pair = {name: values[name] for name in (error.first[0], error.second[0])}
        message = f"{error}: all data must belong to one library; pass {_bridge(pair)}"
        raise DataError(message) from None


def _bridge(pair: Mapping[str, object]) -> str:
    """Spell one of two values as an array of the library of the other, which may be on a device."""
    libraries = {library_of({name: value}): name for name, value in pair.items()}
    host = libraries.pop("numpy", None)
    library = min(libraries)
    spelled = "jax.numpy" if library == "jax" else library
    if host is None:
        return f"{spelled}.from_dlpack({libraries[max(libraries)]})"
    value = pair[host]
    filled = (
        ".toarray()" if is_sparse(value) else ".to_numpy()" if hasattr(value, "to_numpy") else ""
    )
    return f"{spelled}.asarray({host}{filled})"


def _dense_if_needed(item: Given, multiplied: Callable[[], Collection[str]]) -> Given:
    """Keep a matrix as it is where it is only multiplied by; write it out elsewhere."""
    if not (is_sparse(item.array) or is_implicit(item.array)) or item.name in multiplied():
        return item
    if is_implicit(item.array):
        raise DataError(
            f"{item.name} is known by its products alone, but the model uses its entries; "
            "pass an array"
        )
    return replace(item, array=filled(item.name, item.array))


def check_names(
    symbols: tuple[Symbol, ...], given: Mapping[str, object], word: str, *, complete: bool = True
) -> None:
    """Demand a value for every symbol, and no others."""
    names = [symbol.name for symbol in symbols]
    for name in given:
        if name not in names:
            guess = nearest(str(name), names)
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


# ---- sizes ------------------------------------------------------------------------------


def sizes_of(problem: Problem, shapes: Shapes, given: Mapping[str, int]) -> dict[str, int]:
    """Solve for every size from the shapes of the arrays and the sizes that are given."""
    sizes = Sizes()
    for name in problem.dimensions:
        sizes.declare(name)
    symbols = [s for s in (*problem.parameters, *problem.variables) if s.name in shapes]
    for symbol in symbols:
        for axis, length in zip(symbol.node.shape.axes, shapes[symbol.name], strict=True):
            if not sizes.equate(axis, Dimension.of(int(length))):
                _conflict(problem, symbol, shapes, sizes)
    for name, length in given.items():
        given_size(problem, sizes, name, length)
    return _solved(problem, sizes)


def given_size(problem: Problem, sizes: Sizes, name: str, length: object) -> None:
    """Take a length that the user gives by name."""
    if name not in problem.dimensions:
        guess = nearest(str(name), problem.dimensions)
        hint = f"; did you mean {guess}?" if guess else _listing(list(problem.dimensions), "size")
        raise DataError(f"the model has no size {name}{hint}")
    try:
        length = index(length)  # pyright: ignore[reportArgumentType]
    except TypeError:
        raise DataError(f"the size {name} must be a whole number, not {length!r}") from None
    if length < 1:
        raise DataError(f"the size {name} must be at least 1, not {length}")
    if not sizes.equate(problem.dimensions[name], Dimension.of(length)):
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
        if length.constant < 1:
            raise DataError(f"the data makes the size {name} = {value} come out as {length}")
        found[name] = length.constant
    for limit in problem.limits:
        small, large = sizes.resolve(limit.small).constant, sizes.resolve(limit.large).constant
        if small > large:
            raise DataError(f"{limit.because} does not fit the data: {small} is above {large}")
    for left, right, because in open_equations(problem):
        small, large = sizes.resolve(left).constant, sizes.resolve(right).constant
        if small != large:
            raise DataError(
                f"the data does not fit {because}: its sizes {left} and {right} come out as "
                f"{small} and {large}"
            )
    return found


def open_equations(problem: Problem) -> Iterator[tuple[Dimension, Dimension, str]]:
    """List the equations such as ``2*m == 3*n`` that no size could be eliminated by."""
    solved = sum(value.name != name for name, value in problem.dimensions.items())
    if solved == len(problem.equations):
        return  # each of them eliminated a size
    for equation in problem.equations:
        left, right = (_known(problem, side) for side in (equation.left, equation.right))
        if left != right:
            yield left, right, equation.because


def _known(problem: Problem, dimension: Dimension) -> Dimension:
    """Write a length in the sizes that are left."""
    known = problem.dimensions
    parts = [(known.get(name, Dimension.named(name)), factor) for name, factor in dimension.terms]
    return Dimension.total([(Dimension.of(dimension.constant), 1), *parts])


def _conflict(problem: Problem, symbol: Symbol, shapes: Shapes, sizes: Sizes) -> None:
    """Say which data a parameter disagrees with, with both shapes."""
    shape = shapes[symbol.name]
    wanted = tuple(sizes.resolve(axis) for axis in symbol.node.shape.axes)
    others = _agreeing(problem, symbol, shapes)
    like = f" to go with {others}" if others else ""
    needed = f"({', '.join(map(str, wanted))}{',' if len(wanted) == 1 else ''})"
    raise DataError(f"{symbol.name} has shape {shape}, but needs {needed}{like}")


def _agreeing(problem: Problem, symbol: Symbol, shapes: Shapes) -> str:
    """Name the other data that shares a size with a parameter."""
    mine = {name for axis in symbol.node.shape.axes for name, _ in axis.terms}
    found: list[str] = []
    everyone: Iterable[Symbol] = (*problem.parameters, *problem.variables)
    for other in everyone:
        theirs = {name for axis in other.node.shape.axes for name, _ in axis.terms}
        if other is not symbol and other.name in shapes and mine & theirs:
            found.append(f"{other.name} of shape {shapes[other.name]}")
    return " and ".join(found[:2])
