from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from gennaker.cli import inventory
from gennaker.cli.app import app

CUDA = "pip install 'gennaker[cuda12]', or [cuda13] where the driver has CUDA 13"


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with NumPy, matplotlib and a driver."""
    monkeypatch.setattr(inventory, "find_spec", lambda name: True if name == "numpy" else None)
    monkeypatch.setattr(inventory, "_version", lambda name: "3.9" if name == "matplotlib" else None)
    monkeypatch.setattr(inventory.shutil, "which", lambda _: "nvidia-smi")


def test_what_is_there_and_what_to_type() -> None:
    result = CliRunner().invoke(app, ["doctor"])
    assert (result.exit_code, result.stderr) == (0, "")
    head, *lines = result.stdout.splitlines()
    assert head.startswith("Gennaker ")
    assert lines == [
        "array libraries",
        f"  numpy         {np.__version__:<12}  CPU",
        f"  cupy          -             not installed: {CUDA}",
        "  torch         -             not installed: pip install 'gennaker[torch]'",
        "  jax           -             not installed: pip install 'gennaker[jax]'",
        "for more",
        "  scipy         -             not installed; for sparse matrices: pip install scipy",
        "  pyarrow       -             not installed; for .parquet files: pip install 'gennaker[io]'",
        "  matplotlib    3.9           pictures of the convergence",
        f"there is an NVIDIA driver, but no library sees a GPU: {CUDA}",
    ]


def test_json_holds_the_same() -> None:
    found = json.loads(CliRunner().invoke(app, ["doctor", "--json"]).stdout)
    assert found["ok"]
    assert {item["name"]: item["version"] for item in found["libraries"]} == {
        "numpy": np.__version__,
        "cupy": None,
        "torch": None,
        "jax": None,
    }
    assert found["packages"][2]["version"] == "3.9"
    assert "GPU" in found["advice"]
