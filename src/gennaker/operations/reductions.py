"""Functions that turn an array into fewer numbers: sums, means, extremes."""

from __future__ import annotations

from dataclasses import replace

from gennaker.expressions.curvature import Facts
from gennaker.expressions.node import Node
from gennaker.expressions.operation import FactsRule, Operation, ShapeMismatch, ShapeRule, Spelling
from gennaker.expressions.shape import Kind, Shape
from gennaker.expressions.sign import Sign
from gennaker.expressions.sizes import Sizes
from gennaker.operations.facts import (
    CONCAVE_RISING,
    CONVEX_RISING,
    same_sign,
    summed,
    unary,
)
from gennaker.operations.shapes import shown, to_scalar

__all__ = ["REDUCTIONS"]


def _along(name: str, axis: str) -> ShapeRule:
    """Reduce every row, or every column, to one entry of a vector."""

    def rule(args: tuple[Node, ...], _sizes: Sizes) -> Shape:
        (arg,) = args
        if arg.kind is not Kind.MATRIX:
            message = f"{name} along {axis} needs a matrix, but {shown(arg)} is a {arg.kind}"
            raise ShapeMismatch(message, f"{name}({shown(arg)})")
        return Shape.vector(arg.shape.axes[0 if axis == "rows" else 1])

    return rule


def _reduction(
    name: str,
    spoken: str,
    summary: str,
    facts: FactsRule,
    latex: str,
    kink: str | None = None,
    unicode: str | None = None,
) -> Operation:
    return Operation(
        name=name,
        summary=summary,
        example=f"{spoken}(x)",
        arity=(1, 1),
        shape=to_scalar,
        facts=facts,
        spelling=Spelling(f"{spoken}(#1)", unicode or f"{spoken}(#1)", latex),
        kink=kink,
    )


def _by_axis(spoken: str, axis: str, words: str, latex: str) -> Operation:
    return Operation(
        name=f"{spoken}_{axis}",
        summary=f"The {words} of every {axis.removesuffix('s')}, as a vector.",
        example=f"{spoken}(A, {axis})",
        arity=(1, 1),
        shape=_along(spoken, axis),
        facts=summed,
        spelling=Spelling(f"{spoken}(#1, {axis})", f"{spoken}(#1, {axis})", latex),
    )


def _total(node: Node, facts: tuple[Facts, ...]) -> Facts:
    """Add up all entries; those of a semidefinite ``K`` make ``1'*K*1``."""
    fact = summed(node, facts)
    if not facts[0].psd:
        return fact
    return replace(fact, sign=fact.sign & Sign.NONNEGATIVE or Sign.ZERO)


def _log_sum_sign(sign: Sign) -> Sign:
    """The logarithm of a sum of exponentials is at least the largest entry."""
    if sign.within(Sign.POSITIVE):
        return sign
    return Sign.NONNEGATIVE if sign.is_nonnegative else Sign.UNKNOWN


REDUCTIONS = (
    _reduction(
        "sum",
        "sum",
        "The sum of all entries.",
        _total,
        r"{\textstyle\sum}\left(#1\right)",
        unicode="∑(#1)",
    ),
    _by_axis("sum", "rows", "sum", r"\operatorname{sum}_{\mathrm{rows}}\left(#1\right)"),
    _by_axis("sum", "columns", "sum", r"\operatorname{sum}_{\mathrm{columns}}\left(#1\right)"),
    _reduction(
        "mean", "mean", "The mean of all entries.", _total, r"\operatorname{mean}\left(#1\right)"
    ),
    _by_axis("mean", "rows", "mean", r"\operatorname{mean}_{\mathrm{rows}}\left(#1\right)"),
    _by_axis("mean", "columns", "mean", r"\operatorname{mean}_{\mathrm{columns}}\left(#1\right)"),
    _reduction(
        "logsumexp",
        "logsumexp",
        "`log(sum(exp(x)))`, safe for every argument.",
        unary(_log_sum_sign, CONVEX_RISING),
        r"\operatorname{logsumexp}\left(#1\right)",
    ),
    _reduction(
        "largest",
        "max",
        "The largest entry.",
        unary(same_sign, CONVEX_RISING),
        r"\max\left(#1\right)",
        kink="where several entries are the largest",
    ),
    _reduction(
        "smallest",
        "min",
        "The smallest entry.",
        unary(same_sign, CONCAVE_RISING),
        r"\min\left(#1\right)",
        kink="where several entries are the smallest",
    ),
)
