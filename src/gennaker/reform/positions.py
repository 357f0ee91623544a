"""How a model rises and falls with what stands inside an expression."""

from __future__ import annotations

from typing import NamedTuple

from gennaker.expressions.node import Node
from gennaker.expressions.show import text
from gennaker.expressions.sign import Sign
from gennaker.operations.convexity import Analysis
from gennaker.operations.facts import literal
from gennaker.operations.leaves import number
from gennaker.operations.products import TRANSPOSE
from gennaker.reform.arithmetic import is_zero
from gennaker.reform.prices import share

__all__ = ["EQUALITY", "FALLING", "NEITHER", "RISING", "Place", "Position", "below", "turned"]

SHOWN = 50
EQUALITY = "it stands in an equality"

RISES = frozenset(
    {"add", "transpose", "stack", "fill", "diag", "tr", "sum", "sum_rows", "sum_columns"}
    | {"mean", "mean_rows", "mean_columns", "logsumexp", "largest", "smallest"}
    | {"exp", "expm1", "log", "log1p", "sqrt", "sinh", "tanh", "arcsin", "arctan", "sigmoid"}
    | {"softplus", "relu", "maximum", "minimum", "sign"}
)
FALLS = frozenset({"neg", "arccos"})
BY_SIGN = frozenset({"square", "abs", "cosh", "norm1", "norm2", "norminf"})
PRODUCTS = frozenset({"scale", "elmul", "matmul"})
QUOTIENTS = frozenset({"div", "eldiv"})
POWERS = frozenset({"pow", "elpow"})

LEVEL_AT_ZERO = frozenset({"square", "cosh", "cos", "norm2"})
KEEPS_ZERO = frozenset(
    {"neg", "transpose", "stack", "fill", "diag", "abs", "relu", "scale", "elmul"}
)


class Position(NamedTuple):
    """Where an expression stands in a model that is to become small.

    ``direction`` is 1 where the model can only rise with the expression, -1 where it can only
    fall, 0 where neither is known. ``level`` says that the derivative by each entry of the
    expression is 0 where the entry is, so that a kink there does no harm. ``weighed`` says that
    the objective adds up the entries of the expression, with data as weights.
    """

    direction: int
    level: bool = False
    weighed: bool = False


RISING, FALLING, NEITHER = Position(1), Position(-1), Position(0)

Place = tuple[Position, str]
"""A position, and the reason why its direction is not known."""


def turned(place: Place, direction: int, reason: str) -> Place:
    """Return the place inside a function that moves in a direction with its argument."""
    (outer, earlier), inner = place, place[0].direction * direction
    if inner:
        return Position(inner), ""
    return NEITHER, earlier if outer.direction == 0 else reason


def below(node: Node, place: Place, known: Analysis) -> list[Place]:
    r"""Return the places of the arguments of an expression.

    Example:
        >>> from gennaker import Model
        >>> node = Model("variables\n  Vector x\nmin\n  -sum(x)").problem.objective
        >>> below(node, (RISING, ""), Analysis({}))
        [(Position(direction=-1, level=False, weighed=False), '')]

    """
    places: list[Place] = []
    for index in range(len(node.args)):
        direction, reason = _direction(node, index, known)
        position, why = turned(place, direction, reason)
        level = _is_level(node, index, outer=place[0].level)
        weighed = place[0].weighed and share(node, index, number(1), known) is not None
        places.append((Position(position.direction, level, weighed), why))
    return places


# ---- directions -------------------------------------------------------------------------


def _direction(node: Node, index: int, known: Analysis) -> tuple[int, str]:
    """Answer how an expression moves with one of its arguments, or why that is not known."""
    name = node.op.name
    if name in RISES or (name == "index" and index == 0):
        return 1, ""
    if name in FALLS:
        return -1, ""
    if name in PRODUCTS:
        return _with_factor(node, node.args[1 - index], known)
    if name in QUOTIENTS:
        return _in_quotient(node, index, known)
    sign = known.facts(node.args[0]).sign
    direction = 0
    if index == 0:
        if name in BY_SIGN or (name == "huber" and known.facts(node.args[1]).sign.is_nonnegative):
            direction = _of_sign(sign)
        elif name in POWERS:
            direction = _of_power(node.args[1], sign, known)
    return direction, f"{text(node, SHOWN)} neither rises nor falls with it"


def _of_sign(sign: Sign) -> int:
    if sign.is_nonnegative:
        return 1
    return -1 if sign.is_nonpositive else 0


def _with_factor(node: Node, factor: Node, known: Analysis) -> tuple[int, str]:
    facts = known.facts(factor)
    reason = f"the sign of {text(factor, SHOWN)} is not known"
    if facts.is_constant and factor.op.name == "parameter":
        reason += " (declare it nonnegative if it is)"
    elif not facts.is_constant:
        reason += f" in {text(node, SHOWN)}"
    return _of_sign(facts.sign), reason


def _in_quotient(node: Node, index: int, known: Analysis) -> tuple[int, str]:
    top, bottom = (known.facts(arg).sign for arg in node.args)
    divisor = _of_sign(bottom & Sign.NONZERO or Sign.NONZERO)
    if index == 0:
        if divisor:
            return divisor, ""
        return _with_factor(node, node.args[1], known)
    reason = f"{text(node, SHOWN)} neither rises nor falls with it"
    return -_of_sign(top) * abs(divisor), reason


def _of_power(exponent: Node, sign: Sign, known: Analysis) -> int:
    power = literal(exponent)
    if power is None:
        direction = _of_sign(known.facts(exponent).sign)
        return direction if sign.is_nonnegative else 0
    if sign.is_nonnegative or not power.is_integer():
        return _of_sign(Sign.of(power))
    if power % 2 == 0:
        return _of_sign(sign) * (1 if power >= 0 else -1)
    if power > 0:
        return 1
    return -1 if sign.is_nonpositive else 0


# ---- where a kink does no harm ------------------------------------------------------------


def _is_level(node: Node, index: int, *, outer: bool) -> bool:
    """Answer whether the derivative by each entry of an argument is 0 where the entry is."""
    name = node.op.name
    if name in PRODUCTS and _is_square(node):
        return True
    if outer:
        if name in KEEPS_ZERO:
            return True
        if name in QUOTIENTS or name == "index":
            return index == 0
        if name in {"maximum", "minimum"}:
            return is_zero(node.args[1 - index])
    if name in POWERS:
        power = literal(node.args[1])
        return index == 0 and power is not None and power > 1
    return name in LEVEL_AT_ZERO or (name == "huber" and index == 0)


def _is_square(node: Node) -> bool:
    """Recognise ``r.*r`` and ``r'*r``."""
    left, right = node.args
    if node.op.name == "matmul":
        return node.is_scalar and left.op is TRANSPOSE and left.args[0] is right
    return left is right
