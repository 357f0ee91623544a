from __future__ import annotations

import ast

from gennaker.emission.solving import IMPORT, Solving, form, run, solver
from gennaker.expressions.structure import Degree, Structure
from tests.rooms.emission.test_sheet import sheet

MODEL = """
parameters
  Matrix M
  Scalar lambda
variables
  Matrix U, V
let
  R = M - U*V'
max
  -norm2(R)^2
st
  small: norm2(U)^2 <= lambda
  sum(V, rows) == 1
"""


def solving(problem):
    return Solving(problem, {"U": "random", "V": "random"}, convex=False)


def test_the_form_tells_the_solver_what_the_functions_do_not():
    found = sheet(MODEL)
    structure = Structure(Degree.OTHER, (Degree.QUADRATIC, Degree.LINEAR))
    assert form(found, structure, solving(found.problem)) == (
        "FORM = Form(\n"
        '    library="numpy",\n'
        '    variables={"U": "random", "V": "random"},\n'
        "    constraints=[\n"
        '        ("small", "<=", False),\n'
        '        ("sum(V, rows) == 1", "==", True),\n'
        "    ],\n"
        '    lets=["R"],\n'
        "    maximize=True,\n"
        ")"
    )


def test_a_smooth_convex_problem_is_said_to_be_one():
    found = sheet("parameters\n Vector b\nvariables\n Vector x\nmin\n norm2(x - b)^2")
    shown = form(
        found, Structure(Degree.QUADRATIC), Solving(found.problem, {"x": "zeros"}, convex=True)
    )
    assert "quadratic=True" in shown
    assert "convex=True" in shown
    assert "answers" not in shown


def test_entropies_are_told_from_squares():
    found = sheet("variables\n Vector x(2), y(2)\nmin\n sum(entropy(x)) + norm2(y)^2")
    told = Structure(Degree.OTHER, entropies=(True, False))
    assert "    entropies=[True, False],\n" in form(found, told, solving(found.problem))
    assert "entropies" not in form(found, Structure(Degree.OTHER), solving(found.problem))


def test_the_solver_takes_data_and_the_sizes_that_are_left():
    (function,) = ast.parse(solver(sheet(MODEL), ["U_columns"])).body
    assert isinstance(function, ast.FunctionDef)
    assert [argument.arg for argument in function.args.args] == ["M", "lambda_"]
    assert [argument.arg for argument in function.args.kwonlyargs] == ["U_columns", "start"]
    assert "Problem(M, lambda_, U_columns=U_columns)" in solver(sheet(MODEL), ["U_columns"])


def test_a_run_solves_sample_data():
    assert run([]).endswith("print(solve(*sample_data().values()))")
    assert run(["k"]).endswith("print(solve(*sample_data().values(), k=3))")


def test_the_solver_of_the_package_is_all_that_is_imported():
    (found,) = ast.parse(IMPORT).body
    assert isinstance(found, ast.ImportFrom)
    assert found.module == "gennaker.pipeline.standalone"
