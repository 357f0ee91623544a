"""Evaluate expressions with NumPy, written apart from the rows of the table that it judges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gennaker.expressions import Dimension, Kind, Node, postorder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["Array", "evaluate", "length"]

Array = np.ndarray


def _huber(residual: Array, width: Array) -> Array:
    size = np.abs(residual)
    return np.where(size <= width, residual**2 / 2, width * (size - width / 2))


def _entropy(value: Array) -> Array:
    return np.where(value == 0, 0.0, value * np.log(value))


def _logsumexp(value: Array) -> Array:
    largest = np.max(value)
    return largest + np.log(np.sum(np.exp(value - largest)))


def _logdet(value: Array) -> Array:
    """Stay inside the domain; for a symmetric matrix it is smaller than ``det > 0``."""
    inside = np.linalg.det(value) > 0
    if np.allclose(value, value.T):
        inside = np.all(np.linalg.eigvalsh(value) > 0)
    return np.log(np.linalg.det(value)) if inside else np.full((), np.nan)


def _diag(value: Array) -> Array:
    return np.diag(value.ravel()) if 1 in value.shape else np.diag(value)[:, None]


def _mean_along(axis: int) -> Callable[[Array], Array]:
    return lambda value: np.mean(value, axis=axis).reshape(-1, 1)


def _sum_along(axis: int) -> Callable[[Array], Array]:
    return lambda value: np.sum(value, axis=axis).reshape(-1, 1)


PLAIN: dict[str, Callable[..., Array]] = {
    "add": lambda *terms: sum(terms[1:], terms[0]),
    "neg": lambda value: -value,
    "matmul": lambda left, right: left @ right,
    "scale": lambda left, right: left * right,
    "elmul": lambda left, right: left * right,
    "div": lambda left, right: left / right,
    "eldiv": lambda left, right: left / right,
    "pow": lambda base, power: base**power,
    "elpow": lambda base, power: base**power,
    "matpow": lambda base, power: np.linalg.matrix_power(base, int(power[0, 0])),
    "transpose": lambda value: value.T,
    "exp": np.exp,
    "log": np.log,
    "sqrt": np.sqrt,
    "abs": np.abs,
    "sign": np.sign,
    "relu": lambda value: np.maximum(value, 0.0),
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "arcsin": np.arcsin,
    "arccos": np.arccos,
    "arctan": np.arctan,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "tanh": np.tanh,
    "sigmoid": lambda value: 1 / (1 + np.exp(-value)),
    "softplus": lambda value: np.logaddexp(0, value),
    "log1p": np.log1p,
    "expm1": np.expm1,
    "square": lambda value: value * value,
    "entropy": _entropy,
    "huber": _huber,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "sum": np.sum,
    "sum_rows": _sum_along(1),
    "sum_columns": _sum_along(0),
    "mean": np.mean,
    "mean_rows": _mean_along(1),
    "mean_columns": _mean_along(0),
    "logsumexp": _logsumexp,
    "largest": np.max,
    "smallest": np.min,
    "norm1": lambda value: np.sum(np.abs(value)),
    "norm2": lambda value: np.sqrt(np.sum(value * value)),
    "norminf": lambda value: np.max(np.abs(value)),
    "tr": np.trace,
    "det": np.linalg.det,
    "logdet": _logdet,
    "inv": np.linalg.inv,
    "diag": _diag,
}


def length(dimension: Dimension, sizes: Mapping[str, int]) -> int:
    """Return the value of a symbolic length."""
    return dimension.constant + sum(factor * sizes[name] for name, factor in dimension.terms)


def evaluate(
    roots: tuple[Node, ...], values: Mapping[Node, Array], sizes: Mapping[str, int]
) -> dict[Node, Array]:
    """Return the value of every node below the roots, all as arrays with two axes."""
    found: dict[Node, Array] = {}
    with np.errstate(all="ignore"):
        for node in postorder(roots):
            shape = (length(node.shape.rows, sizes), length(node.shape.columns, sizes))
            try:
                value = _value(node, [found[arg] for arg in node.args], shape, values, sizes)
            except np.linalg.LinAlgError:  # singular: outside the domain
                value = np.full(shape, np.nan)
            found[node] = np.asarray(value, dtype=float).reshape(shape)
    return found


def _value(
    node: Node,
    args: list[Array],
    shape: tuple[int, int],
    values: Mapping[Node, Array],
    sizes: Mapping[str, int],
) -> Array:
    match node.op.name:
        case "parameter" | "variable":
            return values[node]
        case "number":
            return np.full(shape, node.payload)
        case "size":
            return np.full(shape, sizes[str(node.payload)])
        case "fill":
            return np.full(shape, args[0])
        case "eye":
            return np.eye(*shape)
        case "index":
            return _taken(node, args, sizes)
        case "stack":
            blocks = iter(args)
            return np.block([[next(blocks) for _ in range(count)] for count in node.payload])
        case name:
            return PLAIN[name](*args)


def _taken(node: Node, args: list[Array], sizes: Mapping[str, int]) -> Array:
    """Take the positions of an index, one axis after the other."""
    taken = args[0]
    scalars = iter(args[1:])
    axes = (0, 1) if len(node.payload) > 1 else (0 if node.args[0].kind is Kind.VECTOR else 1,)
    for axis, index in zip(axes, node.payload, strict=True):
        if index.is_all:
            continue
        first = int(next(scalars)[0, 0]) if index.is_dynamic else length(index.first, sizes)
        last = first if index.last is None else length(index.last, sizes)
        taken = np.take(taken, range(first - 1, last), axis=axis)
    return taken
