"""Functions that are applied to every entry."""

from __future__ import annotations

from collections.abc import Callable

from gennaker.expressions.curvature import Curvature, Facts
from gennaker.expressions.node import Node
from gennaker.expressions.operation import Domain, FactsRule, Operation, Spelling
from gennaker.expressions.show import text
from gennaker.expressions.sign import Sign
from gennaker.operations.facts import (
    AFFINE_FALLING,
    AFFINE_RISING,
    CONCAVE_FALLING,
    CONCAVE_RISING,
    CONVEX,
    CONVEX_FALLING,
    CONVEX_RISING,
    Bend,
    composed,
    magnitude,
    same_sign,
    unary,
)
from gennaker.operations.shapes import elementwise

__all__ = ["ELEMENTWISE"]

SHOWN = 50
POSITIVE_ONLY = Domain(Sign.POSITIVE, "arguments above 0")
NONNEGATIVE_ONLY = Domain(Sign.NONNEGATIVE, "arguments of at least 0")


def _row(
    name: str,
    summary: str,
    facts: FactsRule,
    *,
    domain: Domain | None = None,
    kink: str | None = None,
    overflow: bool = False,
    latex: str | None = None,
    unicode: str | None = None,
    tight: tuple[str, ...] = (),
    arity: int = 1,
    example: str | None = None,
) -> Operation:
    """Describe a function that goes by its own name and takes entries one by one."""
    return Operation(
        name=name,
        summary=summary,
        example=example or f"{name}(x)",
        arity=(arity, arity),
        shape=elementwise(name),
        facts=facts,
        spelling=Spelling(
            f"{name}(#*)",
            unicode or f"{name}(#*)",
            latex or rf"\operatorname{{{name}}}\left(#*\right)",
            tight,
        ),
        elementwise=True,
        domain=domain,
        kink=kink,
        overflow=overflow,
    )


def _latex(name: str) -> str:
    return rf"\{name}\left(#*\right)"


def _positive_part(sign: Sign) -> Sign:
    positive = sign & Sign.NONNEGATIVE
    return positive | Sign.ZERO if sign & Sign.NEGATIVE else positive


def _extreme(sign: Callable[[Sign, Sign], Sign], bend: Bend) -> FactsRule:
    def rule(node: Node, facts: tuple[Facts, ...]) -> Facts:
        left, right = facts
        return composed(node, sign(left.sign, right.sign), (bend, bend), facts)

    return rule


def _larger(left: Sign, right: Sign) -> Sign:
    if left.within(Sign.POSITIVE) or right.within(Sign.POSITIVE):
        return Sign.POSITIVE
    if left.is_nonnegative or right.is_nonnegative:
        return Sign.NONNEGATIVE & (left | right)
    return left | right


def _smaller(left: Sign, right: Sign) -> Sign:
    return -_larger(-left, -right)


def _huber_facts(node: Node, facts: tuple[Facts, ...]) -> Facts:
    residual, width = facts
    good = width.sign.is_nonnegative and width.curvature is Curvature.CONSTANT
    sign = Sign.NONNEGATIVE if width.sign.is_nonnegative else Sign.UNKNOWN
    if good or residual.curvature is width.curvature is Curvature.CONSTANT:
        bend = CONVEX
        if residual.sign.is_nonnegative or residual.sign.is_nonpositive:
            bend = CONVEX_RISING if residual.sign.is_nonnegative else CONVEX_FALLING
        return composed(node, sign, (bend,), facts[:1])
    shown = text(node.args[1], SHOWN)
    reason = f"the width {shown} of {text(node, SHOWN)} holds a variable"
    if width.curvature is Curvature.CONSTANT:
        reason = f"the sign of the width {shown} is not known (declare it nonnegative if it is)"
    return Facts(sign, Curvature.UNKNOWN, reason=reason)


