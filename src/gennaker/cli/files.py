"""Reading what the command line is given."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from gennaker.cli.exits import Exit

__all__ = ["read_bytes"]


def read_bytes(path: str) -> bytes:
    """Return the content of a file, or of standard input for ``-``."""
    if path == "-":
        return _read_standard_input()
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _refused(path, reason.lower()) from None


def _read_standard_input() -> bytes:
    stream = getattr(sys.stdin, "buffer", None)  # None where standard input is closed
    if stream is None:
        raise _refused("standard input", "it is closed")
    return stream.read()


def _refused(name: str, reason: str) -> typer.Exit:
    typer.echo(f"cannot read {name}: {reason}", err=True)
    return typer.Exit(Exit.USAGE)
