"""The cases whose solutions are on record."""

from __future__ import annotations

from tests.problems import (
    hock_schittkowski_001_030,
    hock_schittkowski_031_060,
    hock_schittkowski_061_119,
    literature,
)
from tests.problems.case import Case

CASES: tuple[Case, ...] = (
    *hock_schittkowski_001_030.CASES,
    *hock_schittkowski_031_060.CASES,
    *hock_schittkowski_061_119.CASES,
    *literature.CASES,
)
