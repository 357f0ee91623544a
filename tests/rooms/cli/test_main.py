from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gennaker.cli.main import HINT

MODEL = "variables\n  Vector x\nmin\n  norm2(x - vector(1))^2\n"


def run(
    *arguments: str, given: str | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "gennaker", *arguments],
        check=False,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        input=given,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
    )


def test_the_package_runs_as_a_program(tmp_path: Path) -> None:
    path = tmp_path / "model.txt"
    path.write_text(MODEL, encoding="utf-8")
    done = run("check", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("minimise over x\n  ‖x − 𝟏‖₂²\n")


def test_a_wrong_model_ends_with_3_and_without_a_traceback() -> None:
    done = run("check", "-", given="variables\n  Vector x\nmin\n  x")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("the objective must be a scalar")
    assert "Traceback" not in done.stderr


def test_a_stream_that_cannot_show_a_sign_shows_its_code() -> None:
    done = run("check", "-", given=MODEL, PYTHONIOENCODING="latin-1")
    assert (done.returncode, done.stderr) == (0, "")
    assert r"\u2016x \u2212 \U0001d7cf\u2016" in done.stdout


def test_what_is_missing_for_the_command_line_is_named() -> None:
    code = "import sys; sys.modules['typer'] = None; from gennaker.cli.main import main; main()"
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, f"{HINT}\n")


def test_a_fault_of_ours_is_not_taken_for_a_missing_package() -> None:
    code = "import sys; sys.modules['gennaker.cli.app'] = None; from gennaker.cli.main import main; main()"
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert "gennaker.cli.app" in done.stderr
    assert HINT not in done.stderr


FAULTY = """
import sys
from gennaker.cli import app
def fail(*_, **__):
    raise IndexError("two\\nlines")
app.app = fail
from gennaker.cli.main import main
main()
"""


def test_a_fault_of_ours_is_one_message_and_no_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FAULTY], check=False, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stderr.startswith(
        "Gennaker has failed, and not by a fault of yours: IndexError: two lines\nplease report it"
    )
    assert "Traceback" not in done.stderr


def test_the_traceback_of_a_fault_is_there_for_those_who_ask() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FAULTY],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "GENNAKER_TRACEBACK": "1"},
    )
    assert done.stderr.startswith("Traceback")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "gennaker", "check", "-"],
            check=False,
            input=MODEL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert (done.returncode, done.stderr) == (
        2,
        "cannot write standard output: no space left on device\n",
    )
