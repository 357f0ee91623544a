from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from gennaker.backends.space import space_of
from gennaker.errors import DataError
from gennaker.language.check import read
from gennaker.pipeline import memory
from gennaker.pipeline.load import write_source
from gennaker.pipeline.memory import GIBIBYTE, Need, check_memory, computed, machine_memory, needed

PROBLEM = read(
    "parameters\n Matrix A(m, n)\n Vector b\nvariables\n Vector x\nmin\n norm2(A*x - b)^2 + sum(exp(x*x'))"
)
ARRAYS = computed(write_source(PROBLEM, "numpy").program)
SPACE = space_of(np.zeros(1))


def test_every_array_counts_once():
    assert len(ARRAYS) == len(set(ARRAYS))
    assert all(node.shape.axes for node in ARRAYS)


def test_the_need_is_that_of_the_largest_expression():
    need = needed(ARRAYS, {"m": 10, "n": 1000}, vectors=70_000, itemsize=8)
    assert 8 * (10**6 + 70_000) <= need.total <= 8 * (4 * 10**6 + 10**5)
    assert "x" in need.largest
    few = needed(ARRAYS, {"m": 10, "n": 10}, vectors=70_000, itemsize=8)
    assert few.largest == "what the solver remembers"
    assert needed(ARRAYS, {"m": 10, "n": 1000}, 70_000, 4).total * 2 == need.total


def test_small_solves_are_not_worth_a_word():
    assert check_memory(Need(GIBIBYTE - 1, "A*x"), [], SPACE) == ""


def test_a_large_solve_is_noted_and_one_too_large_refused(monkeypatch):
    monkeypatch.setattr(memory, "_host_memory", lambda: 4 * GIBIBYTE)
    need = Need(2 * GIBIBYTE, "x*x'")
    note = check_memory(need, [np.zeros(10)], SPACE)
    assert note == "about 2.0 GiB of memory were needed beside the data, most of it for x*x'"
    held = np.lib.stride_tricks.as_strided(np.zeros(1), (3 * GIBIBYTE // 8,), (0,))
    with pytest.raises(
        DataError, match=r"needs about 2\.0 GiB beside its data of 3\.0 GiB, most of it for x\*x'"
    ):
        check_memory(need, [held], SPACE)


def test_a_sparse_matrix_holds_what_it_keeps():
    matrix = sparse.csr_array(np.eye(100))
    assert (
        memory._bytes(matrix) == matrix.data.nbytes + matrix.indices.nbytes + matrix.indptr.nbytes
    )
    assert memory._bytes(3.0) == 0


def test_the_machine_has_some_memory(monkeypatch, tmp_path):
    assert machine_memory() > 2**20
    limit = tmp_path / "limit"
    monkeypatch.setattr(memory, "CONTAINER", limit)
    whole = machine_memory()
    limit.write_text("1048576\n")
    assert machine_memory() == 2**20
    limit.write_text("max\n")
    assert machine_memory() == whole


@pytest.mark.parametrize("library", ["torch", "jax.numpy"])
def test_arrays_on_the_host_have_the_memory_of_the_host(library):
    xp = pytest.importorskip(library)
    assert machine_memory(space_of(xp.zeros(1))) == machine_memory()
