"""Write functions in forms that neither overflow nor work twice."""

from __future__ import annotations

from collections.abc import Iterable

from gennaker.emission.target import Target
from gennaker.expressions.node import Node, make
from gennaker.expressions.shape import SCALAR
from gennaker.expressions.sign import Sign
from gennaker.expressions.walk import fold
from gennaker.operations.convexity import Analysis
from gennaker.operations.derived import (
    DERIVED,
    FLOOR_LOG,
    GUARDED_LOG,
    GUARDED_SQRT,
    SIGMOID_REST,
    SIGMOID_TOP,
    SYMMETRIC_LOGDET,
)
from gennaker.operations.leaves import fill, number
from gennaker.operations.products import ADD, DIV, ELDIV, ELMUL, NEG, SCALE
from gennaker.operations.table import operation

__all__ = ["Stable"]

(CLIP,) = (row for row in DERIVED if row.name == "clip")
EXP, LOG, ABS, RELU, LOG1P, SUM, MINIMUM = (
    operation(name) for name in ("exp", "log", "abs", "relu", "log1p", "sum", "minimum")
)


class Stable:
    """Rewrites expressions for a target; shared parts stay shared.

    ``softplus(t)`` and ``sigmoid(t)`` both come from ``exp(-|t|)``, ``logsumexp`` and
    ``softmax`` from ``exp(t - max(t))``, so value and gradient need one exponential together.
    """

    def __init__(self, target: Target, analysis: Analysis) -> None:
        self._native = target.native
        self._analysis = analysis
        self._done: dict[Node, Node] = {}

    def rewrite(self, roots: Iterable[Node]) -> tuple[Node, ...]:
        """Return the roots in stable forms."""
        roots = tuple(roots)
        fold(roots, self._stable, self._done)
        return tuple(self._done[root] for root in roots)

    def formulas(self) -> dict[Node, Node]:
        """Return what each rewritten expression was, for comments that a person reads."""
        found: dict[Node, Node] = {}
        for original, stable in self._done.items():
            if original is not stable:
                found.setdefault(stable, original)
        return found

    def _stable(self, node: Node, args: tuple[Node, ...]) -> Node:
        name = node.op.name
        if name in self._native:
            return self._rebuilt(node, args)
        match name:
            case "softplus":
                return self._softplus(args[0])
            case "sigmoid":
                return self._sigmoid(args[0])
            case "logsumexp":
                top, shifted = self._shifted(args[0])
                total = make(SUM, (shifted,), SCALAR)
                return make(ADD, (top, make(LOG, (total,), SCALAR)), SCALAR)
            case "softmax":
                _, shifted = self._shifted(args[0])
                total = make(SUM, (shifted,), SCALAR)
                return make(DIV, (shifted, total), node.shape)
            case "entropy" if self._is_nonnegative(node.args[0]):
                logarithm = make(FLOOR_LOG, args, node.shape)
                return make(SCALE if node.is_scalar else ELMUL, (*args, logarithm), node.shape)
            case "log" if not self._is_nonnegative(node.args[0]):
                return make(GUARDED_LOG, args, node.shape)
            case "sqrt" if not self._is_nonnegative(node.args[0]):
                return make(GUARDED_SQRT, args, node.shape)
            case "huber":
                return self._huber(node, args)
            case "logdet" if self._analysis.facts(node.args[0]).symmetric:
                return make(SYMMETRIC_LOGDET, args, node.shape)
            case _:
                return self._rebuilt(node, args)

    def _softplus(self, arg: Node) -> Node:
        """``max(t, 0) + log(1 + exp(-|t|))``; for ``-t`` without forming that."""
        shape = arg.shape
        rest = make(LOG1P, (self._decay(arg),), shape)
        if arg.op is not NEG:
            return make(ADD, (make(RELU, (arg,), shape), rest), shape)
        below = make(MINIMUM, (arg.args[0], number(0)), shape)
        return make(ADD, (rest, make(NEG, (below,), shape)), shape)

    def _sigmoid(self, arg: Node) -> Node:
        shape, decay = arg.shape, self._decay(arg)
        one = number(1) if arg.is_scalar else fill(number(1), shape)
        if arg.op is NEG:
            top = make(SIGMOID_REST, (arg.args[0], decay), shape)
        else:
            top = make(SIGMOID_TOP, (arg, decay), shape)
        bottom = make(ADD, (one, decay), shape)
        return make(DIV if arg.is_scalar else ELDIV, (top, bottom), shape)

    def _huber(self, node: Node, args: tuple[Node, ...]) -> Node:
        """``c*(r - c/2)`` where ``c`` is ``r`` cut off, which is the derivative, too."""
        shape = node.shape
        cut = make(CLIP, args, shape)
        half = make(NEG, (make(SCALE, (number(0.5), cut), shape),), shape)
        rest = make(ADD, (args[0], half), shape)
        return make(SCALE if node.is_scalar else ELMUL, (cut, rest), shape)

    def _rebuilt(self, node: Node, args: tuple[Node, ...]) -> Node:
        return node if args == node.args else make(node.op, args, node.shape, node.payload)

    def _is_nonnegative(self, node: Node) -> bool:
        return self._analysis.facts(node).sign.within(Sign.NONNEGATIVE)

    def _decay(self, arg: Node) -> Node:
        """Return ``exp(-|t|)``, the same for ``t`` and ``-t``."""
        size = make(ABS, (arg.args[0] if arg.op is NEG else arg,), arg.shape)
        return make(EXP, (make(NEG, (size,), arg.shape),), arg.shape)

    def _shifted(self, arg: Node) -> tuple[Node, Node]:
        """Return ``max(t)`` and ``exp(t - max(t))``."""
        if arg.is_scalar:
            zero = make(ADD, (arg, make(NEG, (arg,), SCALAR)), SCALAR)
            return arg, make(EXP, (zero,), SCALAR)
        top = make(operation("largest"), (arg,), SCALAR)
        lowered = make(NEG, (fill(top, arg.shape),), arg.shape)
        return top, make(EXP, (make(ADD, (arg, lowered), arg.shape),), arg.shape)
