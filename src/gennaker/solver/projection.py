"""From a quasi-Newton direction to a step that stays in the box and goes downhill."""

from __future__ import annotations

from gennaker.backends.space import Array
from gennaker.solver.box import Box

__all__ = ["DESCENT", "LENGTHS", "full_step", "projected_step"]

LENGTHS = tuple(0.5**k for k in range(12))
DESCENT = 0.1
SHARES = tuple(DESCENT * length for length in LENGTHS)


def full_step(box: Box, x: Array, d: Array) -> Array:
    """Return P(x + d) - x, the first step that is tried and nearly always the one that is taken."""
    p = box.clipped(x + d)
    p -= x
    return p


def projected_step(box: Box, x: Array, g: Array, d: Array, last: Array) -> Array:
    """Return P(x + b*d) - x for the first length b in 1, 1/2, 1/4, ... that descends.

    The published method cuts the step at the first bound instead, which stalls: with many
    variables some bound is always near. Descent means a tenth of what the direction promises at
    that length. If no length descends, the step is the ``last`` resort: along the projected gradient.
    """
    if box.space.on_host:
        return _one_by_one(box, x, g, d, last)
    return _all_at_once(box, x, g, d, last)


def _one_by_one(box: Box, x: Array, g: Array, d: Array, last: Array) -> Array:
    """Stop at the first length that will do, nearly always the full one."""
    promised = float(g @ d)
    if promised < 0.0:
        for length in LENGTHS:
            p = full_step(box, x, d if length == 1.0 else length * d)
            if float(g @ p) <= DESCENT * length * promised:
                return p
    return last


def _all_at_once(box: Box, x: Array, g: Array, d: Array, last: Array) -> Array:
    """Try every length in one batch and choose on the device, without waiting."""
    space = box.space
    xp = space.xp
    lengths, shares = box.table(LENGTHS), box.table(SHARES)
    steps = box.clip(x + lengths[:, None] * d) - x
    promised = g @ d
    enough = (steps @ g <= promised * shares) & (promised < 0.0)
    first = xp.argmax(xp.astype(enough, xp.int32))
    chosen = xp.take(steps, xp.reshape(first, (1,)), axis=0)[0, :]
    return xp.where(xp.any(enough), chosen, last)
