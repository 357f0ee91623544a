"""Numbers that people pass and functions return."""

from __future__ import annotations

import array_api_strict
import numpy as np
import pytest

from gennaker import DataError
from gennaker.backends.space import space_of
from gennaker.pipeline.vectors import as_number, as_vector, entries, read_side, read_start

HOST = space_of(np.zeros(1))


@pytest.mark.parametrize(
    "x0",
    [
        [3, 4],
        (3.0, 4.0),
        np.array([3, 4]),
        np.array([[3], [4]]),
        np.array([[3, 4]]),
        np.array([3, 4], ">f8"),
        np.array([3, 4], np.float16),
        np.array([3, 4], np.uint8),
        np.ma.masked_array([3.0, 4.0], [False, False]),
        [np.float64(3), 4],
    ],
)
def test_any_numbers_become_a_vector_of_floats(x0):
    start = read_start(x0)
    assert type(start) is np.ndarray
    assert start.dtype == np.float64
    assert start.dtype.isnative
    assert start.tolist() == [3.0, 4.0]


@pytest.mark.parametrize("x0", [5, 5.0, np.float64(5), np.array(5)])
def test_one_number_is_a_vector_with_one_entry(x0):
    assert read_start(x0).tolist() == [5.0]


def test_the_start_is_a_copy_and_keeps_its_precision():
    x0 = np.ones(3, np.float32)
    start = read_start(x0)
    start[0] = 7.0
    assert start.dtype == np.float32
    assert x0[0] == 1.0


def test_a_matrix_is_laid_out_row_by_row():
    assert read_start(np.array([[1, 2], [3, 4]], order="F")).tolist() == [1.0, 2.0, 3.0, 4.0]


@pytest.mark.parametrize(
    ("x0", "words"),
    [
        ([1.0, np.nan], r"x0\[1\] is nan"),
        ([[1.0, 2.0], [-np.inf, 4.0]], r"x0\[2\] is -inf"),
        ([1j], "x0 holds complex numbers"),
        (["a"], "x0 holds text"),
        ([None], "x0 holds objects"),
        (np.array([1.0, 2.0], object), "x0 holds objects"),
        (["2020-01-01", 1], "x0 holds text"),
        ([[1.0], [1.0, 2.0]], "x0 is no array of numbers"),
        ([], "x0 is empty"),
        (np.ma.masked_array([1.0, 2.0], [False, True]), r"x0\.filled\(0\)"),
    ],
)
def test_a_start_that_makes_no_sense_is_named(x0, words):
    with pytest.raises(DataError, match=words):
        read_start(x0)


def test_the_library_may_be_given():
    start = read_start([1, 2], array_api_strict)
    assert start.dtype == array_api_strict.float64
    assert isinstance(start, type(array_api_strict.zeros(1)))


@pytest.mark.parametrize("library", ["torch", "jax"])
def test_other_libraries_keep_their_arrays(library):
    xp = pytest.importorskip({"jax": "jax.numpy"}.get(library, library))
    start = read_start(xp.asarray([[1.0, 2.0]]))
    assert isinstance(start, type(xp.asarray([1.0])))
    assert start.shape == (2,)
    assert space_of(read_start(xp.asarray([1, 2]))).xp.isdtype(start.dtype, "real floating")
    with pytest.raises(DataError, match="complex"):
        read_start(xp.asarray([1j]))
    with pytest.raises(DataError, match=r"x0\[1\] is nan"):
        read_start(xp.asarray([1.0, np.nan]))
    side = read_side([0, None], "lb", start, -np.inf)
    assert isinstance(side, type(start))
    assert side.dtype == start.dtype
    assert float(side[1]) == -np.inf


def test_nobody_asks_for_derivatives_by_the_start():
    torch = pytest.importorskip("torch")
    start = read_start(torch.ones(2, dtype=torch.float64, requires_grad=True))
    assert not start.requires_grad


