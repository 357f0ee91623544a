from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from gennaker.calculus.raising import Raising
from gennaker.calculus.rules import ENTRYWISE, PULLBACKS
from gennaker.calculus.tensor import Graph
from gennaker.expressions.shape import SCALAR
from gennaker.operations.leaves import VARIABLE, symbol
from gennaker.operations.table import OPERATIONS
from tests.reference import ENTRYWISE as READINGS
from tests.reference import evaluate

GONE = {  # functions that lowering writes as products, sums or other functions
    "square",
    "sqrt",
    "norm1",
    "norminf",
    "tr",
    "diag",
    "mean",
    "sum",
    "sum_rows",
    "sum_columns",
    "mean_rows",
    "mean_columns",
}
POINTS = {"arcsin": 0.3, "arccos": 0.3, "log": 1.7, "log1p": 0.4, "entropy": 0.6}
SMOOTH = [
    name
    for name, rules in ENTRYWISE.items()
    if name in READINGS and len(rules) == 1 and name != "sign"
]


def test_every_function_has_a_derivative_or_is_written_otherwise():
    named = {row.name for row in OPERATIONS if row.arity[0] >= 1 and "#" in row.spelling.text}
    named -= {
        "index",
        "stack",
        "add",
        "neg",
        "matmul",
        "scale",
        "elmul",
        "div",
        "eldiv",
        "pow",
        "elpow",
        "matpow",
        "transpose",
        "fill",
    }
    assert named <= set(ENTRYWISE) | set(PULLBACKS) | GONE


@pytest.mark.parametrize("name", SMOOTH)
def test_rules_agree_with_jax(name):
    graph = Graph()
    leaf = graph.leaf(symbol(VARIABLE, "t", SCALAR, frozenset()))
    function = graph.function(name, (leaf,), ())
    local = Raising().node(ENTRYWISE[name][0](graph, function))
    point = POINTS.get(name, 0.7)
    if local.op.name in READINGS or local.op.name not in {"step", "clip"}:
        found = evaluate(local, {"t": np.asarray(point)}, {})[0, 0]
        expected = jax.grad(READINGS[name])(jnp.asarray(point))
        assert found == pytest.approx(float(expected), rel=1e-12)
