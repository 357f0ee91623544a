from __future__ import annotations

import pytest

from gennaker.language.check import read
from gennaker.pipeline.scales import Scale, scales

HEAD = """
parameters
  Scalar u
  Scalar s positive
  Vector l
variables
  Vector x
min
  norm2(x)^2
st
"""


def scale_of(line, s=2.0, u=5.0):
    """The number that multiplies the variable in a line, and whether its sign counts."""
    problem = read(f"{HEAD}  c: {line}")
    known = {item.node: {"s": s, "u": u}.get(item.name) for item in problem.parameters}
    return {name: (item.value(known), item.signed) for name, item in scales(problem).items()}


@pytest.mark.parametrize(
    "line", ["x >= l", "l <= x", "-x >= l", "0 <= x <= 1", "x[2] == u", "x' >= l'"]
)
def test_a_bare_variable_has_no_scale(line):
    assert scale_of(line) == {}


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("2*x >= l", 2.0),
        ("x*2 >= l", 2.0),
        ("x/4 <= l", 0.25),
        ("-s*x[1] >= u", 2.0),
        ("2/4*x >= l", 0.5),
    ],
)
def test_of_an_inequality_only_the_size_counts(line, number):
    assert scale_of(line) == {"c": (number, False)}


@pytest.mark.parametrize(
    ("line", "number"),
    [("u == x[1]", -1.0), ("-x[1] == u", -1.0), ("u == -x[1]/s", 0.5), ("3*(x[1]*s) == u", 6.0)],
)
def test_of_an_equality_side_and_sign_count(line, number):
    assert scale_of(line) == {"c": (number, True)}


def test_each_link_of_a_chain_has_its_scale():
    assert scale_of("0 <= s*x <= 1") == {"c[1]": (2.0, False), "c[2]": (2.0, False)}


def test_what_is_declared_and_general_constraints_have_none():
    problem = read("variables\n Vector x(3) nonnegative\nmin\n norm2(x)^2\nst\n 2*sum(x) >= 1")
    assert scales(problem) == {}


def test_the_data_that_a_scale_needs_is_named():
    problem = read(f"{HEAD}  c: s*x/s >= l")
    (found,) = scales(problem).values()
    assert len(found.data) == 2
    assert Scale(3.0).data == ()
