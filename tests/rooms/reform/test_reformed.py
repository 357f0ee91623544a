from __future__ import annotations

from gennaker.expressions.show import text
from gennaker.language.check import read
from gennaker.reform.reform import reform

LASSO = (
    "parameters\n  Matrix A\n  Vector b\nvariables\n  Vector x\nmin\n  {} + norm1(x)\nst\n  x <= 1"
)


def test_smooth_problem_is_the_users_own():
    problem = read("variables\n  Vector x\nmin\n  norm2(x)^2")
    reformed = reform(problem)
    assert reformed.is_identity
    assert reformed.problem is reformed.user is problem
    assert {name: text(node) for name, node in reformed.starts.items()} == {"x": "x"}


def test_starts_make_a_problem_over_the_users_variables():
    reformed = reform(read(LASSO.format("norm2(A*x - b)^2")))
    starting = reformed.starting
    assert not reformed.is_identity
    assert [item.name for item in starting.variables] == ["x"]
    assert [item.name for item in starting.parameters] == ["A", "b"]
    assert {let.name: text(let.value) for let in starting.lets} == {
        "x_plus": "relu(x)",
        "x_minus": "relu(-x)",
    }
    assert not starting.bounds
    assert not starting.constraints
    assert starting.dimensions == reformed.user.dimensions
