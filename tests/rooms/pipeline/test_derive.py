from __future__ import annotations

import pytest

from gennaker.errors import ModelError
from gennaker.pipeline.derive import derive


def test_names_take_the_usual_kinds():
    assert str(derive("c*x'*y", "x")) == "c*y"
    assert str(derive("tr(A*X)", "X")) == "A'"


def test_declarations_override_the_usual_kinds():
    assert str(derive("x'*K*x", "x", declare=["Matrix K symmetric"])) == "2*K*x"
    assert str(derive("b*x", "x", declare=["Scalar x"])) == "b"


def test_vectors_have_jacobians_and_matrices_have_tensors():
    assert str(derive("A*x", "x")) == "A"
    tensor = derive("inv(X)", "X")
    assert tensor.is_tensor
    assert str(tensor).startswith("D[i,j,k,l] = ")


def test_latex_and_unicode():
    derivative = derive("norm2(A*x - y)^2", "x")
    assert derivative.latex() == r"2 \, A^\top \, \left(A \, x - y\right)"
    assert "Aᵀ" in derivative.unicode()


def test_mistakes_point_into_the_expression():
    with pytest.raises(ModelError) as caught:
        derive("x + A", "x")
    (mistake,) = caught.value.mistakes
    assert (mistake.line, mistake.column, mistake.text) == (1, 3, "x + A")


def test_a_name_that_does_not_occur_is_an_error():
    with pytest.raises(ValueError, match="does not hold z; its names are x, A"):
        derive("x'*A*x", "z")
    with pytest.raises(ValueError, match="order must be 1 or 2"):
        derive("x'*x", "x", order=3)
