from __future__ import annotations

import pytest

from gennaker.pipeline.derive import derive


@pytest.mark.parametrize(
    ("expression", "wrt", "order", "expected"),
    [
        ("x'*A*x", "x", 1, "(A + A')*x"),
        ("x'*A*x", "x", 2, "A + A'"),
        ("norm2(A*x - y)^2", "x", 1, "2*A'*(A*x - y)"),
        ("norm2(A*x - y)^2", "x", 2, "2*A'*A"),
        ("norm2(M - U*V')^2", "U", 1, "-2*(M - U*V')*V"),
        ("sum(exp(A*x))", "x", 2, "A'*diag(exp(A*x))*A"),
        ("logsumexp(x)", "x", 2, "diag(softmax(x)) - softmax(x)*softmax(x)'"),
        ("tr(A*X*B)", "X", 1, "A'*B'"),
        ("logdet(X)", "X", 1, "inv(X)'"),
        ("a*sin(a)", "a", 1, "sin(a) + a*cos(a)"),
        ("y'*x - x'*x", "x", 1, "y - 2*x"),
    ],
)
def test_derivatives_read_like_handwriting(expression, wrt, order, expected):
    assert str(derive(expression, wrt, order=order)) == expected
