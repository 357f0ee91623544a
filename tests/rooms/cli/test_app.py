from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version

from typer.testing import CliRunner

from gennaker.cli.app import app


def test_help_lists_the_commands() -> None:
    for arguments in (["--help"], ["-h"], []):
        result = CliRunner().invoke(app, arguments)
        for command in ("solve", "check", "derive", "generate", "doctor", "examples"):
            assert f"\n  {command} " in result.output
        assert "--version" in result.output


def test_the_version_is_that_of_the_package() -> None:
    result = CliRunner().invoke(app, ["--version"])
    assert (result.exit_code, result.stdout) == (0, f"gennaker {version('gennaker')}\n")


def test_a_command_that_does_not_exist() -> None:
    assert CliRunner().invoke(app, ["chekc"]).exit_code == 2


def test_nothing_heavy_is_loaded_before_a_command_runs() -> None:
    code = "import gennaker.cli.app, json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = json.loads(done.stdout)
    heavy = (
        "gennaker.emission",
        "gennaker.expressions",
        "gennaker.language",
        "gennaker.operations",
        "gennaker.pipeline",
        "gennaker.solver",
        "matplotlib",
        "numpy",
        "rich",
    )
    assert [name for name in loaded if name.startswith(heavy)] == []
