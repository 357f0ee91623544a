"""Work is counted, not timed: products with matrices and passes over arrays, as by hand."""

from __future__ import annotations

import numpy as np
import pytest

from gennaker.pipeline import load
from tests.contracts.handwritten import BY_HAND
from tests.drawn import drawn
from tests.house.sources import ROOT
from tests.work import counted, counted_functions, counting

MATRIX = 2

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
    "lasso, in two parts": (
        (
            "parameters\n Matrix A\n Vector b\n Scalar c\nvariables\n Vector p, n\nmin\n"
            " norm2(A*(p - n) - b)^2 + c*sum(p + n)\nst\n p >= 0\n n >= 0"
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
    "fairness, linear constraint": (
        (
            "parameters\n Matrix X\n Vector y, d\n Scalar c\nvariables\n Vector w\nmin\n"
            " sum(log(vector(1) + exp(-y.*(X*w)))) + c*norm2(w)^2\nst\n d'*X*w == 0"
        ),
        {"X": 2},
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
        (
            "parameters\n Matrix M\n Scalar c\nvariables\n Matrix P nonnegative\nmin\n"
            " tr(M'*P) + c*sum(P.*log(P))"
        ),
        {"M": 0},
    ),
    "joint probability, Gaussian": (
        "parameters\n Matrix M\n Scalar c\nvariables\n Matrix P\nmin\n tr(M'*P) + c*norm2(P)^2",
        {"M": 0},
    ),
}


def point_of(model):
    """Return a point inside the domains: positive, or positive definite."""
    known = drawn(model, positive=True)
    inside = known.point.values()
    if "logdet" in model:
        inside = [x @ x.T + np.eye(len(x)) for x in inside]
    return list(map(counted, inside))


def value_and_gradient(model):
    """Count the work of one call, and return it with what the call returned."""
    functions = counted_functions(model)
    with counting() as work:
        found = functions.value_and_gradient(*point_of(model))
    return work, found


@pytest.mark.parametrize("large", [False, True], ids=["plain", "overwriting"])
@pytest.mark.parametrize("name", WORK)
def test_work_and_numbers_are_those_of_code_by_hand(name, large, monkeypatch):
    if large:  # as if all arrays were, so that they are overwritten
        monkeypatch.setattr(load, "LARGE", 0)
    model, expected = WORK[name]
    known = drawn(model)
    work, found = value_and_gradient(model)
    by_hand = BY_HAND[name](**{key: counted(value, key) for key, value in known.data.items()})
    with counting() as best:
        wanted = by_hand(*point_of(model))
    for part, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(np.asarray(part), np.asarray(other), rtol=1e-10, atol=1e-12)
    assert work.products == best.products
    assert work.passes <= best.passes
    named = {key: work.products[key] for key, value in known.data.items() if value.ndim == MATRIX}
    assert named == expected


@pytest.mark.parametrize("name", WORK)
def test_the_value_alone_takes_less_work_than_with_its_gradient(name):
    model, _ = WORK[name]
    functions, point = counted_functions(model), point_of(model)
    with counting() as work:
        functions.value(*point)
    both, _ = value_and_gradient(model)
    assert work.products <= both.products
    assert max(work.products.values(), default=0) <= 1
    assert work.passes <= both.passes


def test_the_table_in_the_documentation_is_this_one():
    page = (ROOT / "docs" / "generated-code.md").read_text(encoding="utf-8")
    for name, (model, expected) in WORK.items():
        words = ", ".join(
            f"{count} with {matrix}" if count else f"none with {matrix}"
            for matrix, count in expected.items()
        )
        passes = value_and_gradient(model)[0].passes
        assert f"| {name} | {words} | {passes} |" in page


@pytest.mark.parametrize("lean", [False, True], ids=["whole", "lean"])
@pytest.mark.parametrize(("model", "expected"), WORK.values(), ids=WORK)
def test_over_images_nothing_is_multiplied_twice(model, expected, lean):
    known, functions = drawn(model), counted_functions(model, lean=lean)
    at, along = (list(map(counted, part.values())) for part in (known.point, known.directions))
    moves = functions.images(*along)
    with counting() as total:
        images = functions.images(*at)
        with counting() as forward:
            *found, saved = functions.forward(*at, *images)
        weights = [counted(np.ones_like(value)) for value in found[1:]]
        functions.backward(*at, *images, *weights, saved)
    total.add(forward)
    named = {name: count for name, count in total.products.items() if name != "*"}
    assert named == {name: count for name, count in expected.items() if count}
    if functions.rays:
        with counting() as slope:
            functions.slope(*at, *images, *along, *moves, *weights, saved)
        assert not forward.products
        assert not slope.products


FAIR = """
parameters
  Matrix X
  Vector y, d
  Scalar c
variables
  Vector w
min
  sum(softplus(-y.*(X*w))) + c*norm2(w)^2
st
  d'*softplus(-y.*(X*w)) == 0
  norm2(X*w)^2 <= c
"""


@pytest.mark.parametrize(
    ("model", "matrix"), [(WORK["lasso, in two parts"][0], "A"), (FAIR, "X")], ids=["split", "fair"]
)
def test_one_forward_and_one_transposed_product(model, matrix):
    known, functions = drawn(model), counted_functions(model)
    at = list(map(counted, known.point.values()))
    with counting() as first:
        images = functions.images(*at)
    with counting() as between:
        *found, saved = functions.forward(*at, *images)
    with counting() as last:
        functions.backward(*at, *images, *map(np.ones_like, found[1:]), saved)
    assert functions.rays
    assert first.products == last.products == {matrix: 1}
    assert not between.products
