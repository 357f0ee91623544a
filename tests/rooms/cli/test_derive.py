from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from gennaker.cli.app import app


def run(*words):
    return CliRunner().invoke(app, ["derive", *words])


def test_the_gradient_of_a_quadratic_form():
    result = run("x'*A*x", "--wrt", "x")
    assert (result.exit_code, result.stdout) == (0, "(A + A')*x\n")


def test_the_hessian_in_other_forms():
    result = run("norm2(A*x - y)^2", "--wrt", "x", "--order", "2", "--latex", "--python")
    assert result.exit_code == 0
    assert r"2 \, A^\top \, A" in result.stdout
    assert "def derivative(A, y, x):" in result.stdout


def test_json_holds_every_form():
    result = run("x'*K*x", "--wrt", "x", "--declare", "Matrix K symmetric", "--json")
    found = json.loads(result.stdout)
    assert found["ok"]
    assert found["text"] == "2*K*x"
    assert set(found) == {"ok", "text", "unicode", "latex", "python"}


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["x + A", "--wrt", "x"], 3, "vector x plus matrix A"),
        (["x'*", "--wrt", "x"], 3, "line 1, column 3"),
        (["x'*x", "--wrt", "y"], 2, "does not hold y"),
        (["x'*x"], 2, "wrt"),
        (["x'*x", "--wrt", "x", "--order", "3"], 2, "order"),
    ],
)
def test_mistakes_have_messages_and_exit_codes(words, code, message):
    result = run(*words)
    assert result.exit_code == code
    assert message in result.output
    assert "Traceback" not in result.output
