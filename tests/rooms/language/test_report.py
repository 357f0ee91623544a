from __future__ import annotations

import json

from gennaker.language.report import Convexity, Entry, Finding, Report

REPORT = Report(
    parameters=(),
    variables=(Entry("x", "vector with n entries", 2), Entry("long", "scalar", 3)),
    sizes=(Entry("n", "free"),),
    objective=Entry("sum(x)", "affine, minimised"),
    bounds=(),
    constraints=(Entry("a", "linear equality", 6),),
    convexity=Convexity(proven=False, objective="affine", reasons=("first", "second")),
    findings=(
        Finding("warning", "one", "this is wrong", 2, 3, "that"),
        Finding("note", "two", "this is so"),
    ),
)


def test_the_report_as_text() -> None:
    assert (
        str(REPORT)
        == """\
variables
  x     vector with n entries
  long  scalar
sizes
  n  free
objective
  sum(x)  affine, minimised
constraints
  a  linear equality
not proven convex: a solution may be a local optimum
  first
  second
warning: line 2: this is wrong
         try: that
note:    this is so"""
    )


def test_warnings_are_findings_that_most_likely_point_to_a_mistake() -> None:
    assert [finding.code for finding in REPORT.warnings] == ["one"]


def test_the_report_as_plain_data() -> None:
    data = json.loads(json.dumps(REPORT.as_dict()))
    assert data == {
        "parameters": [],
        "variables": [
            {"name": "x", "is": "vector with n entries", "line": 2},
            {"name": "long", "is": "scalar", "line": 3},
        ],
        "sizes": [{"name": "n", "is": "free", "line": None}],
        "objective": {"name": "sum(x)", "is": "affine, minimised", "line": None},
        "bounds": [],
        "constraints": [{"name": "a", "is": "linear equality", "line": 6}],
        "convex": False,
        "reasons": ["first", "second"],
        "findings": [
            {
                "level": "warning",
                "code": "one",
                "message": "this is wrong",
                "line": 2,
                "column": 3,
                "suggestion": "that",
            },
            {
                "level": "note",
                "code": "two",
                "message": "this is so",
                "line": None,
                "column": None,
                "suggestion": None,
            },
        ],
    }


def test_convexity_in_words() -> None:
    assert (
        str(Convexity(proven=True, objective="convex")) == "convex: a solution is a global optimum"
    )
