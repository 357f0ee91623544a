from __future__ import annotations

import pytest

from gennaker.expressions.curvature import Curvature
from gennaker.expressions.sign import Sign
from tests.reading import facts_of


@pytest.mark.parametrize(
    ("expression", "curvature", "sign"),
    [
        ("x'*K*x", "CONVEX", "NONNEGATIVE"),
        ("x'*S*x", "UNKNOWN", "UNKNOWN"),
        ("x'*x", "CONVEX", "NONNEGATIVE"),
        ("-x'*K*x", "CONCAVE", "NONPOSITIVE"),
        ("(A*x - b)'*(A*x - b)", "CONVEX", "NONNEGATIVE"),
        ("x'*A'*A*x", "CONVEX", "NONNEGATIVE"),
        ("norm2(x)^2/t", "CONVEX", "NONNEGATIVE"),
    ],
)
def test_what_is_known(expression, curvature, sign):
    facts = facts_of(expression)
    assert facts.curvature is Curvature[curvature]
    assert facts.sign == Sign[sign]
