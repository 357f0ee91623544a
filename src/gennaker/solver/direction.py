"""The quasi-Newton direction from inner products alone: all else is one combination of vectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Coefficients", "coefficients"]

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


def coefficients(sy: Host, yy: Host, sg: Host, yg: Host) -> Coefficients | None:
    """Return the coefficients of the direction, or None where no pair has positive curvature.

    This is the compact form of limited-memory BFGS (Byrd, Nocedal and Schnabel, 1994): with R the
    upper triangle of S'Y and D its diagonal,

        t = R^-1 S'g
        H g = gamma g + S R^-T (D t + gamma (Y'Y t - Y'g)) - gamma Y t

    All products are over the free variables. A pair whose curvature there is not positive is left
    out: its row and column become those of the identity.
    """
    diagonal = np.diagonal(sy)
    ratios = diagonal / np.maximum(np.diagonal(yy), TINY)
    good = (diagonal > 0.0) & (ratios > CURVATURE * ratios.max(initial=0.0))
    used = int(np.count_nonzero(good))
    if used == 0:
        return None
    if used < good.size:
        sy, yy = sy[good][:, good], yy[good][:, good]
        sg, yg, diagonal = sg[good], yg[good], diagonal[good]
    gamma = float(diagonal[-1] / yy[-1, -1])
    upper = np.triu(sy)
    t = np.linalg.solve(upper, sg)
    q = np.linalg.solve(upper.T, diagonal * t + gamma * (yy @ t - yg))
    decrement = float(q @ sg - gamma * (t @ yg))
    of_s, of_y = q, -gamma * t
    if used < good.size:
        of_s, of_y = _spread(of_s, good), _spread(of_y, good)
    return Coefficients(gamma, of_s, of_y, used, decrement)


def _spread(values: Host, good: Host) -> Host:
    wide = np.zeros(good.size)
    wide[good] = values
    return wide