START = np.zeros(3)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2, [2.0, 2.0, 2.0]),
        ([2], [2.0, 2.0, 2.0]),
        ([1, 2, 3], [1.0, 2.0, 3.0]),
        (np.array([[1], [2], [3]]), [1.0, 2.0, 3.0]),
        ([1, None, -np.inf], [1.0, -np.inf, -np.inf]),
    ],
)
def test_bounds_come_in_any_form(value, expected):
    side = read_side(value, "lb", START, -np.inf)
    assert side is not None
    assert side.tolist() == expected


@pytest.mark.parametrize("value", [None, -np.inf, [None, None, None], np.full(3, -np.inf)])
def test_no_bound_at_all_is_none(value):
    assert read_side(value, "lb", START, -np.inf) is None


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([1, 2], "lb has 2 entries, but x0 has 3 entries"),
        ([1, np.nan, 2], r"lb\[1\] is nan, which is no bound"),
        ([1, 2, np.inf], r"lb\[2\] is inf, which is no bound"),
        ([1, 2, 3j], "lb holds complex numbers"),
        ("abc", "lb holds text"),
    ],
)
def test_bounds_that_make_no_sense_are_named(value, words):
    with pytest.raises(DataError, match=words):
        read_side(value, "lb", START, -np.inf)


def test_bounds_are_copies():
    lb = np.zeros(3)
    side = read_side(lb, "lb", START, -np.inf)
    assert side is not None
    lb[0] = 5.0
    assert side[0] == 0.0


@pytest.mark.parametrize("value", [2.5, np.float32(2.5), np.array([2.5]), [[2.5]], np.array(2.5)])
def test_one_entry_is_a_number(value):
    assert float(as_number(value, HOST, "f")) == 2.5


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "f returned None"),
        (1j, "f returned complex numbers"),
        ("a", "f returned text"),
        ({}, "f returned objects"),
        ([1.0, 2.0], r"f returned an array of shape \(2,\); return one number"),
        ([], r"shape \(0,\)"),
        ([[1.0], [1.0, 2.0]], "f returned no array of numbers"),
    ],
)
def test_what_is_no_number_is_named(value, words):
    with pytest.raises(DataError, match=words):
        as_number(value, HOST, "f")


def test_a_vector_does_not_change_with_the_original():
    buffer = np.arange(3.0)
    vector = as_vector(buffer, HOST, "g", (3,))
    buffer[:] = 9.0
    assert vector.tolist() == [0.0, 1.0, 2.0]


@pytest.mark.parametrize(
    ("value", "shape"),
    [([[0, 1, 2]], (3,)), (np.arange(3, dtype=np.float32), (3,)), ([[0, 1, 2]], (1, 3))],
)
def test_a_vector_comes_in_any_form(value, shape):
    vector = as_vector(value, HOST, "g", shape)
    assert vector.dtype == np.float64
    assert vector.tolist() == [0.0, 1.0, 2.0]


@pytest.mark.parametrize(
    ("value", "shape", "words"),
    [
        ([1.0, 2.0], (3,), r"g returned an array of shape \(2,\); return 3 entries"),
        (np.zeros((3, 2)), (2, 3), r"return shape \(2, 3\)"),
        (2.0, (3,), r"shape \(\)"),
        (None, (3,), "None"),
    ],
)
def test_a_vector_of_another_size_is_named(value, shape, words):
    with pytest.raises(DataError, match=words):
        as_vector(value, HOST, "g", shape)


def test_arrays_of_other_libraries_come_home():
    torch = pytest.importorskip("torch")
    found = as_vector(torch.ones(2, requires_grad=True), HOST, "g", (2,))
    assert type(found) is np.ndarray
    there = space_of(torch.zeros(1))
    found = as_vector(np.ones(2), there, "g", (2,))
    assert isinstance(found, torch.Tensor)
    assert found.dtype == torch.float32
    with pytest.raises(DataError, match="complex"):
        as_number(torch.tensor(1j), there, "f")


def test_entries_are_counted_in_words():
    assert (entries(1), entries(2)) == ("1 entry", "2 entries")
