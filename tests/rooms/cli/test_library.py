from __future__ import annotations

import re
import sys

import numpy as np
import pytest
import scipy.sparse

from gennaker.cli.library import EXTRAS, Library, place
from gennaker.cli.mistakes import InputError
from gennaker.pipeline.load import TARGETS

DATA = {"A": np.eye(2, dtype=np.float32), "b": [1, 2], "c": 0.5, "n": np.array([1, 2])}


@pytest.fixture
def jax():
    """JAX as it was before a command asked for wide floats."""
    found = pytest.importorskip("jax")
    before = found.config.jax_enable_x64
    yield found
    found.config.update("jax_enable_x64", before)


def test_the_command_line_knows_every_target() -> None:
    assert {library.value for library in Library} == set(TARGETS)
    assert {library.value for library in Library} == {"numpy", *EXTRAS}


def test_numpy_takes_data_as_it_is() -> None:
    assert place(DATA, Library.NUMPY) is DATA


def test_torch_tensors() -> None:
    torch = pytest.importorskip("torch")
    found = place(DATA, Library.TORCH)
    assert {name: str(value.dtype) for name, value in found.items()} == {
        "A": "torch.float32",
        "b": "torch.float32",
        "c": "torch.float32",
        "n": "torch.int64",
    }
    assert all(isinstance(value, torch.Tensor) for value in found.values())
    found["A"][0, 0] = 7
    assert DATA["A"][0, 0] == 1


def test_numbers_and_lists_follow_the_arrays() -> None:
    pytest.importorskip("torch")
    narrow = place({"A": np.eye(2, dtype=np.float32), "b": [1, 2]}, Library.TORCH)
    assert str(narrow["b"].dtype) == "torch.float32"


def test_jax_arrays_are_as_wide_as_the_data(jax) -> None:
    found = place({**DATA, "A": np.eye(2)}, Library.JAX)
    assert all(isinstance(value, jax.Array) for value in found.values())
    assert {str(found[name].dtype) for name in "bc"} == {"float64"}


def test_a_sparse_matrix_is_written_out() -> None:
    pytest.importorskip("torch")
    found = place({"A": scipy.sparse.csr_array(np.eye(2))}, Library.TORCH)
    assert found["A"].tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    "wrong", [np.array(["a"]), [[1, 2], [3]], [{}], np.array([1j]), np.array([None])]
)
def test_what_holds_no_numbers_is_left_to_be_refused(wrong) -> None:
    data = {"A": np.eye(2), "b": wrong}
    assert place(data, Library.TORCH) is data


@pytest.mark.parametrize("library", [Library.CUPY, Library.TORCH, Library.JAX])
def test_a_library_that_is_missing(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library.value, None)
    advice = re.escape(f"{library.value} is not installed: pip install 'gennaker[")
    with pytest.raises(InputError, match=advice):
        place({"c": 1.0}, library)
