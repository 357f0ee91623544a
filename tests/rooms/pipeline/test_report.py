from __future__ import annotations

from xml.etree import ElementTree as ET

import numpy as np
import pytest

from gennaker.pipeline.report import html_report, text_report
from gennaker.pipeline.solution import Violation
from tests.solutions import SOLUTION, solution

REPORT = """\
solved: minimum 3
  The point meets all optimality conditions to the tolerance.

variables
  x  vector of 2  1  2
  t  number       3

lets
  r  matrix of 2 by 2  1  1  1  1

constraints
  budget  holds to 4.0e-09  multiplier -1
  x >= 0  holds             multiplier 0  0

evidence: stationarity 1.0e-08, feasibility 2.0e-09, complementarity 3.0e-10
work: 4 iterations in 2 rounds, 9 evaluations, 12.5 ms"""


def test_the_report_as_a_user_sees_it():
    assert text_report(SOLUTION) == REPORT


def test_a_failure_claims_nothing():
    found = solution(
        status="infeasible",
        success=False,
        violations=(Violation("budget", 0.5),),
        multipliers={},
        conflict=("budget", "x >= 0"),
    )
    text = text_report(found)
    assert text.startswith("infeasible: objective 3\n")
    assert "budget  violated by 5.0e-01" in text
    assert "cannot hold together\n  budget\n  x >= 0" in text


def test_a_maximum_is_called_so_and_a_ray_is_shown():
    found = solution(maximize=True, ray={"x": np.array([1.0, 0.0])}, notes=("nothing to add",))
    text = text_report(found)
    assert text.startswith("solved: maximum 3\n")
    assert "improves without limit along\n  x  vector of 2  1  0" in text
    assert text.endswith("note: nothing to add")


def test_of_a_long_array_the_first_entries_are_shown():
    assert "x  vector of 1000  0  1  2  3  4  ..." in text_report(
        solution(values={"x": np.arange(1000.0)})
    )


def test_of_many_constraints_the_worst_are_shown():
    many = tuple(Violation(f"c{place}", place * 1e-9) for place in range(100))
    text = text_report(solution(violations=many))
    assert "c99" in text
    assert "c10 " not in text
    assert "and 80 more, none violated by more" in text


def test_long_names_are_cut():
    assert "x" * 37 + "...  holds" in text_report(solution(violations=(Violation("x" * 99, 0.0),)))


def test_html_says_the_same_and_is_escaped():
    html = html_report(solution(lets={"a<b": np.ones(1)}))
    root = ET.fromstring(html.replace("<br>", "<br/>"))  # noqa: S314 - our own text
    assert [caption.text for caption in root.iter("caption")] == [
        "variables",
        "lets",
        "constraints",
    ]
    assert "a<b" in [cell.text for cell in root.iter("td")]
    assert root.find("p").find("b").text == "solved: minimum 3"


@pytest.mark.parametrize("library", ["torch", "jax.numpy"])
def test_arrays_of_other_libraries_are_shown(library):
    xp = pytest.importorskip(library)
    assert "x  vector of 2  1  2" in text_report(solution(values={"x": xp.asarray([1.0, 2.0])}))
