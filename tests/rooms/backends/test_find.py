from __future__ import annotations

import numpy as np
import pytest

from gennaker.backends.find import (
    LIBRARIES,
    MixedLibrariesError,
    library_of,
    load,
    standard_namespace,
)


def test_numbers_and_lists_go_with_any_library():
    jnp = pytest.importorskip("jax.numpy")
    assert library_of({"c": 1.0, "n": 3, "b": [1, 2]}) == "numpy"
    assert library_of({"c": 1.0, "A": jnp.ones(2)}) == "jax"
    assert library_of({"A": np.ones(2)}) == "numpy"
    assert library_of({}) == "numpy"


def test_torch_tensors_are_found():
    torch = pytest.importorskip("torch")
    assert library_of({"A": torch.ones(2)}) == "torch"


def test_mixed_libraries_are_named():
    jnp = pytest.importorskip("jax.numpy")
    with pytest.raises(MixedLibrariesError, match="A is a numpy array, but b is a jax array"):
        library_of({"A": np.ones(2), "b": jnp.ones(2)})


def test_libraries_load():
    assert load("numpy") is np
    assert set(LIBRARIES) == {"numpy", "cupy", "torch", "jax"}


@pytest.mark.parametrize("library", ["numpy", "array_api_strict", "torch", "jax.numpy"])
def test_every_library_has_the_names_of_the_standard(library):
    array = pytest.importorskip(library).asarray([1.0, 2.0])
    xp = standard_namespace(array)
    assert xp.concat([array, array]).shape == (4,)
    assert bool(xp.all(xp.astype(array, xp.bool)))
