from __future__ import annotations

import pytest

from gennaker.emission.targets.cupy import CUPY
from tests.contracts.targets import check_calls, check_helpers, names_of
from tests.house.sources import ROOT

STORED = ROOT / "tests" / "goldens" / "cupy" / "names.txt"


def stored_names():
    lines = STORED.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def test_helpers_are_whole_functions():
    check_helpers(CUPY)


def test_every_name_is_one_that_was_seen_in_the_library():
    assert set(names_of(CUPY)) <= set(stored_names())


def test_every_name_of_the_library_exists_and_takes_what_it_is_given():
    check_calls(CUPY, "cupy")


def test_the_names_that_were_seen_are_still_there():
    module = pytest.importorskip("cupy")
    for name in stored_names():
        found = module
        for part in name.split("."):
            found = getattr(found, part)
