"""Sizes unified over a whole model: a system of linear equations between named lengths."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

from gennaker.expressions.dimension import Dimension
from gennaker.expressions.shape import Shape

__all__ = ["SizeEquation", "Sizes"]

LARGEST = 2**48
"""The largest number that sizes are calculated with; no array is that long."""
FRESH = "?"


@dataclass(frozen=True, slots=True)
class SizeEquation:
    """Two lengths that the model makes equal, and the expression that does so."""

    left: Dimension
    right: Dimension
    because: str

    def __str__(self) -> str:
        """Write the equation with its reason."""
        return f"{self.left} == {self.right} (in {self.because})"


class Sizes:
    """A growing set of equations between lengths, kept in solved form.

    A name that is solved for never occurs in the solution of another after ``resolve``, so
    two lengths are known to be equal exactly when they resolve to the same dimension.

    Example:
        >>> sizes = Sizes()
        >>> m, n = sizes.declare("m"), sizes.declare("n")
        >>> sizes.equate(n, m - Dimension.of(1), "D*x"), str(sizes.resolve(n))
        (True, 'm - 1')
        >>> sizes.equate(m, n, "x + y")
        False

    """

    def __init__(self) -> None:
        """Start without any names."""
        self._rank: dict[str, int] = {}
        self._solved: dict[str, Dimension] = {}
        self._residual: list[SizeEquation] = []
        self.equations: list[SizeEquation] = []
        self._fresh = 0

    def declare(self, name: str) -> Dimension:
        """Make a name known; names declared earlier are kept when two become equal."""
        self._rank.setdefault(name, len(self._rank))
        return Dimension.named(name)

    def fresh(self) -> Dimension:
        """Return a length that only its surroundings can fix, for ``vector(1)`` and its like."""
        self._fresh += 1
        return Dimension.named(f"{FRESH}{self._fresh}")

    @property
    def names(self) -> tuple[str, ...]:
        """All declared names in order."""
        return tuple(self._rank)

    @property
    def is_open(self) -> bool:
        """Whether no name has been solved for, so that every length resolves to itself."""
        return not self._solved

    @property
    def residual(self) -> tuple[SizeEquation, ...]:
        """Equations such as ``2*n == 3*m`` that only data can confirm."""
        return tuple(
            SizeEquation(self.resolve(e.left), self.resolve(e.right), e.because)
            for e in self._residual
        )

    def resolve(self, dimension: Dimension) -> Dimension:
        """Rewrite a length in the names that are left."""
        if not dimension.terms or not self._solved:
            return dimension
        stack = self._given_up(dimension)
        while stack:
            solution = self._solved[stack[-1]]
            unfinished = [n for n in self._given_up(solution) if self._given_up(self._solved[n])]
            if unfinished:
                stack += unfinished
            else:  # kept in its final form, so that long chains stay cheap
                self._solved[stack.pop()] = self._substituted(solution)
        return self._substituted(dimension)

    def _given_up(self, dimension: Dimension) -> list[str]:
        """List the names that have been solved for."""
        return [name for name, _ in dimension.terms if name in self._solved]

    def _substituted(self, dimension: Dimension) -> Dimension:
        """Put solutions in the place of names, once."""
        if not self._given_up(dimension):
            return dimension
        if dimension.name is not None:
            return self._solved[dimension.name]
        parts = [
            (self._solved.get(name) or Dimension.named(name), factor)
            for name, factor in dimension.terms
        ]
        return Dimension.total([(Dimension.of(dimension.constant), 1), *parts])

    def resolve_shape(self, shape: Shape) -> Shape:
        """Rewrite the axes of a shape in the names that are left."""
        if not shape.axes or not self._solved:
            return shape
        axes = tuple(self.resolve(axis) for axis in shape.axes)
        return shape if axes == shape.axes else Shape(shape.kind, axes)

    def equate(self, left: Dimension, right: Dimension, because: str = "") -> bool:
        """Make two lengths equal; answer whether any sizes can satisfy that."""
        if left == right:
            return True
        difference = self.resolve(left - right)
        if not difference.terms:
            return difference.constant == 0
        common = gcd(*(factor for _, factor in difference.terms))
        if difference.constant % common or not _can_vanish(difference):
            return False
        if common > 1:
            difference = Dimension(
                difference.constant // common,
                tuple((name, factor // common) for name, factor in difference.terms),
            )
        equation = SizeEquation(left, right, because)
        units = [term for term in difference.terms if abs(term[1]) == 1]
        if units:
            name, factor = max(units, key=lambda term: self._age(term[0]))
            solution = (difference - Dimension(0, ((name, factor),))) * -factor
            if not _fits_memory(solution):
                return False
            self._solved[name] = solution
        else:
            self._residual.append(equation)
        self.equations.append(equation)
        return True

    def _age(self, name: str) -> tuple[bool, int]:
        """Order names by how gladly they are given up: fresh ones first, then late ones."""
        if name.startswith(FRESH):
            return (True, int(name.removeprefix(FRESH)))
        return (False, self._rank.get(name, len(self._rank)))


def _can_vanish(difference: Dimension) -> bool:
    """Answer whether a difference can be 0 when no length is below 1."""
    factors = [factor for _, factor in difference.terms]
    at_ones = difference.constant + sum(factors)
    if min(factors) > 0:
        return at_ones <= 0
    return max(factors) > 0 or at_ones >= 0


def _fits_memory(solution: Dimension) -> bool:
    """Reject lengths beyond any memory, which only a mistake can ask for."""
    sizes = (solution.constant, *(factor for _, factor in solution.terms))
    return max(map(abs, sizes)) <= LARGEST
