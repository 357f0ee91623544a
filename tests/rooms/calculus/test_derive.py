from __future__ import annotations

from gennaker.calculus.derive import Derivation
from gennaker.expressions.curvature import Curvature
from gennaker.expressions.show import text
from gennaker.language.check import read

MODEL = """
parameters
  Matrix A
  Vector b
variables
  Vector x
let
  r = A*x - b
min
  norm2(r)^2
st
  total: sum(x) == 1
  logs: sum(exp(r)) <= 3
"""


def test_all_parts_share_their_nodes():
    derivation = Derivation(read(MODEL))
    residual = derivation.lets[0]
    assert text(residual) == "A*x - b"
    assert residual in set(derivation.objective.args)
    assert text(derivation.gradient()[0]) == "2*(A'*(A*x - b))"


def test_products_with_constraints_and_the_lagrangian():
    derivation = Derivation(read(MODEL))
    first = derivation.constraint_product(0)
    assert text(first.by[0]) == "vector(v)"
    second = derivation.constraint_product(1, "u")
    assert text(second.by[0]) == "u*(A'*exp(A*x - b))"
    both = derivation.lagrangian(["v1", "v2"])
    assert len(both.weights) == 2
    shown = text(both.by[0])
    assert shown.count("A'") == 1  # one product with A' for objective and constraint together


def test_the_hessian_product_has_a_direction_for_each_variable():
    product = Derivation(read(MODEL)).hessian_product(["d"])
    assert text(product.by[0]) == "2*(A'*(A*d))"


def test_the_jacobian_of_a_named_expression():
    derivation = Derivation(read(MODEL))
    assert text(derivation.jacobian(0)) == "A"
    assert text(derivation.second()[0][0]) == "2*(A'*A)"


def test_weights_never_take_the_name_of_a_symbol():
    problem = read("parameters\n Vector v\nvariables\n Vector x\nmin\n sum(x)\nst\n x.*v <= v.*v")
    product = Derivation(problem).constraint_product(0)
    assert text(product.by[0]) == "v.*v_"


def test_the_structure_of_a_problem():
    structure = Derivation(read(MODEL)).structure
    assert structure.is_quadratic
    assert structure.linear == (True, False)
    assert structure.curvature is Curvature.CONVEX
    assert not structure.separable
    assert [rows.size for rows in structure.row_sums] == ["A.rows"]
    structure = Derivation(
        read("variables\n Vector x(2)\nmin\n -norm2(x)^2 + sum(exp(x))")
    ).structure
    assert structure.curvature is Curvature.UNKNOWN
    assert structure.reason
    assert structure.separable


def test_a_lean_problem_leaves_out_what_a_solver_does_not_call():
    derivation = Derivation(read(MODEL))
    lean, full = derivation.derived(lean=True), Derivation(read(MODEL)).derived()
    assert (lean.lean, lean.gradient, lean.products) == (True, (), ())
    assert lean.hessian_product.by == ()
    assert (lean.rays, lean.lets, lean.structure) == (full.rays, full.lets, full.structure)
