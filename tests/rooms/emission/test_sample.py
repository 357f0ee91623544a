from __future__ import annotations

import numpy as np
import pytest

from gennaker.emission.sample import sample
from tests.rooms.emission.test_sheet import sheet


def drawn(model, **sizes):
    namespace = {"np": np}
    exec(sample(sheet(model)), namespace)  # noqa: S102 - our own source
    return namespace["sample_data"](**sizes)


MODEL = """
parameters
  Matrix A(m, n)
  Matrix K(n, n) psd
  Matrix S(n, n) symmetric
  Vector w(n) nonnegative
  Scalar c
  Scalar i
variables
  Vector x(n)
min
  norm2(A*x)^2 + x'*K*x + x'*S*x + c*w'*x + x[i]
"""


def test_data_has_the_right_shapes_and_keeps_what_is_promised():
    data = drawn(MODEL, m=4, n=3)
    shapes = {name: np.shape(value) for name, value in data.items()}
    assert shapes == {"A": (4, 3), "K": (3, 3), "S": (3, 3), "w": (3,), "c": (), "i": ()}
    assert np.linalg.eigvalsh(data["K"]).min() > 0
    assert np.array_equal(data["S"], data["S"].T)
    assert data["w"].min() >= 0
    assert data["i"] == 1


@pytest.mark.parametrize("name", ["A", "w"])
def test_the_seed_decides(name):
    assert np.array_equal(drawn(MODEL, seed=1)[name], drawn(MODEL, seed=1)[name])
    assert not np.array_equal(drawn(MODEL, seed=1)[name], drawn(MODEL, seed=2)[name])
