from __future__ import annotations

import numpy as np
import pytest

from gennaker.pipeline.singular import singular_error


def test_numpy_raises_what_it_is_said_to_raise():
    with pytest.raises(singular_error("numpy")):
        np.linalg.inv(np.zeros((2, 2)))


def test_torch_raises_what_it_is_said_to_raise():
    torch = pytest.importorskip("torch")
    with pytest.raises(singular_error("torch")):
        torch.linalg.inv(torch.zeros((2, 2)))


def test_jax_returns_what_is_not_finite():
    jnp = pytest.importorskip("jax.numpy")
    assert not jnp.isfinite(jnp.linalg.inv(jnp.zeros((2, 2)))).any()
