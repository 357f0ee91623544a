from __future__ import annotations

import ast

import pytest
from typer.testing import CliRunner

from gennaker.cli.app import app

MODEL = "parameters\n Matrix A\nvariables\n Vector x\nmin\n norm2(A*x)^2\n"


def run(*words, text=MODEL):
    return CliRunner().invoke(app, ["generate", *words], input=text)


@pytest.mark.parametrize("library", ["numpy", "cupy", "torch", "jax"])
def test_source_for_every_library(library):
    result = run("-", "--for", library)
    assert result.exit_code == 0
    assert ast.parse(result.stdout)
    assert f"import {library}" in result.stdout


def test_source_goes_to_a_file(tmp_path):
    path = tmp_path / "solver.py"
    assert run("-", "-o", str(path)).exit_code == 0
    assert "class Problem" in path.read_text(encoding="utf-8")


def test_mistakes_have_exit_codes(tmp_path):
    assert run("-", text="min\n x").exit_code == 3
    assert run("-", "--for", "fortran").exit_code == 2
    assert run(str(tmp_path / "missing.txt")).exit_code == 2
    result = run("-", "-o", str(tmp_path / "no" / "folder.py"))
    assert result.exit_code == 2
    assert "cannot write" in result.output
