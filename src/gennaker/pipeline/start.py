"""Where a solve begins: at what the user gives, else by a rule for each variable."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from gennaker.backends.space import Array, Space
from gennaker.pipeline.layout import Layout, Piece
from gennaker.reform.start import StartRule

__all__ = ["start_values"]

SEED = 1
SMALL = 0.1
"""The size of random numbers of both signs: large enough to move away from, no more."""


def start_values(
    layout: Layout,
    given: Mapping[str, Array],
    rules: Mapping[str, StartRule],
    space: Space,
    symmetric: Collection[str] = (),
) -> list[Array]:
    """Return an array for each variable: the one that is given, or what its rule says.

    Random numbers are drawn on the host, so that all libraries begin at the same point.
    Variables that are ``symmetric`` start so, and stay so.
    """
    random = np.random.default_rng(SEED)
    found: list[Array] = []
    for piece in layout.pieces:
        if piece.name in given:
            value = _copied(given[piece.name], space)
        else:
            value = _by_rule(piece, rules[piece.name], random, space)
        found.append(0.5 * (value + value.T) if piece.name in symmetric else value)
    return found


def _copied(array: Array, space: Space) -> Array:
    """Return an array that shares no memory with the user's."""
    return array + space.zeros()


def _by_rule(piece: Piece, rule: StartRule, random: np.random.Generator, space: Space) -> Array:
    match rule:
        case StartRule.ZEROS:
            return space.zeros(*piece.shape)
        case StartRule.ONES:
            return space.zeros(*piece.shape) + 1.0
        case StartRule.IDENTITY:
            return space.array(np.eye(piece.shape[0]))
        case StartRule.RANDOM:
            return space.array(SMALL * random.standard_normal(piece.shape))
        case StartRule.RANDOM_POSITIVE:
            return space.array(random.random(piece.shape))
