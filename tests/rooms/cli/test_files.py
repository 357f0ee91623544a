from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest
import typer

from gennaker.cli.files import read_bytes


def refused(path: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(typer.Exit) as caught:
        read_bytes(path)
    assert caught.value.exit_code == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err


def test_a_file_is_read_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(b"a\r\n\xff")
    assert read_bytes(str(tmp_path / "model")) == b"a\r\n\xff"


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"model")))
    assert read_bytes("-") == b"model"


def test_standard_input_may_be_closed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert refused("-", capsys) == "cannot read standard input: it is closed\n"


def test_a_missing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "nothing")
    assert refused(path, capsys) == f"cannot read {path}: no such file or directory\n"


def test_a_directory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(str(tmp_path), capsys) == f"cannot read {tmp_path}: is a directory\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "secret"
    path.touch(mode=0)
    assert refused(str(path), capsys) == f"cannot read {path}: permission denied\n"


def test_a_name_that_no_file_can_have(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused("a\0b", capsys) == "cannot read a\0b: embedded null byte\n"
