"""The syntax tree: what was written, with the place of every part.

Places take no part in comparisons, so two texts that differ in layout have equal trees.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gennaker.language.source import Span

__all__ = [
    "Call",
    "Constraint",
    "Declaration",
    "Declared",
    "Expression",
    "IndexPart",
    "Let",
    "Model",
    "Name",
    "Number",
    "Objective",
    "Postfix",
    "Power",
    "Product",
    "Signed",
    "Stack",
    "Sum",
]


def _place() -> Span:
    return (0, 0)


@dataclass(slots=True)
class Number:
    """A number as it was written."""

    text: str
    span: Span = field(default_factory=_place, compare=False, repr=False)


@dataclass(slots=True)
class Name:
    """A name that stands for a parameter, a variable, a let or a dimension."""

    name: str
    span: Span = field(default_factory=_place, compare=False, repr=False)


@dataclass(slots=True)
class Call:
    """A function with its arguments."""

    name: str
    args: tuple[Expression, ...]
    span: Span = field(default_factory=_place, compare=False, repr=False)
    name_span: Span = field(default_factory=_place, compare=False, repr=False)


@dataclass(slots=True)
class Signed:
    """Signs in front of an operand, leftmost first."""

    signs: str
    operand: Expression
    span: Span = field(default_factory=_place, compare=False, repr=False)


@dataclass(slots=True)
class IndexPart:
    """One index between brackets: ``:`` (no first), a position (no last) or a range."""

    first: Expression | None
    last: Expression | None
    span: Span = field(default_factory=_place, compare=False, repr=False)


@dataclass(slots=True)
class Postfix:
    """Transposes (None) and indices behind an operand, in the order in which they apply."""

    operand: Expression
    marks: tuple[tuple[IndexPart, ...] | None, ...]
    span: Span = field(default_factory=_place, compare=False, repr=False)
    mark_spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)


@dataclass(slots=True)
class Power:
    """``base ^ exponent`` or ``base .^ exponent``."""

    operator: str
    base: Expression
    exponent: Expression
    span: Span = field(default_factory=_place, compare=False, repr=False)
    operator_span: Span = field(default_factory=_place, compare=False, repr=False)


@dataclass(slots=True)
class Product:
    """Factors joined left to right by ``* / .* ./``; there is one operator less than factors."""

    factors: tuple[Expression, ...]
    operators: tuple[str, ...]
    span: Span = field(default_factory=_place, compare=False, repr=False)
    operator_spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)


@dataclass(slots=True)
class Sum:
    """Terms joined by ``+`` and ``-``; there is one operator less than terms."""

    terms: tuple[Expression, ...]
    operators: tuple[str, ...]
    span: Span = field(default_factory=_place, compare=False, repr=False)
    operator_spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)


@dataclass(slots=True)
class Stack:
    """``[A, B; C, D]``: rows of blocks."""

    rows: tuple[tuple[Expression, ...], ...]
    span: Span = field(default_factory=_place, compare=False, repr=False)


Expression = Number | Name | Call | Signed | Postfix | Power | Product | Sum | Stack


@dataclass(slots=True)
class Declared:
    """One name of a declaration, with its dimensions where they are given."""

    name: str
    sizes: tuple[Expression, ...] | None
    span: Span = field(default_factory=_place, compare=False, repr=False)


@dataclass(slots=True)
class Declaration:
    """A line such as ``Matrix K, L symmetric``."""

    kind: str
    names: tuple[Declared, ...]
    attributes: tuple[str, ...]
    span: Span = field(default_factory=_place, compare=False, repr=False)
    attribute_spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)


@dataclass(slots=True)
class Let:
    """A name for an expression."""

    name: str
    value: Expression
    span: Span = field(default_factory=_place, compare=False, repr=False)


@dataclass(slots=True)
class Objective:
    """What is minimised or maximised."""

    maximize: bool
    value: Expression
    span: Span = field(default_factory=_place, compare=False, repr=False)


@dataclass(slots=True)
class Constraint:
    """Sides joined by relations, with a label where one is given."""

    label: str | None
    sides: tuple[Expression, ...]
    relations: tuple[str, ...]
    span: Span = field(default_factory=_place, compare=False, repr=False)
    relation_spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)
    label_span: Span = field(default_factory=_place, compare=False, repr=False)


@dataclass(slots=True)
class Model:
    """A whole model."""

    parameters: tuple[Declaration, ...]
    variables: tuple[Declaration, ...]
    lets: tuple[Let, ...]
    objective: Objective | None
    constraints: tuple[Constraint, ...]
