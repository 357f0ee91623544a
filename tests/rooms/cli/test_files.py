from __future__ import annotations

import io
import os
import re
import sys
from pathlib import Path

import pytest

from gennaker.cli.files import parsing, read_bytes, reading, writing
from gennaker.cli.mistakes import InputError


def refused(path: str) -> str:
    with pytest.raises(InputError) as caught:
        read_bytes(path)
    return str(caught.value)


def test_a_file_is_read_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(b"a\r\n\xff")
    assert read_bytes(str(tmp_path / "model")) == b"a\r\n\xff"


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"model")))
    assert read_bytes("-") == b"model"


def test_standard_input_may_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert refused("-") == "cannot read standard input: it is closed"


def test_a_missing_file(tmp_path: Path) -> None:
    path = str(tmp_path / "nothing")
    assert refused(path) == f"cannot read {path}: no such file or directory"


def test_a_directory(tmp_path: Path) -> None:
    assert refused(str(tmp_path)) == f"cannot read {tmp_path}: is a directory"


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.touch(mode=0)
    assert refused(str(path)) == f"cannot read {path}: permission denied"


def test_a_name_that_no_file_can_have() -> None:
    assert refused("a\0b") == "cannot read a\0b: embedded null byte"


def test_what_a_format_says_is_kept() -> None:
    message = "cannot read A.mtx: the line of its lengths is missing"
    with pytest.raises(InputError, match=re.escape(message)), reading("A.mtx"):
        raise ValueError("the line of its lengths is missing")


def test_writing_says_that_it_was_writing(tmp_path: Path) -> None:
    path = tmp_path / "no" / "file"
    message = f"cannot write {path}: no such file or directory"
    with pytest.raises(InputError, match=re.escape(message)), writing(path):
        path.write_text("x", encoding="utf-8")


@pytest.mark.parametrize("error", [KeyError("x"), RuntimeError("line 7 of our C code"), EOFError()])
def test_what_libraries_say_of_damaged_files_is_put_plainly(error: Exception) -> None:
    message = "cannot read A.npy: it is damaged"
    with (
        pytest.raises(InputError, match=re.escape(message)),
        reading("A.npy"),
        parsing("it is damaged"),
    ):
        raise error


def test_what_is_no_damage_is_not_called_so() -> None:
    with pytest.raises(InputError, match="not enough memory"), reading("A"), parsing("damaged"):
        raise MemoryError
    with pytest.raises(InputError, match="no such file"), reading("A"), parsing("damaged"):
        Path("none").read_bytes()
    with pytest.raises(InputError, match="our words"), reading("A"), parsing("damaged"):
        raise InputError("our words")
