from __future__ import annotations

from gennaker.calculus.derive import Derivation
from gennaker.emission.program import compile_program
from gennaker.emission.targets.numpy import NUMPY
from gennaker.expressions.show import text
from gennaker.language.check import read

MODEL = """
parameters
  Matrix A
  Vector b
  Scalar lambda
variables
  Vector x
let
  r = A*x - b
min
  norm2(r)^2 + lambda*sum(x)
st
  sum(exp(r)) <= 3
"""


def test_steps_go_by_the_names_of_lets():
    program = compile_program(Derivation(read(MODEL)).derived(), NUMPY)
    assert [step.name for step in program.gradient.steps] == ["r"]


def test_derivatives_reuse_what_the_values_computed():
    program = compile_program(Derivation(read(MODEL)).derived(), NUMPY)
    assert {"r"} <= {step.name for step in program.forward.steps}
    computed = {text(step.node) for step in program.backward.steps}
    assert not any(shown == "A*x" for shown in computed)
    assert "r" not in {step.name for step in program.backward.steps}


def test_results_come_in_the_order_of_the_variables():
    program = compile_program(
        Derivation(read("variables\n Scalar s, t\nmin\n s^2 + 3*t")).derived(), NUMPY
    )
    assert [text(node) for node in program.gradient.results[1:]] == ["2*s", "3"]
