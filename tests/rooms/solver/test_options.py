from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from gennaker.solver.options import METHODS, Options, make_options


def test_the_defaults_make_sense():
    options = Options()
    assert options.method == METHODS[0] == "default"
    assert make_options(None) == make_options({}) == options
    assert make_options(options) is options


def test_a_mapping_is_read_and_left_alone():
    given = {"tolerance": 1e-8, "memory": 5}
    assert make_options(given) == Options(tolerance=1e-8, memory=5)
    assert given == {"tolerance": 1e-8, "memory": 5}


def test_options_do_not_change():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Options().tolerance = 1.0


@pytest.mark.parametrize(
    ("name", "near"),
    [("tol", "tolerance"), ("max_iter", "max_iterations"), ("maxiterations", "max_iterations")],
)
def test_an_unknown_name_gets_the_nearest(name, near):
    with pytest.raises(ValueError, match=f"no option '{name}'.*{near}"):
        make_options({name: 1})


def test_a_name_near_to_nothing_gets_them_all():
    with pytest.raises(ValueError, match="no option 'zzz'; options are method, tolerance, "):
        make_options({"zzz": 1})


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("method", "newton", "'default' or 'paper', not 'newton'"),
        ("tolerance", 0.0, "between 0 and 1, not 0.0"),
        ("tolerance", -1e-6, "between 0 and 1"),
        ("tolerance", 1.0, "between 0 and 1"),
        ("tolerance", float("nan"), "between 0 and 1, not nan"),
        ("tolerance", "1e-6", "between 0 and 1, not '1e-6'"),
        ("tolerance", True, "between 0 and 1, not True"),
        ("max_iterations", -1, "whole number of at least 0, not -1"),
        ("max_iterations", 10.0, "whole number of at least 0, not 10.0"),
        ("max_rounds", 0, "whole number of at least 1, not 0"),
        ("max_evaluations", 0, "whole number of at least 1"),
        ("max_evaluations", True, "whole number of at least 1, not True"),
        ("time_limit", 0.0, "seconds above 0, not 0.0"),
        ("time_limit", float("nan"), "seconds above 0"),
        ("memory", 0, "whole number of at least 1"),
        ("penalty", -1.0, "above 0, not -1.0"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(name, value, words):
    with pytest.raises(ValueError, match=words) as caught:
        make_options({name: value})
    assert str(caught.value).startswith(f"{name} must be ")


@pytest.mark.parametrize("name", ["max_evaluations", "time_limit", "memory", "penalty"])
def test_none_is_no_choice(name):
    assert getattr(make_options({name: None}), name) is None


def test_every_option_is_documented():
    text = Options.__doc__ or ""
    for field in dataclasses.fields(Options):
        assert f"\n        {field.name}: " in text


def test_numbers_of_numpy_are_numbers():
    found = make_options({"max_iterations": np.int64(5), "tolerance": np.float32(0.5)})
    assert (found.max_iterations, found.tolerance) == (5, 0.5)


@pytest.mark.parametrize("given", [5, "tolerance", [("tolerance", 1e-3)]])
def test_options_go_by_name(given):
    with pytest.raises(ValueError, match="options must be a dictionary such as"):
        make_options(given)
    with pytest.raises(ValueError, match="there is no option 1; options are method"):
        make_options({1: given})
