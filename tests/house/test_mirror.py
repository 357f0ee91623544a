"""Each module has a test file of its name: src/gennaker/a/b.py and tests/rooms/a/test_b.py."""

from __future__ import annotations

import pytest

from tests.house.sources import ROOT, Module, modules

ROOMS = ROOT / "tests" / "rooms"
MIRRORED = [module for module in modules() if not module.parts[-1].startswith("__")]


@pytest.mark.parametrize("module", MIRRORED, ids=lambda module: module.name)
def test_module_has_its_test_file(module: Module) -> None:
    *folders, name = module.parts
    places = [ROOMS.joinpath(*folders, f"test_{name}.py"), ROOMS / f"test_{name}.py"]
    assert any(place.exists() for place in places), f"write {places[0].relative_to(ROOT)}"
