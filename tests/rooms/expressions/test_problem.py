from __future__ import annotations

import dataclasses
import pickle

import pytest

from gennaker import Model
from gennaker.expressions import SCALAR, Dimension
from gennaker.expressions.node import Node
from gennaker.expressions.problem import Origin, Problem, Symbol
from gennaker.operations.leaves import VARIABLE, number, symbol

TEXT = """\
parameters
  Matrix A(m, n)
  Vector b, c nonnegative
  Scalar mu positive
variables
  Vector x(n)
  Scalar t
let
  r = A*x - b
  loss = norm2(r)^2
min
  loss + mu*t
st
  budget: sum(x) == 1
  0 <= x <= c
  (-t) <= sum(r)
"""


@pytest.fixture(scope="module")
def problem() -> Problem:
    return Model(TEXT).problem


def test_prints_as_it_was_written(problem: Problem) -> None:
    shown = problem.text()
    assert shown == TEXT.replace(
        "Vector b, c nonnegative", "Vector b nonnegative\n  Vector c nonnegative"
    )
    assert str(problem) == shown


def test_what_is_printed_reads_as_the_same_problem(problem: Problem) -> None:
    again = Model(problem.text()).problem
    assert again == problem
    assert again.objective is problem.objective
    assert again.text() == problem.text()


def test_in_unicode(problem: Problem) -> None:
    assert (
        problem.unicode()
        == """\
minimise over x, t
  loss + mu·t
subject to
  ∑(x) = 1  (budget)
  0 ≤ x ≤ c
  −t ≤ ∑(r)
where
  r = A·x − b
  loss = ‖r‖₂²"""
    )


def test_in_latex(problem: Problem) -> None:
    assert (
        problem.latex()
        == r"""\begin{aligned}
\min_{x, t}\quad & \mathrm{loss} + \mu \, t \\
\text{s.t.}\quad & {\textstyle\sum}\left(x\right) = 1 \\
& 0 \leq x \leq c \\
& -t \leq {\textstyle\sum}\left(r\right) \\
\text{where}\quad & r = A \, x - b \\
& \mathrm{loss} = \left\lVert r \right\rVert_{2}^{2}
\end{aligned}"""
    )


def test_maximisation_without_constraints() -> None:
    found = Model("variables\n  Scalar t\nmax\n  -t^2").problem
    assert found.text() == "variables\n  Scalar t\nmax\n  -t^2\n"
    assert found.unicode() == "maximise over t\n  −t²"
    assert found.latex() == "\\begin{aligned}\n\\max_{t}\\quad & -t^{2}\n\\end{aligned}"


def test_a_let_that_repeats_a_symbol_or_a_number_renames_nothing() -> None:
    found = Model("variables\n  Vector x\nlet\n  y = x\n  one = 1\nmin\n  norm2(x)^2 + 1").problem
    assert "norm2(x)^2 + 1" in found.text()


def test_a_let_is_printed_with_earlier_names_alone() -> None:
    lines = "variables\n  Vector x\nlet\n  whole = exp(x)\n  twice = 2*exp(x)\nmin\n  sum(2*exp(x))"
    assert Model(lines).problem.text() == (
        "variables\n  Vector x\nlet\n  whole = exp(x)\n  twice = 2*whole\nmin\n  sum(twice)\n"
    )


@pytest.mark.parametrize("sign", ["-", "-2*", "--"])
def test_a_line_that_starts_with_a_sign_does_not_join_the_one_before(sign: str) -> None:
    found = Model(f"variables\n  Scalar t, u\nmin\n  t\nst\n  t >= u\n  ({sign}t) <= u").problem
    assert Model(found.text()).problem == found
    assert len(found.relations) == 2


def test_roots_are_all_expressions_of_the_model(problem: Problem) -> None:
    assert set(problem.roots) == {
        problem.objective,
        *(let.value for let in problem.lets),
        *(side for relation in problem.relations for side in relation.sides),
    }


def test_pickling_keeps_the_shared_expressions(problem: Problem) -> None:
    again = pickle.loads(pickle.dumps(problem))  # noqa: S301 - our own bytes
    assert again == problem
    assert again.objective is problem.objective
    assert again.origin.place(problem.objective) == (12, 3)


def test_a_problem_never_changes(problem: Problem) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        problem.maximize = True  # type: ignore[misc]


def test_equal_problems_hash_alike(problem: Problem) -> None:
    assert len({problem, Model(TEXT).problem, Model(TEXT + "\n# the end").problem}) == 1
    assert problem != Model(TEXT.replace("min", "max")).problem


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_places_are_counted_in_lines_of_any_kind(end: str) -> None:
    x, stranger = (symbol(VARIABLE, name, SCALAR, frozenset()) for name in ("x", "stranger"))
    origin = Origin(end.join(["min", "  2*x", "x"]), {number(2): (3 + len(end) + 2, 0), x: (3, 0)})
    assert origin.place(number(2)) == (2, 3)
    assert origin.place(x) == (1, 4)
    assert origin.place(stranger) is None


def test_a_symbol_declares_itself() -> None:
    node: Node = Model("variables\n  Matrix X(2, n)\nmin\n  sum(X)").problem.variables[0].node
    sizes = (Dimension.of(2), Dimension.named("n"))
    assert Symbol("X", node, ("symmetric",), sizes).declaration() == "Matrix X(2, n) symmetric"
    assert Symbol("X", node).declaration() == "Matrix X"
