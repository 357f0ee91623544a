"""The printed methods are run on every library by ``tests/contracts``; here is how they look."""

from __future__ import annotations

import ast

import pytest

from gennaker.emission.methods import methods
from tests.rooms.emission.test_sheet import sheet

MODEL = """
parameters
  Matrix A
  Vector b
  Scalar c
variables
  Vector x
min
  norm2(A*x - b)^2
st
  budget: sum(x) == c
  0 <= x <= 1
"""


def printed(model):
    shown = {}
    for source in methods(sheet(model)):
        (function,) = ast.parse(source).body
        assert isinstance(function, ast.FunctionDef)
        shown[function.name] = source
    return shown


def test_the_methods_of_a_model():
    assert list(printed(MODEL)) == [
        "value",
        "value_and_gradient",
        "constraints",
        "product_1",
        "images",
        "forward",
        "backward",
        "slope",
        "hessian_product",
        "limits",
        "shapes",
    ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "images",
            '''
def images(self, x):
    """Return the linear images of the variables, which hold the products with the data."""
    A = self.A
    return (A @ x,)
''',
        ),
        (
            "forward",
            '''
def forward(self, x, u):
    """Return objective, constraints, and what their derivatives need."""
    b, c = self.b, self.c
    t1 = u - b
    return t1 @ t1, np.sum(x) - c, (t1,)
''',
        ),
        (
            "backward",
            '''
def backward(self, x, u, v, saved):
    """Return the gradient of the objective plus the weighted constraints."""
    A = self.A
    (t1,) = saved
    return v + 2.0 * (t1 @ A)
''',
        ),
        (
            "slope",
            '''
def slope(self, x, u, d_x, d_u, v, saved):
    """Return the derivative along a direction, given with its images."""
    (t1,) = saved
    t2 = 2.0 * (t1 @ d_u)
    return v * np.sum(d_x) + t2
''',
        ),
        (
            "limits",
            '''
def limits(self, x):
    """Return what each bound speaks of, its lower and its upper side."""
    return (x, 0.0, None), (x, None, 1.0)
''',
        ),
        (
            "shapes",
            '''
def shapes(self):
    """Return the shape of each variable."""
    A_columns = self.A_columns
    return {"x": (A_columns,)}
''',
        ),
    ],
)
def test_methods_read_like_handwriting(name, expected):
    assert printed(MODEL)[name] == expected.strip("\n")


def test_a_model_without_bounds_or_constraints_has_no_methods_for_them():
    names = printed("variables\n Vector x(2)\nmin\n norm2(x)^2")
    assert not {"constraints", "product_1", "limits", "lets"} & set(names)
    assert "return ()" in names["images"]


def test_what_is_saved_but_not_needed_goes_by_an_underscore():
    model = "parameters\n Matrix A\nvariables\n Vector x\nmin\n sum(sin(A*x)) + x'*x*norm2(x)"
    source = printed(model)
    saved = source["forward"].rpartition("(")[2]
    for name in ("backward", "slope"):
        (line,) = [line for line in source[name].splitlines() if line.endswith("= saved")]
        assert line.count(",") >= saved.count(",")
