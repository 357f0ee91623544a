"""What data must keep: finite entries, and whatever its declaration says of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

import numpy as np
from array_api_compat import array_namespace, to_device

from gennaker.backends.space import Array
from gennaker.errors import DataError
from gennaker.expressions.dimension import Dimension
from gennaker.expressions.index import Index
from gennaker.expressions.node import Node
from gennaker.expressions.problem import Problem, Symbol
from gennaker.expressions.walk import postorder
from gennaker.pipeline.arrays import is_implicit, is_sparse
from gennaker.pipeline.layout import length

__all__ = ["asked_positions", "bounds_alone", "check_finite", "check_positions", "check_promises"]

ASYMMETRY = 1e-6
AT_ONCE = 2**18  # entries that a search may copy at a time
TILE = {"numpy": 256, "": 4096}  # rows that stay in a cache; few launches elsewhere


def bounds_alone(problem: Problem) -> set[str]:
    r"""Return the parameters that say nothing but how far variables may go.

    Example:
        >>> from gennaker.language.check import read
        >>> model = "parameters\n Vector b, u\nvariables\n Vector x\nmin\n b'*x\nst\n x <= u"
        >>> bounds_alone(read(model))
        {'u'}

    """
    used = (
        problem.objective,
        *(item.function for item in problem.constraints),
        *(let.value for let in problem.lets),
    )
    elsewhere = set(postorder(used))
    limits = [side for item in problem.bounds for side in (item.lower, item.upper)]
    inside = set(postorder(side for side in limits if side is not None))
    return {s.name for s in problem.parameters if s.node in inside and s.node not in elsewhere}


def check_finite(
    name: str,
    array: Array,
    columns: tuple[str, ...] = (),
    may_be_infinite: Callable[[], bool] = lambda: False,
) -> None:
    """Refuse NaN and infinity, naming the first place.

    One sum tells: it is finite only where every entry is, and costs one pass without a copy.
    ``may_be_infinite`` is asked only where the sum is not.
    """
    if is_implicit(array):
        return
    entries = array.data if is_sparse(array) else array
    if 0 in entries.shape or np.isfinite(_total(entries)):
        return
    count, place = _wrong_entries(entries, infinite=may_be_infinite())
    if count:
        raise DataError(_complaint(name, array, count, place, columns))


def _total(entries: Array) -> float:
    if isinstance(entries, np.ndarray):
        with np.errstate(all="ignore"):
            if entries.flags.forc:  # twice as fast as a sum that takes care of rounding
                return float(np.einsum("i->", entries.reshape(-1, order="A")))
            return float(entries.sum())
    return float(entries.sum())


def _wrong_entries(entries: Array, *, infinite: bool) -> tuple[int, tuple[int, ...]]:
    """Count the entries that are NaN (or infinite), and find the first one."""
    count = 0
    first: tuple[int, ...] = ()
    xp = array_namespace(entries)
    for start, block in _blocks(entries):
        wrong = xp.isnan(block) if infinite else ~xp.isfinite(block)
        places = np.argwhere(np.asarray(to_device(wrong, "cpu")))
        if len(places) and not count and entries.ndim:
            head, *rest = map(int, places[0])
            first = (head + start, *rest)
        count += len(places)
    return count, first


def _blocks(entries: Array) -> Iterator[tuple[int, Any]]:
    """Cut an array into rows of a bounded number of entries."""
    if not entries.ndim:
        yield 0, entries
        return
    length = entries.shape[0]
    step = max(1, AT_ONCE * length // max(1, int(np.prod(entries.shape))))
    for start in range(0, length, step):
        yield start, entries[start : start + step]


def _complaint(
    name: str, array: Array, count: int, place: tuple[int, ...], columns: tuple[str, ...]
) -> str:
    if is_sparse(array):  # from the place among the entries that are kept
        value = float(array.data[place])
        row = int(np.searchsorted(array.indptr, place[0], side="right")) - 1
        place = (row, int(array.indices[place[0]]))
    else:
        value = float(array[place] if place else array)
    if not place:
        return f"{name} is {value}; only finite numbers can be used"
    where = ", ".join(map(str, place))
    words = ("entry",) if len(place) == 1 else ("row", "column")
    spelled = ", ".join(f"{word} {at + 1}" for word, at in zip(words, place, strict=True))
    title = f" ({columns[place[-1]]})" if len(place) > 1 and columns else ""
    more = f", the first of {count} entries that are not finite" if count > 1 else ""
    return f"{name}[{where}] is {value}: {spelled}{title}{more}; only finite numbers can be used"


def check_promises(symbol: Symbol, array: Array) -> None:
    r"""Refuse data that breaks what its declaration promises; code is made on that promise.

    Example:
        >>> from gennaker.language.check import read
        >>> model = "parameters\n Vector b nonnegative\nvariables\n Vector x\nmin\n b'*x"
        >>> check_promises(read(model).parameters[0], np.array([1.0, -2.0]))
        Traceback (most recent call last):
        ...
        gennaker.errors.DataError: b is declared nonnegative, but its smallest entry is -2.0

    """
    words = set(symbol.attributes)
    if is_implicit(array):
        return  # its entries are not known
    if words & {"positive", "nonnegative"}:
        _check_sign(symbol.name, array, strict="positive" in words)
    if words & {"symmetric", "psd"}:
        _check_symmetry(symbol.name, array)
    if "psd" in words:
        _check_diagonal(symbol.name, array)


def _check_sign(name: str, array: Array, *, strict: bool) -> None:
    lowest = float(array.min())
    if lowest < 0 or (strict and lowest == 0):
        word = "positive" if strict else "nonnegative"
        raise DataError(f"{name} is declared {word}, but its smallest entry is {lowest}")


def _check_symmetry(name: str, array: Array) -> None:
    if is_sparse(array):
        gap = abs(array - array.T).max()
    elif array.ndim:
        gap = _asymmetry(array)
    else:
        return
    size = max(abs(float(array.max())), abs(float(array.min())))
    if not gap <= ASYMMETRY * size:
        raise DataError(
            f"{name} is declared symmetric, but differs from its transpose by up to {gap:.3g}; "
            f"pass ({name} + {name}.T)/2 if that is rounding, or drop the word"
        )


def _asymmetry(array: Array) -> float:
    """Return the largest difference from the transpose, tile by tile, so that nothing is copied."""
    tile = TILE["numpy" if isinstance(array, np.ndarray) else ""]
    cuts = [slice(start, start + tile) for start in range(0, array.shape[0], tile)]
    gaps = [
        float(abs(array[rows, columns] - array[columns, rows].T).max())
        for place, rows in enumerate(cuts)
        for columns in cuts[place:]
    ]
    return max(gaps)


def _check_diagonal(name: str, array: Array) -> None:
    """Refuse a negative diagonal, which no positive semidefinite matrix has."""
    diagonal = array.diagonal()
    lowest = float(diagonal.min()) if hasattr(diagonal, "min") else 0.0
    if lowest < -ASYMMETRY * abs(float(diagonal.max())):
        place = int(diagonal.argmin())
        raise DataError(
            f"{name} is declared psd, but its diagonal has {lowest} at {name}[{place}, {place}]"
        )


def asked_positions(problem: Problem) -> Iterator[tuple[Node, Dimension]]:
    """List the scalars that say which entry to take, each with how many entries there are."""
    for node in postorder(problem.roots):
        if node.op.name != "index" or len(node.args) == 1:
            continue
        base, *positions = node.args
        found = zip(cast("tuple[Index, ...]", node.payload), base.shape.axes, strict=True)
        axes = [axis for index, axis in found if index.is_dynamic]
        yield from zip(positions, axes, strict=True)


def check_positions(problem: Problem, arrays: Mapping[str, Any], sizes: Mapping[str, int]) -> None:
    """Refuse a number that says which entry to take, where there is no such entry."""
    names = {s.node: s.name for s in problem.parameters if not s.node.shape.axes}
    if not names:
        return
    for position, axis in asked_positions(problem):
        if position in names:
            name = names[position]
            _check_position(name, float(arrays[name]), length(axis, sizes))


def _check_position(name: str, value: float, last: int) -> None:
    if not (value.is_integer() and 1 <= value <= last):
        raise DataError(
            f"{name} says which entry to take, so it must be a whole number from 1 to {last}, "
            f"not {value:g}"
        )
