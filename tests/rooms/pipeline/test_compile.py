from __future__ import annotations

import pickle

import pytest

import gennaker
from gennaker import Model, ModelError
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
