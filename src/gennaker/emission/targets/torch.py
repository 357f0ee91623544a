"""PyTorch."""

from __future__ import annotations

from gennaker.emission.target import Target
from gennaker.emission.targets.common import CALLS, HELPERS

__all__ = ["TORCH"]

TORCH = Target(
    name="torch",
    imports="import torch",
    module="torch",
    calls={
        **CALLS,
        "relu": "torch.relu(#1)",
        "sigmoid": "torch.sigmoid(#1)",
        "softplus": "torch.logaddexp(#1, torch.zeros_like(#1))",
        "logsumexp": "torch.logsumexp(torch.flatten(#1), 0)",
        "softmax": "torch.softmax(torch.flatten(#1), 0).reshape(#1.shape)",
        "power": "torch.pow(#1, #2)",
        "step": "_heaviside(#1, 0.0)",
        "inside": "_heaviside(#2 - torch.abs(#1), 0.0)",
        "greater": "_heaviside(#1 - #2, 0.5)",
        "maximum": "_maximum(#1, #2)",
        "minimum": "_minimum(#1, #2)",
        "floor_log": "torch.log(torch.clamp(#1, min=tiny))",
        "sum_rows": "torch.sum(#1, dim=1)",
        "sum_columns": "torch.sum(#1, dim=0)",
        "clip": "_clip(#1, #2)",
        "largest": "torch.max(#1)",
        "smallest": "torch.min(#1)",
        "scatter": "_scatter(#1, #2, #3, dtype, device)",
        "stack_vector": "_joined(#*, dtype, device)",
        "stack_matrix": "_block([#*], dtype, device)",
        "eye": "torch.eye(#1, dtype=dtype, device=device)",
    },
    helpers={
        **HELPERS,
        "_array": '''
def _array(value, name, axes):
    """Return data as a tensor of floating-point numbers with the right number of axes."""
    value = torch.as_tensor(value)
    if not value.is_floating_point():
        value = value.to(torch.float64)
    if value.ndim != axes:
        raise ValueError(f"{name} must have {axes} axes, but its shape is {tuple(value.shape)}")
    return value
''',
        "_maximum": '''
def _maximum(a, b):
    """Return the larger of two tensors, or of a tensor and a number."""
    like = a if torch.is_tensor(a) else b
    pair = (torch.as_tensor(part, dtype=like.dtype, device=like.device) for part in (a, b))
    return torch.maximum(*torch.broadcast_tensors(*pair))
''',
        "_minimum": '''
def _minimum(a, b):
    """Return the smaller of two tensors, or of a tensor and a number."""
    like = a if torch.is_tensor(a) else b
    pair = (torch.as_tensor(part, dtype=like.dtype, device=like.device) for part in (a, b))
    return torch.minimum(*torch.broadcast_tensors(*pair))
''',
        "_heaviside": '''
def _heaviside(x, middle):
    """Return 0 below zero, 1 above, and a given value at zero."""
    return torch.heaviside(x, torch.as_tensor(middle, dtype=x.dtype, device=x.device))
''',
        "_chosen": '''
def _chosen(x, value):
    """Return 1 at the first entry of x that equals value, else 0."""
    flat = torch.reshape(x, (-1,))
    place = torch.argmax((flat == value).to(x.dtype))
    counted = torch.arange(flat.shape[0], device=x.device)
    return torch.reshape((counted == place).to(x.dtype), x.shape)
''',
        "_joined": '''
def _joined(parts, dtype, device):
    """Put numbers and vectors one behind the other."""
    tensors = [torch.as_tensor(part, dtype=dtype, device=device) for part in parts]
    return torch.cat([torch.atleast_1d(part) for part in tensors])
''',
        "_clip": '''
def _clip(r, d):
    """Return r cut off at plus and minus d."""
    bound = torch.as_tensor(d, dtype=r.dtype, device=r.device)
    return torch.clamp(r, -bound, bound)
''',
        "_huber": '''
def _huber(r, d):
    """Return r**2/2 for |r| <= d and d*(|r| - d/2) beyond."""
    bound = torch.as_tensor(d, dtype=r.dtype, device=r.device)
    size = torch.abs(r)
    small = torch.clamp(size, max=bound)
    return small * (size - 0.5 * small)
''',
        "_symmetric_logdet": '''
def _symmetric_logdet(x):
    """Return log(det(x)), and -inf where x is not positive definite."""
    factor, failed = torch.linalg.cholesky_ex(x)
    value = 2.0 * torch.sum(torch.log(torch.diagonal(factor)))
    return torch.where(failed == 0, value, -torch.inf)
''',
        "_cofactor": '''
def _cofactor(x):
    """Return the derivative of det(x), also for a singular matrix."""
    u, s, v = torch.linalg.svd(x)
    identity = torch.eye(s.shape[0], dtype=x.dtype, device=x.device)
    others = torch.prod(torch.where(identity == 1.0, identity, s), dim=1)
    return torch.linalg.det(u) * torch.linalg.det(v) * ((u * others) @ v)
''',
        "_block": '''
def _block(rows, dtype, device):
    """Put blocks side by side and below one another."""
    lines = []
    for row in rows:
        parts = [torch.as_tensor(part, dtype=dtype, device=device) for part in row]
        lines.append(torch.cat([torch.atleast_2d(part) for part in parts], 1))
    return torch.cat(lines)
''',
        "_scatter": '''
def _scatter(value, place, shape, dtype, device):
    """Return zeros with the value at a place."""
    result = torch.zeros(shape, dtype=dtype, device=device)
    result[place] = value
    return result
''',
    },
    native=frozenset({"sigmoid", "softplus", "logsumexp", "softmax"}),
    inner="torch.sum({0} * {1})",
    full="{1} * torch.ones({0}, dtype=dtype, device=device)",
    random=(
        "rng = torch.Generator().manual_seed(seed)",
        "torch.randn({shape}, generator=rng, dtype=torch.float64)",
        "torch.rand({shape}, generator=rng, dtype=torch.float64)",
    ),
    number="torch.as_tensor({0}, dtype=dtype, device=device)",
    default_dtype="torch.float64",
    default_device='torch.device("cpu")',
)
