from __future__ import annotations

import pytest

from gennaker.language.check import read
from gennaker.language.lint_symbols import symbol_findings
from gennaker.language.report import Finding
from gennaker.language.view import View


def findings(model: str) -> list[Finding]:
    return list(symbol_findings(View(read(model))))


def told(model: str) -> list[tuple[str, str, int | None]]:
    return [(found.code, found.message, found.line) for found in findings(model)]


def test_names_that_nothing_uses() -> None:
    model = """parameters
  Vector b, c
variables
  Vector x, y, z, u, v
let
  r = y
min
  c'*x
st
  z <= 1
  norm2(u) <= 1
"""
    assert told(model) == [
        ("unused-variable", "nothing but its bounds uses the variable z", 4),
        ("unused-variable", "nothing uses the variable v", 4),
        ("unused-parameter", "nothing uses the parameter b", 2),
    ]


def test_a_parameter_in_a_bound_is_used() -> None:
    assert (
        told("parameters\n  Vector b\nvariables\n  Vector x\nmin\n  norm2(x)\nst\n  x <= b") == []
    )


def test_names_of_functions() -> None:
    model = "parameters\n  Scalar eye\nvariables\n  Vector exp\nmin\n  eye*norm2(exp)"
    assert [(found.code, found.suggestion) for found in findings(model)] == [
        ("function-name", "eye_"),
        ("function-name", "exp_"),
    ]


@pytest.mark.parametrize(
    ("declared", "objective", "message"),
    [
        ("Matrix A(m, n); Vector x(k)", "norm2(A*x)", "the sizes k and n must be the same: A*x"),
        ("Vector a(m); Vector x(n)", "a'*x", "the sizes n and m must be the same: a'*x"),
        ("Vector x(n)", "norm2(x - vector(1, 3))", "the size n must be 3: x - vector(1, 3)"),
        (
            "Vector y(n), z(k); Vector x",
            "sum(x)*norm2(y[2:end] - z)",
            "the sizes k and n - 1 must be the same: y[2:end] - z",
        ),
    ],
)
def test_sizes_with_two_names(declared: str, objective: str, message: str) -> None:
    parameters, _, variables = declared.rpartition(";")
    block = f"parameters\n  {parameters}\n" if parameters else ""
    model = f"{block}variables\n  {variables}\nmin\n  {objective}"
    assert told(model) == [("equal-sizes", message, None)]


@pytest.mark.parametrize(
    "model",
    [
        "parameters\n  Matrix A(m, n)\nvariables\n  Vector x\nmin\n  norm2(A*x)",
        "parameters\n  Matrix A\n  Vector b\nvariables\n  Vector x\nmin\n  norm2(A*x - b)",
        "parameters\n  Matrix A(n, n)\nvariables\n  Vector x(n)\nmin\n  norm2(A*x - x)",
        "parameters\n  Matrix A symmetric\nvariables\n  Vector x\nmin\n  norm2(A*x - x)",
        "parameters\n  Matrix A psd\nvariables\n  Vector x\nmin\n  norm2(A*x - x)",
    ],
)
def test_sizes_that_are_told_once(model: str) -> None:
    assert told(model) == []


def test_a_matrix_that_must_be_square() -> None:
    model = "parameters\n  Matrix A\nvariables\n  Matrix X\nmin\n  tr(A) + norm2(X*X)"
    assert told(model) == [
        ("square", "matrix A must be square", 2),
        ("square", "matrix X must be square", 4),
    ]
