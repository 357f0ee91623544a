"""What kind of function of each entry a separable sum has: squares or entropies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import cast

from gennaker.calculus.reverse import order_of_evaluation
from gennaker.calculus.separable import is_separable
from gennaker.calculus.tensor import ProductSpec, Tensor

__all__ = ["find_entropies"]

Shapes = frozenset[str]
"""Functions of one entry, whose linear combinations are meant."""
Kinds = Mapping[Tensor, Shapes]

ENTRY: Shapes = frozenset({"x"})
SQUARES: Shapes = frozenset({"1", "x", "x*x"})
ENTROPIES: Shapes = frozenset({"1", "x", "x*log"})
TIMES = {("x", "x"): "x*x", ("log", "x"): "x*log"}
LOGARITHMS = frozenset({"log", "floor_log"})


def find_entropies(root: Tensor, variables: Iterable[Tensor]) -> tuple[bool, ...] | None:
    r"""Tell for each variable whether its entries have terms ``m*x + w*x*log(x)``.

    The others have ``m*x + w*x^2``. None where the sum is not separable, or has other terms, or a
    variable enters it linearly alone, or is symmetric, so that its entries are not free.

    Example:
        >>> from gennaker.calculus.lower import Lowering
        >>> from gennaker.calculus.tensor import Graph
        >>> from gennaker.language.check import read
        >>> from gennaker.operations.convexity import Analysis
        >>> problem = read("variables\n Vector x, y\nmin\n sum(entropy(x)) + norm2(y)^2")
        >>> lowering = Lowering(Graph(), Analysis({}))
        >>> root = lowering.tensor(problem.objective)
        >>> find_entropies(root, [lowering.tensor(x.node) for x in problem.variables])
        (True, False)

    """
    if not is_separable(root):
        return None
    found: dict[Tensor, Kinds | None] = {}
    for tensor in order_of_evaluation((root,)):
        found[tensor] = _kinds(tensor, [found[arg] for arg in tensor.args])
    kinds = found[root]
    if kinds is None:
        return None
    entropies: list[bool] = []
    for leaf in variables:
        shapes = kinds.get(leaf, ENTRY)
        entropic = "x*log" in shapes
        fits = shapes <= (ENTROPIES if entropic else SQUARES) and not shapes <= {"1", "x"}
        if not fits or leaf.symmetric:
            return None
        entropies.append(entropic)
    return tuple(entropies)


def _kinds(tensor: Tensor, args: list[Kinds | None]) -> Kinds | None:
    """Say which functions of the entries of which variable a tensor is made of."""
    if not tensor.varying:
        return {}
    if tensor.op == "leaf":
        return {tensor: ENTRY}
    known = [kinds for kinds in args if kinds is not None]
    if len(known) < len(args):
        return None
    if tensor.op == "sum":
        return _added(known)
    if tensor.op == "product":
        return _multiplied(cast("ProductSpec", tensor.payload), known)
    inner = known[0] if len(known) == 1 else {}
    if len(inner) != 1 or next(iter(inner.values())) != ENTRY:
        return None
    ((leaf, _),) = inner.items()
    if tensor.op == "entropy":
        return {leaf: frozenset({"x", "x*log"})}
    return {leaf: frozenset({"1", "log"})} if tensor.op in LOGARITHMS else None


def _added(args: list[Kinds]) -> Kinds:
    total: dict[Tensor, Shapes] = {}
    constant: Shapes = frozenset() if all(args) else frozenset({"1"})
    for kinds in args:
        for leaf, shapes in kinds.items():
            total[leaf] = total.get(leaf, constant) | shapes
    return total


def _multiplied(spec: ProductSpec, args: list[Kinds]) -> Kinds | None:
    """Multiply functions of the same entries, as is known of a separable sum."""
    factors = [
        (kinds, exponent) for kinds, exponent in zip(args, spec.exponents, strict=True) if kinds
    ]
    if len(factors) == 1 and factors[0][1] == 1:
        return factors[0][0]
    leaves = {leaf for kinds, _ in factors for leaf in kinds}
    if len(leaves) != 1:
        return None
    (leaf,) = leaves
    shapes: Shapes = frozenset({"1"})
    for kinds, exponent in factors:
        if exponent not in {1.0, 2.0}:
            return None
        for _ in range(int(exponent)):
            pairs = [_times(*sorted(pair)) for pair in product(shapes, kinds[leaf])]
            if None in pairs:
                return None
            shapes = frozenset(filter(None, pairs))
    return {leaf: shapes}


def _times(one: str, other: str) -> str | None:
    if "1" in {one, other}:
        return one if other == "1" else other
    return TIMES.get((one, other))
