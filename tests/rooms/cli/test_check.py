from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gennaker.cli.app import app

GOOD = "variables\n  Vector x\nmin\n  norm2(x - vector(1))^2\nst\n  x >= 0\n"
DOUBTFUL = "variables\n  Vector x\nmin\n  sum(x)\n"
WRONG = "variables\n  Vector x\nmin\n  nrm2(x)\nst\n  y >= 0\n"


def run(*arguments: str, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(app, ["check", *arguments], input=given)


@pytest.fixture
def good(tmp_path: Path) -> str:
    path = tmp_path / "model.txt"
    path.write_text(GOOD, encoding="utf-8")
    return str(path)


def test_a_good_model_is_printed_and_described(good: str) -> None:
    result = run(good)
    assert (result.exit_code, result.stderr) == (0, "")
    assert (
        result.stdout
        == """\
minimise over x
  ‖x − 𝟏‖₂²
subject to
  x ≥ 0

variables
  x  vector with x.size entries, nonnegative
sizes
  x.size  free
objective
  norm2(x - vector(1))^2  convex, minimised
bounds
  x >= 0  lower bound
convex: a solution is a global optimum
"""
    )


@pytest.mark.parametrize(
    ("show", "first"),
    [
        ("text", "variables"),
        ("unicode", "minimise over x"),
        ("latex", r"\begin{aligned}"),
        ("none", "variables"),
    ],
)
def test_the_problem_is_shown_as_wanted(good: str, show: str, first: str) -> None:
    lines = run("--show", show, good).stdout.splitlines()
    assert lines[0] == first
    assert ("  norm2(x - vector(1))^2" in lines) == (show == "text")


def test_a_text_that_was_shown_can_be_read_again(good: str) -> None:
    shown = run("--show", "text", good).stdout.partition("\n\n")[0]
    assert run("-", given=shown).exit_code == 0


def test_a_wrong_model_is_told_on_standard_error() -> None:
    result = run("-", given=WRONG)
    assert (result.exit_code, result.stdout) == (3, "")
    assert (
        result.stderr
        == """\
2 mistakes in the model

there is no function 'nrm2'
line 4, column 3
  4 |   nrm2(x)
    |   ^^^^
  try: norm2(x)

'y' is not declared
line 6, column 3
  6 |   y >= 0
    |   ^
  declare it below 'parameters' or 'variables'
  try: Vector y
"""
    )


@pytest.mark.parametrize(("model", "code"), [(GOOD, 0), (DOUBTFUL, 3), (WRONG, 3)])
def test_strict_fails_on_warnings_too(model: str, code: int) -> None:
    assert run("--strict", "-", given=model).exit_code == code
    assert run("-", given=DOUBTFUL).exit_code == 0


def test_json_of_a_good_model_is_the_report() -> None:
    result = run("--json", "-", given=DOUBTFUL)
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert result.stdout.count("\n") == 1
    assert found["ok"] is True
    assert [entry["name"] for entry in found["variables"]] == ["x"]
    assert [item["code"] for item in found["findings"]] == ["unbounded"]


def test_json_of_a_wrong_model_lists_the_mistakes() -> None:
    result = run("--json", "-", given=WRONG)
    assert (result.exit_code, result.stderr) == (3, "")
    found = json.loads(result.stdout)
    assert found["ok"] is False
    assert [(item["line"], item["column"]) for item in found["mistakes"]] == [(4, 3), (6, 3)]


def test_json_is_plain_ascii() -> None:
    result = run("--json", "-", given="variables\n  Vector μ\nmin\n  norm2(μ)^2")
    assert result.stdout.isascii()
    assert json.loads(result.stdout)["variables"][0]["name"] == "μ"


@pytest.mark.parametrize(
    "given",
    [
        b"",
        b"\n",
        b"\xff\xfe",
        b"\0",
        b"\xef\xbb\xbf",
        b"variables\n  Vector x\nmin\n  \xc3",
        b"#" * 9999,
    ],
    ids=["empty", "blank", "not utf-8", "nul", "mark", "cut off", "comment"],
)
def test_any_bytes_are_answered(given: bytes) -> None:
    result = run("-", given=given)
    assert result.exit_code == 3
    assert "line 1, column 1\n" in result.stderr or "line 4, column 3\n" in result.stderr


@pytest.mark.parametrize(
    "arguments", [[], ["a", "b"], ["--show", "html", "-"], ["--nonsense", "-"]]
)
def test_a_wrong_call_is_told_apart(arguments: list[str]) -> None:
    assert run(*arguments, given=GOOD).exit_code == 2


def test_help_tells_the_exit_codes() -> None:
    result = run("--help")
    assert result.exit_code == 0
    words = " ".join(result.stdout.split())
    for part in ("standard input", "Exit codes: 0,", "2,", "3,", "--json", "--strict", "--show"):
        assert part in words
