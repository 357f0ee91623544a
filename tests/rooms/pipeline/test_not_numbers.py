from __future__ import annotations

import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from gennaker.pipeline.not_numbers import (
    has_masked,
    ragged,
    with_article,
    wrong_contents,
    wrong_object,
)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.array(["u"]), "b holds text; only numbers can be used"),
        (np.array("0.1"), "b is the text '0.1'; only numbers can be used"),
        (np.array("u" * 90), f"b is the text '{'u' * 20}...'; only numbers can be used"),
        (np.array([b"u"]), "b holds text; only numbers can be used"),
        (np.array(["2020-01-01"], "M8[D]"), "b holds dates; only numbers can be used"),
        (np.array([1], "m8[D]"), "b holds time spans; only numbers can be used"),
        (np.zeros(2, [("u", float)]), "b holds records; only numbers can be used"),
        (np.array([1, None], object), "b[1] is None: entry 2; only numbers can be used"),
        (
            np.array([[1, 2], ["u", 3]], object),
            "b[1, 0] is the text 'u': row 2, column 1; only numbers can be used",
        ),
        (np.array([Ellipsis], object), "b[0] is an ellipsis: entry 1; only numbers can be used"),
    ],
)
def test_what_an_array_holds_is_said_with_its_place(array, message):
    assert wrong_contents("b", array) == message


@pytest.mark.parametrize("entry", [1.5, Fraction(1, 2), Decimal("0.5"), 10**400])
def test_numbers_that_are_objects_get_advice(entry):
    message = wrong_contents("b", np.array([entry, 1], object))
    assert message.startswith("b holds its numbers as Python objects; pass numpy.array(b, dtype=")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"u": 1}, "b is a dict, which is no array of numbers"),
        (10**400, "b is a whole number with too many digits; pass a float"),
        (Decimal(1), "b is a Decimal; pass float(b)"),
        (Ellipsis, "b is an ellipsis, which is no array of numbers"),
    ],
)
def test_what_is_no_array_is_said_by_its_kind(value, message):
    assert wrong_object("b", value) == message
    array = np.empty((), object)
    array[()] = value
    assert wrong_contents("b", array) == message


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[1, 2], [3]], "row 1 has 2 entries, but row 2 has 1"),
        ([[1], [3], [4, 5]], "row 1 has 1 entry, but row 3 has 2"),
        ([[1, 2], 3], "row 1 has 2 entries, but row 2 is a single number"),
        ([1, [2, 3]], "row 1 is a single number, but row 2 has 2"),
        ([[1, 2], [3, 4]], ""),
        (5, ""),
    ],
)
def test_rows_of_different_lengths_are_found(rows, message):
    assert ragged(rows) == message


def test_articles():
    assert [with_article(value) for value in (1, [], None, "u")] == [
        "an int",
        "a list",
        "None",
        "the text 'u'",
    ]


def test_masks_count_only_where_something_is_masked():
    assert has_masked(np.ma.masked_array([1.0, 2.0], [False, True]))
    assert not has_masked(np.ma.masked_array([1.0, 2.0], [False, False]))
    assert not has_masked([1.0])


def test_masked_arrays_are_not_loaded_to_solve_without_them():
    code = """
import sys
from gennaker import Model
Model("parameters\\n Vector b\\nvariables\\n Vector x\\nmin\\n norm2(x - b)^2").solve(b=[1, 2])
print("numpy.ma" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "False"
