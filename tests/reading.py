"""Short cuts for tests: the facts, the node or the tree of one expression."""

from __future__ import annotations

from gennaker.expressions.curvature import Facts
from gennaker.expressions.node import Node
from gennaker.language.check import read
from gennaker.operations.bounds import signs_from_bounds
from gennaker.operations.convexity import Analysis

DECLARED = """
parameters
  Matrix A(m, n), B(n, k)
  Matrix K(n, n) psd
  Matrix S(n, n) symmetric
  Vector b(m)
  Vector w(n) nonnegative
  Scalar c
  Scalar d positive
variables
  Vector x(n)
  Vector y(n) nonnegative
  Matrix X(n, n) symmetric
  Scalar t positive
let
  f = {}
min
  sum(x) + sum(y) + sum(X) + t
"""


def node_of(expression: str) -> Node:
    """Return the node of an expression in the declared names."""
    return read(DECLARED.format(expression)).lets[0].value


def facts_of(expression: str) -> Facts:
    """Return what is known about an expression in the declared names."""
    problem = read(DECLARED.format(expression))
    analysis = Analysis(signs_from_bounds(problem.bounds, problem.variables))
    return analysis.facts(problem.lets[0].value)
