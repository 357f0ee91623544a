"""Bounds, constraints, options and callbacks in SciPy's forms."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, NonlinearConstraint

from gennaker import DataError
from gennaker.pipeline.scipy_arguments import (
    read_bounds,
    read_callback,
    read_constraints,
    read_dictionary,
    read_jac,
    read_options,
    refuse_unknown,
)
from gennaker.solver.options import Options
from gennaker.solver.progress import State

START = np.zeros(3)
STATE = State(4, 1, 2.5, 0.1, 0.0, 1.0, 0.0, 9, 0.01, np.arange(3.0), np.zeros(0))


def lists(sides):
    return [None if side is None else side.tolist() for side in sides]


@pytest.mark.parametrize(
    "bounds",
    [
        Bounds([0, -np.inf, 1], [2, 3, np.inf]),
        [(0, 2), (None, 3), (1, None)],
        ((0, 2), (-np.inf, 3), (1, np.inf)),
        np.array([[0, 2], [-np.inf, 3], [1, np.inf]]),
        zip([0, None, 1], [2, 3, None], strict=True),
        SimpleNamespace(lb=[0, None, 1], ub=[2, 3, None]),
    ],
)
def test_bounds_come_in_any_form(bounds):
    assert lists(read_bounds(bounds, START)) == [[0, -np.inf, 1], [2, 3, np.inf]]


def test_bounds_may_be_missing():
    assert read_bounds(None, START) == (None, None)
    assert lists(read_bounds(Bounds(), START)) == [None, None]
    assert lists(read_bounds(Bounds(0), START)) == [[0.0, 0.0, 0.0], None]
    assert lists(read_bounds([(None, None)] * 3, START)) == [None, None]


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        ([(0, 1)], "bounds has 1 pair, but x0 has 3 entries"),
        ([(0, 1), 2, (0, 1)], r"bounds\[1\] is 2; pass a pair"),
        ([(0, 1), (0, 1, 2), (0, 1)], r"bounds\[1\] is \(0, 1, 2\)"),
        ([(0, np.nan), (0, 1), (0, 1)], r"the upper side of bounds\[0\] is nan"),
        (Bounds([0, 1], [2, 3]), "bounds.lb has 2 entries"),
    ],
)
def test_bounds_that_make_no_sense_are_named(bounds, words):
    with pytest.raises(DataError, match=words):
        read_bounds(bounds, START)


def test_a_derivative_is_a_function_or_is_missing():
    assert read_jac(abs, "jac") is abs
    assert read_jac(True, "jac") is True
    assert [read_jac(jac, "jac") for jac in (None, False, "2-point", "3-point", "cs")] == [None] * 5
    with pytest.raises(DataError, match="jac must be a function, True or None, not '4-point'"):
        read_jac("4-point", "jac")
    with pytest.raises(DataError, match="not 1"):
        read_jac(1, "jac")


def test_constraints_come_in_three_forms():
    items = read_constraints(
        (
            {"type": "eq", "fun": np.sum, "jac": np.ones_like, "args": 2},
            {"type": "INEQ", "fun": np.max},
            LinearConstraint([[1, 2, 3]], -1, 1),
            NonlinearConstraint(np.min, 0, 5),
            NonlinearConstraint(np.prod, 0, 5, jac=np.ones_like),
        )
    )
    assert [item.name for item in items] == [f"constraints[{k}]" for k in range(5)]
    assert [(item.lower, item.upper) for item in items] == [
        (0.0, 0.0),
        (0.0, np.inf),
        (-1.0, 1.0),
        (0, 5),
        (0, 5),
    ]
    assert [item.fun for item in items] == [np.sum, np.max, None, np.min, np.prod]
    assert [item.jac for item in items] == [np.ones_like, None, None, None, np.ones_like]
    assert items[0].args == (2,)
    assert items[2].matrix.tolist() == [[1.0, 2.0, 3.0]]


@pytest.mark.parametrize(
    "one",
    [{"type": "eq", "fun": np.sum}, LinearConstraint([1, 2, 3]), NonlinearConstraint(abs, 0, 1)],
)
def test_one_constraint_needs_no_list(one):
    assert len(read_constraints(one)) == 1
    assert len(read_constraints([one])) == 1


@pytest.mark.parametrize("none", [None, (), []])
def test_there_may_be_no_constraints(none):
    assert read_constraints(none) == []


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ({"type": "ineqq", "fun": abs}, r"constraints\[0\] has the type 'ineqq'; types are 'eq'"),
        ({"type": None, "fun": abs}, "has the type None"),
        ({"fun": abs}, "has no 'type'"),
        ({"type": "eq"}, "has no 'fun'"),
        ({"type": "eq", "fun": 3}, "fun of constraints.* must be a function, not 3"),
        ({"type": "eq", "fun": abs, "jca": abs}, "has the key 'jca'.*did you mean 'jac'"),
        ({"type": "eq", "fun": abs, "jac": True}, "jac of constraints.*not True"),
        ({"type": "eq", "fun": abs, "jac": 5}, "jac of constraints.*not 5"),
        (7, "is a int; pass a dictionary"),
    ],
)
def test_constraints_that_make_no_sense_are_named(item, words):
    with pytest.raises(DataError, match=words):
        read_constraints([item])


def test_a_dictionary_is_checked_against_what_is_known():
    assert read_dictionary({"type": "A", "fun": abs}, "c", {"a": 1}, ("type", "fun")) == "a"


def test_options_go_by_both_names():
    assert read_options(None, None) == Options()
    assert read_options({}, 1e-3) == Options(tolerance=1e-3)
    given = {"maxiter": np.int64(7), "disp": 1, "gtol": np.float64(1e-4), "maxcor": 5, "maxfun": 9}
    expected = Options(max_iterations=7, verbose=True, tolerance=1e-4, memory=5, max_evaluations=9)
    assert read_options(given, 1e-2) == expected
    assert read_options({"max_iterations": 7, "tol": 1e-4, "disp": False}, None) == Options(
        max_iterations=7, tolerance=1e-4
    )
    assert read_options({"maxiter": None}, None) == Options()
    assert read_options(expected, 1e-2) is expected


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"maxitr": 1}, "there is no option 'maxitr'; did you mean 'maxiter'"),
        ({"xyzzy": 1}, "there is no option 'xyzzy'; known are method, tolerance"),
        ({"maxiter": 1, "max_iterations": 2}, "the option 'max_iterations' is given twice"),
        ({"maxiter": 1.5}, "max_iterations must be a whole number"),
        ({"tol": -1}, "tolerance must be a number between 0 and 1"),
    ],
)
def test_options_that_make_no_sense_are_named(given, words):
    with pytest.raises(ValueError, match=words):
        read_options(given, None)


def test_mappings_stay_as_they_are():
    given = {"maxiter": 5}
    read_options(given, 1e-3)
    assert given == {"maxiter": 5}


def test_a_callback_says_by_its_parameter_what_it_wants():
    seen = []

    def by_state(state):
        seen.append(state)
        return 1

    def by_keyword(*, intermediate_result):
        seen.append(intermediate_result)
        return 1

    def by_point(xk):
        seen.append(xk)
        return 1

    def by_state_and_more(state, more=2):
        return state.iteration > more

    assert read_callback(by_state_and_more)(STATE) is True
    stops = [read_callback(callback)(STATE) for callback in (by_state, by_keyword, by_point)]
    assert stops == [True, False, False]
    assert seen[0] is STATE
    assert (seen[1].fun, seen[1].nit, seen[1].x.tolist()) == (2.5, 4, [0.0, 1.0, 2.0])
    assert seen[2].tolist() == [0.0, 1.0, 2.0]
    assert seen[2] is not STATE.x


@pytest.mark.parametrize("answer", [True, StopIteration])
def test_a_callback_stops_by_its_answer_or_by_an_exception(answer):
    def callback(_):
        if answer is StopIteration:
            raise StopIteration
        return answer

    assert read_callback(callback)(STATE) is True
    assert read_callback(lambda _: None)(STATE) is False


def test_methods_of_built_in_types_are_callbacks():
    seen = []
    assert not read_callback(seen.append)(STATE)
    assert [x.tolist() for x in seen] == [[0.0, 1.0, 2.0]]


def test_other_exceptions_of_a_callback_pass():
    def callback(xk):
        raise KeyError(xk[0])

    with pytest.raises(KeyError):
        read_callback(callback)(STATE)
    with pytest.raises(TypeError, match="callback must be a function, not int"):
        read_callback(3)
    assert read_callback(None) is None


def test_the_nearest_name_is_offered():
    refuse_unknown({"a": 1}, ["a"], "no {}")
    with pytest.raises(DataError, match="no 'alpa'; did you mean 'alpha'"):
        refuse_unknown({"alpa": 1}, ["alpha", "beta"], "no {}")


def test_what_is_no_constraint_and_no_bound_is_told():
    with pytest.raises(DataError, match=r"constraints must be a dictionary, .* not an int"):
        read_constraints(3)
    with pytest.raises(DataError, match="bounds must be a pair for each entry of x0, not a float"):
        read_bounds(1.5, np.zeros(2))
