from __future__ import annotations

import pytest

from gennaker.errors import ModelError
from gennaker.language.check import read

HEAD = "parameters\n  Matrix A\n  Vector b\nvariables\n  Vector x\nmin\n  "


def first(objective: str) -> tuple[str, str | None]:
    with pytest.raises(ModelError) as caught:
        read(f"{HEAD}{objective}\n")
    found = caught.value.mistakes[0]
    return found.message, found.suggestion


@pytest.mark.parametrize(
    ("objective", "suggestion"),
    [
        ("||A*x - b||^2", "norm2(A*x - b)"),
        ("||x||_1", "norm1(x)"),
        ("||x||_inf", "norminf(x)"),
        ("||x||_2^2", "norm2(x)"),
        ("sum(|x|)", "abs(x)"),
        ("||x", "norm2(x)"),
        ("||A*x - b - A*x - b - A*x||", "norm2(x)"),  # too long to quote
    ],
)
def test_bars_become_functions_of_what_stands_between(objective: str, suggestion: str) -> None:
    assert first(objective)[1] == suggestion


@pytest.mark.parametrize(
    ("objective", "message", "suggestion"),
    [
        ("sum(A\\b)", "a linear system is solved with inv", "inv(A)*b"),
        ("sum(x) \\leq 1", "there are no LaTeX commands", "<="),
        ("\\frac{1}{2}*sum(x)", "there are no LaTeX commands", "(a)/(b)"),
        ("\\lambda", "\\ is no operator, and there are no LaTeX commands", None),
        ("sum(x) + \\\n  sum(b)", "a line goes on behind an operator, without a mark", "remove \\"),
    ],
)
def test_a_backslash_is_told_by_what_follows(
    objective: str, message: str, suggestion: str | None
) -> None:
    found = first(objective)
    assert found[0] == message
    assert suggestion is None or found[1] == suggestion


@pytest.mark.parametrize(
    ("objective", "suggestion"),
    [
        ("np.linalg.norm(x)", "norm2(...)"),
        ("torch.exp(x)", "exp(...)"),
        ("x.T*b", "x'"),
        ("x.dot(b)", "x*b"),
        ("A.dot(x + b)", "A*(x + b)"),
        ("A.dot(x", "A*..."),
        ("x.shape", "a named dimension, as in Matrix A(m, n)"),
        ("sum_{i} x_i", "sum(x)"),
        (r"\sum_i x_i", "sum(x)"),
        (r"\|x\|", "norm2(x)"),
        ("x.mean()", "mean(x)"),
        ("x . ^ 2", ".^"),
        ("x. + b", ".* ./ or .^"),
        ("sum(x) + ...\n  sum(b)", "remove the dots"),
    ],
)
def test_dots_are_told_by_what_stands_around_them(objective: str, suggestion: str) -> None:
    assert first(objective)[1] == suggestion


@pytest.mark.parametrize(
    ("objective", "suggestion"),
    [
        ("norm2(A.x)", "A*x or A.*x"),
        ("x.foo()", "foo(x)"),
        ("x.norm2", "norm2(x)"),
        ("sum(x[1..3])", "1:3"),
        ("sum(x[1...3])", "1:3"),
    ],
)
def test_dots(objective: str, suggestion: str) -> None:
    assert first(objective)[1] == suggestion


@pytest.mark.parametrize(
    ("constraint", "suggestion"),
    [
        ("sum(x) := 1", "=="),
        ("x >= 1 | x <= 0", "solve a model for each case"),
        ("|x| <= 1", "abs(x)"),
    ],
)
def test_signs_in_a_constraint(constraint: str, suggestion: str) -> None:
    assert first(f"sum(x)\nst\n  {constraint}")[1] == suggestion
