from __future__ import annotations

from gennaker.emission.targets.torch import TORCH
from tests.contracts.targets import check_calls, check_helpers


def test_helpers_are_whole_functions():
    check_helpers(TORCH)


def test_every_name_of_the_library_exists():
    check_calls(TORCH, "torch")
