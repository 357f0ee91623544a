"""From text to a model that is ready for data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from gennaker.expressions.problem import Problem
from gennaker.language.check import read
from gennaker.language.lint import lint
from gennaker.language.report import Report
from gennaker.pipeline.derivatives import Derivatives
from gennaker.pipeline.evaluate import Evaluation, evaluate
from gennaker.pipeline.load import Compiled, write_source

__all__ = ["Model"]


class Model:
    """An optimisation problem written the way it stands in a paper.

    Args:
        text: The model; bytes are read as UTF-8.

    Raises:
        ModelError: The text does not make sense; the error names every mistake with its
            place, its cause and a remedy.

    Example:
        >>> model = Model('''
        ... parameters
        ...   Matrix A
        ...   Vector b
        ... variables
        ...   Vector x
        ... min
        ...   norm2(A*x - b)^2
        ... st
        ...   sum(x) == 1
        ...   x >= 0
        ... ''')
        >>> str(model.check().convexity)
        'convex: a solution is a global optimum'

    """

    def __init__(self, text: str | bytes) -> None:
        """Read and check the text."""
        if not isinstance(text, str | bytes):
            message = f"a model is text or bytes, not {type(text).__name__}"
            raise TypeError(message)
        self.problem: Problem = read(text)

    @cached_property
    def _report(self) -> Report:
        return lint(self.problem)

    def check(self) -> Report:
        r"""Say what the model is made of, whether it is convex, and what looks wrong in it.

        Example:
            >>> report = Model("variables\n  Vector x\nmin\n  sum(x)").check()
            >>> report.warnings[0].code
            'unbounded'

        """
        return self._report

    @cached_property
    def derivatives(self) -> Derivatives:
        r"""The gradient of the objective, its Hessian, and the Jacobians of the constraints.

        Example:
            >>> model = Model("parameters\n Matrix A\nvariables\n Vector x\nmin\n x'*A*x")
            >>> print(model.derivatives)
            d/dx = (A + A')*x

        """
        return Derivatives(self.problem)

    def source(self, library: str = "numpy") -> str:
        r"""Return a Python file with value, gradient, constraints and products of the model.

        ``library`` is numpy, cupy, torch or jax.

        Example:
            >>> model = Model("parameters\n Matrix A\nvariables\n Vector x\nmin\n norm2(A*x)^2")
            >>> "t1 = A @ x" in model.source("numpy")
            True

        """
        return write_source(self.problem, library).text

    @cached_property
    def _anywhere(self) -> Compiled:
        return Compiled(self.problem, inside=False)

    def evaluate(
        self,
        at: Mapping[str, object],
        weights: Mapping[str, object] | None = None,
        **data: object,
    ) -> Evaluation:
        r"""Return values and derivatives at a point, to look at a model before solving it.

        Args:
            at: A value for each variable.
            weights: Weights by constraint name for the products with the transposed Jacobians;
                ones where none are given.
            data: The parameters by name.

        Example:
            >>> model = Model("parameters\n Vector b\nvariables\n Vector x\nmin\n b'*x")
            >>> float(model.evaluate(at={"x": [1, 2]}, b=[3, 4]).objective)
            11.0

        """
        return evaluate(self.problem, self._anywhere, data, at, weights)

    def __reduce__(self) -> tuple[type[Model], tuple[str]]:
        """Pickle the text: it is small, and expressions of any depth come back from it."""
        origin = self.problem.origin
        return Model, (self.problem.text() if origin is None else origin.text,)

    def __str__(self) -> str:
        """Print the model as text; reading that gives the same problem."""
        return self.problem.text()

    def __repr__(self) -> str:
        """Name the variables and the number of constraints."""
        names = ", ".join(symbol.name for symbol in self.problem.variables)
        count = len(self.problem.relations)
        return f"<Model over {names} with {count} constraint line{'s' if count != 1 else ''}>"

    def _repr_latex_(self) -> str:
        """Show the problem as mathematics in a notebook."""
        return f"$$\n{self.problem.latex()}\n$$"
