from __future__ import annotations

from pathlib import Path

import pytest

from gennaker.language.check import read
from gennaker.reform.start import StartRule, starts

FOLDER = Path(__file__).parents[2] / "models"
DECLARED = """
parameters
  Matrix A(m, n)
  Vector b(m)
  Vector bp(m) positive
  Scalar p
variables
  {}
{}
  {}
{}
"""


def rules(variables: str, objective: str, relations: str = "", goal: str = "min") -> str:
    tail = f"st\n  {relations}" if relations else ""
    return " ".join(starts(read(DECLARED.format(variables, goal, objective, tail))).values())


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("lasso", "zeros"),
        ("paper_nonnegative_least_squares", "zeros"),
        ("paper_dual_svm", "zeros"),
        ("logistic_regression_ridge", "zeros zeros"),
        ("analytic_centre", "zeros"),
        ("markowitz", "zeros"),
        ("paper_joint_probability_entropy", "ones"),
        ("paper_joint_probability_entropy_by_log", "ones"),
        ("mixture_weights", "ones"),
        ("d_optimal_design", "ones"),
        ("poisson_with_identity_link", "ones"),
        ("gaussian_process", "ones ones"),
        ("sparse_inverse_covariance", "identity"),
        ("matrix_factorisation_ridge", "random random"),
        ("robust_pca", "random random"),
        ("neural_network", "random random"),
        ("phase_retrieval", "random"),
        ("sparse_pca", "random"),
        ("nonnegative_matrix_factorisation", "random_positive random_positive"),
        ("nonnegative_pca", "random_positive"),
        ("hidden_markov_model", "random_positive random_positive"),
    ],
)
def test_known_models(name, expected):
    problem = read((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    assert " ".join(starts(problem).values()) == expected


@pytest.mark.parametrize(
    ("variables", "objective", "expected"),
    [
        ("Vector x(n)", "-sum(log(x))", "ones"),
        ("Vector x(n)", "-sum(log(bp - A*x))", "zeros"),
        ("Vector x(n)", "-sum(log(b - A*x))", "zeros"),
        ("Vector x(n)", "-sum(log(A*x))", "ones"),
        ("Vector x(n)", "sum(log(exp(x) + vector(1)))", "zeros"),
        ("Scalar t", "t + 1/t", "ones"),
        ("Scalar t", "t^2/p", "random"),
        ("Scalar t", "t^-2 + t^2", "ones"),
        ("Scalar t", "t^1.5", "zeros"),
        ("Scalar t", "-t^0.5", "ones"),
        ("Scalar t", "-sqrt(t)", "ones"),
        ("Scalar t positive", "t^p", "ones"),
        ("Scalar t positive", "t - log(t)", "ones"),
        ("Matrix X(n, n)", "tr(inv(X))", "identity"),
        ("Matrix X(m, n)", "logdet(X*X')", "random_positive"),
        ("Matrix X(n, n)", "det(X)", "identity"),
        ("Matrix X(n, n)", "norm2(X^-2)^2", "identity"),
        ("Matrix X(n, n)", "norm2(X^2)^2", "random"),
        ("Matrix X(n, n)\n  Vector x(n)", "x'*inv(X)*x", "identity random"),
        ("Vector x(n)", "norm2(A*x)^2", "zeros"),
        ("Vector x(n)", "norm2(A*x)^2 - norm2(x)^2", "random"),
        ("Vector x(n)", "norm2(A*x)^2 - norm2(x)^2 + sum(x)", "zeros"),
        ("Vector x(n)", "sum(cos(x))", "random"),
        ("Vector x(n)", "sum(sin(x))", "zeros"),
        ("Vector x(n), y(n)", "x'*y", "random random"),
        ("Vector x(n), y(n)", "x'*y + sum(x)", "zeros random"),
        ("Vector x(n)\n  Scalar t", "norm2(t*x - A'*b)^2", "random random"),
        ("Scalar t, u", "(t/(1 + u^2))*exp(u) + t^3", "zeros random"),
    ],
)
def test_rules(variables, objective, expected):
    assert rules(variables, objective) == expected


def test_bounds_that_keep_away_from_zero_need_no_rule():
    assert rules("Scalar t", "t - log(t)", "t >= 2") == "zeros"
    assert rules("Scalar t", "t - log(t)", "t >= 0") == "ones"
    assert rules("Scalar t", "t - log(t)", "t > 0") == "ones"


def test_maximum_of_a_concave_objective_starts_at_zero():
    assert rules("Vector x(n)", "-norm2(A*x)^2", goal="max") == "zeros"
    assert rules("Vector x(n)", "norm2(A*x)^2", goal="max") == "random"


def test_constraints_have_domains_too():
    assert rules("Vector x(n)", "sum(x)", "sum(log(x)) >= 1") == "ones"


def test_rules_are_words():
    assert StartRule.RANDOM_POSITIVE == "random_positive"
