from __future__ import annotations

import pytest

from gennaker.expressions.curvature import Curvature
from gennaker.expressions.sign import Sign
from tests.reading import facts_of


@pytest.mark.parametrize(
    ("expression", "curvature", "sign"),
    [
        ("sum(x)", "AFFINE", "UNKNOWN"),
        ("mean(y)", "AFFINE", "NONNEGATIVE"),
        ("sum(A, rows)", "CONSTANT", "UNKNOWN"),
        ("sum(X, columns)", "AFFINE", "UNKNOWN"),
        ("logsumexp(x)", "CONVEX", "UNKNOWN"),
        ("max(x)", "CONVEX", "UNKNOWN"),
        ("min(y)", "CONCAVE", "NONNEGATIVE"),
    ],
)
def test_what_is_known(expression, curvature, sign):
    facts = facts_of(expression)
    assert facts.curvature is Curvature[curvature]
    assert facts.sign == Sign[sign]
