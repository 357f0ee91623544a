from __future__ import annotations

import pytest

from gennaker.emission.spread import Along, spread
from gennaker.expressions.show import text
from gennaker.language.check import read

DECLARED = """
parameters
  Vector b(m), w(n)
  Matrix A(m, n)
variables
  Matrix X(m, n)
let
  f = {}
min
  sum(X + f)
"""


def node(expression):
    return read(DECLARED.format(expression)).lets[0].value


def test_vectors_in_every_column_or_row():
    along, vector = spread(node("exp(b)*vector(1)'"))
    assert (along, text(vector)) == (Along.COLUMNS, "exp(b)")
    along, vector = spread(node("vector(1)*w'"))
    assert (along, text(vector)) == (Along.ROWS, "w")


@pytest.mark.parametrize("expression", ["A", "b*w'", "b*vector(2)'", "A*eye", "matrix(1)"])
def test_nothing_else(expression):
    assert spread(node(expression)) is None
