from __future__ import annotations

from gennaker.emission.targets.numpy import NUMPY
from tests.contracts.targets import check_calls, check_helpers


def test_helpers_are_whole_functions():
    check_helpers(NUMPY)


def test_every_name_of_the_library_exists():
    check_calls(NUMPY, "numpy")
