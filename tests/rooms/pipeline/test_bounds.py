from __future__ import annotations

import numpy as np
import pytest

from gennaker.backends.space import space_of
from gennaker.language.check import read
from gennaker.pipeline.bounds import box, positions
from gennaker.pipeline.layout import layout_of
from gennaker.pipeline.load import load_source

INF = np.inf


def box_of(text, data, sizes, like=None):
    """The box of a model, as the generated code tells it."""
    problem = read(text)
    layout = layout_of(problem.variables, sizes)
    like = np.zeros(1) if like is None else like
    space = space_of(like)
    written, made = load_source(problem, space.library)
    needed = {spelling: sizes[name] for name, spelling in written.sizes.items()}
    functions = made(*(data[name] for name in written.parameters), **needed)
    limits = functions.limits(*positions(layout, space)) if problem.bounds else ()
    return box(problem, limits, layout, space)


def test_no_bounds_are_no_box():
    assert box_of("variables\n Vector x\nmin\n norm2(x)", {}, {"x.size": 2}) == (None, None)


def test_a_side_without_bounds_is_none():
    lower, upper = box_of("variables\n Vector x\nmin\n sum(x)\nst\n x >= 1", {}, {"x.size": 3})
    np.testing.assert_array_equal(lower, [1, 1, 1])
    assert upper is None


def test_data_bounds_entry_by_entry_and_the_tighter_one_wins():
    text = (
        "parameters\n Vector u\nvariables\n Vector x\nmin\n sum(x)\nst\n x <= u\n x <= 2\n 0 <= x"
    )
    lower, upper = box_of(text, {"u": np.array([1.0, INF, 3.0])}, {"x.size": 3, "u.size": 3})
    np.testing.assert_array_equal(lower, [0, 0, 0])
    np.testing.assert_array_equal(upper, [1, 2, 2])


def test_slices_bound_their_entries_alone():
    text = "variables\n Scalar t\n Vector x(4)\nmin\n t + sum(x)\nst\n x[2:3] >= 1\n x[4] == 5\n t <= 0"
    lower, upper = box_of(text, {}, {})
    np.testing.assert_array_equal(lower, [-INF, -INF, 1, 1, 5])
    np.testing.assert_array_equal(upper, [0, INF, INF, INF, 5])


def test_rows_columns_and_transposes_of_matrices():
    text = "parameters\n Matrix L\nvariables\n Matrix X(2, 3)\nmin\n sum(X)\nst\n X' >= L\n X[1,:] <= 7\n X[:,2] >= 9"
    L = np.arange(6.0).reshape(3, 2)
    lower, upper = box_of(text, {"L": L}, {})
    expected = L.T.copy()
    expected[:, 1] = 9
    np.testing.assert_array_equal(lower, expected.ravel())
    np.testing.assert_array_equal(upper, [7, 7, 7, INF, INF, INF])


def test_attributes_are_bounds():
    lower, _ = box_of("variables\n Vector x(2) nonnegative\nmin\n sum(x)", {}, {})
    np.testing.assert_array_equal(lower, [0, 0])


@pytest.mark.parametrize("library", ["torch", "jax.numpy"])
def test_the_box_lives_where_the_data_lives(library):
    xp = pytest.importorskip(library)
    u = xp.asarray([1.0, 2.0])
    text = "parameters\n Vector u\nvariables\n Vector x\nmin\n sum(x)\nst\n x <= u\n x[1] >= -1"
    lower, upper = box_of(text, {"u": u}, {"x.size": 2, "u.size": 2}, u)
    assert type(lower) is type(upper) is type(u)
    assert lower.dtype == u.dtype
    assert lower.tolist() == [-1, -INF]
    assert upper.tolist() == [1, 2]


def test_an_entry_of_a_symmetric_matrix_bounds_its_mirror_image():
    text = "variables\n Matrix X(2, 2) symmetric\nmin\n sum(X)\nst\n X[1,2] >= 3\n X[2,1] >= 1\n X[1,1] <= 4"
    lower, upper = box_of(text, {}, {})
    np.testing.assert_array_equal(lower, [-INF, 3, 3, -INF])
    np.testing.assert_array_equal(upper, [4, INF, INF, INF])
