"""Degrees of polynomials: how often the variables are multiplied with each other."""

from __future__ import annotations

from gennaker.calculus.reverse import order_of_evaluation
from gennaker.calculus.tensor import ProductSpec, Tensor
from gennaker.expressions.structure import Degree

__all__ = ["degree"]

MOVING = frozenset({"take", "scatter", "stack"})


def degree(root: Tensor) -> Degree:
    r"""Return the degree of a tensor in the variables.

    It is an upper bound: terms that cancel only for some data count as if they stayed.

    Example:
        >>> from gennaker.calculus.lower import Lowering
        >>> from gennaker.calculus.tensor import Graph
        >>> from gennaker.language.check import read
        >>> from gennaker.operations.convexity import Analysis
        >>> lowering = Lowering(Graph(), Analysis({}))
        >>> problem = read("parameters\n Matrix A\nvariables\n Vector x\nmin\n norm2(A*x)^2")
        >>> degree(lowering.tensor(problem.objective)).name
        'QUADRATIC'

    """
    found: dict[Tensor, Degree] = {}
    for tensor in order_of_evaluation((root,)):
        found[tensor] = _degree(tensor, [found[arg] for arg in tensor.args])
    return found[root]


def _degree(tensor: Tensor, args: list[Degree]) -> Degree:
    if not tensor.varying:
        return Degree.CONSTANT
    match tensor.op:
        case "leaf":
            return Degree.LINEAR
        case "sum":
            return max(args)
        case "product":
            return _product(tensor, args)
        case name if name in MOVING and not any(arg.varying for arg in _places(tensor)):
            return max(args)
        case _:
            return Degree.OTHER


def _product(tensor: Tensor, args: list[Degree]) -> Degree:
    """Add up the degrees of the factors as often as they occur."""
    spec = tensor.payload
    assert isinstance(spec, ProductSpec)  # noqa: S101 - narrows the type for the checker
    total = 0.0
    for power, own in zip(spec.exponents, args, strict=True):
        if own and (power < 0 or power != int(power)):
            return Degree.OTHER
        total += power * own
    return Degree(min(int(total), Degree.OTHER))


def _places(tensor: Tensor) -> tuple[Tensor, ...]:
    """Return the arguments that say which entries are meant."""
    return () if tensor.op == "stack" else tensor.args[1:]
