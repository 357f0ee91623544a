"""What NumPy and the libraries that follow it spell the same way."""

from __future__ import annotations

__all__ = ["CALLS", "HELPERS"]

CALLS: dict[str, str] = {
    **{
        name: f"xp.{name}(#1)"
        for name in (
            "exp",
            "log",
            "sqrt",
            "abs",
            "sign",
            "sin",
            "cos",
            "tan",
            "arcsin",
            "arccos",
            "arctan",
            "sinh",
            "cosh",
            "tanh",
            "log1p",
            "expm1",
        )
    },
    "square": "xp.square(#1)",
    "relu": "xp.maximum(#1, 0.0)",
    "maximum": "xp.maximum(#1, #2)",
    "minimum": "xp.minimum(#1, #2)",
    "entropy": "_entropy(#1)",
    "huber": "_huber(#1, #2)",
    "floor_log": "xp.log(xp.maximum(#1, tiny))",
    "guarded_log": "_guarded_log(#1)",
    "guarded_sqrt": "_guarded_sqrt(#1)",
    "sigmoid": "_sigmoid(#1)",
    "softplus": "xp.logaddexp(0.0, #1)",
    "step": "xp.heaviside(#1, 0.0)",
    "clip": "xp.clip(#1, -#2, #2)",
    "inside": "xp.heaviside(#2 - xp.abs(#1), 0.0)",
    "greater": "xp.heaviside(#1 - #2, 0.5)",
    "chosen": "_chosen(#1, #2)",
    "softmax": "_softmax(#1)",
    "logsumexp": "_logsumexp(#1)",
    "reciprocal": "_reciprocal(#1)",
    "sigmoid_top": "xp.where(#1 >= 0.0, 1.0, #2)",
    "sigmoid_rest": "xp.where(#1 >= 0.0, #2, 1.0)",
    "power": "xp.power(#1, #2)",
    "sum": "xp.sum(#1)",
    "sum_rows": "xp.sum(#1, axis=1)",
    "sum_columns": "xp.sum(#1, axis=0)",
    "largest": "xp.max(#1)",
    "smallest": "xp.min(#1)",
    "norm2": "xp.linalg.norm(#1)",
    "tr": "xp.trace(#1)",
    "det": "xp.linalg.det(#1)",
    "logdet": "_logdet(#1)",
    "symmetric_logdet": "_symmetric_logdet(#1)",
    "inv": "xp.linalg.inv(#1)",
    "cofactor": "_cofactor(#1)",
    "matpow": "xp.linalg.matrix_power(#1, #2)",
    "diag": "xp.diag(#1)",
    "eye": "xp.eye(#1, dtype=dtype)",
    "scatter": "_scatter(#1, #2, #3, dtype)",
    "stack_vector": "xp.hstack(#*)",
    "stack_matrix": "xp.block([#*])",
}
"""Templates that hold for every library with NumPy's function names."""

HELPERS: dict[str, str] = {
    "_array": '''
def _array(value, name, axes):
    """Return data as an array of floating-point numbers with the right number of axes."""
    value = xp.asarray(value)
    if value.dtype.kind in "iub":
        value = value.astype(float)
    if value.ndim != axes:
        raise ValueError(f"{name} must have {axes} axes, but its shape is {value.shape}")
    return value
''',
    "_check": '''
def _check(name, word, found, wanted):
    """Raise an error where a parameter has the wrong size."""
    if found != wanted:
        raise ValueError(f"{name} must have {wanted} {word}, but has {found}")
''',
    "_entropy": '''
def _entropy(x):
    """Return x*log(x), 0 at 0 and infinite below."""
    inside = x * xp.log(xp.where(x > 0.0, x, 1.0))
    return xp.where(x >= 0.0, inside, xp.inf)
''',
    "_huber": '''
def _huber(r, d):
    """Return r**2/2 for |r| <= d and d*(|r| - d/2) beyond."""
    size = xp.abs(r)
    small = xp.minimum(size, d)
    return small * (size - 0.5 * small)
''',
    "_guarded_log": '''
def _guarded_log(x):
    """Return log(x), and -inf where x is not positive."""
    return xp.log(xp.where(x > 0.0, x, 0.0))
''',
    "_guarded_sqrt": '''
def _guarded_sqrt(x):
    """Return sqrt(x), and -inf where x is negative."""
    return xp.where(x >= 0.0, xp.sqrt(xp.abs(x)), -xp.inf)
''',
    "_sigmoid": '''
def _sigmoid(x):
    """Return 1/(1 + exp(-x)) without overflow."""
    e = xp.exp(-xp.abs(x))
    return xp.where(x >= 0.0, 1.0, e) / (1.0 + e)
''',
    "_chosen": '''
def _chosen(x, value):
    """Return 1 at the first entry of x that equals value, else 0."""
    flat = xp.reshape(x, (-1,))
    place = xp.argmax(flat == value)
    return xp.reshape((xp.arange(flat.shape[0]) == place).astype(x.dtype), x.shape)
''',
    "_softmax": '''
def _softmax(x):
    """Return exp(x) divided by the sum of its entries."""
    e = xp.exp(x - xp.max(x))
    return e / xp.sum(e)
''',
    "_logsumexp": '''
def _logsumexp(x):
    """Return log(sum(exp(x))) without overflow."""
    top = xp.max(x)
    return top + xp.log(xp.sum(xp.exp(x - top)))
''',
    "_reciprocal": '''
def _reciprocal(x):
    """Return 1/x, and 0 at 0."""
    return xp.where(x == 0.0, 0.0, 1.0 / xp.where(x == 0.0, 1.0, x))
''',
    "_logdet": '''
def _logdet(x):
    """Return log(det(x)), and -inf where the determinant is not positive."""
    sign, size = xp.linalg.slogdet(x)
    return xp.where(sign > 0.0, size, -xp.inf)
''',
    "_symmetric_logdet": '''
def _symmetric_logdet(x):
    """Return log(det(x)), and -inf where x is not positive definite."""
    pivots = xp.diag(xp.linalg.cholesky(x))
    value = 2.0 * xp.sum(xp.log(pivots))
    return xp.where(xp.isnan(value), -xp.inf, value)
''',
    "_cofactor": '''
def _cofactor(x):
    """Return the derivative of det(x), also for a singular matrix."""
    u, s, v = xp.linalg.svd(x)
    n = s.shape[0]
    others = xp.prod(xp.where(xp.eye(n) == 1.0, 1.0, s), axis=1)
    return xp.linalg.det(u) * xp.linalg.det(v) * ((u * others) @ v)
''',
    "_scatter": '''
def _scatter(value, place, shape, dtype):
    """Return zeros with the value at a place."""
    result = xp.zeros(shape, dtype)
    result[place] = value
    return result
''',
}
