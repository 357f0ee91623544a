"""Work is counted: products with data matrices in one value_and_gradient, as by hand."""

from __future__ import annotations

import pytest

from gennaker.language.check import read
from gennaker.pipeline.load import load_source
from tests.differentiation import data_products
from tests.house.sources import ROOT

WORK = {
    "least squares": (
        "parameters\n Matrix A\n Vector b\nvariables\n Vector x\nmin\n norm2(A*x - b)^2",
        {"A": 2},
    ),
    "non-negative least squares": (
        "parameters\n Matrix A\n Vector b\nvariables\n Vector x\nmin\n norm2(A*x - b)^2\nst\n x >= 0",
        {"A": 2},
    ),
    "norm, not squared": (
        "parameters\n Matrix A\n Vector b\nvariables\n Vector x\nmin\n norm2(A*x - b)",
        {"A": 2},
    ),
    "ridge": (
        (
            "parameters\n Matrix A\n Vector b\n Scalar c\nvariables\n Vector x\nmin\n"
            " norm2(A*x - b)^2 + c*norm2(x)^2"
        ),
        {"A": 2},
    ),
    "logistic regression": (
        (
            "parameters\n Matrix X\n Vector y\n Scalar c\nvariables\n Vector w\n Scalar b\nmin\n"
            " c/2*norm2(w)^2 + sum(log(vector(1) + exp(-y.*(X*w + vector(b)))))"
        ),
        {"X": 2},
    ),
    "dual SVM": (
        (
            "parameters\n Matrix K symmetric psd\n Vector y\n Scalar c\nvariables\n Vector a\nmin\n"
            " 0.5*(a.*y)'*K*(a.*y) - sum(a)\nst\n y'*a == 0\n 0 <= a <= c"
        ),
        {"K": 1},
    ),
    "fairness, logistic constraint": (
        (
            "parameters\n Matrix X\n Vector y, d\n Scalar c\nvariables\n Vector w\nmin\n"
            " sum(log(vector(1) + exp(-y.*(X*w)))) + c*norm2(w)^2\nst\n"
            " d'*log(vector(1) + exp(-y.*(X*w))) == 0"
        ),
        {"X": 2},
    ),
    "kernel ridge": (
        (
            "parameters\n Matrix K symmetric psd\n Vector y\n Scalar c\nvariables\n Vector a\nmin\n"
            " norm2(K*a - y)^2 + c*a'*K*a"
        ),
        {"K": 2},
    ),
    "quadratic form": (
        "parameters\n Matrix A\n Vector b\nvariables\n Vector x\nmin\n x'*A*x + b'*x",
        {"A": 2},
    ),
    "symmetric quadratic form": (
        "parameters\n Matrix S symmetric\n Vector b\nvariables\n Vector x\nmin\n x'*S*x + b'*x",
        {"S": 1},
    ),
    "Gram matrix, never formed": (
        "parameters\n Matrix A\n Vector b\nvariables\n Vector x\nmin\n x'*A'*A*x - b'*x",
        {"A": 2},
    ),
    "a chain of matrices": (
        "parameters\n Matrix A, B\n Vector b\nvariables\n Vector x\nmin\n norm2(A*B*x - b)^2",
        {"A": 2, "B": 2},
    ),
    "data alone is multiplied once, outside": (
        "parameters\n Matrix A\n Vector b\nvariables\n Vector x\nmin\n b'*A*x + norm2(x)^2",
        {"A": 0},
    ),
    "Poisson regression": (
        "parameters\n Matrix X\n Vector y\nvariables\n Vector w\nmin\n sum(exp(X*w)) - y'*(X*w)",
        {"X": 2},
    ),
    "softmax": ("parameters\n Matrix A\nvariables\n Vector x\nmin\n logsumexp(A*x)", {"A": 2}),
    "Huber regression": (
        "parameters\n Matrix A\n Vector b\nvariables\n Vector x\nmin\n sum(huber(A*x - b, 1))",
        {"A": 2},
    ),
    "squared hinge": (
        (
            "parameters\n Matrix X\n Vector y\nvariables\n Vector w\nmin\n"
            " norm2(max(vector(1) - y.*(X*w), 0))^2"
        ),
        {"X": 2},
    ),
    "matrix factorisation": (
        "parameters\n Matrix M\nvariables\n Matrix U, V\nmin\n norm2(M - U*V')^2",
        {"M": 0},
    ),
    "matrix regression": (
        "parameters\n Matrix A, B\nvariables\n Matrix X\nmin\n norm2(A*X - B)^2",
        {"A": 2, "B": 0},
    ),
    "Gaussian covariance": (
        (
            "parameters\n Matrix S symmetric psd\nvariables\n Matrix X symmetric\nmin\n"
            " tr(S*X) - logdet(X)"
        ),
        {"S": 0},
    ),
    "joint probability": (
        "parameters\n Matrix M\n Scalar c\nvariables\n Matrix P\nmin\n tr(M'*P) + c*sum(P.*log(P))",
        {"M": 0},
    ),
    "joint probability, Gaussian": (
        "parameters\n Matrix M\n Scalar c\nvariables\n Matrix P\nmin\n tr(M'*P) + c*norm2(P)^2",
        {"M": 0},
    ),
}


@pytest.mark.parametrize(("model", "expected"), WORK.values(), ids=WORK)
def test_products_with_the_data_are_as_few_as_by_hand(model, expected):
    assert data_products(model) == expected


def test_the_table_in_the_documentation_is_this_one():
    page = (ROOT / "docs" / "generated-code.md").read_text(encoding="utf-8")
    for name, (_, expected) in WORK.items():
        words = ", ".join(
            f"{count} with {matrix}" if count else f"none with {matrix}"
            for matrix, count in expected.items()
        )
        assert f"| {name} | {words} |" in page


def test_objective_and_constraint_share_their_products():

    source = load_source(read(WORK["fairness, logistic constraint"][0]), "numpy")[0].text
    forward = source.split("def forward")[1].split("def backward")[0]
    backward = source.split("def backward")[1].split("def ")[0]
    assert forward.count("X @ w") == 1
    assert backward.count("@ X") == 1
    assert "X @ w" not in backward
