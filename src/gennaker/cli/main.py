"""The way in: what ``gennaker`` and ``python -m gennaker`` run."""

from __future__ import annotations

import io
import sys

__all__ = ["main"]

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
    app()
