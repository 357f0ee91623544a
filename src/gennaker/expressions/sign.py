"""Which signs the entries of an expression can take, as a set of negative, zero and positive."""

from __future__ import annotations

from enum import Flag
from functools import cache

__all__ = ["Sign"]


class Sign(Flag):
    """The set of signs that are possible; fewer means more is known.

    Example:
        >>> Sign.NONNEGATIVE * Sign.NEGATIVE == Sign.NONPOSITIVE
        True

    """

    NEGATIVE = 1
    ZERO = 2
    POSITIVE = 4
    NONPOSITIVE = 3
    NONNEGATIVE = 6
    NONZERO = 5
    UNKNOWN = 7

    @classmethod
    def of(cls, value: float) -> Sign:
        """Return the sign of a number."""
        if value > 0:
            return cls.POSITIVE
        return cls.NEGATIVE if value < 0 else cls.ZERO

    def within(self, other: Sign) -> bool:
        """Answer whether every possible sign is in the other set."""
        return self & other == self

    @property
    def is_nonnegative(self) -> bool:
        """Whether no entry can be negative."""
        return not self & Sign.NEGATIVE

    @property
    def is_nonpositive(self) -> bool:
        """Whether no entry can be positive."""
        return not self & Sign.POSITIVE

    def __neg__(self) -> Sign:
        """Return the signs of the negated entries."""
        return _negated(self)

    def __add__(self, other: Sign) -> Sign:
        """Return the signs that a sum can take."""
        return _added(self, other)

    def __mul__(self, other: Sign) -> Sign:
        """Return the signs that an entry-by-entry product can take."""
        return _multiplied(self, other)


SINGLE = (Sign.NEGATIVE, Sign.ZERO, Sign.POSITIVE)
VALUE = {Sign.NEGATIVE: -1, Sign.ZERO: 0, Sign.POSITIVE: 1}


def _parts(sign: Sign) -> list[Sign]:
    return [single for single in SINGLE if single & sign]


def _union(signs: list[Sign]) -> Sign:
    total = Sign(0)
    for sign in signs:
        total |= sign
    return total


@cache
def _negated(sign: Sign) -> Sign:
    return _union([Sign.of(-VALUE[part]) for part in _parts(sign)])


@cache
def _added(left: Sign, right: Sign) -> Sign:
    pairs = [(VALUE[a], VALUE[b]) for a in _parts(left) for b in _parts(right)]
    return _union([Sign.UNKNOWN if a * b < 0 else Sign.of(a + b) for a, b in pairs])


@cache
def _multiplied(left: Sign, right: Sign) -> Sign:
    return _union([Sign.of(VALUE[a] * VALUE[b]) for a in _parts(left) for b in _parts(right)])
