from __future__ import annotations

import numpy as np
import pytest

from gennaker.backends.space import space_of
from gennaker.solver.box import Box
from gennaker.solver.infeasibility import Feasibility
from gennaker.solver.unboundedness import DISTANCES, falls_for_ever

SPACE = space_of(np.zeros(1))


class At:
    """The part of a point that is looked at."""

    def __init__(self, x):
        self.x = x


def free(x):
    """Constraints that always hold."""
    return Feasibility(At(x), 0.0, feasible=True, infeasible=False, conflict=())


def look(value, restored=free, lower=None, ray=(1.0, 0.0)):
    box = Box(SPACE, lower, None)
    return falls_for_ever(value, SPACE, box, np.zeros(2), np.array(ray), 1.0, restored)


@pytest.mark.parametrize(
    "value",
    [
        lambda x: -x[0],
        lambda x: -np.sqrt(x[0]),
        lambda x: -np.log1p(x[0]),
        lambda x: x[0] - x[0] ** 2,
        lambda x: 1e9 - x[0],
    ],
)
def test_what_falls_for_ever_is_told(value):
    found = look(value)
    assert found is not None
    assert found.point.x[0] == DISTANCES[-1]


@pytest.mark.parametrize(
    "value",
    [
        lambda x: x[0],
        lambda x: 0.0,
        lambda x: -np.arctan(x[0]),
        lambda x: (x[0] - 1e7) ** 2,
        lambda x: 1.0 / (1.0 + x[0]),
        lambda x: np.nan,
    ],
)
def test_what_has_a_lower_bound_is_not(value):
    assert look(value) is None


def test_points_must_be_feasible():
    def never(x):
        return Feasibility(At(x), 1.0, feasible=False, infeasible=False, conflict=())

    assert look(lambda x: -x[0], never) is None


def test_points_must_stay_far_out():
    """Constraints that pull every point back leave no way without end."""

    def pulled(x):
        return free(np.minimum(x, 1e5))

    assert look(lambda x: -x[0], pulled) is None


def test_bounds_end_a_way():
    assert look(lambda x: x[0], lower=np.zeros(2), ray=(-1.0, 0.0)) is None
    assert look(lambda x: x[0], ray=(-1.0, 0.0)) is not None
