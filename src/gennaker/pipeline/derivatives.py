"""The derivatives of a model, for a person to read."""

from __future__ import annotations

from functools import cached_property

from gennaker.calculus.derive import Derivation
from gennaker.calculus.display import tidy
from gennaker.expressions.node import Node
from gennaker.expressions.problem import Problem
from gennaker.expressions.show import latex, symbol_latex, text

__all__ = ["Derivatives"]


class Derivatives:
    """Gradient, Hessian and transposed Jacobian products, as expressions that print.

    ``gradient["x"]``, ``hessian["x", "y"]`` and ``products["budget", "x"]`` are expressions;
    ``str`` prints the gradient, and LaTeX shows in a notebook.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._derivation = Derivation(problem)
        self._names = [symbol.name for symbol in problem.variables]

    @cached_property
    def gradient(self) -> dict[str, Node]:
        """The gradient of the objective by variable."""
        parts = map(tidy, self._derivation.gradient())
        return dict(zip(self._names, parts, strict=True))

    @cached_property
    def hessian(self) -> dict[tuple[str, str], Node]:
        """The blocks of the Hessian of the objective by pairs of variables."""
        return {
            (row, column): tidy(block)
            for row, blocks in zip(self._names, self._derivation.second(), strict=True)
            for column, block in zip(self._names, blocks, strict=True)
        }

    @cached_property
    def products(self) -> dict[tuple[str, str], Node]:
        """For each constraint and variable, the transposed Jacobian times weights ``v``."""
        found: dict[tuple[str, str], Node] = {}
        for place, constraint in enumerate(self._problem.constraints):
            for name, node in zip(
                self._names, self._derivation.constraint_product(place).by, strict=True
            ):
                found[constraint.name, name] = tidy(node)
        return found

    def __str__(self) -> str:
        return "\n".join(f"d/d{name} = {text(node)}" for name, node in self.gradient.items())

    def latex(self) -> str:
        """Return the gradient as LaTeX."""
        lines = [
            rf"\nabla_{{{symbol_latex(name)}}} f &= {latex(node)}"
            for name, node in self.gradient.items()
        ]
        body = " \\\\\n".join(lines)
        return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"

    def _repr_latex_(self) -> str:
        return f"$$\n{self.latex()}\n$$"
