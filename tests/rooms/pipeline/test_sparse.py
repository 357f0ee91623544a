from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from gennaker.errors import DataError
from gennaker.language.check import read
from gennaker.pipeline.load import write_source
from gennaker.pipeline.sparse import filled, multiplied, multiplied_everywhere

HEAD = "parameters\n Matrix A\n Vector b\nvariables\n Vector x\nmin\n "


@pytest.mark.parametrize(
    ("objective", "kept"),
    [
        ("norm2(A*x - b)^2", {"A"}),
        ("b'*A*x + norm2(x)^2", {"A"}),
        ("sum(log(vector(1) + exp(-b.*(A*x))))", {"A"}),
        ("norm2(A.^2*x - b)^2", set()),
        ("norm2(A)^2*norm2(x)^2 + b'*b", set()),
        ("sum(abs(A)*x) + b'*b", set()),
    ],
)
def test_matrices_that_are_only_multiplied_by_are_told(objective, kept):
    problem = read(HEAD + objective)
    program = write_source(problem, "numpy").program
    assert multiplied([program]) == kept
    assert multiplied_everywhere(problem) == kept


def test_a_matrix_in_a_bound_is_used_by_its_entries():
    problem = read("parameters\n Matrix A\nvariables\n Matrix X\nmin\n norm2(A*X)^2\nst\n X <= A")
    assert multiplied_everywhere(problem) == set()


def test_a_small_sparse_matrix_is_written_out():
    np.testing.assert_array_equal(filled("A", sparse.csr_array(np.eye(2))), np.eye(2))


def test_a_matrix_too_large_for_memory_is_refused_with_its_size():
    huge = sparse.csr_array((10**7, 10**7))
    with pytest.raises(
        DataError, match=r"written out with its shape .* it would take 745058.1 GiB"
    ):
        filled("A", huge)
