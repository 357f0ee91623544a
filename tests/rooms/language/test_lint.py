from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from gennaker.language.check import read
from gennaker.language.lint import lint
from gennaker.language.report import Report

MODELS = sorted((Path(__file__).parents[2] / "models").glob("*.txt"))
NOT_CONVEX = {
    "gaussian_process",
    "hidden_markov_model",
    "matrix_completion",
    "matrix_factorisation_ridge",
    "neural_network",
    "nonnegative_matrix_factorisation",
    "nonnegative_pca",
    "paper_fairness_logistic",
    "phase_retrieval",
    "robust_pca",
    "sparse_pca",
}
NOTES = {
    "adversarial_ball": ["kink"],
    "chebyshev_fit": ["kink"],
    "elastic_net": ["kink"],
    "gaussian_process": ["overflow"],
    "geometric_median": ["kink", "kink", "kink"],
    "hidden_markov_model": ["square"],
    "lasso": ["kink"],
    "least_absolute_deviations": ["kink"],
    "logistic_regression": ["kink"],
    "paper_dual_svm": ["needless-reform"],
    "poisson_regression": ["overflow"],
    "quantile_regression": ["kink"],
    "robust_pca": ["kink"],
    "soft_thresholding_by_let": ["kink"],
    "sparse_inverse_covariance": ["kink"],
    "sparse_pca": ["kink"],
    "svm_hinge": ["kink"],
    "total_variation": ["kink"],
    "trend_filtering": ["kink"],
}


def report(model: str) -> Report:
    return lint(read(model))


# ---- good models --------------------------------------------------------------------------


def test_there_are_models() -> None:
    names = {path.stem for path in MODELS}
    assert len(names) > 40
    assert set(NOTES) | NOT_CONVEX <= names


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_a_good_model_raises_no_alarm(path: Path) -> None:
    found = report(path.read_text(encoding="utf-8"))
    assert found.warnings == ()
    assert [finding.code for finding in found.findings] == NOTES.get(path.stem, [])
    assert found.convexity.proven == (path.stem not in NOT_CONVEX)


# ---- inventory ----------------------------------------------------------------------------

MODEL = """
parameters
  Matrix A(m, n) sparse
  Matrix K psd
  Vector c nonnegative
  Scalar s
variables
  Vector x
  Vector y positive
  Matrix Z symmetric
max
  c'*x - x'*K*x + s*sum(y) + tr(Z)
st
  x >= 0
  y <= 2
  Z[1, :] == 3
  A*x <= 1
  norm2(y)^2 <= 4
  x'*x == 1
  sum(x)*sum(y) <= 1
"""


def test_the_inventory() -> None:
    assert (
        str(report(MODEL)).split("\nnot proven")[0]
        == """\
parameters
  A  matrix, m by n, sparse
  K  matrix, n by n, psd
  c  vector with n entries, nonnegative
  s  scalar
variables
  x  vector with n entries, nonnegative
  y  vector with y.size entries, positive
  Z  matrix, Z.rows by Z.rows, symmetric
sizes
  m       free
  n       the same as K.rows, K.columns, c.size, x.size
  y.size  free
  Z.rows  the same as Z.columns
objective
  c'*x - x'*K*x + s*sum(y) + tr(Z)  concave, maximised
bounds
  y positive    lower bound
  x >= 0        lower bound
  y <= 2        upper bound
  Z[1, :] == 3  fixed value on a part of Z
constraints
  A*x <= 1            linear inequality, vector with m entries
  norm2(y)^2 <= 4     convex inequality
  x'*x == 1           nonlinear equality
  sum(x)*sum(y) <= 1  nonlinear inequality"""
    )


def test_entries_tell_their_lines() -> None:
    found = report(MODEL)
    assert [entry.line for entry in found.variables] == [8, 9, 10]
    assert [entry.line for entry in found.bounds] == [9, 14, 15, 16]
    assert [entry.line for entry in found.constraints] == [17, 18, 19, 20]


def test_a_transposed_variable_is_the_whole_of_it() -> None:
    found = report("variables\n  Vector x(3)\nmin\n  sum(x)\nst\n  x' >= 0\n  x[1:2]' <= 1")
    assert [entry.words for entry in found.bounds] == ["lower bound", "upper bound on a part of x"]


