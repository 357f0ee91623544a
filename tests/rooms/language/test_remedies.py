from __future__ import annotations

import pytest

from gennaker.errors import ModelError
from gennaker.language.check import read

PARTS = "min\n  0*sum(x)\nst\n  {}\n"


def suggestion(declared: str, relation: str) -> str | None:
    with pytest.raises(ModelError) as caught:
        read(declared + PARTS.format(relation))
    return caught.value.mistakes[0].suggestion


@pytest.mark.parametrize(
    ("declared", "relation", "edit"),
    [
        # a declaration that fits
        ("variables\n  Vector x(5), y(4)\n", "x == y", "Vector y(5)"),
        ("variables\n  Vector x(n), y(n + 1)\n", "x == y", "Vector y(n)"),
        ("variables\n  Vector x(5), y(4) positive\n", "x == y", "Vector y(5) positive"),
        ("variables\n  Vector x(5), y(4)\n", "exp(x) == y", "Vector y(5)"),
        ("variables\n  Vector x(5), y(4)\n", "x == exp(y)", "Vector x(4)"),
        ("variables\n  Vector x(5), y(4)\n", "x' == y'", "Vector y(5)"),
        ("variables\n  Matrix x(5, 3), y(5, 4)\n", "x == y", "Matrix y(5, 3)"),
        ("variables\n  Vector x(5), y(4)\n", "max(x, y) >= 0", "Vector y(5)"),
        ("variables\n  Vector x(5), y(4)\n", "x'*y == 0", "Vector y(5)"),
        # another end of a slice
        ("variables\n  Vector x(n)\n", "x[1:n-1] == x[2:n-1]", "x[2:end]"),
        ("variables\n  Vector x(4)\n", "x[1:3] == x[3:4]", "x[1:2]"),
        ("variables\n  Vector x(n)\n", "x[2:end] == vector(0, n)", "vector(0, n - 1)"),
        # a matrix of the model that leads from one size to the other
        (
            "parameters\n  Matrix A(5, 4)\nvariables\n  Vector x(4), y(5)\n",
            "y == exp(x)",
            "Vector y(4)",
        ),
        (
            "parameters\n  Matrix A(5, 4)\nvariables\n  Vector x(4), y(5)\n",
            "exp(y) == exp(x)",
            "A'*exp(y) in place of exp(y)",
        ),
        # the longer vector cut off
        (
            "parameters\n  Matrix D(n - 1, n)\nvariables\n  Vector x(n)\n",
            "D*x == x",
            "x[1:end - 1] in place of x",
        ),
        # a transpose in a product
        ("parameters\n  Matrix A(4, 5)\nvariables\n  Vector x(4)\n", "A*x >= 0", "A'*x"),
        ("parameters\n  Matrix A(4, 5)\nvariables\n  Vector x(4)\n", "exp(A)*x >= 0", "exp(A)'*x"),
        ("parameters\n  Matrix A(4, 5)\nvariables\n  Vector x(4)\n", "A''*x >= 0", "A'*x"),
        (
            "parameters\n  Matrix A(4, 5), B(6, 5)\nvariables\n  Matrix x\n",
            "A*B >= x",
            "A*B'",
        ),
        ("parameters\n  Matrix A(4, 5)\nvariables\n  Vector x(3)\n", "A*x >= 0", "Vector x(5)"),
        (
            "parameters\n  Matrix A(4, 5)\nvariables\n  Vector x(3)\n",
            "A*exp(x) >= 0",
            "Matrix A(4, 3)",
        ),
        # square matrices
        (
            "parameters\n  Matrix A(3, 4)\nvariables\n  Vector x\n",
            "det(A) == sum(x)",
            "Matrix A(3, 3)",
        ),
        (
            "parameters\n  Matrix A(3, 4)\nvariables\n  Vector x\n",
            "A^2 == sum(x)",
            "Matrix A(3, 3)",
        ),
        ("variables\n  Vector x\n", "tr(x) == 0", "sum(x)"),
        ("variables\n  Vector x\n", "det(x) == 0", "det(diag(x))"),
        ("variables\n  Vector x\n", "inv(x) == 0", "inv(diag(x))"),
        ("variables\n  Scalar x\n", "inv(x) == 0", "1/x"),
        ("variables\n  Scalar x\n", "inv(x + 1) == 0", "1/(x + 1)"),
        ("variables\n  Scalar x\n", "logdet(x + 1) == 0", "log(x + 1)"),
        # a vector beside a matrix
        (
            "parameters\n  Matrix A\nvariables\n  Vector x\n",
            "max(x, A) >= 0",
            "max(x*vector(1)', A)",
        ),
        (
            "parameters\n  Matrix A\nvariables\n  Vector x\n",
            "max(A, 2*x') >= 0",
            "max(A, vector(1)*(2*x'))",
        ),
        # stacks
        ("parameters\n  Matrix A(3, 4)\nvariables\n  Vector x(4)\n", "[A; x] >= 0", "[A; x']"),
        ("parameters\n  Matrix A(3, 4)\nvariables\n  Vector x(5)\n", "[A, x] >= 0", "Vector x(3)"),
        (
            "parameters\n  Matrix A(3, 4), B(3, 5)\nvariables\n  Vector x\n",
            "sum([A; B]) == sum(x)",
            "Matrix B(3, 4)",
        ),
        (
            "parameters\n  Matrix A(3, 4)\nvariables\n  Vector x(3)\n",
            "sum([A, x']) == 0",
            "[A, x]",
        ),
    ],
)
def test_edits(declared: str, relation: str, edit: str) -> None:
    assert suggestion(declared, relation) == edit


@pytest.mark.parametrize(
    ("declared", "relation"),
    [
        # the size of x follows from the product, so no declaration of x would help
        ("parameters\n  Matrix A(3, 4)\nvariables\n  Vector x\n", "exp(A*x) <= x"),
        # no name for the size could stand in a declaration
        ("variables\n  Vector x, y\n", "[x; 1; x; 2] == [x; x]"),
        ("parameters\n  Matrix A(3, 4)\nvariables\n  Vector x\n", "det(exp(A)) == sum(x)"),
        ("parameters\n  Matrix A(3, 4)\nvariables\n  Vector x(5)\n", "[A, x; x, A] >= 0"),
    ],
)
def test_no_edit_is_better_than_a_wrong_one(declared: str, relation: str) -> None:
    assert suggestion(declared, relation) is None
