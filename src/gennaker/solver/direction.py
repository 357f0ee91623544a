"""The quasi-Newton direction from inner products alone: all else is one combination of vectors."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

__all__ = ["Coefficients", "coefficients", "inverse_of"]

Host = np.ndarray[Any, Any]
TINY = 1e-300
CURVATURE = 1e-12
"""A pair whose curvature is this much less than that of another one is rounding."""


@dataclass(frozen=True, slots=True)
class Coefficients:
    """H g = gamma*g + S*of_s + Y*of_y, with H the inverse Hessian that the pairs describe."""

    gamma: float
    of_s: Host
    of_y: Host
    used: int
    decrement: float
    """g'Hg, twice the decrease that the model promises, up to the part of gamma*g'g."""


def coefficients(
    sy: Host, yy: Host, sg: Host, yg: Host, inverse: Host | None = None
) -> Coefficients | None:
    """Return the coefficients of the direction, or None where no pair has positive curvature.

    This is the compact form of limited-memory BFGS (Byrd, Nocedal and Schnabel, 1994): with R the
    upper triangle of S'Y and D its diagonal,

        t = R^-1 S'g
        H g = gamma g + S R^-T (D t + gamma (Y'Y t - Y'g)) - gamma Y t

    All products are over the free variables. A pair whose curvature there is not positive is left
    out: its row and column become those of the identity. ``inverse`` is that of R, where it is
    known; else it is computed.
    """
    diagonal = sy.diagonal()
    used = diagonal.size
    if used == 0:
        return None
    ratios = diagonal / np.maximum(yy.diagonal(), TINY)
    limit = max(CURVATURE * float(ratios.max()), 0.0)
    good = None
    if not float(ratios.min()) > limit:
        good = ratios > limit
        used = int(np.count_nonzero(good))
        if used == 0:
            return None
        sy, yy = sy[good][:, good], yy[good][:, good]
        sg, yg, diagonal = sg[good], yg[good], diagonal[good]
        inverse = None
    gamma = float(diagonal[-1] / yy[-1, -1])
    if inverse is None:
        inverse = inverse_of(sy)
    t = inverse @ sg
    q = (diagonal * t + gamma * (yy @ t - yg)) @ inverse
    decrement = float(q @ sg - gamma * (t @ yg))
    of_s, of_y = q, -gamma * t
    if good is not None:
        of_s, of_y = _spread(of_s, good), _spread(of_y, good)
    return Coefficients(gamma, of_s, of_y, used, decrement)


def inverse_of(sy: Host) -> Host:
    """Return the inverse of the upper triangle."""
    return np.linalg.inv(sy * _upper(len(sy)))


@cache
def _upper(size: int) -> Host:
    """Return ones on and above the diagonal: to multiply with, which is cheaper than to cut."""
    return np.triu(np.ones((size, size)))


def _spread(values: Host, good: Host) -> Host:
    wide = np.zeros(good.size)
    wide[good] = values
    return wide
