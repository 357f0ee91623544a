"""Every example runs and says something."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.house.sources import ROOT

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLES = sorted((ROOT / "examples").glob("*/run.py"))


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda script: script.parent.name)
def test_example_runs(script: Path) -> None:
    command = [sys.executable, "-W", "error", str(script)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()


def test_every_folder_has_a_model_and_a_script() -> None:
    folders = [path for path in (ROOT / "examples").iterdir() if path.is_dir()]
    files = [folder / name for folder in folders for name in ("model.txt", "run.py")]
    assert files
    assert [file for file in files if not file.exists()] == []
