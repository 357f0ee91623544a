"""Where each variable starts when nobody says: told from the expressions, not from the data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from gennaker.expressions.node import Node
from gennaker.expressions.problem import Problem
from gennaker.expressions.shape import Kind
from gennaker.expressions.sign import Sign
from gennaker.expressions.walk import fold, postorder
from gennaker.operations.bounds import signs_from_bounds
from gennaker.operations.convexity import Analysis
from gennaker.operations.facts import literal
from gennaker.operations.leaves import VARIABLE

__all__ = ["StartRule", "starts"]

PRODUCTS = frozenset({"matmul", "scale", "elmul"})
QUOTIENTS = frozenset({"div", "eldiv"})
POWERS = frozenset({"pow", "elpow"})
ABOVE_ZERO = frozenset({"log", "sqrt", "entropy"})
OF_MATRICES = frozenset({"inv", "det", "logdet", "matpow"})
LEVEL_AT_ZERO = frozenset(
    {"abs", "norm1", "norm2", "norminf", "relu", "square", "cos", "cosh", "huber"}
)


class StartRule(StrEnum):
    """What a variable starts from, before it is moved into its bounds."""

    ZEROS = "zeros"
    ONES = "ones"
    IDENTITY = "identity"
    """The identity matrix, for square matrices."""
    RANDOM = "random"
    """Small seeded random numbers of both signs."""
    RANDOM_POSITIVE = "random_positive"
    """Seeded random numbers between 0 and 1, where a bound or a domain forbids negative ones."""


def starts(problem: Problem, known: Analysis | None = None) -> dict[str, StartRule]:
    r"""Return where each variable of the user's starts.

    That is at 0; at 1, or the identity, where a logarithm, a root, a division or an inverse is
    not defined at 0; at random where all derivatives vanish at 0 without 0 being known to be best.
    ``known`` is an analysis with the signs from the bounds.

    Example:
        >>> from gennaker import Model
        >>> text = "parameters\n  Matrix X\nvariables\n  Matrix U, V\nmin\n  norm2(X - U*V')^2"
        >>> print(*starts(Model(text).problem).values())
        random random

    """
    known = known or Analysis(signs_from_bounds(problem.bounds, problem.variables))
    roots = (problem.objective, *(item.function for item in problem.constraints))
    nodes = [node for node in postorder(roots) if not known.is_constant(node)]
    signs = _start_signs(problem)
    rules = _inside_domains(nodes, signs)
    signs |= dict.fromkeys(rules, Sign.POSITIVE)
    stuck = _stuck(problem, known, Analysis(signs)) - rules.keys()
    for node in stuck | _alike(nodes, rules, known):
        positive = node in rules or known.facts(node).sign.is_nonnegative
        rules[node] = StartRule.RANDOM_POSITIVE if positive else StartRule.RANDOM
    return {item.name: rules.get(item.node, StartRule.ZEROS) for item in problem.variables}


def _start_signs(problem: Problem) -> dict[Node, Sign]:
    """Return the signs of the zeros after they were moved into the bounds."""
    closed = [bound for bound in problem.bounds if not bound.strict]
    signs = signs_from_bounds(closed, problem.variables)
    return {
        item.node: Sign.ZERO
        if signs[item.node] & Sign.ZERO or "positive" in item.attributes
        else signs[item.node]
        for item in problem.variables
    }


# ---- domains ----------------------------------------------------------------------------


def _inside_domains(nodes: Iterable[Node], signs: dict[Node, Sign]) -> dict[Node, StartRule]:
    """Return rules for the variables that leave some operation undefined at 0."""
    at_zero = Analysis(signs)
    rules: dict[Node, StartRule] = {}
    for node in nodes:
        for argument, wanted in _demands(node):
            if not at_zero.facts(argument).sign & wanted:
                for variable in _variables(argument):
                    rules.setdefault(variable, StartRule.ONES)
        if node.op.name in OF_MATRICES and not _is_positive_power(node):
            for variable in _variables(node.args[0]):
                square = variable.kind is Kind.MATRIX and len({*variable.shape.axes}) == 1
                rules[variable] = StartRule.IDENTITY if square else StartRule.ONES
    return rules


def _demands(node: Node) -> Iterator[tuple[Node, Sign]]:
    """Yield the arguments of an operation with the signs that it and its derivative need."""
    name = node.op.name
    if name in ABOVE_ZERO:
        yield node.args[0], Sign.POSITIVE
    elif name in QUOTIENTS:
        yield node.args[1], Sign.NONZERO
    elif name in POWERS:
        power = literal(node.args[1])
        if power is None:
            yield node.args[0], Sign.POSITIVE
        elif power < 1 and power != 0:
            yield node.args[0], Sign.NONZERO if power.is_integer() else Sign.POSITIVE


def _is_positive_power(node: Node) -> bool:
    return node.op.name == "matpow" and (literal(node.args[1]) or 0) >= 0


def _variables(node: Node) -> list[Node]:
    return [item for item in postorder((node,)) if item.op is VARIABLE]


# ---- points where nothing moves ---------------------------------------------------------


def _stuck(problem: Problem, known: Analysis, at_start: Analysis) -> set[Node]:
    """Return the variables by which the derivative of the objective vanishes at the start."""
    objective = problem.objective
    curvature = known.facts(objective).curvature
    if curvature.is_concave if problem.maximize else curvature.is_convex:
        return set()
    moving = fold((objective,), lambda node, found: _moving(node, found, at_start))[objective]
    return {*_variables(objective)} - moving


def _moving(node: Node, found: tuple[frozenset[Node], ...], at_start: Analysis) -> frozenset[Node]:
    """Return the variables with which an expression moves at the start, as far as can be told."""
    if node.op is VARIABLE:
        return frozenset({node})
    name = node.op.name
    vanish = [at_start.facts(arg).sign is Sign.ZERO for arg in node.args]
    if name in PRODUCTS:
        left, right = found
        return (frozenset() if vanish[1] else left) | (frozenset() if vanish[0] else right)
    if name in QUOTIENTS and vanish[0]:
        return found[0]
    if vanish and vanish[0] and _is_level(node):
        return frozenset()
    return frozenset().union(*found)


def _is_level(node: Node) -> bool:
    """Answer whether the derivative that is used at 0 is 0."""
    if node.op.name in POWERS:
        return (literal(node.args[1]) or 0) > 1
    return node.op.name in LEVEL_AT_ZERO


def _alike(nodes: Iterable[Node], rules: dict[Node, StartRule], known: Analysis) -> set[Node]:
    """Return the matrices that a product would keep alike, column by column, from ones."""
    return {
        variable
        for node in nodes
        if node.op.name == "matmul" and not any(map(known.is_constant, node.args))
        for variable in _variables(node)
        if rules.get(variable) is StartRule.ONES and variable.kind is Kind.MATRIX
    }
