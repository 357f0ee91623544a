"""``make demo`` leaves an answer and two pictures, and says where they are."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from tests.house.sources import ROOT

if TYPE_CHECKING:
    from pathlib import Path

SCRIPT = str(ROOT / "tools" / "demo.py")
PICTURES = ("result.png", "convergence.png")


@pytest.mark.skipif(not find_spec("matplotlib"), reason="matplotlib comes with gennaker[plot]")
def test_the_demo_solves_and_draws(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    command = [sys.executable, SCRIPT, str(folder)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\nsolved: minimum " in done.stdout
    for name in PICTURES:
        assert str(folder / name) in done.stdout
        assert (folder / name).read_bytes()[:4] == b"\x89PNG"


def test_make_demo_runs_it_with_what_it_needs() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "demo: $(STAMP)-demo\n\t@$(PY) tools/demo.py\n" in makefile
    assert "$(STAMP)-demo: EXTRAS = cli,plot\n" in makefile


def test_make_bench_names_every_benchmark() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = makefile.partition("\nBENCH = ")[2].partition("\n")[0].split()
    apart = {"fuzz", "gpu"}  # make fuzz; and what needs a GPU
    assert {*named, *apart} == {path.stem for path in (ROOT / "benchmarks").glob("*.py")}
    page = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    assert [name for name in (*named, *apart) if f"`{name}.py`" not in page] == []
