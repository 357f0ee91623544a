from __future__ import annotations

import json

import pytest
import typer

from gennaker.cli.output import say, say_json

MISTAKE = "'y' is not declared\nline 4, column 3\n  4 |   y^2\n    |   ^\n  try: x"
REPORT = "not proven convex: a solution may be a local optimum\nwarning: one\n         try: two\nnote:    three"


def coloured(text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what would go to a terminal."""
    said: list[str] = []
    monkeypatch.setattr(typer, "echo", lambda message, **_: said.append(message))
    say(text)
    return said[0]


@pytest.mark.parametrize("text", [MISTAKE, REPORT])
def test_a_pipe_gets_the_plain_text(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    say(text)
    assert capsys.readouterr().out == f"{text}\n"


def test_errors_go_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    say(MISTAKE, err=True)
    assert capsys.readouterr() == ("", f"{MISTAKE}\n")


@pytest.mark.parametrize(
    ("text", "part", "colour"),
    [
        (MISTAKE, "    |   ^", typer.colors.RED),
        (MISTAKE, "  try:", typer.colors.GREEN),
        (REPORT, "not proven convex:", typer.colors.YELLOW),
        (REPORT, "warning:", typer.colors.YELLOW),
        (REPORT, "note:", typer.colors.CYAN),
    ],
)
def test_a_terminal_gets_colours(
    text: str, part: str, colour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert typer.style(part, fg=colour) in coloured(text, monkeypatch)


def test_the_line_of_the_model_has_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "  4 |   y^2\n" in coloured(MISTAKE, monkeypatch)


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(typer, "echo", lambda _, **settings: asked.append(settings["color"]))
    say("x")
    monkeypatch.setenv("NO_COLOR", "1")
    say("x")
    assert asked == [None, False]


def test_json_is_one_line_of_ascii(capsys: pytest.CaptureFixture[str]) -> None:
    say_json({"a": "𝟏\n", "b": None})
    out = capsys.readouterr().out
    assert out.isascii()
    assert out.count("\n") == 1
    assert json.loads(out) == {"a": "𝟏\n", "b": None}
