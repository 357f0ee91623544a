from __future__ import annotations

import pytest

from gennaker.errors import Mistake, ModelError
from gennaker.language.check import read

HEAD = "parameters\n  Matrix A\n  Vector b\nvariables\n  Vector x\n"


def mistake(objective: str, constraint: str = "x >= 0") -> Mistake:
    with pytest.raises(ModelError) as caught:
        read(f"{HEAD}min\n  {objective}\nst\n  {constraint}\n")
    (found,) = caught.value.mistakes
    return found


@pytest.mark.parametrize(
    ("objective", "suggestion"),
    [
        ("2x'*x", "2*x"),
        ("(b'*A) x", "(b'*A)*x"),
        ("norm2(A*x)sum(x)", "norm2(A*x)*sum"),
        ("b'A*x", "b'*A"),
        ("sum(A') x", "sum(A')*x"),
        ("x[1] x[2]", "x[1]*x"),
        ("norm2([x b])", "x, b"),
        ("norm2([x\n  b])", "x; b"),
        ("1 000*sum(x)", "1000"),
        ("12 34*sum(x)", "12*34"),
        ("(A*x + A*x + A*x + A*x)' b", "'*b"),  # too long to quote
    ],
)
def test_what_is_missing_is_put_between_the_operands(objective: str, suggestion: str) -> None:
    assert mistake(objective).suggestion == suggestion


@pytest.mark.parametrize(
    ("objective", "message"),
    [
        ("sum(x) if b", "there is no 'if' in a model"),
        ("sum(x for i)", "there is no 'for': functions take all entries at once"),
        ("exp x", "the arguments of exp stand in round brackets"),
        ("sum_j x", "there is no 'sum_j': a sum has no running index, it takes all entries"),
        ("Vector y + x", "declarations stand in the blocks 'parameters' and 'variables'"),
        ("1_000*sum(x)", "numbers hold no underscores"),
    ],
)
def test_words_in_an_objective(objective: str, message: str) -> None:
    assert mistake(objective).message == message


@pytest.mark.parametrize(
    ("constraint", "message"),
    [
        ("x >= 0 and x <= 1", "each constraint has a line of its own"),
        ("x >= 0 x <= 1", "each constraint has a line of its own"),
        ("x >= 0 when b > 0", "there is no 'if' in a model"),
        ("forall i: x >= 0", "there is no 'forall': a relation holds for all entries at once"),
        ("x in [0, 1]", "an interval is written as a chain of relations"),
        ("x is positive", "'positive' belongs in the declaration of x"),
        ("x nonneg", "'nonneg' belongs in the declaration of x"),
        ("x >= 0 or x <= -1", "there is no 'or': all constraints hold at the same time"),
        ("not x >= 0", "there is no 'not': a constraint says what holds"),
        ("x free", "there is no 'free': a variable is free where no bound holds it"),
        ("A is psd", "no relation keeps a matrix positive semidefinite"),
        ("2nd: x >= 0", "a name starts with a letter"),
        ("binary x", "all variables are continuous: there are no whole or binary numbers"),
        ("my name: x >= 0", "the name of a constraint is one word"),
    ],
)
def test_words_in_a_constraint(constraint: str, message: str) -> None:
    assert mistake("sum(x)", constraint).message == message


def test_long_lines_are_not_searched_for_brackets_again_and_again() -> None:
    nested = "(" * 60 + "x" + ")" * 60
    assert mistake(f"sum({nested} x)").suggestion == ")*x"


@pytest.mark.parametrize(
    ("declaration", "suggestion"),
    [
        ("Matrix K PSD", "psd"),
        ("Matrix K Sym", "symmetric"),
        ("Matrix K positive definite", "Matrix K psd"),
        ("Matrix K, L positive semidefinite", "Matrix K, L psd"),
        ("Matrix K is symmetric", "K symmetric"),
        ("Matrix K diagonal", "Vector K, and diag(K) in place of the matrix"),
        ("Vector y integer", "0 <= y <= 1 below 'st'"),
        ("Vector y free", "remove free"),
        ("Vector y in [0, 1]", "0 <= y <= 1 below 'st'"),
        ("Vector y in R^n", "y(n)"),
        ("Vector y[3]", "y(3)"),
        ("Vector y z", "y, z"),
        ("Vector y-z", "y_z"),
        ("Vector y.1", "y, .1"),
        ("Vector y'", "y"),
    ],
)
def test_what_stands_behind_a_declared_name(declaration: str, suggestion: str) -> None:
    with pytest.raises(ModelError) as caught:
        read(f"variables\n  {declaration}\nmin\n  1\n")
    (found,) = caught.value.mistakes
    assert found.suggestion == suggestion


def test_data_may_be_whole_numbers() -> None:
    with pytest.raises(ModelError) as caught:
        read("parameters\n  Vector k integer\nvariables\n  Vector x\nmin\n  sum(x)\n")
    (found,) = caught.value.mistakes
    assert found.suggestion == "remove integer"
