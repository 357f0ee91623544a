"""Importing stays light: the symbol half loads no array library, the package no heavy one."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.house.sources import PACKAGE

ARRAY_LIBRARIES = {"numpy", "scipy", "jax", "torch", "cupy", "array_api_compat"}
HEAVY = {"scipy", "jax", "torch", "cupy", "dask", "typer", "rich", "matplotlib"}
SYMBOL_ROOMS = ("errors", "expressions", "operations", "reform", "language", "calculus", "emission")

# A room is imported under a bare package, since gennaker/__init__.py reaches for the number half.
BARE_PACKAGE = f"""
import sys, types
package = types.ModuleType("gennaker")
package.__path__ = [{str(PACKAGE)!r}]
sys.modules["gennaker"] = package
"""
REPORT = """
import json, sys
print(json.dumps(sorted({name.split(".")[0] for name in sys.modules})))
"""


def loaded_by(statements: str) -> set[str]:
    """Run statements in a fresh interpreter and return the top-level modules loaded after them."""
    command = [sys.executable, "-c", statements + REPORT]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return set(json.loads(done.stdout))


def exists(room: str) -> bool:
    """Tell whether a room of the design has been built."""
    return (PACKAGE / room).is_dir() or (PACKAGE / f"{room}.py").is_file()


@pytest.mark.parametrize("room", [room for room in SYMBOL_ROOMS if exists(room)])
def test_symbol_room_loads_no_array_library(room: str) -> None:
    assert loaded_by(f"{BARE_PACKAGE}import gennaker.{room}\n") & ARRAY_LIBRARIES == set()


def test_package_loads_nothing_heavy() -> None:
    assert loaded_by("import gennaker\n") & HEAVY == set()


def test_the_report_sees_a_library() -> None:
    assert "numpy" in loaded_by("import numpy\n")
