from __future__ import annotations

from gennaker.expressions.show import text
from gennaker.language.check import read
from gennaker.operations.convexity import Analysis
from gennaker.reform.names import Names
from gennaker.reform.positions import FALLING, RISING
from gennaker.reform.rewrite import Rewriter
from gennaker.reform.slacks import Slacks
from gennaker.reform.split import choose_splits
from gennaker.reform.survey import survey

MODEL = """
parameters
  Matrix A(m, n)
variables
  Vector x(n)
min
  norm1(x) + exp(-norm1(x)) + max(A*x)
"""


def rewriter(*, splitting: bool = True) -> tuple[Rewriter, Slacks]:
    problem = read(MODEL)
    known, names = Analysis({}), Names(problem)
    found = survey(problem, known)
    wanted = [plan.bare for plan in found.plans.values() if plan.bare is not None]
    splits = choose_splits(problem, wanted if splitting else [], names, known)
    slacks = Slacks(names, known)
    return Rewriter(found, splits, slacks, known), slacks


def test_position_decides_what_becomes_of_a_kink():
    made, slacks = rewriter()
    problem = read(MODEL)
    objective, kink = problem.objective, problem.objective.args[0]
    assert text(made.at(kink, RISING)) == "sum(x_plus + x_minus)"
    assert text(made.at(kink, FALLING)) == "norm1(x_plus - x_minus)"
    assert text(made.at(objective, RISING)) == (
        "sum(x_plus + x_minus) + exp(-norm1(x_plus - x_minus)) + t1"
    )
    assert [row.name for row in slacks.rows] == ["t1 >= A*(x_plus - x_minus)"]


def test_plain_expressions_keep_their_kinks():
    made, _ = rewriter()
    kink = read(MODEL).objective.args[0]
    assert text(made.plain(kink)) == "norm1(x_plus - x_minus)"
    assert {text(version) for version in made.versions(kink)} == {
        "norm1(x_plus - x_minus)",
        "sum(x_plus + x_minus)",
    }


def test_arguments_that_cannot_be_split_get_slacks():
    made, slacks = rewriter(splitting=False)
    problem = read(MODEL)
    assert made.plain(problem.objective) is problem.objective
    assert text(made.at(problem.objective.args[0], RISING)) == "sum(t1_plus + t1_minus)"
    assert [row.name for row in slacks.rows] == ["t1_plus - t1_minus == x", "t2 >= A*x"]
