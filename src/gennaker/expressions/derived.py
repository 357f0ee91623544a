"""A problem with all its derivatives as expressions: what the calculus makes and the emission prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gennaker.expressions.node import Node
from gennaker.expressions.problem import Problem
from gennaker.expressions.sign import Sign

__all__ = ["DerivedProblem", "Product"]


@dataclass(frozen=True, slots=True)
class Product:
    """A transposed Jacobian times weights: one expression for each variable."""

    weights: tuple[Node, ...]
    by: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class DerivedProblem:
    """Every expression that the functions of a problem compute.

    ``signs`` are those that the bounds promise for variables, where they may be relied on.
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
