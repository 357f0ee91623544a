from __future__ import annotations

import pytest

from gennaker.cli.exits import Exit, exit_for
from gennaker.solver.status import Status


def test_the_codes_that_scripts_rely_on() -> None:
    assert {code.name: int(code) for code in Exit} == {
        "OK": 0,
        "USAGE": 2,
        "MODEL": 3,
        "INFEASIBLE": 4,
        "UNBOUNDED": 5,
        "LIMIT": 6,
        "TROUBLE": 7,
    }


@pytest.mark.parametrize("status", Status)
def test_every_end_of_a_solve_has_a_code_and_only_success_is_0(status: Status) -> None:
    assert (exit_for(status.value) is Exit.OK) == status.success
    assert (exit_for(status.value) is Exit.LIMIT) == (status.is_limit or status is Status.STOPPED)


def test_the_table_says_all_codes() -> None:
    assert Exit.__doc__ is not None
    told = [
        int(line.split()[0]) for line in Exit.__doc__.splitlines() if line.strip()[:1].isdigit()
    ]
    assert told == sorted(Exit)
