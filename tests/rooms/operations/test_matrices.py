from __future__ import annotations

import pytest

from gennaker.expressions.curvature import Curvature
from gennaker.expressions.sign import Sign
from tests.reading import facts_of


@pytest.mark.parametrize(
    ("expression", "curvature", "sign"),
    [
        ("tr(X)", "AFFINE", "UNKNOWN"),
        ("tr(K)", "CONSTANT", "NONNEGATIVE"),
        ("logdet(X)", "CONCAVE", "UNKNOWN"),
        ("det(K)", "CONSTANT", "NONNEGATIVE"),
        ("diag(x)", "AFFINE", "UNKNOWN"),
        ("x[2:end]", "AFFINE", "UNKNOWN"),
        ("[x; y]", "AFFINE", "UNKNOWN"),
        ("[exp(x); x]", "CONVEX", "UNKNOWN"),
    ],
)
def test_what_is_known(expression, curvature, sign):
    facts = facts_of(expression)
    assert facts.curvature is Curvature[curvature]
    assert facts.sign == Sign[sign]
