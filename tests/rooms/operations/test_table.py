from __future__ import annotations

import pytest

from gennaker.language.check import read
from gennaker.operations.table import FUNCTION_NAMES, FUNCTIONS, OPERATIONS, operation
from gennaker.pipeline.load import TARGETS, write_source

VARYING = """
variables
  Matrix A, K
  Vector b(m), x
  Scalar s
min
  sum({})
"""


def test_rows_are_found_by_name():
    assert all(operation(row.name) is row for row in OPERATIONS)
    assert len({row.name for row in OPERATIONS}) == len(OPERATIONS)


@pytest.mark.parametrize(
    ("name", "count", "row"),
    [
        ("max", 1, "largest"),
        ("max", 2, "maximum"),
        ("min", 1, "smallest"),
        ("sum", 1, "sum"),
        ("huber", 2, "huber"),
        ("diag", 1, "diag"),
    ],
)
def test_the_number_of_arguments_chooses_the_row(name, count, row):
    assert FUNCTIONS[name, count] is operation(row)


def test_every_function_of_the_design_is_there():
    listed = (
        "exp log sqrt abs sign relu sin cos tan arcsin arccos arctan sinh cosh tanh sigmoid "
        "softplus log1p expm1 square max min huber entropy sum mean norm1 norm2 norminf "
        "logsumexp tr det logdet inv diag vector matrix eye"
    )
    assert set(listed.split()) == FUNCTION_NAMES


@pytest.mark.parametrize("row", OPERATIONS, ids=lambda row: row.name)
@pytest.mark.parametrize("library", TARGETS)
def test_every_row_has_a_derivative_and_a_spelling_in_every_library(row, library):
    written = write_source(read(VARYING.format(row.example)), library)
    compile(written.text, row.name, "exec")
