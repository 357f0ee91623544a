from __future__ import annotations

import pickle
import threading

import numpy as np
import pytest

import gennaker
from gennaker import DataError, Model, ModelError
from gennaker.language.check import read

TEXT = """
parameters
  Matrix A
  Vector b
variables
  Vector x, y
min
  norm2(A*x - b)^2 + norm2(y)^2
st
  sum(x) == 1
"""


def test_a_model_holds_its_checked_problem() -> None:
    assert Model(TEXT).problem == read(TEXT)
    assert Model(TEXT.encode()).problem == read(TEXT)


def test_a_model_prints_a_text_that_reads_back_unchanged() -> None:
    model = Model(TEXT)
    assert Model(str(model)).problem == model.problem
    assert str(Model(str(model))) == str(model)


def test_a_model_shows_itself_in_a_notebook() -> None:
    model = Model(TEXT)
    assert repr(model) == "<Model over x, y with 1 constraint line>"
    assert repr(Model(TEXT + "  x >= 0")).endswith("with 2 constraint lines>")
    latex = model._repr_latex_()
    assert latex.startswith("$$\n\\begin{aligned}")
    assert latex.endswith("\\end{aligned}\n$$")


def test_the_report_is_made_once() -> None:
    model = Model(TEXT)
    assert model.check() is model.check()
    assert model.check().convexity.proven


def test_a_model_of_any_depth_survives_pickling() -> None:
    deep = Model("parameters\n  Scalar s\nvariables\n  Scalar x\nmin\n  x^2" + "*s" * 5000)
    assert pickle.loads(pickle.dumps(deep)).problem == deep.problem  # noqa: S301 - our own bytes


def test_a_wrong_text_is_a_model_error() -> None:
    with pytest.raises(ModelError, match="'q' is not declared"):
        Model(TEXT.replace("b)", "q)"))


@pytest.mark.parametrize("text", [None, 3, ["variables"], bytearray(b"")])
def test_what_is_no_text_is_refused(text: object) -> None:
    with pytest.raises(TypeError, match=f"a model is text or bytes, not {type(text).__name__}"):
        Model(text)  # type: ignore[arg-type]


def test_the_package_loads_its_names_when_they_are_asked_for() -> None:
    assert gennaker.Model is Model
    assert set(gennaker.__all__) <= set(dir(gennaker))
    with pytest.raises(AttributeError, match="has no attribute 'model'"):
        gennaker.model  # noqa: B018 - asking is the point


# ---- solving --------------------------------------------------------------------------------

SMALL = Model("parameters\n Vector b\nvariables\n Vector x\nmin\n norm2(x - b)^2\nst\n x >= 0")


def test_data_goes_in_by_keyword_or_as_a_mapping() -> None:
    for solution in (
        SMALL.solve(b=[1, -1]),
        SMALL.solve({"b": [1, -1]}),
        SMALL.solve(data={"b": [1, -1]}),
    ):
        np.testing.assert_allclose(solution.x, [1, 0], atol=1e-6)


