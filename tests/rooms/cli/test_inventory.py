from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import version
from types import ModuleType

import numpy as np
import pytest

from gennaker.cli import inventory
from gennaker.cli.inventory import PACKAGES, SOURCES, Installed, libraries, packages, unused_gpu
from gennaker.cli.library import Library
from tests.house.sources import ROOT


@pytest.fixture
def numpy_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inventory, "find_spec", lambda name: True if name == "numpy" else None)


@pytest.mark.usefixtures("numpy_alone")
def test_what_is_missing_is_told_with_what_to_type() -> None:
    found = {item.name: item for item in libraries()}
    assert set(found) == {library.value for library in Library}
    assert (found["numpy"].version, found["numpy"].words()) == (np.__version__, "CPU")
    assert found["torch"].words() == "not installed: pip install 'gennaker[torch]'"
    assert found["cupy"].words().startswith("not installed: pip install 'gennaker[cuda12]'")


def test_every_extra_that_is_named_exists() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    told = " ".join([*SOURCES.values(), *(source for _, source, _ in PACKAGES)])
    named = re.findall(r"\[(\w+)\]", told)
    assert len(named) >= 5
    assert set(named) <= set(extras)
    for name, source, _ in PACKAGES:
        for extra in re.findall(r"gennaker\[(\w+)\]", source):
            assert any(item.startswith(name) for item in extras[extra])


def test_a_library_that_is_broken_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = ModuleType("torch")
    broken.__dict__["__version__"] = "2.0"
    monkeypatch.setitem(sys.modules, "torch", broken)
    monkeypatch.setattr(inventory, "find_spec", lambda name: True if name == "torch" else None)
    (found,) = [item for item in libraries() if item.name == "torch"]
    assert found.words().startswith("does not work: module 'torch' has no attribute")
    assert found.as_dict()["fault"]


def test_torch_and_jax_compute_on_their_devices() -> None:
    pytest.importorskip("torch")
    pytest.importorskip("jax")
    for item in libraries():
        if item.name in {"torch", "jax"}:
            assert item.fault is None
            assert item.devices


def test_packages_of_features(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {item.name: item for item in packages()}
    assert found["scipy"].version == version("scipy")
    assert found["scipy"].words() == "sparse matrices"
    monkeypatch.setattr(inventory, "_version", lambda _: None)
    found = {item.name: item.words() for item in packages()}
    wanted = "not installed; for .parquet files: pip install 'gennaker[io]'"
    assert found["pyarrow"] == wanted


def test_a_gpu_that_nobody_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    blind = [Installed("torch", "2.0", ("CPU",))]
    seeing = [*blind, Installed("jax", "0.5", ("GPU 0: big",))]
    monkeypatch.setattr(inventory.shutil, "which", lambda _: None)
    assert unused_gpu(blind) is None
    monkeypatch.setattr(inventory.shutil, "which", lambda _: "nvidia-smi")
    advice = unused_gpu(blind)
    assert advice is not None
    assert "pip install 'gennaker[cuda12]'" in advice
    assert unused_gpu(seeing) is None


def test_devices_of_a_cuda_machine() -> None:
    class Tensor:
        def sum(self) -> float:
            return 2.0

    class Cuda:
        device_count = staticmethod(lambda: 2)
        get_device_name = staticmethod(lambda place: f"card {place}")

    torch = ModuleType("torch")
    torch.__dict__.update(cuda=Cuda, ones=lambda *_args, **_settings: Tensor())
    assert inventory.DEVICES["torch"](torch) == ["CPU", "GPU 0: card 0", "GPU 1: card 1"]
