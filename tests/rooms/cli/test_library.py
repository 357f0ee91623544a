from __future__ import annotations

from gennaker.cli.library import Library
from gennaker.pipeline.load import TARGETS


def test_the_command_line_knows_every_target():
    assert {library.value for library in Library} == set(TARGETS)