def test_sizes_that_are_numbers() -> None:
    found = report("variables\n  Vector x, y\nmin\n  norm2(x - y)^2\nst\n  x == vector(1, 3)")
    assert [(entry.name, entry.words) for entry in found.sizes] == [
        ("3", "the size of x.size, y.size")
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("x <= 0", "nonpositive"),
        ("x < 0", "negative"),
        ("x == 0", "zero"),
        ("x >= 1", "positive"),
    ],
)
def test_a_variable_has_the_sign_of_its_bounds(line: str, words: str) -> None:
    found = report(f"variables\n  Vector x\nmin\n  norm2(x)^2\nst\n  {line}")
    assert found.variables[0].words == f"vector with x.size entries, {words}"


# ---- convexity ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("objective", "constraint", "reasons"),
    [
        ("min\n  norm2(x)^2", "sum(x) == 1", ()),
        ("max\n  -norm2(x)^2", "norm2(x) <= 1", ()),
        ("max\n  norm2(x)^2", "sum(x) == 1", ("the objective is convex and is maximised",)),
        ("min\n  -norm2(x)^2", "sum(x) == 1", ("the objective is concave and is minimised",)),
        ("min\n  0", "norm2(x) == 1", ("the equality norm2(x) == 1 is not linear",)),
        (
            "min\n  0",
            "norm2(x) >= 1",
            ("the constraint norm2(x) >= 1 bends the wrong way: concave",),
        ),
    ],
)
def test_convexity_is_proven_or_a_reason_given(
    objective: str, constraint: str, reasons: tuple[str, ...]
) -> None:
    found = report(f"variables\n  Vector x\n{objective}\nst\n  {constraint}").convexity
    assert (found.proven, found.reasons) == (not reasons, reasons)


def test_the_reason_names_the_part_that_stops_the_proof() -> None:
    found = report(
        "variables\n  Vector x\n  Scalar t\nmin\n  sum(sin(x)) + t^2\nst\n  t*sum(x) <= 1"
    ).convexity
    first, second = found.reasons
    assert first.startswith("the objective is not proven convex: sin(x)")
    assert second.startswith("the constraint t*sum(x) <= 1 is not proven convex: t*sum(x)")


# ---- findings together --------------------------------------------------------------------


def test_warnings_come_first_then_lines_in_order() -> None:
    found = report(
        "parameters\n  Vector c\nvariables\n  Vector x, y\nmin\n  sum(exp(x)) + norm1(x)\nst\n"
        "  norm2(x) <= -1\n  norm2(x) >= -1"
    )
    assert [(f.level, f.line) for f in found.findings] == [
        ("warning", 4),
        ("warning", 8),
        ("note", 2),
        ("note", 6),
        ("note", 6),
        ("note", 8),
        ("note", 9),
    ]


def test_a_problem_without_its_text_can_be_judged_too() -> None:
    problem = read(MODEL)
    bare = type(problem)(
        **{name: getattr(problem, name) for name in problem.__slots__ if name != "origin"}
    )
    assert [f.code for f in lint(bare).findings] == [f.code for f in lint(problem).findings]


# ---- time ---------------------------------------------------------------------------------


def many_lets(count: int) -> str:
    lets = "".join(f"  r{k} = abs(r{k - 1}) + b\n" for k in range(1, count))
    relations = "".join(f"  r{k} <= 1\n" for k in range(count))
    return f"parameters\n  Vector b\nvariables\n  Vector x\nlet\n  r0 = x\n{lets}min\n  0\nst\n{relations}"


def many_terms(count: int) -> str:
    terms = " + ".join(f"abs(x[{k}] - {k})" for k in range(1, count))
    return f"variables\n  Vector x\nmin\n  {terms}\nst\n  x >= 0"


def many_variables(count: int) -> str:
    names = [f"x{k}" for k in range(count)]
    relations = "\n  ".join(f"{one} + {two} <= 1" for one, two in pairwise(names))
    terms = " + ".join(f"exp({name})" for name in names)
    return f"variables\n  Scalar {', '.join(names)} nonnegative\nmin\n  {terms}\nst\n  {relations}"


@pytest.mark.parametrize("model", [many_lets, many_terms, many_variables])
def test_time_grows_with_the_size_of_the_model(model: Callable[[int], str]) -> None:
    def seconds(count: int) -> float:
        problem = read(model(count))
        start = time.process_time()
        lint(problem)
        return time.process_time() - start

    few, many = (min(seconds(count) for _ in range(3)) for count in (150, 600))
    assert many < 10 * few  # 4 times as much to do; quadratic time would be 16 times as much
