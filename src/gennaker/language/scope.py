"""What a model has declared so far, and what is found out about it on the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from gennaker.errors import Mistake
from gennaker.expressions.dimension import ONE, Dimension
from gennaker.expressions.node import Node, make
from gennaker.expressions.operation import Operation, ShapeMismatch
from gennaker.expressions.shape import Shape
from gennaker.expressions.show import text
from gennaker.expressions.sizes import SizeEquation, Sizes
from gennaker.language.remedies import remedy
from gennaker.language.source import Source, Span
from gennaker.operations.products import ADD, NEG

__all__ = ["SHOWN", "Limit", "OpenSize", "Scope"]

SHOWN = 40
MOST_MISTAKES = 100
MOST_REASONS = 2
LONGEST_LINE = 10_000
WORD = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class OpenSize:
    """A constant array whose size must follow from its surroundings."""

    shape: Shape
    span: Span
    name: str


@dataclass(slots=True)
class Limit:
    """A length that must not exceed another, and where the model asks for that.

    ``because`` quotes the expression that does, where anybody wants to read it. Of numbers that
    must fit into one length the largest takes the place of the others.
    """

    small: Dimension
    large: Dimension
    because: Callable[[], str]
    span: Span


@dataclass(slots=True)
class Scope:
    """The names that expressions may use, the sizes, and all mistakes.

    ``own`` is the let that is being read, ``later`` the lets below it with their lines.
    ``slices`` tells whether any index is more than a single number.
    """

    source: Source
    sizes: Sizes = field(default_factory=Sizes)
    nodes: dict[str, Node] = field(default_factory=dict[str, Node])
    dimensions: dict[str, Span] = field(default_factory=dict[str, Span])
    own: str = ""
    later: dict[str, int] = field(default_factory=dict[str, int])
    broken: set[str] = field(default_factory=set[str])
    mistakes: list[Mistake] = field(default_factory=list[Mistake])
    limits: dict[tuple[Dimension, Dimension], Limit] = field(
        default_factory=dict[tuple[Dimension, Dimension], Limit]
    )
    open_sizes: list[OpenSize] = field(default_factory=list[OpenSize])
    places: dict[Node, Span] = field(default_factory=dict[Node, Span])
    slices: bool = False
    _faulty_lines: set[int] = field(default_factory=set[int])
    _equation_places: list[Span] = field(default_factory=list[Span])

    # ---- mistakes -------------------------------------------------------------------

    def start_from(self, mistakes: Iterable[Mistake]) -> None:
        """Take over what the parser found; faulty lines and their names are judged no further."""
        self.mistakes.extend(mistakes)
        self._faulty_lines.update(mistake.line for mistake in self.mistakes)
        for line in self._faulty_lines:
            self.broken.update(WORD.findall(self.source.line(line)[:LONGEST_LINE]))

    def note(
        self,
        span: Span,
        message: str,
        suggestion: str | None = None,
        details: tuple[str, ...] = (),
    ) -> None:
        """Note a mistake at a place of the model."""
        if self.is_full or self.line(span) in self._faulty_lines:
            return
        mistake = self.source.mistake(span, message, details=details, suggestion=suggestion)
        self.mistakes.append(mistake)

    @property
    def is_full(self) -> bool:
        """Whether there are as many mistakes as anybody would read."""
        return len(self.mistakes) >= MOST_MISTAKES

    def line(self, span: Span) -> int:
        """Return the line on which a span starts."""
        return self.source.place(span[0])[0]

    def describe(self, *nodes: Node) -> tuple[str, ...]:
        """Say what operands are, with their sizes in the user's names."""
        shapes = {text(node, SHOWN): self.sizes.resolve_shape(node.shape) for node in nodes}
        width = max(map(len, shapes), default=0)
        return tuple(f"{name:<{width}}  {shape}" for name, shape in shapes.items())

    # ---- sizes ----------------------------------------------------------------------

    def limit(
        self, small: Dimension, large: Dimension, because: Callable[[], str], span: Span
    ) -> None:
        """Keep a relation between sizes that only data, or a later line, can confirm.

        Of all numbers that must fit into one length, the largest is kept.
        """
        key = (ONE if small.is_constant else small, large)
        known = self.limits.get(key)
        if known is None:
            self.limits[key] = Limit(small, large, because, span)
        elif known.small.constant < small.constant:
            known.small, known.because, known.span = small, because, span

    def at_least_one(self, length: Dimension, because: str, span: Span) -> None:
        """Keep a size from coming out below 1, such as ``n - 2``."""
        if not length.is_surely_positive:
            self.limit(ONE, length, lambda: because, span)

    def apply(self, row: Operation, args: tuple[Node, ...], place: Span) -> Node | None:
        """Return an operation on arguments, or None after noting why they do not go together."""
        shape = self.shape(row, args, place)
        return None if shape is None else make(row, args, shape)

    def shape(self, row: Operation, args: tuple[Node, ...], place: Span) -> Shape | None:
        """Apply a shape rule; what does not fit becomes a mistake at the operator."""
        try:
            shape = row.shape(args, self.sizes)
        except ShapeMismatch as misfit:
            shown = tuple(arg.args[0] if row is ADD and arg.op is NEG else arg for arg in args)
            self.misfit(place, misfit, row.name, shown)
            return None
        self.keep_places(place)
        return shape

    def misfit(
        self, place: Span, misfit: ShapeMismatch, name: str, nodes: tuple[Node, ...]
    ) -> None:
        """Note that operands do not go together, with their sizes and where those come from."""
        self.keep_places(place)
        axes = (axis for node in nodes for axis in node.shape.axes)
        details = (*self.describe(*nodes), *self.reasons(axes))
        edit = misfit.suggestion or remedy(name, nodes, self.sizes, self.nodes.values())
        self.note(place, misfit.message, edit, details)

    def keep_places(self, place: Span) -> None:
        """Remember where the newest equations between sizes come from."""
        missing = len(self.sizes.equations) - len(self._equation_places)
        if missing:
            self._equation_places.extend([place] * missing)

    def place_of(self, equation: SizeEquation) -> Span:
        """Return the place that asks for an equation between sizes."""
        return self._equation_places[self.sizes.equations.index(equation)]

    def equation_about(self, name: str) -> SizeEquation | None:
        """Return the first equation in which a size takes part."""
        for equation in self.sizes.equations:
            if any(name == term for term, _ in (*equation.left.terms, *equation.right.terms)):
                return equation
        return None

    def reasons(self, axes: Iterable[Dimension]) -> tuple[str, ...]:
        """Say why sizes are what they are, where another part of the model fixes them."""
        reasons: list[str] = []
        for name in dict.fromkeys(name for axis in axes for name, _ in axis.terms):
            size = self.sizes.resolve(Dimension.named(name))
            equation = self.equation_about(name)
            if name.startswith("?") or size.name == name or equation is None:
                continue
            line = self.line(self.place_of(equation))
            reasons.append(f"{name} is {size} because of {equation.because} on line {line}")
        return tuple(reasons[:MOST_REASONS])
