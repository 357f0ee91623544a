"""The curvature pairs of the last steps, and their inner products."""

from __future__ import annotations

from typing import Any

import numpy as np

from gennaker.backends.space import Array, Space
from gennaker.solver.direction import Coefficients, coefficients, inverse_of

__all__ = ["CurvaturePairs"]

Host = np.ndarray[Any, Any]


FEW = 16
"""Tables are corrected until one variable in this many has changed."""
CANCELLED = 1e-3


class CurvaturePairs:
    """A ring of pairs (s, y) = (change of x, change of the gradient), in one array of fixed shape.

    Rows 0 to m-1 hold the s, rows m to 2m-1 the y. Rows never written are zero, so that products
    with them vanish. On the host we keep the inner products of all pairs in the order of their
    age, restricted to the free variables.
    """

    def __init__(self, space: Space, memory: int, size: int) -> None:
        self.space = space
        self.memory = memory
        self.size = size
        self.drop()

    def drop(self) -> None:
        """Forget everything."""
        self.rows = self.space.zeros(2 * self.memory, self.size)
        self.count = 0
        self._next = 0
        self._free: Array | None = None
        self._fresh = False
        self._sy = np.zeros((0, 0))
        self._yy = np.zeros((0, 0))
        self._inverse: Host | None = None
        self._changed = 0

    def add(self, s: Array, y: Array) -> None:
        """Keep a pair in place of the oldest one."""
        space, place = self.space, self._next
        self.rows = space.set_row(self.rows, place, s)
        self.rows = space.set_row(self.rows, self.memory + place, y)
        self._next = (place + 1) % self.memory
        self.count = min(self.count + 1, self.memory)
        self._fresh = True

    def retract(self) -> None:
        """Let go of the newest pair, whose curvature is not positive."""
        self._next = (self._next - 1) % self.memory
        self.count -= 1
        self._sy, self._yy = self._sy[:-1, :-1], self._yy[:-1, :-1]
        if self._inverse is not None:
            self._inverse = self._inverse[:-1, :-1]

    @property
    def _order(self) -> Host:
        """The places of the pairs, oldest first."""
        return (np.arange(self._next - self.count, self._next)) % self.memory

    def products(self, g: Array, free: Array | None) -> tuple[Array, bool]:
        """Return the inner products that are needed now, still on the device.

        ``free`` masks the variables (None: all are free). Where the mask is nearly the one of last
        time only the newest y and the gradient are multiplied; the flag says so.
        """
        xp, m = self.space.xp, self.memory
        if self.space.on_host and self.count and (self._same(free) or self._follows(free)):
            newest = (self._next - 1) % m
            found = np.empty((2 * m, 2))
            for place, column in enumerate((self.rows[m + newest], g)):
                # one by one: a product with two columns takes longer than two products
                found[:, place] = self.rows @ (column if free is None else column * free)
            return found, True
        left = xp.concat([self.rows[m:, ...], xp.reshape(g, (1, -1))])
        return self.space.inner(self.rows, left, free), False

    def _same(self, free: Array | None) -> bool:
        if self._sy.shape[0] == 0 or self._sy.shape[0] < self.count - 1:
            return False
        if free is None or self._free is None:
            return free is self._free
        return bool((free == self._free).all())

    def _follows(self, free: Array | None) -> bool:
        """Correct the tables where only a few variables have become free, or have been held.

        Where much of a product would cancel, or many variables have changed since all products
        were formed, they are formed anew.
        """
        keep = self.count - self._fresh
        drop = self._sy.shape[0] - keep
        if free is None or self._free is None or drop < 0 or not keep:
            return False
        changed = np.flatnonzero(free != self._free)
        self._changed += changed.size
        if self._changed * FEW > self.size:
            return False
        order = self._order[:keep]
        gained = free[changed] - self._free[changed]
        s = self.rows[np.ix_(order, changed)] * gained
        y = self.rows[np.ix_(self.memory + order, changed)]
        tables = []
        for old, change in ((self._sy, s @ y.T), (self._yy, (y * gained) @ y.T)):
            kept = old[drop:, drop:]
            new = kept + change
            if np.any(np.abs(new.diagonal()) < CANCELLED * np.abs(kept.diagonal())):
                return False
            tables.append(new)
        self._sy, self._yy = tables
        self._free, self._inverse = free, None
        return True

    def absorb(self, found: Host, free: Array | None, *, short: bool) -> tuple[Host, Host]:
        """Take the products to heart; return S'g and Y'g, oldest pair first."""
        order, m = self._order, self.memory
        both = found[np.concatenate([order, m + order])]
        k = self.count
        if short:
            if self._fresh:
                self._append(both[:k, 0], both[k:, 0])
            column = 1
        else:
            self._sy = both[:k, order]
            self._yy = both[k:, order]
            self._inverse = None
            self._changed = 0
            column = m
        self._free, self._fresh = free, False
        return both[:k, column], both[k:, column]

    def _append(self, s_with_y: Host, y_with_y: Host) -> None:
        """Add the newest pair to the tables; the oldest falls out when they are full."""
        k = self.count
        keep = k - 1
        drop = self._sy.shape[0] - keep
        sy, yy = np.empty((k, k)), np.empty((k, k))
        sy[:keep, :keep] = self._sy[drop:, drop:]
        yy[:keep, :keep] = self._yy[drop:, drop:]
        sy[:, keep], sy[keep, :keep] = s_with_y, 0.0
        yy[:, keep], yy[keep, :] = y_with_y, y_with_y
        self._sy, self._yy = sy, yy
        self._extend_inverse(s_with_y, drop)

    def _extend_inverse(self, s_with_y: Host, drop: int) -> None:
        """Follow the inverse of the upper triangle of S'Y, if it is known.

        Without its first row and column, a triangle has the inverse without those; a new column
        adds one, too.
        """
        keep, newest = len(s_with_y) - 1, float(s_with_y[-1])
        if self._inverse is None or newest == 0.0:
            self._inverse = None
            return
        inverse = np.zeros((keep + 1, keep + 1))
        kept = inverse[:keep, :keep] = self._inverse[drop:, drop:]
        inverse[:keep, keep] = kept @ (s_with_y[:-1] * (-1.0 / newest))
        inverse[keep, keep] = 1.0 / newest
        self._inverse = inverse

    def coefficients(self, of_s: Host, of_y: Host) -> Coefficients | None:
        """Return the quasi-Newton direction of a gradient, given its products with the pairs."""
        k = len(self._sy)
        if self._inverse is None and self.space.on_host and k and bool(np.all(self._sy.diagonal())):
            self._inverse = inverse_of(self._sy)
        return coefficients(self._sy, self._yy, of_s[:k], of_y[:k], self._inverse)

    @property
    def sy(self) -> Host:
        """Entry i, j is the product of s_i with y_j for i up to j, oldest first.

        Nobody asks for the products of a step with earlier changes of the gradient.
        """
        return self._sy

    @property
    def yy(self) -> Host:
        """Entry i, j is the product of y_i with y_j, oldest first."""
        return self._yy

    def combine(self, of_s: Host, of_y: Host) -> Array:
        """Return the sum of all pairs times their coefficients, given oldest first."""
        weights = np.zeros(2 * self.memory)
        order = self._order
        weights[order], weights[self.memory + order] = of_s, of_y
        return self.space.array(weights) @ self.rows
