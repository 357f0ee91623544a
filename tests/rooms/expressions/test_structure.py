from __future__ import annotations

import pytest

from gennaker.expressions.structure import Degree, Structure


@pytest.mark.parametrize(
    ("degree", "quadratic"),
    [
        (Degree.CONSTANT, True),
        (Degree.LINEAR, True),
        (Degree.QUADRATIC, True),
        (Degree.OTHER, False),
    ],
)
def test_a_quadratic_objective_is_of_degree_two_at_most(degree, quadratic):
    assert Structure(degree).is_quadratic is quadratic


def test_linear_constraints_are_told_one_by_one():
    degrees = (Degree.CONSTANT, Degree.LINEAR, Degree.QUADRATIC, Degree.OTHER)
    assert Structure(Degree.LINEAR, degrees).linear == (True, True, False, False)
