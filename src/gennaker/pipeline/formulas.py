"""Expressions of a model evaluated over its data, one by one, through generated code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gennaker.backends.space import Array
from gennaker.expressions.node import Node
from gennaker.expressions.problem import LetName, Problem
from gennaker.operations.leaves import number
from gennaker.pipeline.bind import Bound
from gennaker.pipeline.load import Functions
from gennaker.pipeline.singular import singular_error

__all__ = ["Formulas"]

STEM = "formula"


class Formulas:
    r"""Functions for some expressions in the parameters and variables of a problem.

    They are generated as the named expressions of a model that has nothing else, so that they
    take no part in what the solver evaluates.

    Example:
        >>> from gennaker.language.check import read
        >>> from gennaker.pipeline.bind import bind
        >>> problem = read("parameters\n Vector b\nvariables\n Vector x\nmin\n b'*x")
        >>> bound = bind(problem, {"b": [1.0, 2.0]}, {"x": [3.0, 4.0]})
        >>> Formulas(problem, [problem.objective]).evaluate(bound, [bound.point["x"]])
        (np.float64(11.0),)

    """

    def __init__(self, problem: Problem, expressions: Sequence[Node]) -> None:
        """Keep the expressions; code is generated when a library first asks for it."""
        names = {symbol.name for symbol in (*problem.parameters, *problem.variables)}
        stem = STEM
        while any(name.startswith(stem) for name in names):
            stem += "_"
        lets = tuple(LetName(f"{stem}{place + 1}", node) for place, node in enumerate(expressions))
        self._named = replace(
            problem,
            lets=lets,
            maximize=False,
            objective=number(0),
            relations=(),
            bounds=(),
            constraints=(),
        )
        self._made: dict[str, Functions] = {}
        self._problem = problem
        self._expressions = tuple(expressions)

    def evaluate(self, bound: Bound, point: Sequence[Array]) -> tuple[Array, ...]:
        """Return the values of all expressions at a point, given in the order of the variables."""
        if not self._expressions:
            return ()
        made = self._made.get(bound.library)
        if made is None:
            made = self._made[bound.library] = Functions(self._named, bound.library, inside=False)
        try:
            return made.over(bound.data, bound.sizes).lets(*point)
        except singular_error(bound.library):
            return self._one_by_one(bound, point)

    def _one_by_one(self, bound: Bound, point: Sequence[Array]) -> tuple[Array, ...]:
        """Return what can be computed, and NaN for what a singular matrix makes impossible."""
        if len(self._expressions) == 1:
            return (float("nan"),)
        alone = (Formulas(self._problem, [node]) for node in self._expressions)
        return tuple(item.evaluate(bound, point)[0] for item in alone)