def test_parameters_named_like_arguments_go_in_through_data() -> None:
    text = "parameters\n Vector data, start\n Scalar size, method, self\nvariables\n Vector x\nmin\n norm2(x - data - start)^2 + size + method + self"
    given = {"data": [1, 2], "start": [0, 1], "size": 1, "method": 2, "self": 3}
    solution = Model(text).solve(given)
    np.testing.assert_allclose(solution.x, [1, 3], atol=1e-6)
    assert solution.objective == pytest.approx(6)
    with pytest.raises(DataError, match=r"the parameter data has the name of an argument.*mapping"):
        Model(text).solve(data=[1, 2], start=[0, 1], size=1, method=2)  # type: ignore[arg-type]
    named = Model("parameters\n Scalar self\nvariables\n Scalar t\nmin\n (t - self)^2")
    assert named.solve(self=3).t == pytest.approx(3)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "the parameter b is missing"),
        ({"b": [1], "c": 2}, "the model has no parameter c"),
        ({"data": {"b": [1]}, "b": [2]}, "the parameter b is given twice"),
        ({"data": [1, 2]}, "data must be a dictionary .* not a list"),
        ({"b": [1], "tolerance": 1e-3}, r"that name goes into options=\{'tolerance': \.\.\.\}"),
        ({"b": [1], "tolerence": 1e-3}, r"did you mean options=\{'tolerance': \.\.\.\}\?$"),
        ({"b": [1], "tol": 1e-3}, r"did you mean options=\{'tolerance': \.\.\.\}\?$"),
        ({"b": [1], "maxiter": 3}, r"did you mean options=\{'max_iterations': \.\.\.\}\?$"),
        ({"b": [1], "x0": [3]}, "the model has no parameter x0; its parameters are b$"),
        (
            {"b": [1], "callbck": print},
            r"the model has no parameter callbck; did you mean callback=",
        ),
        ({"b": [1], "size": 3}, "size must be a dictionary with a length for each name"),
        ({"b": [1], "size": {"b.size": 2}}, "b.size is given as 2, but the data makes it 1"),
    ],
)
def test_data_that_does_not_fit_is_told(given, message) -> None:
    with pytest.raises(DataError, match=message):
        SMALL.solve(**given)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"options": {"tolerence": 1e-3}}, "did you mean 'tolerance'"),
        ({"options": {1: 2}}, "there is no option 1; options are method"),
        ({"options": 5}, "options must be a dictionary such as"),
        ({"options": {"tolerance": 2}}, "tolerance must be a number between 0 and 1"),
        ({"method": "simplex"}, "method must be 'default' or 'paper'"),
    ],
)
def test_wrong_options_are_told(given, message) -> None:
    with pytest.raises(ValueError, match=message):
        SMALL.solve(b=[1], **given)


def test_a_model_is_compiled_once_and_solves_many_data_sets(monkeypatch) -> None:
    from gennaker.pipeline import load

    made = []
    run = load._run
    monkeypatch.setattr(load, "_run", lambda *args: made.append(args) or run(*args))
    model = Model(str(SMALL))
    for size in (1, 2, 5):
        assert model.solve(b=np.ones(size)).success
    assert len(made) == 1


def test_threads_may_share_a_model() -> None:
    model = Model(str(SMALL))
    found: dict[int, float] = {}

    def work(place: int) -> None:
        solution = model.solve(b=np.full(3, float(place)))
        found[place] = float(solution.x.sum())

    threads = [threading.Thread(target=work, args=(place,)) for place in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == pytest.approx({place: 3.0 * place for place in range(1, 9)}, abs=1e-5)


def test_a_solved_model_survives_pickling() -> None:
    assert SMALL.solve(b=[1]).success
    again = pickle.loads(pickle.dumps(SMALL))  # noqa: S301 - our own bytes
    assert again.solve(b=[1]).success


def test_sample_data_is_a_first_try() -> None:
    data = SMALL.sample_data(seed=3, size={"x.size": 4})
    assert data["b"].shape == (4,)
    assert SMALL.solve(data).success
    np.testing.assert_array_equal(data["b"], SMALL.sample_data(3, {"b.size": 4})["b"])


def test_threads_may_read_models_at_the_same_time() -> None:
    texts = [str(SMALL).replace("norm2(x - b)^2", f"{k}*norm2(x - b)^2") for k in (2, 3, 5, 7)]
    found: dict[int, float] = {}

    def work(place: int) -> None:
        solution = Model(texts[place % 4]).solve(b=[1.0, 2.0, -1.0])
        found[place] = float(solution.objective)

    threads = [threading.Thread(target=work, args=(place,)) for place in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == pytest.approx({k: float((2, 3, 5, 7)[k % 4]) for k in range(8)}, abs=1e-5)


def test_sizes_are_solved_for_once_for_each_shape(monkeypatch) -> None:
    from gennaker.pipeline import prepared

    asked = []
    real = prepared.sizes_of
    monkeypatch.setattr(prepared, "sizes_of", lambda *args: asked.append(args) or real(*args))
    model = Model(str(SMALL))
    for size in (1, 2, 1, 2):
        assert model.solve(b=np.ones(size)).x.shape == (size,)
    assert len(asked) == 2


def test_what_is_no_callback_is_refused_at_once() -> None:
    with pytest.raises(TypeError, match="callback must be a function, not an int"):
        SMALL.solve(b=[1], callback=5)  # type: ignore[arg-type]
