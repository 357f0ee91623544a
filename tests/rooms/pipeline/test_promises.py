from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from scipy.sparse.linalg import aslinearoperator

from gennaker.errors import DataError
from gennaker.language.check import read
from gennaker.pipeline.promises import (
    asked_positions,
    bounds_alone,
    check_finite,
    check_positions,
    check_promises,
)


def declared(declaration):
    text = f"parameters\n {declaration}\nvariables\n Scalar t\nmin\n t^2 + sum(p)"
    return read(text).parameters[0]


def test_parameters_that_only_bound_may_be_infinite():
    text = "parameters\n Vector b, l, u\nvariables\n Vector x\nlet\n gap = u - x\nmin\n b'*x\nst\n l <= x\n x <= u"
    assert bounds_alone(read(text)) == {"l"}


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize(
    ("shape", "place", "words"),
    [
        ((), (), r"A is \S+; only finite"),
        ((3,), (1,), r"A\[1\] is \S+: entry 2; only finite"),
        ((2, 3), (1, 0), r"A\[1, 0\] is \S+: row 2, column 1; only finite"),
    ],
)
def test_what_is_not_finite_is_found(value, shape, place, words):
    array = np.ones(shape)
    array[place] = value
    with pytest.raises(DataError, match=words):
        check_finite("A", array)


def test_the_first_of_many_is_named_with_its_column_and_the_count():
    array = np.ones((40000, 10))
    array[39999, 9] = array[30000, 2] = np.nan
    titles = tuple("abcdefghij")
    with pytest.raises(DataError, match=r"row 30001, column 3 \(c\), the first of 2 entries"):
        check_finite("A", array, titles)


def test_a_place_in_a_sparse_matrix_is_one_of_the_matrix():
    matrix = sparse.csr_array(([1.0, np.nan], [2, 0], [0, 1, 1, 2]), shape=(3, 4))
    with pytest.raises(DataError, match=r"A\[2, 0\] is nan: row 3, column 1"):
        check_finite("A", matrix)


def test_infinity_is_allowed_where_it_bounds_alone_and_nan_never():
    check_finite("u", np.array([1.0, np.inf]), may_be_infinite=lambda: True)
    with pytest.raises(DataError, match=r"u\[0\] is nan"):
        check_finite("u", np.array([np.nan, np.inf]), may_be_infinite=lambda: True)


def test_large_entries_whose_sum_overflows_are_finite():
    check_finite("A", np.full(3, 1e308))
    check_finite("A", aslinearoperator(np.eye(2)))


@pytest.mark.parametrize(
    ("declaration", "array", "message"),
    [
        (
            "Vector p positive",
            np.array([0.0, 1.0]),
            "declared positive, but its smallest entry is 0",
        ),
        ("Vector p nonnegative", np.array([-0.5]), "declared nonnegative, but its smallest"),
        (
            "Matrix p symmetric",
            np.array([[1.0, 2.0], [2.1, 1.0]]),
            "differs from its transpose by up to 0.1",
        ),
        ("Matrix p psd", np.diag([1.0, -1.0]), r"its diagonal has -1.0 at p\[1, 1\]"),
        ("Matrix p symmetric", sparse.csr_array([[1.0, 2.0], [0.0, 1.0]]), "up to 2"),
    ],
)
def test_broken_promises_are_refused(declaration, array, message):
    with pytest.raises(DataError, match=message):
        check_promises(declared(declaration), array)


def test_rounding_breaks_no_promise():
    matrix = np.eye(600)
    matrix[5, 500] = 1e-9
    check_promises(declared("Matrix p symmetric"), matrix)
    check_promises(declared("Matrix p psd"), matrix)
    check_promises(declared("Vector p nonnegative"), np.zeros(2))
    check_promises(declared("Matrix p psd"), aslinearoperator(-np.eye(2)))  # its entries are hidden


def test_asymmetry_is_seen_beyond_the_first_tile():
    matrix = np.zeros((600, 600))
    matrix[5, 500] = 1.0
    with pytest.raises(DataError, match="differs from its transpose by up to 1"):
        check_promises(declared("Matrix p symmetric"), matrix)


@pytest.mark.parametrize(
    ("value", "fits"), [(1, True), (4, True), (0, False), (5, False), (1.5, False)]
)
def test_a_position_must_be_one_of_the_array(value, fits):
    problem = read("parameters\n Vector b\n Scalar i\nvariables\n Scalar t\nmin\n t^2 + b[i]")
    assert [str(axis) for _, axis in asked_positions(problem)] == ["b.size"]
    arrays, sizes = {"b": np.ones(4), "i": np.asarray(float(value))}, {"b.size": 4}
    if fits:
        check_positions(problem, arrays, sizes)
    else:
        with pytest.raises(DataError, match="i says which entry to take, so it must be a whole"):
            check_positions(problem, arrays, sizes)
