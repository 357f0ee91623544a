from __future__ import annotations

import numpy as np
import pytest

from gennaker.backends.space import space_of
from gennaker.language.check import read
from gennaker.language.view import View
from gennaker.pipeline.signs import nonnegative, open_signs, with_signs

TEXT = """
parameters
  Matrix A
  Vector b, w
  Scalar c
  Scalar d nonnegative
variables
  Vector x
let
  penalty = c*norm1(x)
min
  norm2(A*x - b)^2 + penalty + d*w'*abs(x)
st
  x <= c
  c*norm2(x)^2 <= 1
"""
PROBLEM = read(TEXT)


def test_numbers_and_vectors_without_a_declared_sign_are_open():
    assert open_signs(PROBLEM) == ("b", "w", "c")


@pytest.mark.parametrize("library", ["numpy", "torch", "jax.numpy"])
def test_the_data_tells_the_signs(library):
    xp = pytest.importorskip(library)
    data = {"b": xp.asarray([1.0, -1.0]), "w": xp.asarray([0.0, 1.0]), "c": xp.asarray(2.0)}
    space = space_of(data["b"])
    assert nonnegative(("b", "w", "c"), data, space) == {"w", "c"}
    assert nonnegative((), data, space) == frozenset()


def test_a_problem_with_signs_is_the_one_that_declares_them():
    declared = TEXT.replace("Vector b, w", "Vector b\n  Vector w nonnegative").replace(
        "Scalar c\n", "Scalar c nonnegative\n"
    )
    assert with_signs(PROBLEM, {"w", "c"}).text() == read(declared).text()
    found = with_signs(PROBLEM, {"w", "c"})
    assert found.objective is read(declared).objective
    assert found.constraints == read(declared).constraints
    assert found.bounds == read(declared).bounds
    assert View(found).objective_curvature.is_convex
    assert not View(PROBLEM).objective_curvature.is_convex


def test_places_in_the_text_are_kept():
    found = with_signs(PROBLEM, {"c", "w"})
    assert found.origin.place(found.lets[0].value) == PROBLEM.origin.place(PROBLEM.lets[0].value)
    assert np.all([node in found.origin.spans for node in [found.lets[0].value]])


def test_without_names_nothing_changes():
    assert with_signs(PROBLEM, ()) == PROBLEM
