"""Findings about what is asked for: objectives without a minimum, constraints that fail."""

from __future__ import annotations

from collections.abc import Iterator

from gennaker.expressions.curvature import Curvature
from gennaker.expressions.node import Node
from gennaker.expressions.problem import Bound, Constraint
from gennaker.expressions.show import text
from gennaker.expressions.sign import Sign
from gennaker.language.report import Finding
from gennaker.language.slopes import routes, slopes
from gennaker.language.view import NOTE, SHOWN, WARNING, View
from gennaker.operations.facts import literal

__all__ = ["goal_findings"]

QUOTIENTS, POWERS = frozenset({"div", "eldiv"}), frozenset({"pow", "elpow"})


def goal_findings(view: View) -> Iterator[Finding]:
    """Check the objective, the constraints and the bounds."""
    yield from _objective(view)
    yield from _constraints(view)
    yield from _crossed_bounds(view)


# ---- objective ------------------------------------------------------------------------


def _objective(view: View) -> Iterator[Finding]:
    problem, objective = view.problem, view.problem.objective
    if view.curvature(objective) is Curvature.CONSTANT:
        if literal(objective) is None:  # min 0 asks for any feasible point, and says so
            message = "the objective holds no variable: every feasible point is optimal"
            yield view.finding(objective, WARNING, "constant-objective", message)
        return
    reason = _unbounded(view)
    if reason is not None:
        verb = "grows" if problem.maximize else "falls"
        message = f"the objective {text(objective, SHOWN)} {verb} without limit: {reason}"
        yield view.finding(objective, WARNING, "unbounded", message, "a bound or a constraint")
    if objective.op.name == "norm2" and not problem.maximize:
        shown = text(objective, SHOWN)
        message = f"{shown} has no derivative at 0; it is squared, which has the same solution"
        edit = view.edit("{}^2", objective)
        yield view.finding(objective, NOTE, "squared-norm", message, edit)


def _unbounded(view: View) -> str | None:
    """Find a variable along which the objective falls for ever; None where that is not sure.

    A function that is concave on a whole line and not constant falls for ever along it, so it
    is enough that a variable is free of bounds and constraints, and that it does not cancel
    out. Where the variable has bounds the function must be affine, with a slope of known sign.
    """
    curvature = view.objective_curvature
    if not curvature.is_concave or any(_is_limited(view, node) for node in view.in_objective):
        return None
    slope = slopes(view.problem.objective, view.analysis)
    count = routes(view.problem.objective, view.analysis)
    sides = _bounded_sides(view)
    for symbol in view.problem.variables:
        node = symbol.node
        if node not in view.in_objective or node in view.in_constraints:
            continue
        sign = -slope[node] if view.problem.maximize else slope[node]
        lower, upper = sides.get(node, (False, False))
        sure = sign in {Sign.POSITIVE, Sign.NEGATIVE} and curvature.is_affine
        if not lower and not upper and (sure or (count[node] == 1 and sign is not Sign.ZERO)):
            return f"{symbol.name} has no bounds"
        if sure and not (upper if sign is Sign.NEGATIVE else lower):
            return f"nothing bounds {symbol.name} from {'above' if lower else 'below'}"
    return None


def _is_limited(view: View, node: Node) -> bool:
    """Answer whether an operation is defined on a part of the line alone."""
    if node.op.domain is not None:
        return not view.analysis.is_constant(node)
    if node.op.name in QUOTIENTS:
        return not view.analysis.is_constant(node.args[1])
    if node.op.name in POWERS:
        power = literal(node.args[1])
        return power is None or power < 0 or not power.is_integer()
    return False


def _bounded_sides(view: View) -> dict[Node, tuple[bool, bool]]:
    """Say of each variable whether any bound holds a part of it from below and from above."""
    sides: dict[Node, tuple[bool, bool]] = {}
    for bound in view.problem.bounds:
        lower, upper = sides.get(bound.variable, (False, False))
        sides[bound.variable] = (
            lower or bound.lower is not None,
            upper or bound.upper is not None,
        )
    return sides


# ---- constraints and bounds -------------------------------------------------------------


def _constraints(view: View) -> Iterator[Finding]:
    seen: dict[tuple[Node, bool], str] = {}
    for item in view.problem.constraints:
        line = view.line_of(item)
        first = seen.setdefault((item.function, item.equality), item.name)
        if _never_holds(view, item):
            message = f"the constraint {item.name} cannot hold: its sides differ in sign"
            yield Finding(WARNING, "impossible", message, line)
        elif _always_holds(view, item):
            message = f"the constraint {item.name} always holds"
            yield Finding(NOTE, "redundant", message, line, None, "remove it")
        elif first != item.name:
            message = f"the constraint {item.name} says the same as {first}"
            yield Finding(NOTE, "redundant", message, line, None, "remove it")


def _never_holds(view: View, item: Constraint) -> bool:
    sign = view.analysis.facts(item.function).sign
    if item.equality:
        return not sign & Sign.ZERO
    return sign.is_nonnegative if item.strict else sign.within(Sign.POSITIVE)


def _always_holds(view: View, item: Constraint) -> bool:
    sign = view.analysis.facts(item.function).sign
    if item.equality:
        return sign is Sign.ZERO
    return sign.within(Sign.NEGATIVE) if item.strict else sign.is_nonpositive


def _crossed_bounds(view: View) -> Iterator[Finding]:
    """Compare the bounds that are numbers."""
    lowest: dict[Node, tuple[float, Bound]] = {}
    highest: dict[Node, tuple[float, Bound]] = {}
    for bound in view.problem.bounds:
        low = literal(bound.lower) if bound.lower is not None else None
        high = literal(bound.upper) if bound.upper is not None else None
        if low is not None and (bound.target not in lowest or low > lowest[bound.target][0]):
            lowest[bound.target] = (low, bound)
        if high is not None and (bound.target not in highest or high < highest[bound.target][0]):
            highest[bound.target] = (high, bound)
    for target, (low, bound) in lowest.items():
        if target in highest and highest[target][0] < low:
            other = highest[target][1]
            message = f"the bounds {bound.name} and {other.name} cannot both hold"
            line = max(view.line_of(bound) or 0, view.line_of(other) or 0) or None
            yield Finding(WARNING, "crossed-bounds", message, line)
