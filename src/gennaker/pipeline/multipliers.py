"""The multipliers of bounds, which the solver does not keep: the pull that they resist."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gennaker.backends.space import Array, Space
from gennaker.expressions.problem import Bound
from gennaker.pipeline.bounds import Limit
from gennaker.pipeline.layout import Piece

__all__ = ["Row", "of_bounds", "of_parts", "shares"]

Host = np.ndarray[Any, Any]

ON_THE_BOUND = 1e-6
"""A variable this close to its bound, relative to its size, may be held by it."""


def of_bounds(
    bounds: Sequence[Bound],
    limits: Sequence[Limit],
    pulls: Sequence[Limit],
    space: Space,
) -> list[Array]:
    """Return for each bound with how much force it holds its variable.

    ``limits`` are the bounds at the solution, ``pulls`` the same with the gradient of the
    Lagrangian in place of the variables. That gradient has nothing else to balance it, so
    where a variable stands on a bound, this is the bound's multiplier.
    """
    found: list[Array] = []
    taken: dict[tuple[object, bool], Array] = {}
    xp = space.xp
    for bound, (target, low, high), (pull, _, _) in zip(bounds, limits, pulls, strict=True):
        if low is not None and high is not None:  # an equality fixes the variable
            found.append(-pull)
            continue
        side, force = (low, pull) if high is None else (high, -pull)
        close = xp.abs(target - side) <= ON_THE_BOUND * (1.0 + xp.abs(target))
        held = xp.where(close & (force > 0.0), force, xp.zeros_like(force))
        key = (bound.target, high is None)
        if key in taken:  # two bounds of the same entries share nothing: the first one holds
            held = xp.where(taken[key] > 0.0, xp.zeros_like(held), held)
            taken[key] = taken[key] + held
        else:
            taken[key] = held
        found.append(held if held.shape else held[()])
    return found


@dataclass(frozen=True, slots=True)
class Row:
    """A bound on one part of a variable that was split, with its force and the pull it resists."""

    negative: bool
    low: Array | None
    high: Array | None
    pull: Array
    force: Array


def of_parts(rows: Sequence[Row], space: Space, *, equality: bool) -> list[Array]:
    """Return what each row adds to the multiplier of the one bound that all of them come from.

    A variable is ``plus - minus``, both nonnegative, and a bound on it bounds both. Where it keeps
    a part away from 0, that part alone feels the bound move. Elsewhere both parts may stand at 0,
    the bound holds one of them there, and the sign of that part holds the other.
    """
    xp = space.xp
    away = [row.low is not None and space.array(row.low) > 0.0 for row in rows]
    if not equality:
        elsewhere = ~_any(away, rows, xp)
        return [
            xp.where(elsewhere if row.low is None else where, row.force, 0.0 * row.force)
            for row, where in zip(rows, away, strict=True)
        ]
    tops = {row.negative: row for row in rows if row.high is not None}
    plus, minus = tops[False], tops[True]
    positive, negative = (space.array(row.high) > 0.0 for row in (plus, minus))
    between = xp.maximum(-plus.pull, xp.minimum(minus.pull, 0.0 * minus.pull))
    found = xp.where(positive, -plus.pull, xp.where(negative, minus.pull, between))
    return [found if row is plus else 0.0 * row.force for row in rows]


def _any(away: Sequence[Any], rows: Sequence[Row], xp: Any) -> Any:  # noqa: ANN401 - arrays
    found = xp.zeros_like(rows[0].force) > 1.0
    for where in away:
        if where is not False:
            found = found | where
    return found


def shares(places: Host, forces: Host, piece: Piece) -> Host:
    """Tell for each bounded entry of a symmetric variable how much of the pull on it it holds.

    ``places`` are those of the entries in the flat vector. Where an entry is held without its
    mirror image, one bound holds both, and its multiplier is twice the pull on it alone.
    """
    side = piece.shape[0]
    rows, columns = np.divmod(places - piece.start, side)
    images = piece.start + columns * side + rows
    return np.where(np.isin(images, places[forces != 0.0]), 1.0, 2.0)
