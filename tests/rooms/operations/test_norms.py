from __future__ import annotations

import pytest

from gennaker.expressions.curvature import Curvature
from gennaker.expressions.sign import Sign
from tests.reading import facts_of


@pytest.mark.parametrize(
    ("expression", "curvature", "sign"),
    [
        ("norm1(x)", "CONVEX", "NONNEGATIVE"),
        ("norm2(A*x - b)", "CONVEX", "NONNEGATIVE"),
        ("norminf(x)", "CONVEX", "NONNEGATIVE"),
        ("norm2(exp(x))", "CONVEX", "POSITIVE"),
        ("norm2(x)^2", "CONVEX", "NONNEGATIVE"),
        ("-norm2(x)", "CONCAVE", "NONPOSITIVE"),
    ],
)
def test_what_is_known(expression, curvature, sign):
    facts = facts_of(expression)
    assert facts.curvature is Curvature[curvature]
    assert facts.sign == Sign[sign]
