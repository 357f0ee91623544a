"""A problem with all its derivatives as expressions: what the calculus makes and the emission prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gennaker.expressions.node import Node
from gennaker.expressions.problem import Problem
from gennaker.expressions.sign import Sign
from gennaker.expressions.structure import Structure

__all__ = ["DerivedProblem", "Limit", "Product", "Rays"]


@dataclass(frozen=True, slots=True)
class Product:
    """A transposed Jacobian times weights: one expression for each variable."""

    weights: tuple[Node, ...]
    by: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Rays:
    """Objective and constraints over linear images of the variables, and their derivatives.

    ``leaves`` stand for the ``images`` in ``forward`` (objective, then constraints), in
    ``backward`` (the gradient of the Lagrangian by variable) and in ``slope``, its derivative
    along ``directions`` of variables and images. ``slope`` is None where the functions are not
    cheap once the images are known; there are no images then.
    """

    leaves: tuple[Node, ...]
    images: tuple[Node, ...]
    forward: tuple[Node, ...]
    backward: tuple[Node, ...]
    slope: Node | None = None
    directions: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Limit:
    """A bound: ``target`` is a variable or a slice of one, the sides are data or None."""

    target: Node
    lower: Node | None
    upper: Node | None


@dataclass(frozen=True, slots=True)
class DerivedProblem:
    """Every expression that the functions of a problem compute.

    ``signs`` are those that the bounds promise for variables, where they may be relied on.
    ``lean`` leaves out what a solver does not call: the derivatives apart from the rays.
    """

    problem: Problem
    signs: Mapping[Node, Sign]
    objective: Node
    gradient: tuple[Node, ...]
    constraints: tuple[Node, ...]
    lets: tuple[Node, ...]
    products: tuple[Product, ...]
    lagrangian: Product
    hessian_product: Product
    rays: Rays
    structure: Structure
    limits: tuple[Limit, ...] = field(default=())
    lean: bool = False
