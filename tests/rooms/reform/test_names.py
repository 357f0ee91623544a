from __future__ import annotations

from gennaker.language.check import read
from gennaker.reform.names import Names

MODEL = """
parameters
  Matrix A(m, t3)
variables
  Vector x, x_plus, t1
let
  t2_plus = sum(x)
min
  norm2(A*x)^2 + norm2(x_plus)^2 + norm2(t1)^2
st
  sum(x) <= 1
"""


def test_variables_keep_clear_of_every_name():
    names = Names(read(MODEL))
    assert names.variable("x_plus") == "x_plus2"
    assert names.variable("x_plus") == "x_plus3"
    assert names.variable("x_minus") == "x_minus"


def test_slacks_are_numbered_past_what_is_taken():
    names = Names(read(MODEL))
    assert names.slacks("_plus", "_minus") == ("t4_plus", "t4_minus")
    assert names.slacks("") == ("t5",)


def test_one_number_serves_one_slack():
    names = Names(read("variables\n  Vector x\nmin\n  norm1(x)"))
    assert names.slacks("") == ("t1",)
    assert names.slacks("_plus", "_minus") == ("t2_plus", "t2_minus")


def test_relations_are_numbered_where_they_read_alike():
    names = Names(read(MODEL))
    assert names.relation("sum(x) <= 1") == "sum(x) <= 1 (2)"
    assert names.relation("sum(x) <= 2") == "sum(x) <= 2"
