from __future__ import annotations

import numpy as np
import pytest

from gennaker.errors import DataError
from gennaker.language.check import read
from gennaker.pipeline.bind import bind
from gennaker.pipeline.promises import check_promises
from gennaker.pipeline.sample import sample
from tests.house.sources import ROOT

MODELS = sorted((ROOT / "tests" / "models").glob("*.txt"))


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_every_model_takes_its_own_sample(path):
    problem = read(path.read_text())
    data = sample(problem, 0, None)
    assert list(data) == [symbol.name for symbol in problem.parameters]
    try:
        bind(problem, data)
    except DataError as error:
        assert "nothing tells the size" in str(error)  # noqa: PT017 - a size of variables alone


def test_declarations_are_kept():
    problem = read("""
parameters
  Matrix S symmetric
  Matrix P psd
  Vector w positive
  Vector v nonnegative
  Matrix A sparse
  Scalar c
variables
  Vector x
min
  x'*S*x + x'*P*x + w'*x + v'*x + norm2(A*x)^2 + c
""")
    data = sample(problem, 1, {"x.size": 40, "A.rows": 50})
    for symbol in problem.parameters:
        check_promises(symbol, np.asarray(data[symbol.name]))
    assert np.linalg.eigvalsh(data["P"]).min() > -1e-12
    assert np.linalg.eigvalsh(data["S"]).min() < 0
    assert 0 < np.count_nonzero(data["A"]) < 0.3 * data["A"].size
    assert data["A"].shape == (50, 40)
    assert 0 <= data["c"] <= 1


def test_the_seed_decides():
    problem = read("parameters\n Vector b\nvariables\n Vector x\nmin\n b'*x")
    one, same, other = (sample(problem, seed, None)["b"] for seed in (1, 1, 2))
    np.testing.assert_array_equal(one, same)
    assert not np.array_equal(one, other)


def test_bounds_leave_room():
    problem = read(
        "parameters\n Vector l, u\nvariables\n Vector x\nmin\n sum(x)\nst\n l <= x\n x <= u"
    )
    data = sample(problem, 0, None)
    assert (data["l"] < data["u"]).all()


def test_sizes_fit_slices_positions_and_each_other():
    problem = read("""
parameters
  Vector b(2*m)
  Vector c(3*n)
  Vector d(k)
  Scalar i
variables
  Vector x(k - 25)
min
  norm2(b - c) + norm2(x)^2 + d[i] + d[50]
""")
    data = sample(problem, 0, None)
    assert data["b"].shape == data["c"].shape
    assert data["d"].size >= 50
    assert data["i"] in range(1, data["d"].size + 1)
    bind(problem, data)


def test_sizes_that_cannot_be_are_refused():
    problem = read("parameters\n Vector d(k)\nvariables\n Vector x(k - 25)\nmin\n sum(x) + d[1]")
    with pytest.raises(DataError, match="no sizes were found"):
        sample(problem, 0, {"k": 5})
    with pytest.raises(DataError, match="the model has no size K; did you mean k"):
        sample(problem, 0, {"K": 5})


@pytest.mark.parametrize("seed", [-1, "a", None, 1.5])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(DataError, match="seed must be a whole number of at least 0"):
        sample(read("variables\n Vector x(2)\nmin\n sum(x)"), seed, None)


def test_sizes_go_by_name():
    with pytest.raises(DataError, match="size must be a dictionary with a length for each name"):
        sample(read("variables\n Vector x\nmin\n sum(x)"), 0, 3)
