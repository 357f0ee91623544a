from __future__ import annotations

import contextlib
import dataclasses
import gc
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gennaker import Model
from gennaker.errors import ModelError
from gennaker.expressions.show import text
from gennaker.language.check import read

MODELS = sorted((Path(__file__).parents[2] / "models").glob("*.txt"))
SIMPLEX = """
parameters
  Matrix A
  Vector b
variables
  Vector x
min
  norm2(A*x - b)^2
st
  sum(x) == 1
  x >= 0
"""


def messages(model: str) -> list[str]:
    with pytest.raises(ModelError) as caught:
        read(model)
    return [mistake.message for mistake in caught.value.mistakes]


# ---- what is read -------------------------------------------------------------------------


def test_the_parts_of_a_problem() -> None:
    problem = read(SIMPLEX)
    assert [symbol.name for symbol in problem.parameters] == ["A", "b"]
    assert [symbol.name for symbol in problem.variables] == ["x"]
    assert not problem.maximize
    assert text(problem.objective) == "norm2(A*x - b)^2"
    assert [item.name for item in problem.constraints] == ["sum(x) == 1"]
    assert [item.name for item in problem.bounds] == ["x >= 0"]
    assert [(r.operators, r.line) for r in problem.relations] == [(("==",), 10), ((">=",), 11)]


def test_sizes_are_unified_over_the_whole_model() -> None:
    problem = read(SIMPLEX)
    sizes = {name: str(size) for name, size in problem.dimensions.items()}
    assert sizes == {
        "A.rows": "A.rows",
        "A.columns": "A.columns",
        "b.size": "A.rows",
        "x.size": "A.columns",
    }
    x = problem.variables[0].node
    assert str(x.shape) == "vector with A.columns entries"


def test_a_size_that_only_a_constraint_fixes_reaches_the_objective() -> None:
    problem = read(
        "variables\n  Vector x\nmin\n  x'*x\nst\n  x[1:2] == vector(1)\n  x == vector(0, 7)"
    )
    assert "x >= " not in str(problem)
    assert str(problem.variables[0].node.shape) == "vector with 7 entries"
    assert str(problem.objective.args[0].shape) == "row vector with 7 entries"


def test_a_named_dimension_is_a_number_too() -> None:
    problem = read("variables\n  Vector x(n)\nmin\n  sum(x)/n + norm2(x)^2/(2*n)")
    assert text(problem.objective) == "sum(x)/n + norm2(x)^2/(2*n)"


@pytest.mark.parametrize("name", ["lambda", "class", "None", "print", "μ", "größe", "_", "x_1"])
def test_names_that_mean_something_elsewhere_are_fine(name: str) -> None:
    problem = read(f"parameters\n  Scalar {name}\nvariables\n  Vector x\nmin\n  {name}*norm2(x)^2")
    assert problem.parameters[0].name == name


def test_lets_are_kept_with_their_names_and_share_their_nodes() -> None:
    problem = read("variables\n  Vector x\nlet\n  r = x - vector(1)\n  q = r'*r\nmin\n  q")
    assert [let.name for let in problem.lets] == ["r", "q"]
    assert problem.objective is problem.lets[1].value


def test_a_model_may_be_bytes() -> None:
    assert read(SIMPLEX.encode()) == read(SIMPLEX)
    assert read(b"\xef\xbb\xbf" + SIMPLEX.encode()) == read(SIMPLEX)


# ---- problems as values -------------------------------------------------------------------


def test_a_problem_is_frozen() -> None:
    problem = read(SIMPLEX)
    for field in dataclasses.fields(problem):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(problem, field.name, None)


def test_equal_mathematics_is_an_equal_problem() -> None:
    other = SIMPLEX.replace("*", " * ").replace("min", "minimize").replace("\n", "\n\n# note\n")
    assert read(SIMPLEX) == read(other)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("== 1", "== 2"),
        ("x >= 0", "x > 0"),
        ("min", "max"),
        ("sum(x) ==", "a: sum(x) =="),
        ("Vector b", "Vector b nonnegative"),
        ("- b", "+ b"),
    ],
)
def test_other_mathematics_is_another_problem(old: str, new: str) -> None:
    assert read(SIMPLEX) != read(SIMPLEX.replace(old, new))


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_models_and_problems_survive_pickling(path: Path) -> None:
    model = Model(path.read_text(encoding="utf-8"))
    again, problem = pickle.loads(pickle.dumps((model, model.problem)))  # noqa: S301 - our own bytes
    assert again.problem == problem == model.problem
    assert again.problem.objective is problem.objective is model.problem.objective
    assert str(again.check()) == str(model.check())


