from __future__ import annotations

import numpy as np
import pytest

from gennaker.backends.space import space_of
from gennaker.language.check import read
from gennaker.pipeline.layout import Layout, joiner, layout_of, length, splitter

PROBLEM = read("""
parameters
  Matrix A(m, n)
variables
  Scalar t
  Matrix X(m, n - 1)
  Vector y
min
  t + sum(X) + sum(y) + norm2(A*y)
""")
SIZES = {"m": 2, "n": 4, "y.size": 4}
LAYOUT = layout_of(PROBLEM.variables, SIZES)
SPACE = space_of(np.zeros(1))


def test_variables_stand_behind_each_other_in_their_order():
    places = [(piece.name, piece.shape, piece.start, piece.stop) for piece in LAYOUT.pieces]
    assert places == [("t", (), 0, 1), ("X", (2, 3), 1, 7), ("y", (4,), 7, 11)]
    assert LAYOUT.size == 11
    assert Layout(()).size == 0


def test_a_length_is_worked_out_from_the_sizes():
    assert [length(axis, SIZES) for axis in PROBLEM.variables[1].node.shape.axes] == [2, 3]


def test_cutting_up_and_putting_together_undo_each_other():
    x = np.arange(11.0)
    t, X, y = splitter(LAYOUT)(x)
    assert t == 0.0
    np.testing.assert_array_equal(X, [[1, 2, 3], [4, 5, 6]])
    np.testing.assert_array_equal(joiner(LAYOUT, SPACE)([t, X, y]), x)
    assert np.shares_memory(X, x)


def test_a_single_vector_is_handed_on_as_it_is():
    layout = layout_of(PROBLEM.variables[2:], SIZES)
    x = np.arange(4.0)
    assert splitter(layout)(x)[0] is x
    assert joiner(layout, SPACE)([x]) is x


@pytest.mark.parametrize("library", ["torch", "jax.numpy"])
def test_other_libraries_do_the_same(library):
    xp = pytest.importorskip(library)
    x = xp.arange(11.0)
    parts = splitter(LAYOUT)(x)
    assert [tuple(part.shape) for part in parts] == [(), (2, 3), (4,)]
    np.testing.assert_array_equal(joiner(LAYOUT, space_of(x))(parts), x)
    nothing = joiner(Layout(()), space_of(x))([])
    assert tuple(nothing.shape) == (0,)
