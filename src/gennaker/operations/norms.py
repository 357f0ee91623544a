"""Norms; for a matrix they are taken over the entries, so ``norm2`` is the Frobenius norm."""

from __future__ import annotations

from gennaker.expressions.operation import Operation, Spelling
from gennaker.operations.facts import (
    AFFINE_FALLING,
    AFFINE_RISING,
    CONVEX,
    CONVEX_FALLING,
    CONVEX_RISING,
    Bend,
    magnitude,
    unary,
)
from gennaker.operations.shapes import to_scalar

__all__ = ["NORMS"]


def _norm(
    name: str,
    summary: str,
    mark: str,
    latex: str,
    kink: str,
    rising: Bend = CONVEX_RISING,
    falling: Bend = CONVEX_FALLING,
) -> Operation:
    return Operation(
        name=name,
        summary=summary,
        example=f"{name}(A*x - b)",
        arity=(1, 1),
        shape=to_scalar,
        facts=unary(magnitude, CONVEX, nonnegative=rising, nonpositive=falling),
        spelling=Spelling(
            f"{name}(#1)",
            f"‖#1‖{mark}",
            rf"\left\lVert #1 \right\rVert_{{{latex}}}",
        ),
        kink=kink,
    )


NORMS = (
    _norm(
        "norm1",
        "The sum of the absolute values of all entries.",
        "₁",
        "1",
        "where an entry is 0",
        AFFINE_RISING,
        AFFINE_FALLING,
    ),
    _norm(
        "norm2",
        "The root of the sum of the squares of all entries.",
        "₂",
        "2",
        "where all entries are 0",
    ),
    _norm(
        "norminf",
        "The largest absolute value of an entry.",
        "∞",
        r"\infty",
        "where several entries are the largest",
    ),
)
