"""Images are checked by what they are for: no product is left, and rays are straight."""

from __future__ import annotations

import pytest

from gennaker.calculus.derive import Derivation
from gennaker.calculus.images import find_images, is_cheap
from gennaker.expressions.derived import Rays
from gennaker.expressions.show import text
from gennaker.expressions.walk import postorder
from gennaker.language.check import read
from gennaker.operations.bounds import signs_from_bounds

DECLARED = """
parameters
  Matrix A(m, n), B(m, n)
  Matrix K(n, n) psd
  Vector b(m), y(n)
  Scalar c
variables
  Vector x(n), z(n)
  Vector p(n), q(n) nonnegative
  Scalar t
  Matrix X(n, k)
min
  """


def rays(objective: str, constraints: str = "") -> Rays:
    tail = f"\nst\n  {constraints}" if constraints else ""
    problem = read(DECLARED + objective + tail)
    signs = signs_from_bounds(problem.bounds, problem.variables)
    return Derivation(problem, signs).derived().rays


@pytest.mark.parametrize(
    ("objective", "images"),
    [
        ("norm2(A*x - b)^2", ["A*x"]),
        ("norm2(A*x - b)", ["A*x"]),
        ("norm2(b - A*x)^2 + c*norm2(x)^2", ["A*x"]),
        ("norm2(A*(p - q) - b)^2 + c*sum(p + q)", ["A*(p - q)"]),
        ("norm2(A*p - A*q - b)^2 + c*sum(p + q)", ["A*p - A*q"]),
        ("norm2(A*x + B*z - b)^2", ["A*x + B*z"]),
        ("norm2(A*x + vector(t) - b)^2", ["A*x + vector(t)"]),
        ("sum(softplus(-b.*(A*x)))", ["b.*(A*x)"]),
        ("0.5*x'*K*x - y'*x", ["K*x"]),
        ("sum(exp(A*x)) + sum(sin(B*x))", ["A*x", "B*x"]),
        ("logsumexp(A*x) + logsumexp(2*(A*x))", ["A*x"]),
        ("norm2(A*X)^2", ["A*X"]),
        ("norm2(sum(X, rows) - y)^2", ["sum(X, rows)"]),
        ("norm2(A*(K*x) - b)^2", ["A*(K*x)"]),
        ("norm2(A*x[1:n] - b)^2", ["A*x[1:end]"]),
    ],
)
def test_the_largest_linear_parts_with_products_are_found(objective, images):
    assert [text(node) for node in rays(objective).images] == images


@pytest.mark.parametrize(
    "objective",
    ["norm2(X*X' - K)^2", "norm2(A*(x.*z) - b)^2", "sum(exp(x))", "-logdet(K + diag(x.^2))"],
)
def test_no_images_where_nothing_would_be_cheap_after_them(objective):
    found = rays(objective)
    assert found.images == found.leaves == found.directions == ()
    assert found.slope is None


@pytest.mark.parametrize("objective", ["norm2(x - y)^2 + t^2", "sum(x) + c*t", "0"])
def test_a_quadratic_without_products_is_cheap_along_a_ray(objective):
    found = rays(objective)
    assert found.images == ()
    assert found.slope is not None


def test_a_product_that_a_value_and_a_gradient_share_is_one_image():
    found = rays("norm2(K*x - y)^2 + c*x'*K*x", "y'*(K*x) <= 1")
    assert [text(node) for node in found.images] == ["K*x"]


def test_forward_and_slope_hold_no_products_and_backward_one_for_each_matrix():
    found = rays("norm2(A*(p - q) - b)^2 + c*sum(p + q)", "sum(exp(A*(p - q))) <= c")
    assert found.slope is not None
    assert is_cheap([*found.forward, found.slope], set(found.directions))
    products = [node for node in postorder(found.backward) if node.op.name == "matmul"]
    assert [text(node) for node in products] == ["A'*(v*exp(u) + 2*(u - b))"]


def test_leaves_do_not_take_names_of_the_model():
    problem = read("parameters\n Matrix A\nvariables\n Vector u\nmin\n norm2(A*u)^2")
    plain = [problem.objective]
    assert text(find_images(plain, [], {"u"}).leaves[0]) == "u_"


def test_a_sign_or_a_transpose_is_left_outside_of_an_image():
    head = "parameters\n Matrix A\n Vector b\nvariables\n Vector x\nmin\n "
    found = find_images([read(head + "norm2(-(A*x)' - b')").objective], [], ())
    assert text(found.values[0]) == "A*x"


def test_weights_and_directions_change_from_call_to_call():
    problem = read("parameters\n Matrix A\n Vector d\nvariables\n Scalar t\nmin\n t*sum(A*d)")
    (direction,) = (s.node for s in problem.parameters if s.name == "d")
    assert is_cheap([problem.objective])
    assert not is_cheap([problem.objective], {direction})


def test_what_is_cheap():
    cheap = read(DECLARED + "sum(exp(x))*t + x'*z + (K*y)'*x + norm2(X)")
    assert is_cheap([cheap.objective])
    for dear in ("sum(A*x)", "det(K + diag(x))", "sum(X*X')"):
        assert not is_cheap([read(DECLARED + dear).objective])
