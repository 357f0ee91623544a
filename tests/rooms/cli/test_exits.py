from __future__ import annotations

from gennaker.cli.exits import Exit


def test_the_codes_that_scripts_rely_on() -> None:
    assert {code.name: int(code) for code in Exit} == {"OK": 0, "USAGE": 2, "MODEL": 3}
