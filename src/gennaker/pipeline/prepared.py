"""A model made ready for any data: reformed, differentiated and turned into code, once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from threading import RLock
from typing import Any

from gennaker.backends.space import Space
from gennaker.expressions.node import Node
from gennaker.expressions.problem import Problem
from gennaker.language.view import View
from gennaker.pipeline.bind import Bound, Shapes, sizes_of
from gennaker.pipeline.formulas import Formulas
from gennaker.pipeline.judge import Judge
from gennaker.pipeline.load import Functions
from gennaker.pipeline.scales import scales
from gennaker.pipeline.signs import nonnegative, open_signs, with_signs
from gennaker.pipeline.sparse import multiplied, multiplied_everywhere
from gennaker.reform.arithmetic import negated
from gennaker.reform.reform import reform
from gennaker.reform.reformed import Reformed
from gennaker.reform.start import StartRule, starts

__all__ = ["Prepared"]

REMEMBERED = 64
"""Shapes of data of which the sizes are kept."""


class Prepared:
    """What solving a model takes and no data changes; each part is made when first asked for.

    Several threads may ask at the same time: one of them makes the part, the others wait.
    """

    def __init__(self, problem: Problem, *, priced: bool = True) -> None:
        """Keep the checked problem; ``priced`` says that the solver may be given prices."""
        self.problem = problem
        self.priced = priced
        self._made: dict[object, Any] = {}
        self._sizes: dict[object, dict[str, int]] = {}
        self._lock = RLock()

    def functions(self, library: str) -> Functions:
        """Return the functions that the solver is given, for one library."""
        return self._once(library, partial(self._functions, library))

    @property
    def reformed(self) -> Reformed:
        """The smooth problem that is solved in place of the model."""
        return self._once("reformed", self._reformed)

    @property
    def view(self) -> View:
        """What is known about the expressions of the model."""
        return self._once("view", partial(View, self.problem))

    @property
    def unpriced(self) -> Prepared:
        """The same model for a solver that knows no prices."""
        if not self.reformed.prices:
            return self
        return self._once("unpriced", partial(Prepared, self.problem, priced=False))

    def prices(self, bound: Bound) -> dict[str, tuple[Any, Any]]:
        """Return what it costs to miss some constraints of the smooth problem, by name."""
        known = self.reformed.prices
        if not known:
            return {}
        nodes = [node for pair in known.values() for node in pair]
        formulas = self._once("prices", partial(Formulas, self.problem, nodes))
        found = iter(formulas.evaluate(bound, [None] * len(self.problem.variables)))
        return {name: (next(found), next(found)) for name in known}

    @property
    def convex(self) -> bool:
        """Whether the model is proven convex."""
        return self._once("convex", partial(_is_convex, self.view))

    @property
    def as_written(self) -> bool:
        """Whether the solver's functions are those of the model, but for the sign of a maximum."""
        return self._once("as written", self._is_as_written)

    @property
    def judge(self) -> Judge:
        """What measures a point on the model as it was written."""
        return self._once("judge", lambda: Judge(self.problem, as_solved=self.as_written))

    @property
    def start_rules(self) -> dict[str, StartRule]:
        """Where each variable of the model starts if nobody says."""
        return self._once("start rules", lambda: starts(self.problem, self.view.analysis))

    @property
    def starts(self) -> Formulas:
        """The start of each variable that is solved for, from those of the model."""
        reformed = self.reformed
        names = [symbol.name for symbol in reformed.problem.variables]
        expressions = [reformed.starts[name] for name in names]
        return self._once("starts", partial(Formulas, self.problem, expressions))

    @property
    def factor(self) -> Formulas | None:
        """What multipliers are to be multiplied by, in the variables that are solved for."""
        reformed = self.reformed
        if reformed.factor is None:
            return None
        return self._once("factor", partial(Formulas, reformed.problem, [reformed.factor]))

    def scales(self, bound: Bound) -> dict[str, Any]:
        """Return by what the multipliers of some bounds are to be divided, by name."""
        known = self._once("scales", partial(scales, self.problem))
        if not known:
            return {}
        nodes = list(dict.fromkeys(node for item in known.values() for node in item.data))
        values: dict[Node, Any] = {}
        if nodes:
            formulas = self._once("scaling", partial(Formulas, self.problem, nodes))
            point = [None] * len(self.problem.variables)
            values = dict(zip(nodes, formulas.evaluate(bound, point), strict=True))
        return {name: item.value(values) for name, item in known.items()}

    def multiplied(self) -> frozenset[str]:
        """Return the matrices that are only multiplied by, which may stay sparse."""
        return self._once("multiplied", self._multiplied)

    def sizes(self, shapes: Shapes) -> dict[str, int]:
        """Return all sizes for the shapes of some data; they are solved for once."""
        key = tuple(shapes.items())
        found = self._sizes.get(key)
        if found is None:
            found = sizes_of(self.problem, shapes, {})
            if len(self._sizes) >= REMEMBERED:
                self._sizes = {}
            self._sizes[key] = found
        return found

    # ---- what the data tells ----------------------------------------------------------------

    def knowing(self, data: Mapping[str, Any], space: Space) -> Prepared:
        """Return the same model, ready for data of these signs.

        ``lam*norm1(x)`` is convex where lam is not negative. A declaration says so at once;
        without one the data does, and is asked only where it could matter.
        """
        if self._is_settled:
            return self
        found = nonnegative(open_signs(self.problem), data, space)
        return self._once(found, partial(self._with, found)) if found else self

    @property
    def _is_settled(self) -> bool:
        """Whether no sign could help: the model is convex, and nothing but smooth is solved."""
        return self.convex and not self.reformed.notes

    def _with(self, names: frozenset[str]) -> Prepared:
        other = Prepared(with_signs(self.problem, names), priced=self.priced)
        helped = other.convex > self.convex or other.reformed.notes != self.reformed.notes
        return other if helped else self

    # ---- making -----------------------------------------------------------------------------

    def _once(self, key: object, make_it: Callable[[], Any]) -> Any:  # noqa: ANN401 - any part
        found = self._made.get(key)
        if found is None:
            with self._lock:
                found = self._made.get(key)
                if found is None:
                    found = self._made[key] = make_it()
        return found

    def _functions(self, library: str) -> Functions:
        solved = self.reformed.problem
        known = self.view.analysis if solved is self.problem else None
        return Functions(solved, library, known=known)

    def _reformed(self) -> Reformed:
        return reform(self.problem, priced=self.priced, known=self.view.analysis)

    def _is_as_written(self) -> bool:
        solved, written = self.reformed.problem, self.problem
        if solved is written:
            return True
        return (
            written.maximize
            and solved.objective is negated(written.objective)
            and solved.variables == written.variables
            and solved.constraints == written.constraints
            and solved.bounds == written.bounds
            and solved.lets == written.lets
        )

    def _multiplied(self) -> frozenset[str]:
        found = multiplied([self.functions("numpy").program])
        return found if self.as_written else found & multiplied_everywhere(self.problem)


def _is_convex(view: View) -> bool:
    constraints = view.problem.constraints
    return view.objective_curvature.is_convex and all(map(view.is_proven, constraints))
