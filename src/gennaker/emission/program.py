"""Programs: straight-line steps, each computed once, with data-only work set apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from gennaker.emission.schedule import Block, Scheduler, Step
from gennaker.emission.stable import Stable
from gennaker.emission.target import Target
from gennaker.expressions.derived import DerivedProblem
from gennaker.expressions.node import Node
from gennaker.expressions.problem import Problem
from gennaker.expressions.walk import postorder
from gennaker.operations.convexity import Analysis

__all__ = ["Program", "compile_program"]


@dataclass(frozen=True, slots=True)
class Program:
    """All that is computed for a problem: data-only steps, values, gradients, products.

    ``names`` are those of leaves, data-only steps and lets; a block numbers its own steps.
    ``images`` are linear in the variables; ``forward``, ``backward`` and ``slope`` are computed
    from the variables and from ``leaves``, which stand for the images. ``saved`` are the steps
    of ``forward`` that the other two go on from. ``formulas`` tells what expressions were before
    they were written in stable forms. A ``lean`` program is to be run, not read, and has only what
    a solver calls: images, forward, backward, slope, lets and limits.
    """

    problem: Problem
    names: dict[Node, str]
    setup: Block
    value: Block
    gradient: Block
    constraints: Block
    products: tuple[tuple[Node, Block], ...]
    leaves: tuple[Node, ...]
    images: Block
    forward: Block
    backward: Block
    slope: Block | None
    saved: tuple[Step, ...]
    weights: tuple[Node, ...]
    along: tuple[Node, ...]
    directions: tuple[Node, ...]
    hessian_product: Block
    lets: Block
    limits: Block
    formulas: Mapping[Node, Node]
    lean: bool = False


def compile_program(
    derived: DerivedProblem, target: Target, known: Analysis | None = None
) -> Program:
    r"""Order everything that is to be computed for a problem.

    ``known`` is an analysis with the signs of the problem, to go on with.

    Example:
        >>> from gennaker.calculus.derive import Derivation
        >>> from gennaker.emission.targets.numpy import NUMPY
        >>> from gennaker.language.check import read
        >>> problem = read("parameters\n Matrix A\nvariables\n Vector x\nmin\n norm2(A*x)^2")
        >>> program = compile_program(Derivation(problem).derived(), NUMPY)
        >>> [step.name for step in program.gradient.steps]
        ['t1']

    """
    schedule, rays, lean = _named(derived), derived.rays, derived.lean
    stable = Stable(target, known or Analysis(derived.signs))
    rewrite = stable.rewrite
    objective = rewrite(() if lean else (derived.objective,))
    constraints = rewrite(() if lean else derived.constraints)
    gradient, lets = rewrite(derived.gradient), rewrite(derived.lets)
    products = [rewrite(product.by) for product in derived.products]
    hessian, images = rewrite(derived.hessian_product.by), rewrite(rays.images)
    along = _Along(
        rewrite(rays.forward),
        rewrite(rays.backward),
        None if rays.slope is None else rewrite((rays.slope,)),
    )
    groups = [objective, constraints, gradient, lets, *products, hessian, images, *along.groups]
    setup = schedule.setup([root for group in groups for root in group])
    names = (let.name for let in derived.problem.lets)
    schedule.name_steps(zip(names, lets, strict=True))
    value, both = schedule.block(objective), schedule.block((*objective, *gradient))
    general = schedule.block(constraints)
    each = tuple(
        (weight, schedule.block(group))
        for weight, group in zip(derived.lagrangian.weights, products, strict=not lean)
    )
    linear = schedule.block(images)
    forward, backward, slope = along.blocks(schedule)
    return Program(
        problem=derived.problem,
        names=schedule.names,
        setup=setup,
        value=value,
        gradient=both,
        constraints=general,
        products=each,
        leaves=rays.leaves,
        images=linear,
        forward=forward,
        backward=backward,
        slope=slope,
        saved=_saved(forward, [block for block in (backward, slope) if block is not None]),
        weights=derived.lagrangian.weights,
        along=rays.directions,
        directions=derived.hessian_product.weights,
        hessian_product=schedule.block(hessian),
        lets=schedule.block(lets),
        limits=schedule.block(rewrite(_sides(derived))),
        formulas={} if lean else stable.formulas(),
        lean=lean,
    )


@dataclass(frozen=True, slots=True)
class _Along:
    """The results of ``forward``, ``backward`` and ``slope``, which share their steps."""

    forward: tuple[Node, ...]
    backward: tuple[Node, ...]
    slope: tuple[Node, ...] | None

    @property
    def groups(self) -> list[tuple[Node, ...]]:
        """The results of each function that there is."""
        return [group for group in (self.forward, self.backward, self.slope) if group is not None]

    def blocks(self, schedule: Scheduler) -> tuple[Block, Block, Block | None]:
        """Order the steps; what ``forward`` computes the others do not compute again."""
        later = tuple(root for group in self.groups[1:] for root in group)
        forward = schedule.block(self.forward, also=later)
        backward = schedule.block(self.backward, ready=forward.steps)
        slope = None if self.slope is None else schedule.block(self.slope, ready=forward.steps)
        return forward, backward, slope


def _saved(forward: Block, later: Sequence[Block]) -> tuple[Step, ...]:
    """Return the steps of one function that later ones go on from."""
    made = {step.node for step in forward.steps}
    used: set[Node] = set()
    for block in later:
        roots = (*(step.node for step in block.steps), *block.results)
        for node in postorder(roots, made):
            used.update(node.args)
        used.update(roots)
    return tuple(step for step in forward.steps if step.node in used)


def _sides(derived: DerivedProblem) -> tuple[Node, ...]:
    """Return target and sides of every bound; a side that is missing is left out."""
    return tuple(
        node
        for limit in derived.limits
        for node in (limit.target, limit.lower, limit.upper)
        if node is not None
    )


def _named(derived: DerivedProblem) -> Scheduler:
    """Start a schedule in which every leaf has its name."""
    schedule, problem, rays = Scheduler(), derived.problem, derived.rays
    for symbol in (*problem.parameters, *problem.variables):
        schedule.names[symbol.node] = schedule.pool.user(symbol.name)
    inputs = (*derived.lagrangian.weights, *derived.hessian_product.weights)
    for leaf in dict.fromkeys((*rays.leaves, *inputs, *rays.directions)):
        schedule.input(leaf, schedule.pool.user(cast("tuple[str, object]", leaf.payload)[0]))
    return schedule
