from __future__ import annotations

import pytest

from gennaker.emission.target import Target
from gennaker.pipeline.load import TARGETS


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_every_target_has_the_same_operations(target: Target):
    assert set(target.calls) == set(TARGETS["numpy"].calls)
    assert target.imports.endswith(target.module) or target.imports == f"import {target.module}"


def test_targets_are_frozen():
    with pytest.raises(AttributeError):
        TARGETS["numpy"].name = "other"
