"""How an expression moves with each variable: in which direction, and along how many routes."""

from __future__ import annotations

from gennaker.expressions.curvature import Curvature
from gennaker.expressions.node import Node
from gennaker.expressions.sign import Sign
from gennaker.expressions.walk import postorder
from gennaker.operations.convexity import Analysis

__all__ = ["routes", "slopes"]

SEVERAL = 2
PRODUCTS = frozenset({"matmul", "scale", "elmul"})
KEPT = frozenset(
    {
        "sum",
        "mean",
        "transpose",
        "add",
        "tr",
        "sum_rows",
        "sum_columns",
        "mean_rows",
        "mean_columns",
    }
)


def slopes(root: Node, analysis: Analysis) -> dict[Node, Sign]:
    """Return the possible signs of the derivatives of a scalar by each node below it.

    Only operations that move entries along or multiply them by data are followed; whatever
    lies behind another operation has an unknown sign.
    """
    found: dict[Node, Sign] = {root: Sign.POSITIVE}
    for node in reversed(postorder((root,))):
        outer = found[node]
        for place, arg in enumerate(node.args):
            step = outer * _local(node, place, analysis)
            found[arg] = found[arg] + step if arg in found else step
    return found


def routes(root: Node, analysis: Analysis) -> dict[Node, int]:
    """Count the ways from a scalar down to each node below it; 2 stands for several.

    Along a single way nothing can cancel out. The two ends of a quadratic form ``u'*K*u`` and
    the equal factors of ``u.*u`` are one way, since such a form is zero only where ``u`` is in
    the null space of ``K``.
    """
    found: dict[Node, int] = {root: 1}
    for node in reversed(postorder((root,))):
        for arg in _ways_down(node, analysis):
            found[arg] = min(found.get(arg, 0) + found[node], SEVERAL)
        for arg in node.args:
            found.setdefault(arg, 0)
    return found


def _ways_down(node: Node, analysis: Analysis) -> tuple[Node, ...]:
    """Return the arguments that lead on to variables, with one end of a quadratic form."""
    varying = tuple(arg for arg in node.args if not analysis.is_constant(arg))
    if node.op.name not in PRODUCTS or len(varying) == 1:
        return varying
    if analysis.facts(node).curvature is Curvature.UNKNOWN:
        return varying
    return varying[-1:]


def _local(node: Node, place: int, analysis: Analysis) -> Sign:
    """Return the sign of the derivative of a node by one of its arguments."""
    name = node.op.name
    if name in KEPT:
        return Sign.POSITIVE
    if name == "neg":
        return Sign.NEGATIVE
    if name in {"matmul", "scale", "elmul"}:
        other = node.args[1 - place]
        return analysis.facts(other).sign if analysis.is_constant(other) else Sign.UNKNOWN
    if name in {"div", "eldiv"} and place == 0 and analysis.is_constant(node.args[1]):
        return analysis.facts(node.args[1]).sign & Sign.NONZERO
    return Sign.UNKNOWN
