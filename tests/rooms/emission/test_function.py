from __future__ import annotations

import numpy as np
import pytest

from gennaker.pipeline.derive import derive


@pytest.mark.parametrize("library", ["numpy", "jax", "torch"])
def test_functions_compute_what_they_say(library):
    pytest.importorskip(library)
    namespace = {}
    source = derive("logsumexp(A*x)", "x", order=2).python(library)
    exec(compile(source, "generated", "exec"), namespace)  # noqa: S102 - our own source
    rng = np.random.default_rng(0)
    matrix, x = rng.standard_normal((4, 3)), rng.standard_normal(3)
    given = (matrix, x)
    if library == "jax":
        pytest.importorskip("jax").config.update("jax_enable_x64", val=True)
    if library == "torch":
        torch = pytest.importorskip("torch")
        given = tuple(map(torch.as_tensor, given))
    p = np.exp(matrix @ x)
    p /= p.sum()
    expected = matrix.T @ (np.diag(p) - np.outer(p, p)) @ matrix
    assert np.asarray(namespace["derivative"](*given)) == pytest.approx(expected)


def test_tensors_are_computed_too():
    namespace = {}
    exec(derive("inv(X)", "X").python(), namespace)  # noqa: S102 - our own source
    x = np.array([[2.0, 1.0], [0.5, 3.0]])
    step = 1e-6 * np.array([[0.3, -0.2], [0.1, 0.7]])
    found = np.einsum("ijkl,kl->ij", namespace["derivative"](x), step)
    moved = np.linalg.inv(x + step) - np.linalg.inv(x - step)
    assert found == pytest.approx(moved / 2, rel=1e-6)
