from __future__ import annotations

import jax
import numpy as np
import pytest

from gennaker.errors import ModelError
from gennaker.pipeline.derive import derive
from tests.drawn import drawn
from tests.reference import evaluate


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
    with pytest.raises(ValueError, match="there is no expression"):
        derive(" ", "x")


def test_a_scalar_that_does_not_fit_is_told_how_to_be_declared():
    with pytest.raises(ModelError, match=r"b is taken for a scalar, .* unless .*: Vector b"):
        derive("norm2(A*x - b)^2", "x")


def _model(expression, found):
    """Return a model with a named expression, over the symbols that were found in it."""
    *parameters, variable = [f" {item.kind.value} {item.name}" for item in found.symbols]
    blocks = ["parameters", *parameters, "variables", variable, "let", f" f = {expression}"]
    return "\n".join([*blocks, "min", " 0"])


@pytest.mark.parametrize(
    ("expression", "wrt", "shown"),
    [
        ("x[2:end]", "x", "eye[2:end, :]"),
        ("x[2]*x[1:2]", "x", None),
        ("[x; y]", "x", "eye[1:x.size, :]'"),
        ("X[1:2, :]", "X", "D[i,j,k,l] = eye[j,l]*eye[1:2, :][i,k]"),
        ("X[2, :]*y", "X", None),
        ("[X, Y]", "X", None),
        ("[X; x']", "X", None),
        ("diag(X)", "X", "D[i,j,k] = eye[j,k]*eye[i,j]"),
        ("X", "X", "D[i,j,k,l] = eye[i,k]*eye[j,l]"),
        ("inv(X)", "X", None),
        ("tr(X^13)", "X", "13*(X^12)'"),
        ("X^3*x", "X", None),
        ("softplus(A*x)", "x", None),
    ],
)
@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("library", ["numpy", "torch", "jax"])
def test_jacobians_and_their_derivatives_are_those_of_jax(expression, wrt, shown, order, library):
    module = pytest.importorskip(library)
    found = derive(expression, wrt, order=order)
    if order == 1 and shown is not None:
        assert str(found) == shown
    known = drawn(_model(expression, found), positive=True)
    value = known.problem.lets[0].value
    values = {**known.data, **known.point}
    shape = tuple(
        axis.constant + sum(k * known.sizes[name] for name, k in axis.terms)
        for axis in value.shape.axes
    )
    jacobian = jax.jacobian(
        lambda at: evaluate(value, {**values, wrt: at}, known.sizes).reshape(shape)
    )
    expected = (jax.jacobian(jacobian) if order > 1 else jacobian)(values[wrt])
    namespace = {}
    exec(found.python(library), namespace)  # noqa: S102 - our own source
    array = {"numpy": np.asarray, "torch": getattr(module, "as_tensor", None)}.get(
        library, jax.numpy.asarray
    )
    done = namespace["derivative"](*(array(values[symbol.name]) for symbol in found.symbols))
    assert np.shape(done) == np.shape(expected)
    np.testing.assert_allclose(np.asarray(done), np.asarray(expected), rtol=1e-9, atol=1e-9)
