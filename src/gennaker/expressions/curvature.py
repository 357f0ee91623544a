"""How an expression bends in the variables, and what is known about one subexpression."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from gennaker.expressions.sign import Sign

__all__ = ["Curvature", "Facts", "Monotone"]


class Curvature(Enum):
    """The shape of an expression as a function of the variables, entry by entry.

    An expression is constant exactly when no variable occurs in it.
    """

    CONSTANT = "constant"
    AFFINE = "affine"
    CONVEX = "convex"
    CONCAVE = "concave"
    UNKNOWN = "not proven"

    @property
    def is_affine(self) -> bool:
        """Whether the expression is affine or constant."""
        return self in {Curvature.CONSTANT, Curvature.AFFINE}

    @property
    def is_convex(self) -> bool:
        """Whether convexity is proven."""
        return self in {Curvature.CONSTANT, Curvature.AFFINE, Curvature.CONVEX}

    @property
    def is_concave(self) -> bool:
        """Whether concavity is proven."""
        return self in {Curvature.CONSTANT, Curvature.AFFINE, Curvature.CONCAVE}

    def __str__(self) -> str:
        return self.value

    def __neg__(self) -> Curvature:
        """Return the curvature of the negated expression."""
        swapped = {Curvature.CONVEX: Curvature.CONCAVE, Curvature.CONCAVE: Curvature.CONVEX}
        return swapped.get(self, self)

    def __add__(self, other: Curvature) -> Curvature:
        """Return the curvature of a sum."""
        if self is Curvature.CONSTANT or self is other:
            return other
        if other is Curvature.CONSTANT:
            return self
        if self is Curvature.AFFINE:
            return other
        return self if other is Curvature.AFFINE else Curvature.UNKNOWN

    def scaled(self, sign: Sign) -> Curvature:
        """Return the curvature after a product with a constant of the given sign."""
        if self.is_affine:
            return self
        if sign is Sign.ZERO:
            return Curvature.AFFINE  # constant only is what holds no variable
        if sign.is_nonnegative:
            return self
        return -self if sign.is_nonpositive else Curvature.UNKNOWN


class Monotone(Enum):
    """How a function of one argument moves with it."""

    RISING = "rising"
    FALLING = "falling"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known about a subexpression, with the reason where convexity is not proven.

    ``psd`` (positive semidefinite) and ``symmetric`` hold for whatever the variables are.
    """

    sign: Sign
    curvature: Curvature
    psd: bool = False
    reason: str = ""
    symmetric: bool = False

    @property
    def is_constant(self) -> bool:
        """Whether no variable occurs in the expression."""
        return self.curvature is Curvature.CONSTANT
