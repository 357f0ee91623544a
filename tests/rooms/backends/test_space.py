from __future__ import annotations

import numpy as np
import pytest

from gennaker.backends.space import CACHED, Space, space_of
from tests.contracts.counting import Device

LIBRARIES = ("numpy", "float32", "strict", "torch", "jax", "cupy")


@pytest.fixture(params=LIBRARIES)
def make(request):
    """A way from arrays of NumPy to arrays of a library."""
    name = request.param
    if name == "numpy":
        return lambda values: np.array(values, float)
    if name == "float32":
        return lambda values: np.array(values, np.float32)
    if name == "cupy":
        device = Device()
        return lambda values: device.array(np.array(values, float))
    if name == "strict":
        strict = pytest.importorskip("array_api_strict")
        place = strict.Device("device1")
        return lambda values: strict.asarray(values, dtype=strict.float64, device=place)
    if name == "torch":
        torch = pytest.importorskip("torch")
        return lambda values: torch.asarray(values, dtype=torch.float64)
    numpy_of_jax = pytest.importorskip("jax.numpy")
    return lambda values: numpy_of_jax.asarray(np.array(values, np.float32))


def host(array):
    return space_of(array).array_to_host(array)


def test_a_space_is_that_of_its_arrays(make):
    array = make([1.0, 2.0])
    space = space_of(array)
    assert space_of(space.zeros(2, 3)) == space
    assert space_of(space.full(2, 1.0)) == space
    assert space_of(space.array([1.0, 2.0])) == space
    assert space.on_host == (space.library == "numpy")
    assert space.zeros(2, 3).shape == (2, 3)
    assert np.array_equal(host(space.full(3, 2.5)), [2.5] * 3)
    assert np.array_equal(host(space.array([1.0, 2.0])), host(array))


def test_epsilon_is_that_of_the_numbers(make):
    space = space_of(make([1.0]))
    single = "32" in str(space.dtype)
    assert space.epsilon == float(np.finfo(np.float32 if single else np.float64).eps)


def test_clip(make):
    space = space_of(make([0.0]))
    x, low, high = make([-5.0, 0.5, 5.0]), make([-1.0, 0.0, 1.0]), make([1.0, 1.0, 2.0])
    assert np.array_equal(host(space.clip(x, low, high)), [-1.0, 0.5, 2.0])


def test_a_row_is_replaced(make):
    space = space_of(make([0.0]))
    rows = space.zeros(3, 2)
    rows = space.set_row(rows, 1, make([4.0, 5.0]))
    assert np.array_equal(host(rows), [[0.0, 0.0], [4.0, 5.0], [0.0, 0.0]])


def test_inner_products_of_rows(make):
    rows, others = make([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), make([[1.0, 0.0, -1.0]])
    space = space_of(rows)
    assert np.array_equal(host(space.inner(rows, others)), [[-2.0], [-2.0]])
    weighted = space.inner(rows, others, make([1.0, 7.0, 0.0]))
    assert np.array_equal(host(weighted), [[1.0], [4.0]])


@pytest.mark.parametrize("size", [CACHED, CACHED + 1, 3 * CACHED - 1])
@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_long_rows_are_multiplied_in_blocks(size, kind):
    random = np.random.default_rng(size)
    rows, others = (random.standard_normal((n, size)).astype(kind) for n in (4, 3))
    weights = (random.random(size) < 0.5).astype(kind)
    space = space_of(rows)
    close = 50.0 * np.sqrt(size) * np.finfo(kind).eps * np.sqrt(size)
    assert space.inner(rows, others).dtype == kind
    assert np.allclose(space.inner(rows, others), rows @ others.T, atol=close)
    assert np.allclose(space.inner(rows, others, weights), (rows * weights) @ others.T, atol=close)


def test_numbers_come_to_the_host_together(make):
    array = make([[1.0, 2.0], [3.0, 4.0]])
    space = space_of(array)
    xp = space.xp
    scalars = [xp.sum(array), 7.0, xp.max(array)]
    assert space.to_host(scalars) == [10.0, 7.0, 4.0]
    table, numbers = space.gather_to_host(array, scalars)
    assert isinstance(table, np.ndarray)
    assert np.array_equal(table, [[1.0, 2.0], [3.0, 4.0]])
    assert numbers == [10.0, 7.0, 4.0]
    assert all(type(number) is float for number in numbers)


def test_whole_numbers_may_stand_among_them(make):
    array = make([3.0, 9.0, 1.0])
    space = space_of(array)
    assert space.to_host([space.xp.argmax(array), space.xp.max(array)]) == [1.0, 9.0]


def test_a_table_of_the_host_passes_through(make):
    space = space_of(make([0.0]))
    empty = np.zeros((0, 0))
    table, numbers = space.gather_to_host(empty, [space.array(2.0)])
    assert table is empty
    assert numbers == [2.0]


def test_gathering_waits_once_and_copies_nothing_else():
    device = Device()
    array = device.array(np.ones((20, 11)))
    space = space_of(array)
    scalars = [device.sum(array), device.max(array), 1.0]
    before = device.work.launches
    space.gather_to_host(array, scalars)
    assert device.work.waits == 1
    assert device.work.bytes_to_host == 8 * (220 + 3)
    assert device.work.launches - before <= 4
    space.to_host(scalars)
    assert device.work.waits == 2


def test_making_arrays_does_not_wait():
    device = Device()
    space = space_of(device.array(np.ones(3)))
    rows = space.set_row(space.zeros(4, 3), 2, space.full(3, 1.0))
    space.clip(rows, space.array(0.0), space.array([1.0, 2.0, 3.0]))
    assert device.work.waits == 0


def test_the_namespace_of_numpy_is_numpy_itself():
    assert space_of(np.zeros(1)).xp is np


def test_host_and_device_never_meet_by_accident():
    device = Device()
    array = device.array(np.ones(3))
    for mistake in (
        lambda: array + np.ones(3),
        lambda: np.ones(3) + array,
        lambda: np.asarray(array),
        lambda: device.maximum(array, np.ones(3)),
        lambda: Device().array(np.ones(3)) + array,
    ):
        with pytest.raises(TypeError):
            mistake()
    assert isinstance(space_of(array), Space)
    assert space_of(array).library == "cupy"
