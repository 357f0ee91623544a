from __future__ import annotations

import threading

import numpy as np
import pytest

from gennaker.backends.space import space_of
from gennaker.language.check import read
from gennaker.pipeline import prepared as module
from gennaker.pipeline.prepared import Prepared
from gennaker.reform.start import StartRule

SPACE = space_of(np.zeros(1))
LASSO = "parameters\n Matrix A\n Vector b\n Scalar c\nvariables\n Vector x\nmin\n norm2(A*x - b)^2 + c*norm1(x)"


def prepared(text):
    return Prepared(read(text))


def test_code_is_made_once_for_each_library(monkeypatch):
    made = []
    make = module.Functions
    monkeypatch.setattr(
        module, "Functions", lambda *args, **known: made.append(args[1]) or make(*args, **known)
    )
    model = prepared(LASSO)
    assert model.functions("numpy") is model.functions("numpy")
    assert model.functions("torch") is not model.functions("numpy")
    assert made == ["numpy", "torch"]


def test_threads_share_one_making(monkeypatch):
    made = []
    make = module.Functions
    monkeypatch.setattr(
        module, "Functions", lambda *args, **known: made.append(args[1]) or make(*args, **known)
    )
    model = prepared(LASSO)
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(model.functions("numpy"))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == ["numpy"]
    assert len(found) == 8
    assert all(one is found[0] for one in found)


@pytest.mark.parametrize(
    ("text", "as_written"),
    [
        ("variables\n Vector x(2)\nmin\n norm2(x)^2", True),
        ("variables\n Vector x(2)\nmax\n -norm2(x)^2 + sum(x)\nst\n x <= 1", True),
        ("variables\n Vector x(2)\nmin\n norm1(x) + norm2(x)^2", False),
        ("variables\n Vector x(2)\nmin\n norm1(x) + norm2(x)^2\nst\n x >= 0", True),
    ],
)
def test_the_users_own_functions_are_known(text, as_written):
    model = prepared(text)
    assert model.as_written is as_written
    assert (model.judge.formulas is None) is as_written


def test_a_sign_that_no_declaration_tells_comes_from_the_data():
    model = prepared(LASSO)
    assert not model.convex
    data = {"b": np.array([1.0, -1.0]), "c": np.asarray(0.1)}
    other = model.knowing(data, SPACE)
    assert other is not model
    assert other.convex
    assert not other.reformed.notes
    assert other.knowing(data, SPACE) is other
    assert model.knowing({**data, "b": np.array([2.0, -3.0])}, SPACE) is other
    assert model.knowing({**data, "c": np.asarray(-0.1)}, SPACE) is model


def test_signs_that_do_not_help_are_not_used():
    model = prepared("parameters\n Scalar c\n Matrix K\nvariables\n Vector x\nmin\n c*x'*K*x")
    assert model.knowing({"c": np.asarray(1.0)}, SPACE) is model
    settled = prepared(
        "parameters\n Scalar c\nvariables\n Vector x(2)\nmin\n norm2(x)^2 + c*sum(x)"
    )
    assert settled.knowing({}, SPACE) is settled  # and nothing is asked of the data


def test_rules_for_the_start_are_those_of_the_model():
    model = prepared("parameters\n Matrix X\nvariables\n Matrix U, V\nmin\n norm2(X - U*V')^2")
    assert set(model.start_rules.values()) == {StartRule.RANDOM}


def test_matrices_that_may_stay_sparse_are_told():
    assert prepared(LASSO).multiplied() == {"A"}
    assert (
        prepared("parameters\n Matrix A\nvariables\n Vector x\nmin\n norm2(A.^2*x)^2").multiplied()
        == set()
    )
