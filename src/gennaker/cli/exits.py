"""The exit codes of the command line."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Exit"]


class Exit(IntEnum):
    """What a process tells its caller."""

    OK = 0
    USAGE = 2
    MODEL = 3
