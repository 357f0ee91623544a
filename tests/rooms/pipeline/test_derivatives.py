from __future__ import annotations

from gennaker.expressions.show import text
from gennaker.language.check import read
from gennaker.pipeline.derivatives import Derivatives

PROBLEM = read("""
parameters
  Matrix A
  Vector b
variables
  Vector x
  Scalar t
min
  norm2(A*x - b)^2 + t*sum(x)
st
  budget: sum(x) == t
""")


def test_derivatives_are_named_and_printed():
    found = Derivatives(PROBLEM)
    assert str(found).splitlines() == ["d/dx = vector(t) + 2*A'*(A*x - b)", "d/dt = sum(x)"]
    assert text(found.hessian["x", "x"]) == "2*A'*A"
    assert text(found.hessian["t", "x"]) == "vector(1)"
    assert text(found.products["budget", "x"]) == "vector(v)"
    assert text(found.products["budget", "t"]) == "-v"


def test_latex_is_shown_in_a_notebook():
    shown = Derivatives(PROBLEM)._repr_latex_()
    assert shown.startswith("$$")
    assert r"\nabla_{x} f &= " in shown
    assert r"2 \, A^\top \, \left(A \, x - b\right)" in shown
