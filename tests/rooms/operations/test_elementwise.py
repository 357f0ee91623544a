from __future__ import annotations

import pytest

from gennaker.expressions.curvature import Curvature
from gennaker.expressions.sign import Sign
from tests.reading import facts_of


@pytest.mark.parametrize(
    ("expression", "curvature", "sign"),
    [
        ("exp(x)", "CONVEX", "POSITIVE"),
        ("exp(-x)", "CONVEX", "POSITIVE"),
        ("log(t)", "CONCAVE", "UNKNOWN"),
        ("sqrt(t)", "CONCAVE", "POSITIVE"),
        ("abs(x)", "CONVEX", "NONNEGATIVE"),
        ("sin(x)", "UNKNOWN", "UNKNOWN"),
        ("tanh(y)", "CONCAVE", "NONNEGATIVE"),
        ("max(x, 0)", "CONVEX", "NONNEGATIVE"),
        ("min(x, y)", "CONCAVE", "UNKNOWN"),
        ("huber(x, 1)", "CONVEX", "NONNEGATIVE"),
        ("softplus(x)", "CONVEX", "POSITIVE"),
        ("exp(-exp(x))", "UNKNOWN", "POSITIVE"),
    ],
)
def test_what_is_known(expression, curvature, sign):
    facts = facts_of(expression)
    assert facts.curvature is Curvature[curvature]
    assert facts.sign == Sign[sign]
