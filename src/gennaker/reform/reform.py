"""From a checked problem to an equivalent smooth one that is to be minimised."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gennaker.expressions.node import Node, make
from gennaker.expressions.problem import LetName, Origin, Problem, Symbol
from gennaker.expressions.shape import SCALAR
from gennaker.operations.bounds import signs_from_bounds
from gennaker.operations.convexity import Analysis
from gennaker.operations.leaves import number
from gennaker.operations.products import DIV, POW, SCALE
from gennaker.reform.arithmetic import negated
from gennaker.reform.kinks import subgradient_note
from gennaker.reform.lines import Lines
from gennaker.reform.names import Names
from gennaker.reform.positions import FALLING, RISING
from gennaker.reform.reformed import Reformed
from gennaker.reform.rewrite import Rewriter
from gennaker.reform.slacks import Slacks
from gennaker.reform.split import Split, choose_splits
from gennaker.reform.survey import Survey, survey

__all__ = ["reform"]


def reform(problem: Problem, *, priced: bool = False, known: Analysis | None = None) -> Reformed:
    r"""Return an equivalent smooth problem that is to be minimised.

    Where it is ``priced``, kinks of affine arguments that the objective adds up become equalities
    that may be missed at a price, in place of new variables. They are for a solver whose
    multipliers can be bounded. ``known`` is an analysis with the signs from the bounds.

    Example:
        >>> from gennaker import Model
        >>> problem = Model("variables\n  Vector x\nmin\n  norm2(x)^2 + norm1(x)").problem
        >>> print(reform(problem).problem)
        variables
          Vector x_plus nonnegative
          Vector x_minus nonnegative
        let
          x = x_plus - x_minus
        min
          norm2(x)^2 + sum(x_plus + x_minus)
        <BLANKLINE>

    """
    known = known or Analysis(signs_from_bounds(problem.bounds, problem.variables))
    found = survey(problem, known, weighed=priced)
    names = Names(problem)
    wanted = [plan.bare for plan in reversed([*found.plans.values()]) if plan.bare is not None]
    splits = choose_splits(problem, wanted, names, known)
    slacks = Slacks(names, known)
    rewriter = Rewriter(found, splits, slacks, known)
    objective, factor = _objective(problem, rewriter, whole=not any(r.prices for r in slacks.rows))
    notes = _notes(problem, found)
    if objective is problem.objective and not (found.plans or problem.maximize):
        return _unchanged(problem, notes)
    lines = Lines(problem, rewriter, splits, names)
    symbols = _symbols(problem, splits, slacks)
    lines.declare(symbols)
    for place in range(len(problem.relations)):
        lines.user_relation(place)
    for row in slacks.rows:
        lines.add(row)
    values = {item.name: rewriter.plain(item.node) for item in problem.variables}
    smooth = replace(
        problem,
        variables=symbols,
        lets=_lets(problem, values, rewriter),
        maximize=False,
        objective=objective,
        relations=tuple(lines.relations),
        bounds=tuple(lines.bounds),
        constraints=lines.constraints(symbols),
        origin=_origin(problem, rewriter),
    )
    return Reformed(
        user=problem,
        problem=smooth,
        variables=values,
        starts=_starts(problem, splits, slacks),
        constraints=tuple(lines.constraint_sources),
        bounds=tuple(lines.bound_sources),
        maximize=problem.maximize,
        factor=factor,
        prices=lines.prices,
        notes=notes,
    )


def _unchanged(problem: Problem, notes: tuple[str, ...]) -> Reformed:
    """Return the reform of a problem that is solved as it is."""
    itself = {item.name: item.node for item in problem.variables}
    return Reformed(
        user=problem,
        problem=problem,
        variables=itself,
        starts=itself,
        constraints=tuple(item.name for item in problem.constraints),
        bounds=tuple(item.name for item in problem.bounds),
        maximize=False,
        notes=notes,
    )


def _objective(problem: Problem, rewriter: Rewriter, *, whole: bool) -> tuple[Node, Node | None]:
    """Return what is minimised, and the factor of the multipliers where a norm was squared.

    Only the whole objective may be squared: there must be no prices besides.
    """
    position = (FALLING if problem.maximize else RISING)._replace(weighed=rewriter.weighed)
    objective = rewriter.at(problem.objective, position)
    if problem.maximize:
        objective = negated(objective)
    if objective.op.name != "norm2" or not whole:
        return objective, None
    twice = make(SCALE, (number(2), objective), SCALAR)
    square = make(POW, (objective, number(2)), SCALAR)
    return square, make(DIV, (number(1), twice), SCALAR)


def _symbols(problem: Problem, splits: Mapping[Node, Split], slacks: Slacks) -> tuple[Symbol, ...]:
    """Return the variables of the smooth problem."""
    symbols: list[Symbol] = []
    for item in problem.variables:
        split = splits.get(item.node)
        if split is None:
            symbols.append(item)
        else:
            sizes = item.sizes
            symbols += [replace(part, sizes=sizes) for part in (split.plus, split.minus)]
    return (*symbols, *slacks.variables)


def _lets(problem: Problem, values: Mapping[str, Node], rewriter: Rewriter) -> tuple[LetName, ...]:
    changed = [
        LetName(item.name, values[item.name])
        for item in problem.variables
        if values[item.name] is not item.node
    ]
    return (*changed, *(replace(let, value=rewriter.plain(let.value)) for let in problem.lets))


def _starts(problem: Problem, splits: Mapping[Node, Split], slacks: Slacks) -> dict[str, Node]:
    starts: dict[str, Node] = {}
    for item in problem.variables:
        split = splits.get(item.node)
        starts |= {item.name: item.node} if split is None else split.starts
    return starts | slacks.starts


def _origin(problem: Problem, rewriter: Rewriter) -> Origin | None:
    """Let what was rewritten be found where the user wrote it."""
    if problem.origin is None:
        return None
    spans = dict(problem.origin.spans)
    for node, span in problem.origin.spans.items():
        for rewritten in rewriter.versions(node):
            spans.setdefault(rewritten, span)
    return Origin(problem.origin.text, spans)


def _notes(problem: Problem, found: Survey) -> tuple[str, ...]:
    """Name the kinks that stay, in the order of the text."""
    places = {
        node: None if problem.origin is None else problem.origin.place(node) for node in found.left
    }
    order = sorted(found.left, key=lambda node: places[node] or (0, 0))
    return tuple(subgradient_note(node, found.left[node], places[node]) for node in order)
