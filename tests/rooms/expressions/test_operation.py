from __future__ import annotations

import pickle

import pytest

from gennaker.expressions import Operation, ShapeMismatch
from gennaker.expressions.operation import REGISTER, find_operation
from gennaker.operations.table import OPERATIONS


@pytest.mark.parametrize("row", OPERATIONS, ids=lambda row: row.name)
def test_a_row_is_pickled_by_its_name(row: Operation) -> None:
    assert pickle.loads(pickle.dumps(row)) is row  # noqa: S301 - our own bytes
    assert find_operation(row.name) is row
    assert repr(row) == f"<operation {row.name}>"


def test_no_two_rows_share_a_name() -> None:
    row = OPERATIONS[-1]
    with pytest.raises(AssertionError, match=f"two rows for the operation '{row.name}'"):
        Operation(row.name, "", "", (1, 1), row.shape, row.facts, row.spelling)
    assert REGISTER[row.name] is row


def test_a_mismatch_keeps_message_and_suggestion_apart() -> None:
    misfit = ShapeMismatch("vector x plus scalar b", "x + b*vector(1)")
    assert (str(misfit), misfit.suggestion) == ("vector x plus scalar b", "x + b*vector(1)")
