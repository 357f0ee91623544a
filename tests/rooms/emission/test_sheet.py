from __future__ import annotations

from gennaker.calculus.derive import Derivation
from gennaker.emission.program import compile_program
from gennaker.emission.sheet import Sheet
from gennaker.emission.targets.numpy import NUMPY
from gennaker.language.check import read


def sheet(model):
    return Sheet(compile_program(Derivation(read(model)).derived(), NUMPY), NUMPY)


MODEL = """
parameters
  Matrix A
  Vector b, lambda
variables
  Vector x
let
  r = A*x - b
min
  norm2(r)^2 + lambda'*A'*b*sum(x) + sum(exp(r))
"""


def test_steps_come_with_their_formulas():
    lines, results = sheet(MODEL).body(sheet(MODEL).program.value)
    assert lines == ["r = A @ x - b"]
    assert results == ["r @ r + c1 * np.sum(x) + np.sum(np.exp(r))"]
    lines, _ = sheet(MODEL).body(sheet(MODEL).program.hessian_product)
    assert lines[0] == "t1 = A @ d_x"


def test_data_alone_is_computed_apart():
    found = sheet(MODEL)
    assert found.setup_steps() == ["c1 = lambda_ @ (b @ A)  # lambda'*(A'*b)"]


def test_the_data_that_lines_use():
    found = sheet(MODEL)
    assert found.data_names(["t1 = A @ x  # b", "return t1.b + self.lambda_ + c1"]) == ["A", "c1"]
    assert found.parameters() == ["A", "b", "lambda_"]
    assert found.variables == ["x"]


def test_the_saved_steps_that_a_block_uses():
    found = sheet(MODEL)
    assert {step.name for step in found.program.saved} == {"t1", "t2"}
    assert found.used(found.program.backward) == {"t1", "t2"}


def test_sizes_never_take_a_name_of_the_model():
    model = "parameters\n Matrix A(n, k)\n Vector n_1\nvariables\n Vector x(n)\nmin\n sum(A'*x)*sum(n_1)"
    assert sheet(model).sizes == {"n": "n", "k": "k", "n_1.size": "n_1_size"}


def test_scalars_that_say_which_entry_to_take():
    model = "parameters\n Scalar i, c\nvariables\n Vector x\nmin\n c*x[i]"
    found = sheet(model)
    assert [found.names[node] for node in found.positions] == ["i"]
