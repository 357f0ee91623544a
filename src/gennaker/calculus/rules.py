"""The derivative of every function of tensors: one row each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log
from typing import cast

from gennaker.calculus.tensor import MATRIX, Factor, Graph, Tensor, coefficients, number_value
from gennaker.expressions.dimension import ONE, Dimension
from gennaker.expressions.index import ALL, Index
from gennaker.expressions.shape import Kind, Shape

__all__ = ["ENTRYWISE", "PULLBACKS", "Prefixed"]

ROOT = 0.5
Arguments = tuple[Tensor, ...]
Entrywise = Callable[[Graph, Tensor], Tensor]


@dataclass(frozen=True, slots=True)
class Prefixed:
    """The derivative of some outputs by a tensor: the axes of the outputs come first."""

    tensor: Tensor
    prefix: int


def _power(graph: Graph, base: Tensor, exponent: float) -> Tensor:
    indices = tuple(range(base.order))
    return graph.product([Factor(base, indices, exponent)], indices, {})


def _times(graph: Graph, *factors: Tensor) -> Tensor:
    """Multiply entry by entry; scalars go with every entry."""
    axes = max((factor.axes for factor in factors), key=len)
    indices = tuple(range(len(axes)))
    return graph.product([Factor(f, indices if f.order else ()) for f in factors], indices, {})


def _one(graph: Graph, like: Tensor) -> Tensor:
    return graph.number(1.0, like.axes)


def _apply(name: str) -> Entrywise:
    """Return a rule whose derivative is another function of the same arguments."""
    return lambda graph, f: graph.function(name, f.args, f.axes)


def _one_plus_square(graph: Graph, f: Tensor, sign: float) -> Tensor:
    x = f.args[0]
    return graph.sum([(1.0, _one(graph, x)), (sign, _power(graph, x, 2.0))], x.axes)


def _sigmoid(graph: Graph, f: Tensor) -> Tensor:
    opposite = graph.function("sigmoid", (graph.scale(-1.0, f.args[0]),), f.axes)
    return _times(graph, f, opposite)


def _spread(graph: Graph, x: Tensor, axes: tuple[Dimension, ...]) -> Tensor:
    if x.order == len(axes):
        return x
    return graph.product([Factor(x, ())], tuple(range(len(axes))), dict(enumerate(axes)))


def _zero(graph: Graph, f: Tensor) -> Tensor:
    return graph.zero(f.axes)


def _zero_scalar(graph: Graph, _f: Tensor) -> Tensor:
    return graph.zero(())


def _power_by_base(graph: Graph, f: Tensor) -> Tensor:
    base, exponent = f.args
    less = graph.sum([(1.0, exponent), (-1.0, _one(graph, exponent))], exponent.axes)
    return _times(graph, exponent, graph.function("power", (base, less), f.axes))


def _power_by_exponent(graph: Graph, f: Tensor) -> Tensor:
    base = f.args[0]
    value = number_value(base)
    if value is not None and value > 0:
        return graph.scale(log(value), f)
    return _times(graph, f, graph.function("log", (base,), base.axes))


def _greater(first: int, second: int) -> Entrywise:
    return lambda graph, f: graph.function("greater", (f.args[first], f.args[second]), f.axes)


def _huber_by_width(graph: Graph, f: Tensor) -> Tensor:
    size = graph.function("abs", (f.args[0],), f.args[0].axes)
    width = _spread(graph, f.args[1], f.axes)
    excess = graph.sum([(1.0, _spread(graph, size, f.axes)), (-1.0, width)], f.axes)
    return graph.function("relu", (excess,), f.axes)


ENTRYWISE: dict[str, tuple[Entrywise, ...]] = {
    "exp": (lambda _graph, f: f,),
    "log": (lambda graph, f: _power(graph, f.args[0], -1.0),),
    "floor_log": (lambda graph, f: _power(graph, f.args[0], -1.0),),
    "abs": (_apply("sign"),),
    "sign": (_zero,),
    "relu": (_apply("step"),),
    "step": (_zero,),
    "chosen": (_zero, _zero_scalar),
    "sin": (_apply("cos"),),
    "cos": (lambda graph, f: graph.scale(-1.0, graph.function("sin", f.args, f.axes)),),
    "tan": (
        lambda graph, f: graph.sum([(1.0, _one(graph, f)), (1.0, _power(graph, f, 2.0))], f.axes),
    ),
    "arcsin": (lambda graph, f: _power(graph, _one_plus_square(graph, f, -1.0), -ROOT),),
    "arccos": (
        lambda graph, f: graph.scale(-1.0, _power(graph, _one_plus_square(graph, f, -1.0), -ROOT)),
    ),
    "arctan": (lambda graph, f: _power(graph, _one_plus_square(graph, f, 1.0), -1.0),),
    "sinh": (_apply("cosh"),),
    "cosh": (_apply("sinh"),),
    "tanh": (
        lambda graph, f: graph.sum([(1.0, _one(graph, f)), (-1.0, _power(graph, f, 2.0))], f.axes),
    ),
    "sigmoid": (_sigmoid,),
    "softplus": (_apply("sigmoid"),),
    "log1p": (
        lambda graph, f: _power(
            graph, graph.sum([(1.0, _one(graph, f)), (1.0, f.args[0])], f.axes), -1.0
        ),
    ),
    "expm1": (_apply("exp"),),
    "entropy": (
        lambda graph, f: graph.sum(
            [(1.0, graph.function("floor_log", f.args, f.axes)), (1.0, _one(graph, f))], f.axes
        ),
    ),
    "huber": (_apply("clip"), _huber_by_width),
    "clip": (
        _apply("inside"),
        lambda graph, f: _times(
            graph,
            graph.function("sign", (f.args[0],), f.args[0].axes),
            graph.sum(
                [(1.0, _one(graph, f)), (-1.0, graph.function("inside", f.args, f.axes))], f.axes
            ),
        ),
    ),
    "inside": (_zero, _zero),
    "greater": (_zero, _zero),
    "maximum": (_greater(0, 1), _greater(1, 0)),
    "minimum": (_greater(1, 0), _greater(0, 1)),
    "power": (_power_by_base, _power_by_exponent),
    "reciprocal": (lambda graph, f: graph.scale(-1.0, _power(graph, f, 2.0)),),
}
"""For each function of entries, its derivative by each argument."""


# ---- functions of whole arrays ----------------------------------------------------------


def _whole(graph: Graph, adjoint: Prefixed, local: Tensor) -> Tensor:
    """Multiply the derivative by a scalar function with the gradient of that function."""
    prefix = tuple(range(adjoint.prefix))
    inner = tuple(range(adjoint.prefix, adjoint.prefix + local.order))
    factors = [Factor(adjoint.tensor, prefix), Factor(local, inner)]
    return graph.product(factors, prefix + inner, {})


def _norm2(graph: Graph, f: Tensor, adjoint: Prefixed) -> Arguments:
    inverse = graph.function("reciprocal", (f,), ())
    return (_whole(graph, adjoint, _times(graph, inverse, f.args[0])),)


def _logsumexp(graph: Graph, f: Tensor, adjoint: Prefixed) -> Arguments:
    softmax = graph.function("softmax", f.args, f.args[0].axes)
    return (_whole(graph, adjoint, softmax),)


def _softmax(graph: Graph, f: Tensor, adjoint: Prefixed) -> Arguments:
    # the derivative of s = softmax(x) is diag(s) - s*s'
    prefix = tuple(range(adjoint.prefix))
    entries = tuple(range(adjoint.prefix, adjoint.tensor.order))
    others = tuple(range(adjoint.tensor.order, adjoint.tensor.order + f.order))
    own = [Factor(adjoint.tensor, prefix + entries), Factor(f, entries)]
    mean = [Factor(adjoint.tensor, prefix + others), Factor(f, others), Factor(f, entries)]
    first = graph.product(own, prefix + entries, {})
    second = graph.product(mean, prefix + entries, {})
    return (graph.sum([(1.0, first), (-1.0, second)], first.axes),)


def _extreme(graph: Graph, f: Tensor, adjoint: Prefixed) -> Arguments:
    x = f.args[0]
    chosen = graph.function("chosen", (x, f), x.axes)
    return (_whole(graph, adjoint, chosen),)


def _inv(graph: Graph, f: Tensor, adjoint: Prefixed) -> Arguments:
    # Y = inv(A): dY = -Y*dA*Y, so the derivative by A[a, b] is -Y[i, a]*Ybar[i, j]*Y[b, j]
    prefix = tuple(range(adjoint.prefix))
    i, j, a, b = range(adjoint.prefix, adjoint.prefix + 4)
    factors = [
        Factor(adjoint.tensor, (*prefix, i, j)),
        Factor(f, (i, a)),
        Factor(f, (b, j)),
    ]
    return (graph.scale(-1.0, graph.product(factors, (*prefix, a, b), {})),)


def _inverse_transposed(graph: Graph, arg: Tensor) -> Tensor:
    inverse = graph.function("inv", (arg,), arg.axes, symmetric=arg.symmetric)
    return graph.product([Factor(inverse, (1, 0))], (0, 1), {})


def _logdet(graph: Graph, f: Tensor, adjoint: Prefixed) -> Arguments:
    return (_whole(graph, adjoint, _inverse_transposed(graph, f.args[0])),)


def _det(graph: Graph, f: Tensor, adjoint: Prefixed) -> Arguments:
    return (_whole(graph, adjoint, graph.function("cofactor", f.args, f.args[0].axes)),)


def _cofactor(graph: Graph, f: Tensor, adjoint: Prefixed) -> Arguments:
    # C = det(A)*inv(A)', away from singular matrices
    arg = f.args[0]
    det = graph.function("det", (arg,), ())
    opposite = _inverse_transposed(graph, arg)
    prefix = tuple(range(adjoint.prefix))
    i, j, a, b = range(adjoint.prefix, adjoint.prefix + 4)
    outer = [
        Factor(adjoint.tensor, (*prefix, i, j)),
        Factor(det, ()),
        Factor(opposite, (i, j)),
        Factor(opposite, (a, b)),
    ]
    inner = [
        Factor(adjoint.tensor, (*prefix, i, j)),
        Factor(det, ()),
        Factor(opposite, (a, j)),
        Factor(opposite, (i, b)),
    ]
    result = (*prefix, a, b)
    first, second = graph.product(outer, result, {}), graph.product(inner, result, {})
    return (graph.sum([(1.0, first), (-1.0, second)], first.axes),)


def _matpow(graph: Graph, f: Tensor, adjoint: Prefixed) -> Arguments:
    """Halve the power again and again: ``X^(2*k)`` is ``Y*Y`` with ``Y = X^k``."""
    base, power, rest = f.args[0], cast("int", f.payload), adjoint.tensor
    scale, inner = (coefficients(rest)[0], rest.args[0]) if _is_multiple(rest) else (1.0, rest)
    if inner.op == "delta" and not adjoint.prefix:  # of tr(X^p): all factors commute
        less = _matrix_power(graph, base, power - 1)
        return (graph.scale(scale * power, graph.product([Factor(less, (1, 0))], (0, 1), {})),)
    terms: list[Tensor] = []
    while power > 1:
        if power % 2:  # X^p = X*X^(p - 1)
            terms.append(_beside(graph, rest, _matrix_power(graph, base, power - 1), adjoint))
            rest, power = _beside(graph, rest, base, adjoint, first=True), power - 1
        else:
            half = _matrix_power(graph, base, power // 2)
            right = _beside(graph, rest, half, adjoint)
            left = _beside(graph, rest, half, adjoint, first=True)
            rest, power = graph.add(left, right), power // 2
    return (graph.add(*terms, rest),)


def _is_multiple(tensor: Tensor) -> bool:
    return tensor.op == "sum" and len(tensor.args) == 1


def _matrix_power(graph: Graph, base: Tensor, power: int) -> Tensor:
    if power == 1:
        return base
    return graph.function("matpow", (base,), base.axes, power, symmetric=base.symmetric)


def _beside(
    graph: Graph, rest: Tensor, factor: Tensor, adjoint: Prefixed, *, first: bool = False
) -> Tensor:
    """Pull a derivative back to the first factor of ``Z*factor``, or to Z in ``factor*Z``."""
    prefix = tuple(range(adjoint.prefix))
    i, j, k = range(adjoint.prefix, adjoint.prefix + 3)
    pairs = ((k, j), (k, i)) if first else ((i, k), (j, k))
    factors = [Factor(rest, (*prefix, *pairs[0])), Factor(factor, pairs[1])]
    return graph.product(factors, (*prefix, i, j), {})


# ---- slices and stacks ------------------------------------------------------------------


def _take(graph: Graph, f: Tensor, adjoint: Prefixed) -> Arguments:
    """Put the entries of a slice back in their places; the other entries are zero."""
    indices = _indices(f)
    none = tuple(graph.zero(()) for _ in f.args[1:])
    whole = f.args[0].axes
    if adjoint.prefix:
        return (_moved(graph, adjoint, indices, (f.axes, whole), f.args[1:], back=True), *none)
    return (graph.function("scatter", (adjoint.tensor, *f.args[1:]), whole, f.payload), *none)


def _scatter(graph: Graph, f: Tensor, adjoint: Prefixed) -> Arguments:
    indices = _indices(f)
    none = tuple(graph.zero(()) for _ in f.args[1:])
    part = f.args[0].axes
    if adjoint.prefix:
        return (_moved(graph, adjoint, indices, (part, f.axes), f.args[1:]), *none)
    return (graph.function("take", (adjoint.tensor, *f.args[1:]), part, f.payload), *none)


def _stack(graph: Graph, f: Tensor, adjoint: Prefixed) -> Arguments:
    """Cut the derivative by a stack into the parts that belong to its blocks."""
    return tuple(
        _moved(graph, adjoint, indices, (arg.axes, f.axes), ())
        if adjoint.prefix
        else graph.function("take", (adjoint.tensor,), arg.axes, (indices, 0))
        for arg, indices in zip(f.args, block_indices(f), strict=True)
    )


def _indices(f: Tensor) -> tuple[Index, ...]:
    return cast("tuple[tuple[Index, ...], int]", f.payload)[0]


def _moved(
    graph: Graph,
    adjoint: Prefixed,
    indices: tuple[Index, ...],
    axes: tuple[tuple[Dimension, ...], tuple[Dimension, ...]],
    places: Arguments,
    *,
    back: bool = False,
) -> Tensor:
    """Multiply with rows of the identity, which take a slice, or put it ``back``.

    ``axes`` are those of the slice and those of the whole. A slice of a tensor of many axes has
    no notation of its own; products have.
    """
    part_axes, whole_axes = axes
    fresh = adjoint.prefix
    part: list[int] = []
    whole: list[int] = []
    rows: list[Factor] = []
    dynamic, lengths = iter(places), iter(part_axes)
    for index, length in zip(indices, whole_axes, strict=True):
        whole.append(fresh)
        fresh += 1
        if index.is_all:
            part.append(whole[-1])
            next(lengths)
            continue
        args = (graph.delta(length), *([next(dynamic)] if index.is_dynamic else []))
        kept = (length,) if index.is_single else (next(lengths), length)
        row = graph.function("take", args, kept, ((index, ALL), 0))
        if index.is_single:
            rows.append(Factor(row, (whole[-1],)))
        else:
            part.append(fresh)
            rows.append(Factor(row, (fresh, whole[-1])))
            fresh += 1
    prefix = tuple(range(adjoint.prefix))
    given, wanted = (part, whole) if back else (whole, part)
    factors = [Factor(adjoint.tensor, (*prefix, *given)), *rows]
    return graph.product(factors, (*prefix, *wanted), {})


def block_indices(stack: Tensor) -> list[tuple[Index, ...]]:
    """Return where each block stands inside a stack."""
    layout, shapes = cast("tuple[tuple[int, ...], tuple[Shape, ...]]", stack.payload)
    found: list[tuple[Index, ...]] = []
    top, start = Dimension.of(0), 0
    for count in layout:
        left = Dimension.of(0)
        for shape in shapes[start : start + count]:
            down = _range(top, shape.rows, single=shape.kind in {Kind.ROW, Kind.SCALAR})
            across = _range(left, shape.columns, single=shape.kind in {Kind.VECTOR, Kind.SCALAR})
            if stack.order == MATRIX:
                found.append((down, across))
            else:
                found.append((across,) if len(layout) == 1 else (down,))
            left += shape.columns
        top += shapes[start].rows
        start += count
    return found


def _range(start: Dimension, length: Dimension, *, single: bool) -> Index:
    return Index(start + ONE, None if single else start + length)


PULLBACKS: dict[str, Callable[[Graph, Tensor, Prefixed], Arguments]] = {
    "norm2": _norm2,
    "logsumexp": _logsumexp,
    "softmax": _softmax,
    "largest": _extreme,
    "smallest": _extreme,
    "inv": _inv,
    "logdet": _logdet,
    "det": _det,
    "cofactor": _cofactor,
    "matpow": _matpow,
    "take": _take,
    "scatter": _scatter,
    "stack": _stack,
}
"""For each function of whole arrays, the derivatives by its arguments."""
