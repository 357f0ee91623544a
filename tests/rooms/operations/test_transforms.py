from __future__ import annotations

import pytest

from gennaker.expressions.curvature import Curvature
from gennaker.expressions.sign import Sign
from tests.reading import facts_of


@pytest.mark.parametrize(
    ("expression", "curvature", "sign"),
    [
        ("log(exp(t) + 1)", "CONVEX", "UNKNOWN"),
        ("log(sum(exp(A*x)))", "CONVEX", "UNKNOWN"),
        ("sqrt(1 + t)", "CONCAVE", "POSITIVE"),
    ],
)
def test_what_is_known(expression, curvature, sign):
    facts = facts_of(expression)
    assert facts.curvature is Curvature[curvature]
    assert facts.sign == Sign[sign]
