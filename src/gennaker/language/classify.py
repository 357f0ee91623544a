"""Tell bounds from general constraints, and linear constraints from the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gennaker.expressions.node import Node, make
from gennaker.expressions.problem import Bound, Constraint, Relation, Symbol
from gennaker.expressions.shape import Shape
from gennaker.expressions.show import text
from gennaker.expressions.sign import Sign
from gennaker.expressions.walk import fold
from gennaker.operations.bounds import declared_bound, signs_from_bounds
from gennaker.operations.convexity import Analysis
from gennaker.operations.leaves import fill
from gennaker.operations.products import ADD, DIV, NEG, SCALE

__all__ = ["classify", "holds_variable"]

LONGEST_NAME = 60
FLIPPED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "==": "=="}


@dataclass(frozen=True, slots=True)
class _Link:
    """Two sides of a relation; a chain such as ``0 <= x <= c`` has two links."""

    left: Node
    operator: str
    right: Node
    name: str
    relation: int

    @property
    def strict(self) -> bool:
        """Whether the sides must differ."""
        return self.operator in {"<", ">"}

    @property
    def flipped(self) -> _Link:
        """The same, read from the right."""
        return replace(self, left=self.right, operator=FLIPPED[self.operator], right=self.left)


def classify(
    relations: tuple[Relation, ...], variables: tuple[Symbol, ...]
) -> tuple[tuple[Bound, ...], tuple[Constraint, ...]]:
    """Split relations into bounds on variables and general constraints."""
    varying: dict[Node, bool] = {}
    data = Analysis({})
    bounds = [bound for symbol in variables if (bound := declared_bound(symbol)) is not None]
    general: list[_Link] = []
    for link in _links(relations):
        bound = _bound(link, varying, data) or _bound(link.flipped, varying, data)
        if bound is None:
            general.append(link)
        else:
            bounds.append(bound)
    analysis = Analysis(signs_from_bounds(bounds, variables))
    return tuple(bounds), tuple(_constraint(link, analysis) for link in general)


def _links(relations: tuple[Relation, ...]) -> Iterator[_Link]:
    """Take chains apart, and give every link a name of its own."""
    used: dict[str, int] = {}
    for place, relation in enumerate(relations):
        for step, operator in enumerate(relation.operators):
            left, right = relation.sides[step : step + 2]
            name = relation.label
            if name is None:
                name = f"{text(left, LONGEST_NAME)} {operator} {text(right, LONGEST_NAME)}"
            elif len(relation.operators) > 1:
                name = f"{name}[{step + 1}]"
            yield _Link(left, operator, right, _distinct(name, used), place)


def _distinct(name: str, used: dict[str, int]) -> str:
    """Number a name that two constraints share: they read the same, or are cut off alike."""
    used[name] = used.get(name, 0) + 1
    return name if used[name] == 1 else f"{name} ({used[name]})"


def holds_variable(node: Node, known: dict[Node, bool]) -> bool:
    """Answer whether a variable occurs in an expression."""
    if node not in known:
        fold((node,), lambda n, found: n.op.name == "variable" or any(found), known)
    return known[node]


# ---- bounds -------------------------------------------------------------------------


def _bound(link: _Link, varying: dict[Node, bool], data: Analysis) -> Bound | None:
    """Read a link as a bound on a bare variable on its left."""
    if holds_variable(link.right, varying):
        return None
    bare = _bare(link, varying, data)
    if bare is None:
        return None
    variable = _inner_variable(bare.left)
    if variable is None or (bare.left.is_scalar and not bare.right.is_scalar):
        return None
    lower = None if bare.operator in {"<=", "<"} else bare.right
    upper = None if bare.operator in {">=", ">"} else bare.right
    return Bound(variable, bare.left, lower, upper, link.strict, link.name, link.relation)


def _bare(link: _Link, varying: dict[Node, bool], data: Analysis) -> _Link | None:
    """Bring signs and scalar factors of known sign from the left to the right."""
    while link.left.op in {NEG, SCALE, DIV}:
        node, value = link.left, link.right
        if node.op is NEG:
            operator = FLIPPED[link.operator]
            link = replace(link, left=node.args[0], operator=operator, right=_negated(value))
            continue
        inside, factor = node.args
        if node.op is SCALE and not holds_variable(inside, varying):
            inside, factor = factor, inside
        if holds_variable(factor, varying) or not factor.is_scalar:
            return None
        sign = data.facts(factor).sign
        if sign not in {Sign.POSITIVE, Sign.NEGATIVE}:
            return None
        value = _scaled(value, factor) if node.op is DIV else _divided(value, factor)
        operator = link.operator if sign is Sign.POSITIVE else FLIPPED[link.operator]
        link = replace(link, left=inside, operator=operator, right=value)
    return link


def _negated(node: Node) -> Node:
    if node.op is NEG:
        return node.args[0]
    return node if _is_zero(node) else make(NEG, (node,), node.shape)


def _divided(value: Node, factor: Node) -> Node:
    return value if _is_zero(value) else make(DIV, (value, factor), value.shape)


def _scaled(value: Node, factor: Node) -> Node:
    return value if _is_zero(value) else make(SCALE, (factor, value), value.shape)


def _inner_variable(node: Node) -> Node | None:
    """Return the variable below transposes and slices."""
    while node.op.name in {"transpose", "index"}:
        node = node.args[0]
    return node if node.op.name == "variable" else None


# ---- general constraints --------------------------------------------------------------


def _constraint(link: _Link, analysis: Analysis) -> Constraint:
    left, right = link.left, link.right
    if link.operator in {">=", ">"}:
        left, right = right, left
    function = _difference(left, right)
    linear = analysis.facts(function).curvature.is_affine
    equality = link.operator == "=="
    return Constraint(link.name, function, equality, linear, link.relation, link.strict)


def _difference(left: Node, right: Node) -> Node:
    """Return ``left - right``, with a scalar side spread over the entries of the other."""
    if left.is_scalar and not right.is_scalar:
        left = _spread(left, right.shape)
    elif right.is_scalar and not left.is_scalar:
        right = _spread(right, left.shape)
    if _is_zero(right):
        return left
    if _is_zero(left):
        return make(NEG, (right,), right.shape)
    return make(ADD, (left, make(NEG, (right,), right.shape)), left.shape)


def _is_zero(node: Node) -> bool:
    """Recognise the number 0 and arrays of it."""
    while node.op.name in {"fill", "neg", "transpose"}:
        node = node.args[0]
    return node.op.name == "number" and node.payload == 0


def _spread(scalar: Node, shape: Shape) -> Node:
    return fill(scalar, shape, None)
