from __future__ import annotations

import time

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from gennaker.errors import ModelError
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

    few, many = (min(seconds(count) for _ in range(3)) for count in (150, 600))
    assert many < 10 * few  # 4 times as much to do; quadratic time would be 16 times as much


# ---- what is printed tells as much about sizes as what was written --------------------------


def assert_survives(model: str) -> None:
    problem = read(model)
    again = read(problem.text())
    assert again == problem
    assert again.text() == problem.text()
    assert all(new is old for new, old in zip(again.roots, problem.roots, strict=True))


@pytest.mark.parametrize(
    ("relation", "printed"),
    [
        ("x[1:m - 1] <= x", "x[1:m - 1] <= x"),  # makes n equal to m - 1
        ("x[1:m] <= x[1:end]", "x[1:m] <= x[1:end]"),
        ("x[2:n] + y[1:n - 1] <= vector(1, 1)", "x[2:end] + y[1:n - 1] <= vector(1, 1)"),
        ("y[2:m] <= x", "y[2:end] <= x"),
        ("x[1:end - 1] <= vector(1, 2)", "x[1:end - 1] <= vector(1, 2)"),
        ("[z; z] <= y", "[z; z] <= y"),  # m is twice a length that has no name
        ("[z; z] - vector(m, m) <= y", "[z; z] - vector(m, m) <= y"),
        ("n*[z; z] <= m/n*y[1:m]", "n*[z; z] <= m/n*y[1:end]"),
        ("A[1:n, 1] <= x", "A[1:n, 1] <= x"),
        ("eye(n)*x <= vector(1, m)", "eye(n)*x <= vector(1, m)"),
    ],
)
def test_sizes_stay_in_the_words_of_the_user(relation: str, printed: str) -> None:
    head = "parameters\n  Matrix A\n  Vector y(m)\nvariables\n  Vector x(n)\n  Vector z\n"
    model = f"{head}min\n  sum(A)*sum(x)*sum(z)*sum(y)\nst\n  {relation}\n"
    assert read(model).text().endswith(f"st\n  {printed}\n")
    assert_survives(model)


def test_the_order_within_a_size_means_nothing() -> None:
    written = "variables\n  Vector x(n - m), y\nmin\n  sum(x)*m + sum(y)\nst\n  x <= [y; 1]\n"
    assert read(written) == read(written.replace("n - m", "-m + n"))
    assert_survives(written)


lengths = st.sampled_from(["n", "m", "k", "n + 1", "m - 1", "2*n", "n + m", "n - m", "k - 2", "3"])
vectors = st.deferred(
    lambda: st.one_of(
        names,
        names,
        st.builds("{}[{}:{}]".format, names, lengths, lengths),
        st.builds("{}[{}:end]".format, names, lengths),
        st.builds("{}[1:end - {}]".format, names, st.integers(1, 2)),
        st.builds("[{}; {}]".format, vectors, vectors | st.just("1")),
        st.builds("({} + vector({}))".format, vectors, lengths),
        st.builds("vector(1, {})".format, lengths),
        st.builds("{}*{}".format, st.sampled_from("AB"), vectors),
        st.builds("{}[:, {}]".format, st.sampled_from("AB"), lengths),
    )
)
names = st.sampled_from("xyzw")


@st.composite
def models(draw: st.DrawFn) -> str:
    """Draw a model whose sizes are given, told by slices, or left open."""

    def declared(kind: str, name: str, count: int) -> str:
        given = ", ".join(draw(lengths) for _ in range(count)) if draw(st.booleans()) else ""
        return f"  {kind} {name}" + (f"({given})" if given else "")

    lines = ["parameters", declared("Matrix", "A", 2), declared("Vector", "w", 1)]
    lines += ["variables", declared("Matrix", "B", 2)]
    lines += [declared("Vector", name, 1) for name in "xyz"]
    lines += ["min", f"  {draw(lengths)}*sum({draw(vectors)})*n*m*k", "st"]
    lines += [f"  x <= {draw(vectors)}"] + [f"  y <= {draw(vectors)}"] * draw(st.booleans())
    return "\n".join(lines) + "\n"


@settings(max_examples=400)
@given(models())
def test_random_sizes_survive_printing(model: str) -> None:
    try:
        read(model)
    except ModelError:
        event("no model")
        return
    event("a model")
    assert_survives(model)


PLAIN = """parameters
  Matrix A
variables
  Vector x
  Scalar t
let
  s = x[7]^2
min
  t^2 + s*norm2(x)^2 - 3*x[2]
st
  x[1] >= t
  A[1, 2]*t <= 1
"""


def test_where_nothing_is_resolved_no_walk_changes_anything(monkeypatch) -> None:
    quick = read(PLAIN)
    monkeypatch.setattr("gennaker.expressions.sizes.Sizes.is_open", False)
    walked = read(PLAIN)
    assert walked == quick
    assert walked.text() == quick.text() == PLAIN
    assert walked.origin.spans.items() <= quick.origin.spans.items()


@pytest.mark.parametrize("objective", ["sum(x[2:end])", "x[end]", "x[1:n - 1]'*x[2:n]"])
def test_slices_are_written_in_the_sizes_that_are_left(objective, monkeypatch) -> None:
    model = f"variables\n Vector x(n)\nmin\n {objective}"
    found = read(model)
    monkeypatch.setattr("gennaker.expressions.sizes.Sizes.is_open", False)
    assert read(model) == found
