"""The length of one axis: an integer, a name, or a sum of integer multiples of names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

__all__ = ["ONE", "Dimension"]


@dataclass(frozen=True, slots=True)
class Dimension:
    """An affine expression such as ``n - 1`` or ``A.rows + B.rows``; terms are sorted by name.

    Example:
        >>> n = Dimension.named("n")
        >>> str(n - Dimension.of(1)), n - n == Dimension.of(0)
        ('n - 1', True)

    """

    constant: int
    terms: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(cls, value: int) -> Self:
        """Return a fixed length."""
        return cls(value)

    @classmethod
    def named(cls, name: str) -> Self:
        """Return the length that goes by a name."""
        return cls(0, ((name, 1),))

    @property
    def name(self) -> str | None:
        """The name, when the dimension is nothing but a name."""
        if self.constant == 0 and len(self.terms) == 1 and self.terms[0][1] == 1:
            return self.terms[0][0]
        return None

    @property
    def is_constant(self) -> bool:
        """Whether the length is known without any data."""
        return not self.terms

    @property
    def largest_number(self) -> int:
        """The largest number in it, without its sign."""
        return max(abs(self.constant), *(abs(factor) for _, factor in self.terms), 0)

    @property
    def is_surely_positive(self) -> bool:
        """Whether the length is at least 1 whatever its names stand for, which is 1 or more."""
        factors = [factor for _, factor in self.terms]
        return min(factors, default=1) > 0 and self.constant + sum(factors) >= 1

    @classmethod
    def total(cls, parts: Iterable[tuple[Dimension, int]]) -> Self:
        """Return the sum of integer multiples; one pass, however many parts there are."""
        constant = 0
        terms: dict[str, int] = {}
        for part, times in parts:
            constant += part.constant * times
            for name, factor in part.terms:
                terms[name] = terms.get(name, 0) + factor * times
        return cls(constant, tuple(sorted(item for item in terms.items() if item[1])))

    def __add__(self, other: Dimension) -> Dimension:
        """Return the sum, with the terms collected."""
        if not other.terms:
            return Dimension(self.constant + other.constant, self.terms)
        return Dimension.total(((self, 1), (other, 1)))

    def __mul__(self, factor: int) -> Dimension:
        """Return an integer multiple."""
        if factor == 0:
            return Dimension(0)
        terms = tuple((name, factor * old) for name, old in self.terms)
        return Dimension(factor * self.constant, terms)

    def __sub__(self, other: Dimension) -> Dimension:
        """Return the difference."""
        return self + other * -1

    def __str__(self) -> str:
        """Write the dimension the way it stands in a model, without a sign in front if it can."""
        parts: list[str] = []
        for name, factor in sorted(self.terms, key=lambda term: term[1] < 0):
            size = abs(factor)
            shown = "?" if name.startswith("?") else name  # nothing tells it yet
            term = shown if size == 1 else f"{size}*{shown}"
            if parts:
                parts.append(f" - {term}" if factor < 0 else f" + {term}")
            else:
                parts.append(f"-{term}" if factor < 0 else term)
        if self.constant or not parts:
            if parts:
                parts.append(f" - {-self.constant}" if self.constant < 0 else f" + {self.constant}")
            else:
                parts.append(str(self.constant))
        return "".join(parts)


ONE = Dimension(1)
