"""What is known about the form of a problem, beyond its expressions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from gennaker.expressions.curvature import Curvature
from gennaker.expressions.node import Node

__all__ = ["Conjugate", "Degree", "RowSum", "Structure"]


class Degree(IntEnum):
    """The degree of an expression in the variables; ``OTHER`` is no polynomial of these."""

    CONSTANT = 0
    LINEAR = 1
    QUADRATIC = 2
    OTHER = 3


@dataclass(frozen=True, slots=True)
class RowSum:
    """A size along which a problem is a sum over rows, and the parameters that have such rows.

    ``axes`` names each of these parameters with the axis that its rows stand along.
    """

    size: str
    axes: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Conjugate:
    """The gradient of the conjugate of a separable objective, in closed form.

    At ``points``, one expression for each variable, the objective has the gradient ``slopes``.
    """

    slopes: tuple[Node, ...]
    points: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Structure:
    """The form of a problem; the constraints stand in the order of the model.

    ``curvature`` is that of the objective, with the reason where none is proven. Where the
    objective is ``separable``, each of its terms depends on one entry of the variables alone.
    ``entropies`` tells for each variable whether these are ``m*x + w*x*log(x)``, where all others are
    ``m*x + w*x^2``; None where there are any of another kind.
    ``row_sums`` are the ways to add up objective and constraints over blocks of data, and
    ``conjugate`` is there where a convex separable objective has one in closed form.

    Example:
        >>> structure = Structure(Degree.QUADRATIC, (Degree.LINEAR, Degree.OTHER))
        >>> structure.is_quadratic, structure.linear
        (True, (True, False))

    """

    objective: Degree
    constraints: tuple[Degree, ...] = ()
    curvature: Curvature = Curvature.UNKNOWN
    reason: str = ""
    separable: bool = False
    entropies: tuple[bool, ...] | None = None
    row_sums: tuple[RowSum, ...] = ()
    conjugate: Conjugate | None = None

    @property
    def is_quadratic(self) -> bool:
        """Whether the objective is of degree two at most."""
        return self.objective <= Degree.QUADRATIC

    @property
    def linear(self) -> tuple[bool, ...]:
        """Which constraints are linear."""
        return tuple(degree <= Degree.LINEAR for degree in self.constraints)
