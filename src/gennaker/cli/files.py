"""Reading and writing the files that the command line is given."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from gennaker.cli.mistakes import InputError

__all__ = ["parsing", "read_bytes", "reading", "writing"]


@contextmanager
def reading(path: str | Path) -> Generator[None]:
    """Say which file cannot be read, and why."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path}: {_reason(error)}") from None


@contextmanager
def parsing(complaint: str) -> Generator[None]:
    """Say in our own words what a library of others finds wrong with a file.

    On damaged files such libraries raise errors of any kind; this stands inside ``reading``.
    """
    try:
        yield
    except (OSError, InputError):
        raise
    except MemoryError:
        raise ValueError("there is not enough memory for it") from None
    except Exception:  # noqa: BLE001 - as above
        raise ValueError(complaint) from None


@contextmanager
def writing(path: str | Path) -> Generator[None]:
    """Say which file cannot be written, and why."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise InputError(f"cannot write {path}: {_reason(error)}") from None


def read_bytes(path: str) -> bytes:
    """Return the content of a file, or of standard input for ``-``."""
    if path == "-":
        return _read_standard_input()
    with reading(path):
        return Path(path).read_bytes()


def _read_standard_input() -> bytes:
    stream = getattr(sys.stdin, "buffer", None)  # None where standard input is closed
    if stream is None:
        raise InputError("cannot read standard input: it is closed")
    return stream.read()


def _reason(error: Exception) -> str:
    """Return the cause alone: the path is named already."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error)
