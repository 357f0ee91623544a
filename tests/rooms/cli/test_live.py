from __future__ import annotations

import io
import re
import signal
import threading

import pytest

from gennaker.cli import live
from gennaker.cli.live import CLEAR, Watch, line, watched
from gennaker.solver.result import Record

RECORD = Record(12, 1, 3.25, 1e-3, 0.0, 1.0, 0.0, 24, 0.5)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PAUSE", 0.0)


def test_the_line_says_where_the_solve_stands() -> None:
    shown = "iteration 12  objective 3.250000e+00  residual 1.0e-03  0.5 s"
    assert line(RECORD) == shown


@pytest.mark.usefixtures("at_once")
def test_a_line_replaces_the_one_before_and_goes_in_the_end(monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    stream = Terminal()
    watch = Watch(stream)
    watch(RECORD)
    watch(RECORD)
    watch.clear()
    watch.clear()
    shown = line(RECORD)[:39]
    assert stream.getvalue() == f"{CLEAR}{shown}{CLEAR}{shown}{CLEAR}"


def test_a_fast_solve_shows_nothing() -> None:
    stream = Terminal()
    watch = Watch(stream)
    watch(RECORD)
    watch.clear()
    assert stream.getvalue() == ""


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("stream", "silent", "shown"),
    [(Terminal, False, True), (Terminal, True, False), (io.StringIO, False, False)],
)
def test_only_a_terminal_sees_the_line(stream, silent: bool, shown: bool, monkeypatch) -> None:
    errors = stream()
    monkeypatch.setattr("sys.stderr", errors)
    with watched(silent=silent) as watch:
        assert watch(RECORD) is False
    assert (re.search("iteration 12", errors.getvalue()) is not None) == shown


def test_standard_error_may_be_closed(monkeypatch) -> None:
    monkeypatch.setattr("sys.stderr", None)
    with watched(silent=False) as watch:
        assert watch(RECORD) is False


def test_the_first_interrupt_stops_the_solve_and_the_second_one_everything() -> None:
    before = signal.getsignal(signal.SIGINT)
    with watched(silent=True) as watch:
        signal.raise_signal(signal.SIGINT)
        assert watch(RECORD) is True
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_another_thread_leaves_signals_alone() -> None:
    seen = []

    def work() -> None:
        with watched(silent=True) as watch:
            seen.append(watch(RECORD))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [False]
