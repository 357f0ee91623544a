"""The linter: an inventory of a checked problem, its convexity, and what looks wrong in it."""

from __future__ import annotations

from collections.abc import Iterator

from gennaker.expressions.curvature import Curvature
from gennaker.expressions.dimension import Dimension
from gennaker.expressions.problem import Bound, Constraint, Problem, Symbol
from gennaker.expressions.show import text
from gennaker.expressions.sign import Sign
from gennaker.language.lint_goals import goal_findings
from gennaker.language.lint_smoothness import smoothness_findings
from gennaker.language.lint_symbols import symbol_findings
from gennaker.language.report import Convexity, Entry, Report
from gennaker.language.view import SHOWN, WARNING, View
from gennaker.operations.leaves import attribute_sign, attributes

__all__ = ["lint"]

SIGN_WORDS = {
    Sign.POSITIVE: "positive",
    Sign.NONNEGATIVE: "nonnegative",
    Sign.NEGATIVE: "negative",
    Sign.NONPOSITIVE: "nonpositive",
    Sign.ZERO: "zero",
}


def lint(problem: Problem) -> Report:
    r"""Say what a problem is made of and what looks wrong in it.

    Example:
        >>> from gennaker.language.check import read
        >>> print(lint(read("variables\n  Vector x, y\nmin\n  norm2(x)^2")).findings[0])
        warning: line 2: nothing uses the variable y
                 try: remove it

    """
    view = View(problem)
    findings = [*symbol_findings(view), *goal_findings(view), *smoothness_findings(view)]
    findings.sort(key=lambda found: (found.level != WARNING, found.line or 0))
    goal = "maximised" if problem.maximize else "minimised"
    curvature = view.curvature(problem.objective)
    return Report(
        parameters=tuple(map(_symbol_entry, problem.parameters)),
        variables=tuple(_variable_entry(view, symbol) for symbol in problem.variables),
        sizes=tuple(_size_entries(problem)),
        objective=Entry(text(problem.objective, SHOWN), f"{curvature}, {goal}"),
        bounds=tuple(_bound_entry(view, bound) for bound in problem.bounds),
        constraints=tuple(_constraint_entry(view, item) for item in problem.constraints),
        convexity=_convexity(view),
        findings=tuple(findings),
    )


# ---- inventory ------------------------------------------------------------------------


def _symbol_entry(symbol: Symbol) -> Entry:
    words = "".join(f", {word}" for word in symbol.attributes)
    return Entry(symbol.name, f"{symbol.node.shape}{words}", symbol.line)


def _variable_entry(view: View, symbol: Symbol) -> Entry:
    """Describe a variable, with the sign that its bounds add to its attributes."""
    entry, sign = _symbol_entry(symbol), view.signs[symbol.node]
    known = attribute_sign(attributes(symbol.node))
    word = SIGN_WORDS.get(sign) if sign is not known else None
    return Entry(entry.name, entry.words + (f", {word}" if word else ""), entry.line)


def _size_entries(problem: Problem) -> Iterator[Entry]:
    """List sizes under the names that are left, with all that must agree with them."""
    groups: dict[Dimension, list[str]] = {}
    for name, value in problem.dimensions.items():
        groups.setdefault(value, []).append(name)
    for value, names in groups.items():
        others = [name for name in names if name != str(value)]
        words = "the same as " + ", ".join(others) if others else "free"
        if value.is_constant:
            words = "the size of " + ", ".join(names)
        yield Entry(str(value), words)


def _bound_entry(view: View, bound: Bound) -> Entry:
    words = "fixed value" if bound.lower is bound.upper else "upper bound"
    if bound.upper is None:
        words = "lower bound"
    target = bound.target
    while target.op.name == "transpose":
        target = target.args[0]
    if target is not bound.variable:
        words += f" on a part of {text(bound.variable)}"
    return Entry(bound.name, words, view.line_of(bound))


def _constraint_entry(view: View, item: Constraint) -> Entry:
    words = "linear" if item.linear else "nonlinear"
    if not item.linear and not item.equality and view.is_proven(item):
        words = "convex"
    kind = "equality" if item.equality else "inequality"
    size = "" if item.function.is_scalar else f", {item.function.shape}"
    return Entry(item.name, f"{words} {kind}{size}", view.line_of(item))


# ---- convexity ------------------------------------------------------------------------


def _convexity(view: View) -> Convexity:
    """Prove convexity: a convex objective, convex inequalities, affine equalities."""
    problem = view.problem
    facts = view.analysis.facts(problem.objective)
    reasons: list[str] = []
    if not view.objective_curvature.is_convex:
        wanted, verb = ("concave", "maximised") if problem.maximize else ("convex", "minimised")
        reason = f"the objective is not proven {wanted}" + _because(facts.reason)
        if facts.curvature is not Curvature.UNKNOWN:
            reason = f"the objective is {facts.curvature} and is {verb}"
        reasons.append(reason)
    reasons += [_reason(view, item) for item in problem.constraints if not view.is_proven(item)]
    return Convexity(not reasons, str(facts.curvature), tuple(reasons))


def _reason(view: View, item: Constraint) -> str:
    """Say why a constraint is not proven to describe a convex set."""
    facts = view.analysis.facts(item.function)
    start = f"the constraint {item.name} is not proven convex"
    if item.equality:
        start = f"the equality {item.name} is not linear"
    elif facts.curvature is Curvature.CONCAVE:
        start = f"the constraint {item.name} bends the wrong way: {facts.curvature}"
    return start + _because(facts.reason)


def _because(reason: str) -> str:
    return f": {reason}" if reason else ""
