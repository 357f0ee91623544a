"""An independent reading of checked expressions, in JAX, which also differentiates them."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax.scipy import special

jax.config.update("jax_enable_x64", True)

ENTRYWISE = {
    "exp": jnp.exp,
    "log": jnp.log,
    "floor_log": jnp.log,
    "sqrt": jnp.sqrt,
    "abs": jnp.abs,
    "sign": jnp.sign,
    "relu": lambda x: jnp.maximum(x, 0.0),
    "sin": jnp.sin,
    "cos": jnp.cos,
    "tan": jnp.tan,
    "arcsin": jnp.arcsin,
    "arccos": jnp.arccos,
    "arctan": jnp.arctan,
    "sinh": jnp.sinh,
    "cosh": jnp.cosh,
    "tanh": jnp.tanh,
    "sigmoid": jax.nn.sigmoid,
    "softplus": jax.nn.softplus,
    "log1p": jnp.log1p,
    "expm1": jnp.expm1,
    "square": lambda x: x * x,
    "entropy": lambda x: -special.entr(x),
    "huber": lambda r, d: jnp.where(jnp.abs(r) <= d, r * r / 2, d * (jnp.abs(r) - d / 2)),
    "maximum": jnp.maximum,
    "minimum": jnp.minimum,
}
WHOLE = {
    "sum": jnp.sum,
    "mean": jnp.mean,
    "logsumexp": special.logsumexp,
    "largest": jnp.max,
    "smallest": jnp.min,
    "norm1": lambda x: jnp.sum(jnp.abs(x)),
    "norm2": lambda x: jnp.sqrt(jnp.sum(x * x)),
    "norminf": lambda x: jnp.max(jnp.abs(x)),
    "tr": lambda x: x[0, 0] if x.size == 1 else jnp.trace(x),
    "det": jnp.linalg.det,
    "logdet": lambda x: jnp.linalg.slogdet(x)[1],
    "inv": jnp.linalg.inv,
}
AXIS = {
    "sum_rows": (jnp.sum, 1),
    "sum_columns": (jnp.sum, 0),
    "mean_rows": (jnp.mean, 1),
    "mean_columns": (jnp.mean, 0),
}


def evaluate(root, values, sizes):
    """Return an expression as a two-dimensional array: vectors are columns, scalars 1 by 1."""
    done = {}

    def length(dimension):
        return dimension.constant + sum(k * sizes[name] for name, k in dimension.terms)

    def visit(node):
        if node not in done:
            done[node] = step(node, [visit(arg) for arg in node.args])
        return done[node]

    def step(node, args):
        name = node.op.name
        rows, columns = length(node.shape.rows), length(node.shape.columns)
        match name:
            case "number":
                return jnp.full((1, 1), node.payload)
            case "parameter" | "variable":
                return jnp.reshape(values[node.payload[0]], (rows, columns))
            case "size":
                return jnp.full((1, 1), float(sizes[node.payload]))
            case "fill":
                return args[0] * jnp.ones((rows, columns))
            case "eye":
                return jnp.eye(rows)
            case "add":
                return sum(args[1:], args[0])
            case "neg":
                return -args[0]
            case "matmul":
                return args[0] @ args[1]
            case "scale" | "elmul":
                return args[0] * args[1]
            case "div" | "eldiv":
                return args[0] / args[1]
            case "pow" | "elpow":
                exponent = node.args[1]
                sign = 1
                while exponent.op.name == "neg":
                    exponent, sign = exponent.args[0], -sign
                if exponent.op.name == "number" and exponent.payload == int(exponent.payload):
                    return args[0] ** (sign * int(exponent.payload))
                return args[0] ** args[1]
            case "matpow":
                return jnp.linalg.matrix_power(args[0], int(args[1][0, 0]))
            case "transpose":
                return args[0].T
            case "index":
                return taken(node, args)
            case "stack":
                return stacked(node, args)
            case "diag":
                return jnp.diag(args[0].ravel()) if columns > 1 else jnp.diag(args[0])[:, None]
        if name in ENTRYWISE:
            return ENTRYWISE[name](*args)
        if name in AXIS:
            function, axis = AXIS[name]
            return function(args[0], axis=axis)[:, None]
        return jnp.reshape(WHOLE[name](*args), (rows, columns))

    def taken(node, args):
        base = node.args[0]
        dynamic = iter(args[1:])
        axes = (
            [0, 1]
            if len(base.shape.axes) == 2
            else [0 if base.shape.columns.is_constant and base.kind.value == "vector" else 1]
        )
        picks = [slice(None), slice(None)]
        for axis, index in zip(axes, node.payload, strict=True):
            if index.is_all:
                continue
            if index.is_dynamic:
                place = int(next(dynamic)[0, 0]) - 1
                picks[axis] = slice(place, place + 1)
            else:
                first = length(index.first) - 1
                last = first + 1 if index.last is None else length(index.last)
                picks[axis] = slice(first, last)
        return args[0][tuple(picks)]

    def stacked(node, args):
        rows, start = [], 0
        for count in node.payload:
            rows.append(jnp.concatenate(args[start : start + count], axis=1))
            start += count
        return jnp.concatenate(rows, axis=0)

    return visit(root)
