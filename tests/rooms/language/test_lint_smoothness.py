from __future__ import annotations

import pytest

from gennaker.language.check import read
from gennaker.language.lint_smoothness import smoothness_findings
from gennaker.language.report import Finding
from gennaker.language.view import View

DECLARED = """
parameters
  Matrix A
  Vector b
  Vector p positive
  Scalar s positive
variables
  Vector x
  Scalar t
"""


def findings(objective: str, *relations: str, goal: str = "min") -> list[Finding]:
    model = f"{DECLARED}{goal}\n  {objective}\n"
    if relations:
        model += "st\n" + "".join(f"  {line}\n" for line in relations)
    return list(smoothness_findings(View(read(model))))


def told(objective: str, *relations: str, goal: str = "min") -> list[tuple[str, str, str | None]]:
    found = findings(objective, *relations, goal=goal)
    return [(item.code, item.message, item.suggestion) for item in found]


def codes(objective: str, *relations: str, goal: str = "min") -> list[str]:
    return [item.code for item in findings(objective, *relations, goal=goal)]


# ---- domains --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("objective", "message", "edit"),
    [
        ("-sum(log(x))", "log(x) needs arguments above 0, and nothing keeps them there", "x >= 0"),
        (
            "log(x[1])",
            "log(x[1]) needs arguments above 0, and nothing keeps them there",
            "x[1] >= 0",
        ),
        ("log(t - 1)", "log(t - 1) needs arguments above 0, and nothing keeps them there", None),
        (
            "sum(entropy(x))",
            "entropy(x) needs arguments of at least 0, and nothing keeps them there",
            "x >= 0",
        ),
        (
            "sum(entropy(A*x))",
            "entropy(A*x) needs arguments of at least 0, and nothing keeps them there",
            None,
        ),
        (
            "sum(x.^0.5)",
            "x.^0.5 needs arguments of at least 0, and nothing keeps them there",
            "x >= 0",
        ),
    ],
)
def test_a_domain_that_nothing_keeps(objective: str, message: str, edit: str | None) -> None:
    (found,) = (item for item in findings(objective) if item.code == "domain")
    assert (found.level, found.message, found.suggestion) == ("warning", message, edit)


@pytest.mark.parametrize(
    ("objective", "relations"),
    [
        ("-sum(log(x))", ("x >= 0",)),
        ("sum(log(x))", ("x > 0",)),
        ("sum(log(x))", ("x >= p",)),
        ("sum(log(x + p))", ("x >= 0",)),
        ("sum(log(p))*t^2", ()),
        ("sum(log(vector(1) + exp(x)))", ()),
        ("log(x'*x)", ()),
        ("-sum(log(b - A*x))", ()),  # the logarithm itself keeps its argument positive
        ("t^2", ("sum(log(b - A*x)) >= 1",)),
        ("sum(log(b - A*x))", ("A*x <= b",)),
        ("sum(log(b - A*x))", ("b - A*x >= 0",)),
        ("sum(log(A*x))", ("A*x >= p",)),
        ("sum(log(A*x))", ("vector(0) <= A*x",)),
        ("sum(log(A*x))", ("(-(A*x)) <= 0",)),
        ("sum(sqrt(A*x))", ("A*x >= 0",)),
        ("sum(x.^3)", ()),
        ("sum(x.^-2)", ()),
    ],
)
def test_a_domain_that_is_kept(objective: str, relations: tuple[str, ...]) -> None:
    assert "domain" not in codes(objective, *relations)


def test_a_divisor_that_may_pass_through_0() -> None:
    message = "1/t divides by t, which may pass through 0"
    assert told("1/t") == [("division", message, None)]
    assert codes("sum(b./x)") == ["division"]
    assert codes("1/t + sum(b./x)", "t >= 0", "x < 0") == []
    assert codes("t/s + 1/norm2(x)^2") == []


def test_a_divisor_is_told_of_once_and_where_it_stands() -> None:
    found = [finding for finding in findings("2/t*3/t*norm2(x)") if finding.code == "division"]
    assert [(finding.message, finding.line, finding.column) for finding in found] == [
        ("2/t divides by t, which may pass through 0", 11, 3)
    ]


# ---- points without a derivative ------------------------------------------------------------


