from __future__ import annotations

import time

from gennaker.expressions.walk import postorder
from gennaker.language.check import read

MODEL = """parameters
  Matrix A
  Vector b
variables
  Vector x
let
  r = A*x - b
  e = vector(1)
min
  norm2(r)^2 + sum(x[2:end]) + tr(A*eye)
st
  x <= e
  x[1:n - 1] >= vector(0, 2)
  y == 2*eye(n)*x
"""


def test_every_expression_is_written_in_the_sizes_that_are_left() -> None:
    model = MODEL.replace("Vector x", "Vector x(n), y(n)")
    problem = read(model)
    left = {str(size) for size in problem.dimensions.values()}
    assert left == {"3"}
    names = {
        name
        for node in postorder(problem.roots)
        for axis in node.shape.axes
        for name, _ in axis.terms
    }
    assert names == set()


def test_no_trace_of_sizes_without_a_name_is_left() -> None:
    problem = read("variables\n  Vector x\nmin\n  norm2(x - vector(1))^2\nst\n  x <= vector(2)")
    assert "?" not in repr(problem.equations)
    assert all("?" not in str(node.shape) for node in postorder(problem.roots))


def test_places_are_those_of_the_text() -> None:
    problem = read("variables\n  Vector x\nmin\n  norm2(x - vector(1))^2")
    assert problem.origin is not None
    assert problem.origin.place(problem.objective) == (4, 3)
    assert problem.origin.place(problem.variables[0].node) == (4, 9)


def test_limits_are_told_once_and_only_while_they_are_open() -> None:
    problem = read("variables\n  Vector x, y(4)\nmin\n  x[3] + x[3]^2 + y[3]")
    assert [str(limit.small) for limit in problem.limits] == ["3"]


def test_many_lets_that_build_on_each_other_take_linear_time() -> None:
    def seconds(count: int) -> float:
        lets = "".join(f"  r{k} = r{k - 1} + b\n" for k in range(1, count))
        relations = "".join(f"  r{k} <= 1\n" for k in range(count))
        model = (
            f"parameters\n  Vector b\nvariables\n  Vector x\nlet\n  r0 = x\n{lets}min\n  0\nst\n"
        )
        start = time.process_time()
        assert len(read(model + relations).relations) == count
        return time.process_time() - start

    few, many = (min(seconds(count) for _ in range(3)) for count in (300, 1200))
    assert many < 10 * few  # 4 times as much to do; quadratic time would be 16 times as much
