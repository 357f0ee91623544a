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
    assert [text(node) for node in program.images.results] == ["A*x"]
    made = {text(step.node) for step in program.forward.steps}
    assert {"u - b", "exp(u - b)"} <= made
    later = [*program.backward.steps, *program.slope.steps]
    assert not made & {text(step.node) for step in later}
    assert {text(step.node) for step in program.saved} == {"u - b", "exp(u - b)"}


def test_what_the_value_alone_needs_twice_is_not_saved():
    model = "parameters\n Matrix A\nvariables\n Vector x\nmin\n sin(norm2(A*x)^2) + norm2(A*x)^8"
    program = compile_program(Derivation(read(model)).derived(), NUMPY)
    assert {step.node for step in program.saved} <= {step.node for step in program.forward.steps}
    model = "parameters\n Vector b\nvariables\n Vector x\nmin\n sum(x)\nst\n sum(x)*b <= 1"
    program = compile_program(Derivation(read(model)).derived(), NUMPY)
    assert [text(step.node) for step in program.forward.steps] == ["sum(x)"]
    assert program.saved == ()


def test_functions_of_the_variables_alone_have_no_images():
    model = "variables\n Matrix X symmetric\nmin\n tr(X) - logdet(X)"
    program = compile_program(Derivation(read(model)).derived(), NUMPY)
    assert program.slope is None
    assert program.leaves == program.images.results == ()


def test_sides_of_bounds_are_not_kept_with_the_data():
    model = "parameters\n Vector b, c\nvariables\n Vector x\nmin\n sum(x)\nst\n b.*c <= x"
    program = compile_program(Derivation(read(model)).derived(), NUMPY)
    assert program.setup.steps == ()
    assert [text(node) for node in program.limits.results] == ["x", "b.*c"]


def test_results_come_in_the_order_of_the_variables():
    program = compile_program(
        Derivation(read("variables\n Scalar s, t\nmin\n s^2 + 3*t")).derived(), NUMPY
    )
    assert [text(node) for node in program.gradient.results[1:]] == ["2*s", "3"]


def test_a_lean_program_computes_the_same_for_a_solver_and_nothing_else():
    full, lean = (
        compile_program(Derivation(read(MODEL)).derived(lean=lean), NUMPY) for lean in (False, True)
    )
    for name in ("images", "forward", "backward", "slope", "lets", "limits"):
        assert getattr(lean, name).results == getattr(full, name).results
    for name in ("value", "gradient", "constraints", "hessian_product"):
        assert not getattr(lean, name).steps
        assert not getattr(lean, name).results
    assert lean.products == ()
