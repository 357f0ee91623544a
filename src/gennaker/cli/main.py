"""The way in: what ``gennaker`` and ``python -m gennaker`` run."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import NoReturn

__all__ = ["main"]

TRACEBACK = "GENNAKER_TRACEBACK"
HINT = "the command line needs typer and rich: pip install 'gennaker[cli]'"


def main() -> None:
    """Run the command line."""
    try:
        from gennaker.cli.app import app
    except ModuleNotFoundError as error:
        if error.name in {"typer", "rich", "click"}:
            sys.exit(HINT)
        raise
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a sign that a terminal cannot show is no failure
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        _give_up(error)


def _give_up(error: Exception) -> NoReturn:
    """End with one message on what no command could tell: a full disk, or a fault of ours."""
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        _drop_output()
        sys.stderr.write("cannot write standard output: no space left on device\n")
        sys.exit(2)
    words = " ".join(str(error).split())
    shown = f"{type(error).__name__}: {words}" if words else type(error).__name__
    sys.stderr.write(
        f"Gennaker has failed, and not by a fault of yours: {shown}\n"
        f"please report it, with what is printed if {TRACEBACK}=1 is set\n"
    )
    sys.exit(1)


def _drop_output() -> None:
    """Let go of what could not be written, or Python tries again at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
