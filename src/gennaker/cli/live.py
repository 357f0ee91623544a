"""What a solve shows while it runs: one line on a terminal, which Ctrl-C ends in good order."""

from __future__ import annotations

import shutil
import signal
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from gennaker.solver.result import Record

__all__ = ["Watch", "watched"]

PAUSE = 0.1  # seconds between two lines, and before the first
CLEAR = "\r\033[K"


class Watch:
    """A callback that keeps one line up to date, and stops the solve when it is asked to."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self._next = monotonic() + PAUSE
        self._drawn = False
        self.stop = False

    def __call__(self, record: Record) -> bool:
        """Draw the line if it is time, and tell whether to stop."""
        if self._stream is not None and monotonic() >= self._next:
            width = shutil.get_terminal_size().columns - 1
            self._stream.write(CLEAR + line(record)[:width])
            self._stream.flush()
            self._drawn = True
            self._next = monotonic() + PAUSE
        return self.stop

    def clear(self) -> None:
        """Take the line away."""
        if self._stream is not None and self._drawn:
            self._stream.write(CLEAR)
            self._stream.flush()
            self._drawn = False


def line(record: Record) -> str:
    """Return where a solve stands, so short that any terminal has room for it."""
    residual = max(record.stationarity, record.feasibility)
    return (
        f"iteration {record.iteration}  objective {record.objective:.6e}  "
        f"residual {residual:.1e}  {record.seconds:.1f} s"
    )


@contextmanager
def watched(*, silent: bool) -> Generator[Watch]:
    """Watch a solve; the line is shown on a terminal only, and not where ``silent``.

    The first Ctrl-C lets the iteration end and gives the best point; the second one ends all.
    """
    shown = not silent and sys.stderr is not None and sys.stderr.isatty()
    watch = Watch(sys.stderr if shown else None)
    before = signal.getsignal(signal.SIGINT)

    def stop(_number: int, _frame: FrameType | None) -> None:
        watch.stop = True
        signal.signal(signal.SIGINT, before)

    alone = threading.current_thread() is threading.main_thread()  # others may not set signals
    if alone and before is not None:
        signal.signal(signal.SIGINT, stop)
    try:
        yield watch
    finally:
        watch.clear()
        if alone and before is not None:
            signal.signal(signal.SIGINT, before)
