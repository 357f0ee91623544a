from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gennaker.cli import answers, shelf
from gennaker.cli.app import app

MODEL = "variables\n  Scalar x\nmin\n  x^2\n"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, script in (("ridge", '"""Ridge regression."""\n'), ("svm", '"""A machine: it."""\n')):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "model.txt").write_text(MODEL, encoding="utf-8")
        text = script + "import sys\nif __name__ == '__main__':\n    print('ran', sys.argv[1:])\n"
        (folder / "run.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr(shelf, "places", lambda: (tmp_path,))
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["examples", *arguments])


@pytest.mark.parametrize("arguments", [[], ["list"]])
def test_a_line_for_each_example(arguments: list[str]) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (
        0,
        "ridge  Ridge regression\nsvm    A machine: it\n",
    )


def test_json_names_them_all() -> None:
    assert json.loads(run("list", "--json").stdout) == {
        "ok": True,
        "examples": {"ridge": "Ridge regression", "svm": "A machine: it"},
    }


def test_a_model_is_shown_as_it_stands() -> None:
    assert run("show", "ridge").stdout == MODEL
    shown = run("show", "--script", "ridge").stdout
    assert shown.startswith(MODEL)
    assert "print('ran'" in shown


def test_a_shown_model_is_good_input() -> None:
    shown = run("show", "ridge").stdout
    assert (
        CliRunner().invoke(app, ["solve", "-", "-q"], input=shown).stdout == "solved: minimum 0\n"
    )


def test_a_script_runs_with_its_arguments() -> None:
    before = sys.argv
    assert run("run", "ridge").stdout == "ran []\n"
    assert run("run", "ridge", "quick", "--seed", "1").stdout == "ran ['quick', '--seed', '1']\n"
    assert sys.argv is before


def test_a_picture_is_named_to_the_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "find_spec", lambda _: object())
    picture = tmp_path / "ridge.png"
    assert run("run", "ridge", "--plot", str(picture)).stdout == f"ran ['{picture}']\n"


@pytest.mark.parametrize(
    ("picture", "complaint"),
    [
        ("ridge.txt", "must end in"),
        ("nowhere/ridge.png", "there is no folder"),
        ("ridge.png", "needs matplotlib"),
    ],
)
def test_a_picture_that_cannot_be_drawn(
    picture: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "find_spec", lambda _: None)
    result = run("run", "ridge", "--plot", str(tmp_path / picture))
    assert (result.exit_code, result.stdout) == (2, "")
    assert complaint in result.stderr


def test_a_package_that_is_missing(place: Path) -> None:
    (place / "svm" / "run.py").write_text("import no_such_package\n", encoding="utf-8")
    before = sys.argv
    result = run("run", "svm")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "this example needs no_such_package: pip install no_such_package\n"
    assert sys.argv is before


@pytest.mark.parametrize("command", ["show", "run"])
def test_a_name_that_is_nearly_right(command: str) -> None:
    result = run(command, "rigde")
    assert (result.exit_code, result.stderr) == (
        2,
        "there is no example rigde; did you mean ridge?\n",
    )


def test_no_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "places", lambda: ())
    assert run("list").exit_code == 2
    assert json.loads(run("list", "--json").stdout)["ok"] is False


def test_a_script_that_cannot_be_read(place: Path) -> None:
    (place / "svm" / "run.py").write_text("def", encoding="utf-8")
    assert run("list").stdout == "ridge  Ridge regression\nsvm\n"
    (place / "ridge" / "run.py").write_bytes(b"\xff\xfe")
    result = run("list")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "cannot read" in result.stderr
