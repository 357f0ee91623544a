from __future__ import annotations

import pytest

from gennaker.expressions.curvature import Curvature
from gennaker.expressions.sign import Sign
from tests.reading import facts_of


@pytest.mark.parametrize(
    ("expression", "curvature", "sign"),
    [
        ("t^2", "CONVEX", "POSITIVE"),
        ("t^-1", "CONVEX", "POSITIVE"),
        ("t^0.3", "CONCAVE", "POSITIVE"),
        ("2.^x", "CONVEX", "POSITIVE"),
        ("x.^2.*y", "UNKNOWN", "NONNEGATIVE"),
    ],
)
def test_what_is_known(expression, curvature, sign):
    facts = facts_of(expression)
    assert facts.curvature is Curvature[curvature]
    assert facts.sign == Sign[sign]
