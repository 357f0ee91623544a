from __future__ import annotations

import pytest

from gennaker.expressions.curvature import Curvature
from gennaker.expressions.sign import Sign
from tests.reading import facts_of


@pytest.mark.parametrize(
    ("expression", "curvature", "sign"),
    [
        ("norm2(A*x - b)^2 + c*sum(x)", "CONVEX", "UNKNOWN"),
        ("sum(log(vector(1) + exp(-x)))", "CONVEX", "UNKNOWN"),
        ("log(sum(exp(x)))", "CONVEX", "UNKNOWN"),
        ("exp(x) - exp(-x)", "UNKNOWN", "UNKNOWN"),
        ("norm2(x) + norm1(y)", "CONVEX", "NONNEGATIVE"),
    ],
)
def test_what_is_known(expression, curvature, sign):
    facts = facts_of(expression)
    assert facts.curvature is Curvature[curvature]
    assert facts.sign == Sign[sign]
