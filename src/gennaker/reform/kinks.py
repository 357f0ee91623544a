"""Which expressions have points without a derivative, inside the bounds and not smoothed over."""

from __future__ import annotations

from gennaker.expressions.node import Node
from gennaker.expressions.show import text
from gennaker.operations.convexity import Analysis
from gennaker.reform.arithmetic import is_zero
from gennaker.reform.positions import Place

__all__ = ["KINKS", "direction_of", "is_kink", "subgradient_note"]

SHOWN = 50
CONVEX = frozenset({"abs", "norm1", "norminf", "relu", "maximum", "largest"})
CONCAVE = frozenset({"minimum", "smallest"})
KINKS = CONVEX | CONCAVE | {"sign"}
AT_ZERO = frozenset({"abs", "norm1", "relu"})
EXTREMES = frozenset({"maximum", "minimum"})


def is_kink(node: Node, known: Analysis, *, level: bool = False) -> bool:
    """Answer whether an expression lacks a derivative somewhere that matters.

    Where the sign of an argument is known, the derivative is known too; ``level`` places smooth
    a kink at 0, as the square does in ``abs(x)^2``.
    """
    name = node.op.name
    if name not in KINKS or known.is_constant(node):
        return False
    argument = node.args[0]
    if name in EXTREMES:
        others = [other for other in node.args if not is_zero(other)]
        if len(others) == len(node.args):
            return True
        argument = others[0] if others else argument
        if argument.shape != node.shape:
            return True
    elif name not in AT_ZERO:
        return True
    elif name == "norm1" and not argument.is_scalar:
        level = False
    sign = known.facts(argument).sign
    return not (level or sign.is_nonnegative or sign.is_nonpositive)


def direction_of(node: Node) -> int:
    """Return the direction in which a kink may be rewritten, 0 where there is none."""
    if node.op.name in CONVEX:
        return 1
    return -1 if node.op.name in CONCAVE else 0


def subgradient_note(node: Node, place: Place, where: tuple[int, int] | None) -> str:
    """Say that a kink is left to the solver, where it stands in the model, and why."""
    position, reason = place
    shown = text(node, SHOWN)
    if where is not None:
        shown += f" at line {where[0]}, column {where[1]}"
    if node.op.name == "sign":
        return f"{shown} is solved as if it were constant: its derivative is 0 where it has one"
    if position.direction:
        shape = "concave" if node.op.name in CONVEX else "convex"
        reason = f"it stands in a {shape} position"
    return f"{shown} is solved with a subgradient: {reason}"