@pytest.mark.parametrize(
    ("objective", "relation", "edit"),
    [
        ("norm1(x)", "x >= 0", "sum(x)"),
        ("norm1(x)", "x <= 0", "-sum(x)"),
        ("norm1(p + x)", "x >= 0", "sum(p + x)"),
        ("sum(abs(x))", "x >= 0", "x"),
        ("sum(abs(x + x))", "x <= 0", "-(x + x)"),
        ("sum(relu(x))", "x >= 0", "x"),
        ("sum(relu(x))", "x <= 0", "0"),
        ("sum(max(x, 0))", "x >= 0", "x"),
        ("sum(max(0, x + p))", "x >= 0", "x + p"),
        ("sum(min(x, 0))", "x <= 0", "x"),
    ],
)
def test_a_plainer_form(objective: str, relation: str, edit: str) -> None:
    (found,) = findings(objective, relation)
    assert (found.code, found.level, found.suggestion) == ("needless-reform", "note", edit)
    assert findings(objective)[0].code == "kink"


def test_an_edit_is_never_cut_off() -> None:
    long = " + ".join(["exp(x)"] * 20)
    assert "needless-reform" not in codes(f"norm1({long})")


@pytest.mark.parametrize(
    ("objective", "where"),
    [
        ("norm1(x)", "where an entry is 0"),
        ("norm2(x) + t^2", "where all entries are 0"),
        ("norminf(x)", "where several entries are the largest"),
        ("abs(t)", "where the argument is 0"),
        ("relu(t)", "where the argument is 0"),
        ("sum(max(x, p))", "where both arguments are equal"),
        ("max(x)", "where several entries are the largest"),
        ("norm1(x)^2", "where an entry is 0"),
        ("norm2(x)^0.5", "where all entries are 0"),
        ("sum(max(x, 1).^2)", "where both arguments are equal"),
        ("abs(t)^2 + abs(t)", "where the argument is 0"),
    ],
)
def test_points_without_a_derivative(objective: str, where: str) -> None:
    (found,) = findings(objective)
    assert (found.code, found.level) == ("kink", "note")
    assert found.message.endswith(f"has no derivative {where}")


@pytest.mark.parametrize(
    "objective",
    [
        "norm2(A*x - b)",  # the whole objective: told by another check
        "norm2(x)^2",
        "norm2(x)^3",
        "norm2(x)*norm2(x)",
        "abs(t)^2",
        "sum(abs(x).*abs(x))",
        "sum(square(abs(x)))",
        "sum(relu(x).^2)",
        "sum(max(vector(1) - x, 0).^2)",
        "sum(min(x, 0).^2)",
        "sum(max(x, 0).^1.5)",
        "sqrt(1 + x'*x)",
        "norm2(p + exp(x)) + t^2",
        "norm1(b)*t^2",
    ],
)
def test_smooth_functions_raise_no_alarm(objective: str) -> None:
    assert "kink" not in codes(objective)


def test_a_function_that_is_squared_here_and_stands_alone_there() -> None:
    assert codes("norm2(x)^2", "norm2(x) <= 1") == ["kink"]
    assert codes("norm2(x)", "norm2(x)^2 <= 1") == []


# ---- overflow ---------------------------------------------------------------------------------


def test_functions_that_overflow() -> None:
    message = "exp(A*x) overflows for arguments above 709"
    assert told("sum(exp(A*x))") == [("overflow", message, None)]
    assert codes("sum(cosh(x)) + sum(expm1(x))") == ["overflow", "overflow"]


@pytest.mark.parametrize(
    ("objective", "relations"),
    [
        ("sum(log(vector(1) + exp(-x)))", ()),
        ("log(sum(exp(A*x)))", ()),
        ("sum(log(sum(exp(x*b'), rows)))", ()),
        ("sum(vector(1)./(vector(1) + exp(-x)))", ()),
        ("1/(1 + exp(t))", ()),
        ("exp(-norm2(x)^2)", ()),
        ("sum(exp(x))", ("x <= 10",)),
        ("sum(exp(x))", ("x <= 0",)),
        ("sum(exp(b))*t^2", ()),
    ],
)
def test_functions_that_do_not(objective: str, relations: tuple[str, ...]) -> None:
    assert codes(objective, *relations) == []


def test_findings_stand_at_the_function() -> None:
    (found,) = findings("t^2 + norm1(x)")
    assert (found.line, found.column) == (11, 9)


def test_a_norm_that_is_squared_elsewhere_is_told_of_where_it_is_not() -> None:
    (found,) = findings("norm2(x)^2", "norm2(x) <= 1")
    assert (found.code, found.line) == ("kink", 13)
    (found,) = findings("norm2(x)^2 + t*norm2(x)")
    assert (found.code, found.line) == ("kink", 11)