def test_threads_read_the_same_models_side_by_side() -> None:
    texts = [path.read_text(encoding="utf-8") for path in MODELS]
    expected = [read(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(lambda _: [read(text) for text in texts], range(8)):
            assert found == expected


# ---- what is refused ----------------------------------------------------------------------


def test_mistakes_in_all_parts_are_told_in_one_go() -> None:
    model = """
parameters
  Matrix A
  Vector b symmetric
variables
  Vector x
let
  r = A*y
min
  x
st
  x >= c
  0 <= x >= 1
  x <= A
"""
    assert messages(model) == [
        "a vector cannot be symmetric",
        "'y' is not declared",
        "the objective must be a scalar, but x is a vector",
        "'c' is not declared",
        "<= and >= point in different directions",
        "vector x <= matrix A",
    ]


def test_a_name_with_a_faulty_declaration_is_not_reported_again() -> None:
    declared = "variables\n  Vector x(2, 3)\nlet\n  r = x + x\nmin\n  norm2(r)"
    assert len(messages(declared)) == 1
    misspelt = "variables\n  Vektor x\nmin\n  norm2(x)^2 + y"
    assert len(messages(misspelt)) == 2


def test_an_unknown_name_is_reported_once() -> None:
    assert len(messages("variables\n  Vector x\nmin\n  a*sum(x) + a\nst\n  x >= a")) == 1


def test_a_line_with_a_syntax_mistake_is_judged_no_further() -> None:
    assert len(messages("variables\n  Vector x\nmin\n  sum(x)\nst\n  x + 1 = y")) == 1


@pytest.mark.parametrize("relation", ["0 <= s", "s == 1", "s*2 >= b'*b", "0 <= 1 <= x"])
def test_a_relation_between_data_is_refused(relation: str) -> None:
    model = f"parameters\n  Scalar s\n  Vector b\nvariables\n  Vector x\nmin\n  0\nst\n  {relation}"
    (message,) = messages(model)
    assert message.endswith("holds no variable, so no solve can change it")


@pytest.mark.parametrize("chain", ["0 <= x >= 1", "0 < x == 1 > 2", "1 >= x < 2"])
def test_a_chain_has_one_direction(chain: str) -> None:
    (message,) = messages(f"variables\n  Scalar x\nmin\n  x\nst\n  {chain}")
    assert message.endswith("point in different directions")


@pytest.mark.parametrize("chain", ["0 <= x < 1", "1 > x >= 0", "x == 1 <= 2*x", "x == x == 1"])
def test_chains_of_one_direction_are_fine(chain: str) -> None:
    assert read(f"variables\n  Scalar x\nmin\n  x\nst\n  {chain}").relations[0].operators


def test_there_is_an_end_to_mistakes() -> None:
    names = "+".join(f"a{number}" for number in range(5000))
    assert len(messages(f"variables\n  Vector x\nmin\n  {names}")) == 100


@pytest.mark.parametrize("ending", ["", " + y"])
def test_a_long_text_leaves_the_garbage_collector_as_it_was(ending: str) -> None:
    text = "variables\n  Vector x\nmin\n  " + "sum(x) + " * 10_000 + "sum(x)" + ending
    for enabled in (True, False):
        (gc.enable if enabled else gc.disable)()
        try:
            if ending:
                messages(text)
            else:
                assert read(text)
            assert gc.isenabled() == enabled
        finally:
            gc.enable()


@pytest.mark.parametrize("name", ["b", "unknown"])
def test_reading_leaves_nothing_to_the_garbage_collector(name: str) -> None:
    text = (
        "parameters\n  Matrix A(m, n)\n  Vector b\nvariables\n  Vector x\nlet\n  r = A*x\n"
        f"min\n  norm2(r - {name})^2 + sum(x[2:end]) + x[3] + max(x)\nst\n  A[1, :]*x <= b[2]\n"
    )

    def read_it() -> None:
        with contextlib.suppress(ModelError):
            read(text)

    read_it()
    gc.disable()
    try:
        gc.collect()
        read_it()
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_the_collector_goes_on_behind_a_long_model() -> None:
    terms = " + ".join(f"{number}*t" for number in range(10_000))
    assert gc.isenabled()
    read(f"variables\n  Scalar t\nmin\n  {terms}\n")
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
