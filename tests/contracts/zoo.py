"""Data and variables of every kind and sign, and the expressions that are made from them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from gennaker import Model
from gennaker.operations.bounds import signs_from_bounds
from gennaker.operations.convexity import Analysis

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gennaker.expressions import Facts, Node
    from gennaker.expressions.problem import Problem

__all__ = ["facts", "node", "problem"]

BEFORE = """
parameters
  Vector d(n)
  Vector dn(n) nonnegative
  Vector dp(n) positive
  Scalar c
  Scalar cn nonnegative
  Scalar cp positive
  Matrix G(n, n)
  Matrix N(n, n) nonnegative
  Matrix Y(n, n) symmetric
  Matrix K(n, n) psd
  Matrix L(n, n) psd nonnegative
variables
  Vector x(n), z(n), xz(n), xm(n)
  Vector xn(n) nonnegative
  Vector xp(n), zp(n) positive
  Scalar s, sz, sm
  Scalar sn nonnegative
  Scalar sp, tp positive
  Matrix X(n, n), Z(n, n)
  Matrix Xs(n, n) symmetric
  Matrix Xn(n, n) nonnegative
  Matrix Xp(n, n) positive
let
"""
AFTER = """
min
  sum(x)
st
  xz <= 0
  xm < 0
  sz <= 0
  sm < 0
"""


def problem(expressions: Iterable[str]) -> Problem:
    """Return a problem whose lets are the given expressions."""
    lets = "\n".join(f"  e{place} = {text}" for place, text in enumerate(expressions))
    return Model(f"{BEFORE}{lets}{AFTER}").problem


@cache
def _read(expression: str) -> tuple[Node, Facts]:
    found = problem([expression])
    analysis = Analysis(signs_from_bounds(found.bounds, found.variables))
    value = found.lets[0].value
    return value, analysis.facts(value)


def node(expression: str) -> Node:
    """Return the node of an expression."""
    return _read(expression)[0]


def facts(expression: str) -> Facts:
    """Return what is known about an expression."""
    return _read(expression)[1]
