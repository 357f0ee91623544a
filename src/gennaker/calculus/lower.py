"""From the expressions that a person reads to tensors in index form, in stable forms."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import cast

from gennaker.calculus.tensor import Factor, Graph, ProductSpec, Tensor, coefficients, number_value
from gennaker.expressions.dimension import Dimension
from gennaker.expressions.index import Index
from gennaker.expressions.node import Node
from gennaker.expressions.shape import Kind
from gennaker.expressions.walk import postorder
from gennaker.operations.convexity import Analysis
from gennaker.operations.facts import literal

__all__ = ["Lowering"]

ROOT = 0.5
OF_NUMBERS: dict[str, Callable[[float], float]] = {
    "exp": math.exp,
    "log": math.log,
    "sqrt": math.sqrt,
    "abs": abs,
    "sin": math.sin,
    "cos": math.cos,
    "tanh": math.tanh,
    "log1p": math.log1p,
    "expm1": math.expm1,
    "square": lambda value: value * value,
}
LARGEST_EXPONENT = 700.0
LARGEST_POWER = 12


class Lowering:
    """Turns expressions into tensors of one graph; shared expressions are turned once."""

    def __init__(
        self, graph: Graph, analysis: Analysis, lengths: Mapping[str, Dimension] | None = None
    ) -> None:
        """Fill a graph; ``lengths`` says what each named dimension comes to."""
        self.graph = graph
        self._analysis = analysis
        self._lengths = lengths or {}
        self._done: dict[Node, Tensor] = {}

    def tensor(self, root: Node) -> Tensor:
        """Return the tensor of an expression."""
        for node in postorder((root,)):
            if node not in self._done:
                self._done[node] = self._lowered(node, [self._done[arg] for arg in node.args])
        return self._done[root]

    def _lowered(self, node: Node, args: list[Tensor]) -> Tensor:
        graph = self.graph
        match node.op.name:
            case "number":
                return graph.number(cast("float", node.payload))
            case "parameter" | "variable":
                return graph.leaf(node)
            case "size":
                name = cast("str", node.payload)
                return graph.size(self._lengths.get(name) or Dimension.named(name))
            case "fill":
                return self._spread(args[0], node.shape.axes)
            case "eye":
                return graph.delta(node.shape.axes[0])
            case "add":
                return graph.sum([(1.0, arg) for arg in args], args[0].axes)
            case "neg":
                return graph.scale(-1.0, args[0])
            case "transpose":
                return self._transposed(args[0])
            case "matmul":
                return self._matmul(node, args)
            case "scale" | "elmul" | "div" | "eldiv":
                inverse = node.op.name in {"div", "eldiv"}
                return self._entrywise(args[0], args[1], -1.0 if inverse else 1.0)
            case "pow" | "elpow":
                return self._power(node, args)
            case "matpow":
                return self._matrix_power(node, args[0])
            case "index":
                indices = cast("tuple[Index, ...]", node.payload)
                return graph.function("take", tuple(args), node.shape.axes, (indices, 0))
            case "stack":
                payload = (node.payload, tuple(arg.shape for arg in node.args))
                return graph.function("stack", tuple(args), node.shape.axes, payload)
            case _:
                return self._function(node, args)

    # ---- products -------------------------------------------------------------------

    def _spread(self, value: Tensor, axes: tuple[Dimension, ...]) -> Tensor:
        """Repeat a scalar in every entry."""
        result = tuple(range(len(axes)))
        return self.graph.product([Factor(value, ())], result, dict(enumerate(axes)))

    def _transposed(self, arg: Tensor) -> Tensor:
        if arg.order < 2 or arg.symmetric:  # noqa: PLR2004 - only matrices have a transpose
            return arg
        return self.graph.product([Factor(arg, (1, 0))], (0, 1), {})

    def _matmul(self, node: Node, args: list[Tensor]) -> Tensor:
        """Name the indices of a matrix product: rows 0, columns 1, the inner index 2."""
        left, right = (arg.kind for arg in node.args)
        first = {Kind.VECTOR: (0,), Kind.ROW: (2,), Kind.MATRIX: (0, 2)}[left]
        second = {Kind.VECTOR: (2,), Kind.ROW: (1,), Kind.MATRIX: (2, 1)}[right]
        result = tuple(i for i in (0, 1) if i in {*first, *second})
        return self.graph.product([Factor(args[0], first), Factor(args[1], second)], result, {})

    def _entrywise(self, left: Tensor, right: Tensor, exponent: float) -> Tensor:
        """Multiply entry by entry, or divide; a scalar goes with every entry."""
        axes = left.axes or right.axes
        result = tuple(range(len(axes)))
        factors = [
            Factor(left, result if left.order else ()),
            Factor(right, result if right.order else (), exponent),
        ]
        stable = self._sigmoid(factors, axes) if exponent < 0 else self._entropy(left, right)
        return stable or self.graph.product(factors, result, {})

    def _power(self, node: Node, args: list[Tensor]) -> Tensor:
        base, exponent = args
        power = literal(node.args[1])
        axes = node.shape.axes
        if power is None:
            return self.graph.function("power", (base, exponent), axes)
        if power == 0:
            return self.graph.number(1.0, axes)
        if base.op == "norm2" and power % 2 == 0:
            base, power = self._squares(base.args[0]), power / 2
        if power == -1 and (
            found := self._sigmoid([Factor(base, tuple(range(base.order)), -1.0)], axes)
        ):
            return found
        return self.raised(base, power)

    def raised(self, base: Tensor, power: float) -> Tensor:
        """Return the power of every entry, for a power that is a number."""
        indices = tuple(range(base.order))
        return self.graph.product([Factor(base, indices, power)], indices, {})

    def _squares(self, arg: Tensor) -> Tensor:
        """Return the sum of the squares of all entries."""
        indices = tuple(range(arg.order))
        return self.graph.product([Factor(arg, indices, 2.0)], (), {})

    def _matrix_power(self, node: Node, base: Tensor) -> Tensor:
        power = int(literal(node.args[1]) or 0)
        if power == 0:
            return self.graph.delta(base.axes[0])
        if power < 0:
            base = self.graph.function("inv", (base,), base.axes, symmetric=base.symmetric)
        result = base
        for _ in range(min(abs(power), LARGEST_POWER) - 1):
            factors = [Factor(result, (0, 2)), Factor(base, (2, 1))]
            result = self.graph.product(factors, (0, 1), {})
        if abs(power) > LARGEST_POWER:
            return self.graph.function(
                "matpow", (base,), base.axes, abs(power), symmetric=base.symmetric
            )
        return result

    # ---- functions ------------------------------------------------------------------

    def _function(self, node: Node, args: list[Tensor]) -> Tensor:
        name, graph = node.op.name, self.graph
        arg = args[0]
        value = number_value(arg)
        if value is not None and name in OF_NUMBERS and len(args) == 1 and _inside(name, value):
            return graph.number(OF_NUMBERS[name](value), arg.axes)
        every = tuple(range(arg.order))
        match name:
            case "sum":
                return graph.product([Factor(arg, every)], (), {})
            case "sum_rows" | "sum_columns":
                kept = (0,) if name == "sum_rows" else (1,)
                return graph.product([Factor(arg, (0, 1))], kept, {})
            case "mean" | "mean_rows" | "mean_columns":
                kept = {"mean": (), "mean_rows": (0,), "mean_columns": (1,)}[name]
                sizes = [
                    Factor(graph.size(axis), (), -1.0)
                    for place, axis in enumerate(arg.axes)
                    if place not in kept
                ]
                return graph.product([Factor(arg, every), *sizes], kept, {})
            case "square":
                return self.raised(arg, 2.0)
            case "sqrt":
                return self.raised(arg, ROOT)
            case "abs":
                return self._size(node.args[0], arg)
            case "norm1":
                return graph.product([Factor(self._size(node.args[0], arg), every)], (), {})
            case "norminf":
                return graph.function("largest", (self._size(node.args[0], arg),), ())
            case "relu" | "maximum" | "minimum" if found := self._known_part(node, args):
                return found
            case "maximum" if (positive := self._positive_part(node, args)) is not None:
                return positive
            case "tr":
                return arg if not arg.order else graph.product([Factor(arg, (0, 0))], (), {})
            case "diag" if node.kind is Kind.MATRIX:
                delta = graph.delta(arg.axes[0])
                return graph.product([Factor(arg, (0,)), Factor(delta, (0, 1))], (0, 1), {})
            case "diag":
                return graph.product([Factor(arg, (0, 0))], (0,), {})
            case "log":
                return self._log(arg)
            case "exp" if arg.op == "log":
                return arg.args[0]
            case "inv":
                return graph.function("inv", (arg,), arg.axes, symmetric=arg.symmetric)
            case _:
                return graph.function(name, tuple(args), node.shape.axes)

    # ---- where a sign is known ------------------------------------------------------

    def _size(self, node: Node, arg: Tensor) -> Tensor:
        """Return the absolute value; it is smooth where the sign is known."""
        sign = self._analysis.facts(node).sign
        if sign.is_nonnegative:
            return arg
        if sign.is_nonpositive:
            return self.graph.scale(-1.0, arg)
        return self.graph.function("abs", (arg,), arg.axes)

    def _known_part(self, node: Node, args: list[Tensor]) -> Tensor | None:
        """Return the larger (or smaller) of an expression and 0, where its sign tells which."""
        inner, arg = node.args[0], args[0]
        if len(args) > 1:
            values = [number_value(other) for other in args]
            if 0.0 not in values:
                return None
            place = 1 - values.index(0.0)
            inner, arg = node.args[place], args[place]
        sign = self._analysis.facts(inner).sign
        if node.op.name == "minimum":
            sign = -sign
        if arg.axes != node.shape.axes:
            return None
        if sign.is_nonnegative:
            return arg
        return self.graph.zero(arg.axes) if sign.is_nonpositive else None

    def _positive_part(self, node: Node, args: list[Tensor]) -> Tensor | None:
        """Return ``relu(x)`` for the larger of an expression and 0."""
        for arg, other in (args, args[::-1]):
            if number_value(other) == 0.0 and arg.axes == node.shape.axes:
                return self.graph.function("relu", (arg,), arg.axes)
        return None

    # ---- stable forms ---------------------------------------------------------------

    def _log(self, arg: Tensor) -> Tensor:
        """``log(1 + exp(t))`` is softplus, ``log(sum(exp(t)))`` is logsumexp."""
        graph = self.graph
        inner = self._one_plus_exp(arg)
        if inner is not None:
            return graph.function("softplus", (inner,), arg.axes)
        if arg.op == "exp":
            return arg.args[0]
        if arg.op == "product" and isinstance(arg.payload, ProductSpec) and arg.order == 0:
            only = arg.args[0]
            if len(arg.args) == 1 and only.op == "exp" and arg.payload.exponents == (1.0,):
                indices = arg.payload.indices[0]
                if len(set(indices)) == len(indices):
                    return graph.function("logsumexp", (only.args[0],), ())
        return graph.function("log", (arg,), arg.axes)

    def _one_plus_exp(self, arg: Tensor) -> Tensor | None:
        """Return ``t`` where a tensor is ``1 + exp(t)``."""
        if arg.op != "sum" or sorted(coefficients(arg)) != [1.0, 1.0]:
            return None
        one = self.graph.ones(arg.axes)
        others = [term for term in arg.args if term is not one]
        if len(others) == 1 and others[0].op == "exp":
            return others[0].args[0]
        return None

    def _sigmoid(self, factors: list[Factor], axes: tuple[Dimension, ...]) -> Tensor | None:
        """``1/(1 + exp(-t))`` and ``exp(t)/(1 + exp(t))`` are the logistic function."""
        inner = self._one_plus_exp(factors[-1].tensor)
        if inner is None or inner.axes != axes:
            return None
        graph = self.graph
        top = factors[0].tensor if len(factors) > 1 else graph.ones(axes)
        if top.op == "exp" and top.args[0] is inner:
            return graph.function("sigmoid", (inner,), axes)
        negated = graph.function("sigmoid", (graph.scale(-1.0, inner),), axes)
        indices = tuple(range(len(axes)))
        factor = Factor(top, indices if top.order else ())
        return graph.product([factor, Factor(negated, indices)], indices, {})

    def _entropy(self, left: Tensor, right: Tensor) -> Tensor | None:
        """``x*log(x)`` is the entropy function, which is 0 at 0."""
        for inner, log in ((left, right), (right, left)):
            if log.op == "log" and log.args[0] is inner and inner.varying:
                return self.graph.function("entropy", (inner,), inner.axes)
        return None


def _inside(name: str, value: float) -> bool:
    """Answer whether a function of a number can be worked out at once."""
    if name in {"log", "sqrt"}:
        return value > 0
    return value > -1 if name == "log1p" else abs(value) < LARGEST_EXPONENT
