"""Names for new variables and constraints that no name of the user's gets in the way of."""

from __future__ import annotations

from itertools import count

from gennaker.expressions.problem import Problem

__all__ = ["Names"]


class Names:
    r"""Hands out names that are not taken yet.

    Example:
        >>> from gennaker import Model
        >>> names = Names(Model("variables\n  Vector x, x_plus\nmin\n  norm1(x)").problem)
        >>> names.variable("x_plus"), names.variable("t1")
        ('x_plus2', 't1')

    """

    def __init__(self, problem: Problem) -> None:
        """Take every name that the model uses."""
        symbols = (*problem.parameters, *problem.variables, *problem.lets)
        self._symbols = {*(item.name for item in symbols), *problem.dimensions}
        self._relations = {item.name for item in (*problem.constraints, *problem.bounds)}
        self._numbers = count(1)

    def variable(self, base: str) -> str:
        """Return a name for a new variable."""
        return _free(base, self._symbols, "{}{}")

    def slacks(self, *endings: str) -> tuple[str, ...]:
        """Return ``t1``, or ``t1_plus`` and ``t1_minus`` for endings, with the next free number."""
        while True:
            base = f"t{next(self._numbers)}"
            names = tuple(f"{base}{ending}" for ending in endings)
            if self._symbols.isdisjoint({*names, base}):
                self._symbols.update(names)
                return names

    def relation(self, base: str) -> str:
        """Return a name for a new constraint or bound."""
        return _free(base, self._relations, "{} ({})")


def _free(base: str, taken: set[str], pattern: str) -> str:
    name = base
    for number in count(2):
        if name not in taken:
            break
        name = pattern.format(base, number)
    taken.add(name)
    return name
