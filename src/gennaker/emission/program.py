"""Programs: straight-line steps, each computed once, with data-only work set apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from gennaker.emission.schedule import Block, Scheduler
from gennaker.emission.stable import Stable
from gennaker.emission.target import Target
from gennaker.expressions.derived import DerivedProblem
from gennaker.expressions.node import Node
from gennaker.expressions.problem import Problem
from gennaker.operations.convexity import Analysis

__all__ = ["Program", "compile_program"]


@dataclass(frozen=True, slots=True)
class Program:
    """All that is computed for a problem: data-only steps, values, gradients, products."""

    problem: Problem
    names: dict[Node, str]
    setup: Block
    value: Block
    gradient: Block
    constraints: Block
    products: tuple[tuple[Node, Block], ...]
    forward: Block
    backward: Block
    weights: tuple[Node, ...]
    directions: tuple[Node, ...]
    hessian_product: Block
    lets: Block


def compile_program(derived: DerivedProblem, target: Target) -> Program:
    r"""Order everything that is to be computed for a problem.

    Example:
        >>> from gennaker.calculus.derive import Derivation
        >>> from gennaker.emission.targets.numpy import NUMPY
        >>> from gennaker.language.check import read
        >>> problem = read("parameters\n Matrix A\nvariables\n Vector x\nmin\n norm2(A*x)^2")
        >>> program = compile_program(Derivation(problem).derived(), NUMPY)
        >>> [step.name for step in program.gradient.steps]
        ['t1']

    """
    schedule = _named(derived)
    rewrite = Stable(target, Analysis(derived.signs)).rewrite
    objective, constraints = rewrite((derived.objective,)), rewrite(derived.constraints)
    gradient, lets = rewrite(derived.gradient), rewrite(derived.lets)
    products = [rewrite(product.by) for product in derived.products]
    lagrangian, hessian = rewrite(derived.lagrangian.by), rewrite(derived.hessian_product.by)
    groups = [objective, constraints, gradient, lets, *products, lagrangian, hessian]
    setup = schedule.setup([root for group in groups for root in group])
    names = (let.name for let in derived.problem.lets)
    schedule.name_steps(zip(names, lets, strict=True))
    return Program(
        problem=derived.problem,
        names=schedule.names,
        setup=setup,
        value=schedule.block(objective),
        gradient=schedule.block((*objective, *gradient)),
        constraints=schedule.block(constraints),
        products=tuple(
            (weight, schedule.block(group))
            for weight, group in zip(derived.lagrangian.weights, products, strict=True)
        ),
        forward=schedule.block((*objective, *constraints), also=lagrangian),
        backward=schedule.block(lagrangian, known=(*objective, *constraints)),
        weights=derived.lagrangian.weights,
        directions=derived.hessian_product.weights,
        hessian_product=schedule.block(hessian),
        lets=schedule.block(lets),
    )


def _named(derived: DerivedProblem) -> Scheduler:
    """Start a schedule in which every leaf has its name."""
    schedule, problem = Scheduler(), derived.problem
    for symbol in (*problem.parameters, *problem.variables):
        schedule.names[symbol.node] = schedule.pool.user(symbol.name)
    for leaf in (*derived.lagrangian.weights, *derived.hessian_product.weights):
        schedule.input(leaf, schedule.pool.user(cast("tuple[str, object]", leaf.payload)[0]))
    return schedule
