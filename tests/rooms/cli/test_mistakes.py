from __future__ import annotations

import json

import pytest
import typer

from gennaker import DataError, Model
from gennaker.cli.mistakes import InputError, told


def wrong_model() -> None:
    Model("variables\n Vector x\nmin\n nrm2(x)")


def wrong_data() -> None:
    raise DataError("give it as size={'n': ...}")


def wrong_input() -> None:
    raise InputError("cannot read A.csv: it is empty")


def too_little_memory() -> None:
    raise MemoryError("Unable to allocate 8 TiB")


def no_memory() -> None:
    raise MemoryError


@pytest.mark.parametrize(
    ("mistake", "code", "message"),
    [
        (too_little_memory, 2, "there is not enough memory: Unable to allocate 8 TiB\n"),
        (no_memory, 2, "there is not enough memory\n"),
        (wrong_model, 3, "there is no function 'nrm2'\nline 4, column 2\n"),
        (wrong_data, 2, "give it as --size n=NUMBER\n"),
        (wrong_input, 2, "cannot read A.csv: it is empty\n"),
    ],
)
def test_a_mistake_is_one_message_and_an_exit_code(mistake, code, message, capsys) -> None:
    with pytest.raises(typer.Exit) as caught, told():
        mistake()
    assert caught.value.exit_code == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(message)


def test_json_goes_to_standard_output(capsys) -> None:
    with pytest.raises(typer.Exit), told(as_json=True):
        wrong_input()
    assert json.loads(capsys.readouterr().out) == {
        "ok": False,
        "error": "cannot read A.csv: it is empty",
    }
    with pytest.raises(typer.Exit), told(as_json=True):
        wrong_model()
    (mistake,) = json.loads(capsys.readouterr().out)["mistakes"]
    assert (mistake["line"], mistake["column"]) == (4, 2)


def test_a_fault_of_ours_is_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError), told():
        _ = 1 / 0
