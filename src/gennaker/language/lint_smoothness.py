"""Findings about single functions: domains, divisions, points without a derivative, overflow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from gennaker.expressions.node import Node, make
from gennaker.expressions.show import text
from gennaker.expressions.sign import Sign
from gennaker.expressions.walk import postorder
from gennaker.language.report import Finding
from gennaker.language.view import NOTE, SHOWN, WARNING, View
from gennaker.operations.facts import literal
from gennaker.operations.products import ADD, NEG

__all__ = ["smoothness_findings"]

QUOTIENTS, POWERS = frozenset({"div", "eldiv"}), frozenset({"pow", "elpow"})
KINK_AT_ZERO = frozenset({"abs", "sqrt", "sign", "norm1", "norm2"})
SQUARED = frozenset({"abs", "norm2", "relu", "maximum", "minimum"})
EXTREMES = {"maximum": Sign.NONNEGATIVE, "minimum": Sign.NONPOSITIVE}
STABLE = frozenset({"log", "log1p", "div", "eldiv"})
SUMS = frozenset({"add", "sum", "sum_rows", "sum_columns", "mean", "mean_rows", "mean_columns"})
LARGEST_EXPONENT = 709
NONNEGATIVE = "arguments of at least 0"


def smoothness_findings(view: View) -> Iterator[Finding]:
    """Check every function that holds a variable."""
    checks: tuple[Callable[[View, list[Node]], Iterator[Finding]], ...] = (
        _domains,
        _divisions,
        _needless,
        _kinks,
        _overflow,
    )
    nodes = [node for node in view.nodes if node.args and not view.analysis.is_constant(node)]
    for check in checks:
        yield from check(view, nodes)


# ---- domains --------------------------------------------------------------------------


def _domains(view: View, nodes: list[Node]) -> Iterator[Finding]:
    kept = _kept_nonnegative(view)
    barriers = _barriers(view)
    for node in nodes:
        words, argument = _domain(node), node.args[0]
        # a bound at 0 keeps the solver inside: strict signs are treated as closed
        if words is None or view.analysis.facts(argument).sign.is_nonnegative or argument in kept:
            continue
        bare = argument.op.name in {"variable", "index"}
        if node in barriers and not bare:
            continue  # the logarithm itself keeps its argument positive
        message = f"{text(node, SHOWN)} needs {words}, and nothing keeps them there"
        edit = view.edit("{} >= 0", argument) if bare else None
        yield view.finding(node, WARNING, "domain", message, edit)


def _domain(node: Node) -> str | None:
    """Say in words which signs an operation demands of its argument, or return None."""
    if node.op.domain is not None:
        return node.op.domain.words if node.op.domain.signs is not Sign.UNKNOWN else None
    if node.op.name in POWERS:
        power = literal(node.args[1])
        return None if power is None or power.is_integer() else NONNEGATIVE
    return None


def _barriers(view: View) -> set[Node]:
    """Return the logarithms below functions that are proven convex: those grow at the border."""
    roots = [item.function for item in view.problem.constraints if view.is_proven(item)]
    if view.objective_curvature.is_convex:
        roots.append(view.problem.objective)
    return {node for node in postorder(roots) if node.op.name == "log"}


def _kept_nonnegative(view: View) -> set[Node]:
    """Return the expressions that a constraint keeps from being negative."""
    kept: set[Node] = set()
    for relation in view.problem.relations:
        for place, operator in enumerate(relation.operators):
            small, large = relation.sides[place : place + 2]
            if operator in {">=", ">"}:
                small, large = large, small
            if view.analysis.facts(small).sign.is_nonnegative:
                kept.add(large)
            if view.analysis.facts(large).sign.is_nonpositive and small.op is NEG:
                kept.add(small.args[0])
            if small.shape == large.shape:
                kept.add(make(ADD, (large, make(NEG, (small,), small.shape)), large.shape))
    return kept


def _divisions(view: View, nodes: list[Node]) -> Iterator[Finding]:
    told = set[Node]()
    for node in nodes:
        if node.op.name not in QUOTIENTS or view.analysis.is_constant(node.args[1]):
            continue
        if node.args[1] in told:
            continue  # 1/g*1/g divides by one g
        told.add(node.args[1])
        sign = view.analysis.facts(node.args[1]).sign
        if not (sign.is_nonnegative or sign.is_nonpositive):
            shown = text(node.args[1], SHOWN)
            message = f"{text(node, SHOWN)} divides by {shown}, which may pass through 0"
            yield view.finding(node, NOTE, "division", message)


# ---- points without a derivative --------------------------------------------------------


def _needless(view: View, nodes: list[Node]) -> Iterator[Finding]:
    for node in nodes:
        edit = _plainer(view, node)
        if edit is not None:
            message = f"{text(node, SHOWN)} is {edit}, since the sign of its argument is known"
            yield view.finding(node, NOTE, "needless-reform", message, edit)


def _plainer(view: View, node: Node) -> str | None:
    """Return what a non-smooth function is where the sign of its argument is known."""
    name = node.op.name
    if name in EXTREMES:
        return _plainer_extreme(view, node)
    if name not in {"abs", "norm1", "relu"}:
        return None
    argument = node.args[0]
    sign = view.analysis.facts(argument).sign
    if name == "relu" and sign.is_nonpositive:
        return "0"
    pattern = "sum({})" if name == "norm1" else "{}"
    if sign.is_nonnegative:
        return view.edit(pattern, argument)
    return view.edit(f"-{pattern}", argument) if sign.is_nonpositive else None


def _plainer_extreme(view: View, node: Node) -> str | None:
    for one, other in (node.args, node.args[::-1]):
        sign = view.analysis.facts(one).sign
        if literal(other) == 0 and sign.within(EXTREMES[node.op.name]):
            return view.edit("{}", one)
    return None


def _kinks(view: View, nodes: list[Node]) -> Iterator[Finding]:
    for node in nodes:
        if node.op.kink is None or _plainer(view, node) is not None or _is_squared(view, node):
            continue
        if node.op.name in KINK_AT_ZERO and not view.analysis.facts(node.args[0]).sign & Sign.ZERO:
            continue
        if node is view.problem.objective and node.op.name == "norm2":
            continue  # said by the check of the objective
        message = f"{text(node, SHOWN)} has no derivative {node.op.kink}"
        found = view.finding(node, NOTE, "kink", message)
        smooth = any(_is_power(parent, node) for parent in view.parents.get(node, []))
        line = view.line_of_side(node) if smooth and node.op.name in SQUARED else None
        # where it is squared first, and stands alone on a later line, that line is meant
        yield found if line is None else replace(found, line=line, column=None)


def _is_squared(view: View, node: Node) -> bool:
    """Answer whether a function with a kink at 0 occurs in powers above 1 alone."""
    if node.op.name not in SQUARED:
        return False
    if node.op.name in EXTREMES and all(literal(arg) != 0 for arg in node.args):
        return False
    parents = view.parents.get(node, [])
    alone = node in view.written
    return bool(parents) and not alone and all(_is_power(parent, node) for parent in parents)


def _is_power(node: Node, base: Node) -> bool:
    if node.op.name == "square":
        return True
    if node.op.name in {"elmul", "scale"}:
        return node.args == (base, base)
    power = literal(node.args[1]) if node.op.name in POWERS else None
    return power is not None and power > 1


# ---- overflow -----------------------------------------------------------------------------


def _overflow(view: View, nodes: list[Node]) -> Iterator[Finding]:
    above = {bound.target for bound in view.problem.bounds if bound.upper is not None}
    for node in nodes:
        argument = node.args[0]
        if not node.op.overflow or argument in above:
            continue
        if view.analysis.facts(argument).sign.is_nonpositive or _has_stable_form(view, node):
            continue
        message = f"{text(node, SHOWN)} overflows for arguments above {LARGEST_EXPONENT}"
        yield view.finding(node, NOTE, "overflow", message)


def _has_stable_form(view: View, node: Node) -> bool:
    """Recognise ``log(1 + exp(t))``, ``log(sum(exp(t)))`` and ``1/(1 + exp(t))``.

    Their stable forms are found when code is made.
    """
    level, found = [node], set[str]()
    for _ in range(2):
        parents = (parent for child in level for parent in view.parents.get(child, []))
        level = list(dict.fromkeys(parents))
        found |= {parent.op.name for parent in level}
    return bool(found & SUMS) and bool(found & STABLE)
