from __future__ import annotations

import pytest

from gennaker.solver.options import Options
from gennaker.solver.status import Status

each = pytest.mark.parametrize("status", Status, ids=lambda status: status.name)


@each
def test_a_status_is_a_sentence(status):
    assert status.sentence[0].isupper()
    assert status.sentence.endswith(".")


@each
def test_only_solved_is_success(status):
    assert status.success == (status is Status.SOLVED)


def test_a_limit_names_the_option_that_raises_it():
    for status in Status:
        assert status.is_limit == ("limit" in status.value)
        if status.is_limit:
            assert any(name in status.sentence for name in Options.__dataclass_fields__)
            assert "start=result" in status.sentence


def test_advice_names_options_that_exist():
    assert "check_gradient" in Options.__dataclass_fields__
    assert "check_gradient=True" in Status.NO_PROGRESS.sentence


def test_names_for_reports_are_distinct():
    assert len({status.value for status in Status}) == len(Status)
    assert len({status.sentence for status in Status}) == len(Status)