ELEMENTWISE = (
    _row(
        "exp",
        "The exponential.",
        unary(Sign.POSITIVE, CONVEX_RISING),
        overflow=True,
        latex=_latex("exp"),
    ),
    _row(
        "log",
        "The natural logarithm.",
        unary(Sign.UNKNOWN, CONCAVE_RISING),
        domain=POSITIVE_ONLY,
        latex=_latex("log"),
    ),
    _row(
        "sqrt",
        "The square root.",
        unary(magnitude, CONCAVE_RISING),
        domain=NONNEGATIVE_ONLY,
        kink="where the argument is 0",
        latex=r"\sqrt{#*}",
        unicode="√#*",
        tight=("unicode",),
    ),
    _row(
        "abs",
        "The absolute value.",
        unary(magnitude, CONVEX, nonnegative=AFFINE_RISING, nonpositive=AFFINE_FALLING),
        kink="where the argument is 0",
        latex=r"\left\lvert #* \right\rvert",
        unicode="|#*|",
    ),
    _row("sign", "The sign: -1, 0 or 1.", unary(same_sign), kink="where the argument is 0"),
    _row(
        "relu",
        "The positive part, `max(x, 0)`.",
        unary(_positive_part, CONVEX_RISING, nonnegative=AFFINE_RISING, nonpositive=AFFINE_RISING),
        kink="where the argument is 0",
        latex=r"\left(#*\right)_+",
        unicode="(#*)₊",
    ),
    _row("sin", "The sine.", unary(Sign.UNKNOWN), latex=_latex("sin")),
    _row("cos", "The cosine.", unary(Sign.UNKNOWN), latex=_latex("cos")),
    _row("tan", "The tangent.", unary(Sign.UNKNOWN), latex=_latex("tan")),
    _row(
        "arcsin",
        "The inverse sine.",
        unary(same_sign, nonnegative=CONVEX_RISING, nonpositive=CONCAVE_RISING),
        latex=_latex("arcsin"),
        domain=Domain(Sign.UNKNOWN, "arguments between -1 and 1"),
    ),
    _row(
        "arccos",
        "The inverse cosine.",
        unary(Sign.NONNEGATIVE, nonnegative=CONCAVE_FALLING, nonpositive=CONVEX_FALLING),
        latex=_latex("arccos"),
        domain=Domain(Sign.UNKNOWN, "arguments between -1 and 1"),
    ),
    _row(
        "arctan",
        "The inverse tangent.",
        unary(same_sign, nonnegative=CONCAVE_RISING, nonpositive=CONVEX_RISING),
        latex=_latex("arctan"),
    ),
    _row(
        "sinh",
        "The hyperbolic sine.",
        unary(same_sign, nonnegative=CONVEX_RISING, nonpositive=CONCAVE_RISING),
        overflow=True,
        latex=_latex("sinh"),
    ),
    _row(
        "cosh",
        "The hyperbolic cosine.",
        unary(Sign.POSITIVE, CONVEX, nonnegative=CONVEX_RISING, nonpositive=CONVEX_FALLING),
        overflow=True,
        latex=_latex("cosh"),
    ),
    _row(
        "tanh",
        "The hyperbolic tangent.",
        unary(same_sign, nonnegative=CONCAVE_RISING, nonpositive=CONVEX_RISING),
        latex=_latex("tanh"),
    ),
    _row(
        "sigmoid",
        "The logistic function, `1/(1 + exp(-x))`.",
        unary(Sign.POSITIVE, nonnegative=CONCAVE_RISING, nonpositive=CONVEX_RISING),
        latex=r"\sigma\left(#*\right)",
        unicode="σ(#*)",
    ),
    _row(
        "softplus",
        "The smooth positive part, `log(1 + exp(x))`, safe for every argument.",
        unary(Sign.POSITIVE, CONVEX_RISING),
    ),
    _row(
        "log1p",
        "`log(1 + x)`, accurate near 0.",
        unary(same_sign, CONCAVE_RISING),
        domain=Domain(Sign.UNKNOWN, "arguments above -1"),
    ),
    _row("expm1", "`exp(x) - 1`, accurate near 0.", unary(same_sign, CONVEX_RISING), overflow=True),
    _row(
        "square",
        "The square of every entry.",
        unary(magnitude, CONVEX, nonnegative=CONVEX_RISING, nonpositive=CONVEX_FALLING),
        latex=r"#*^{\circ 2}",
        tight=("latex",),
    ),
    _row(
        "entropy", "`x*log(x)`, and 0 at 0.", unary(Sign.UNKNOWN, CONVEX), domain=NONNEGATIVE_ONLY
    ),
    _row(
        "huber",
        "The Huber loss: `r^2/2` for `|r| <= d`, and `d*(|r| - d/2)` beyond.",
        _huber_facts,
        arity=2,
        example="huber(x - b, 0.5)",
    ),
    Operation(
        name="maximum",
        summary="The larger of two, entry by entry; a scalar goes with anything.",
        example="max(x, b)",
        arity=(2, 2),
        shape=elementwise("max"),
        facts=_extreme(_larger, CONVEX_RISING),
        spelling=Spelling("max(#*)", "max(#*)", r"\max\left(#*\right)"),
        elementwise=True,
        kink="where both arguments are equal",
    ),
    Operation(
        name="minimum",
        summary="The smaller of two, entry by entry; a scalar goes with anything.",
        example="min(x, b)",
        arity=(2, 2),
        shape=elementwise("min"),
        facts=_extreme(_smaller, CONCAVE_RISING),
        spelling=Spelling("min(#*)", "min(#*)", r"\min\left(#*\right)"),
        elementwise=True,
        kink="where both arguments are equal",
    ),
)
