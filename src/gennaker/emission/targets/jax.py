"""JAX: pure functions, fused by its compiler."""

from __future__ import annotations

from gennaker.emission.target import Target
from gennaker.emission.targets.common import CALLS, HELPERS

__all__ = ["JAX"]

JAX = Target(
    name="jax",
    imports="import jax\nimport jax.numpy as jnp",
    module="jnp",
    calls={
        **CALLS,
        "sigmoid": "jax.nn.sigmoid(#1)",
        "softplus": "jax.nn.softplus(#1)",
        "logsumexp": "jax.nn.logsumexp(#1)",
        "softmax": "jax.nn.softmax(#1, axis=None)",
    },
    helpers={
        **HELPERS,
        "_scatter": '''
def _scatter(value, place, shape, dtype):
    """Return zeros with the value at a place."""
    return xp.zeros(shape, dtype).at[place].set(value)
''',
    },
    random=(
        "keys = iter(jax.random.split(jax.random.key(seed), {count}))",
        "jax.random.normal(next(keys), {shape})",
        "jax.random.uniform(next(keys), {shape})",
    ),
    native=frozenset({"sigmoid", "softplus", "logsumexp", "softmax"}),
)
