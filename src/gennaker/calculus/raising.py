"""From tensors in index form back to matrix expressions, multiplied in the cheapest order.

Vectors always come back as columns and products as ``A*x`` or ``A'*x``, so that expressions
which are equal up to transposes and the order of factors become the same node.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from gennaker.calculus.reverse import order_of_evaluation
from gennaker.calculus.tensor import Indices, ProductSpec, Tensor, coefficients
from gennaker.expressions.dimension import Dimension
from gennaker.expressions.index import Index
from gennaker.expressions.node import Node, make
from gennaker.expressions.shape import SCALAR, Kind, Shape
from gennaker.operations.derived import DERIVED, scatter
from gennaker.operations.derived import tensor as einsum
from gennaker.operations.leaves import FILL, eye, fill, number, size
from gennaker.operations.matrices import STACK, indexed
from gennaker.operations.products import (
    ADD,
    DIV,
    ELDIV,
    ELMUL,
    ELPOW,
    MATMUL,
    MATPOW,
    NEG,
    POW,
    SCALE,
    TRANSPOSE,
)
from gennaker.operations.table import operation

__all__ = ["NotAMatrixError", "Raising"]

DERIVED_ROWS = {row.name: row for row in DERIVED}
SUM, SUM_ROWS, SUM_COLUMNS = (operation(name) for name in ("sum", "sum_rows", "sum_columns"))
DIAG, SQRT = operation("diag"), operation("sqrt")
MATRIX = 2


class NotAMatrixError(Exception):
    """A tensor that no expression in matrices and vectors stands for."""


@dataclass(slots=True)
class _Edge:
    """A matrix between two indices."""

    rows: int
    columns: int
    node: Node
    varying: bool


@dataclass(slots=True)
class _Network:
    """What is left of a product while indices are summed away one by one."""

    result: Indices
    lengths: dict[int, Dimension]
    scalars: list[tuple[Node, float]] = field(default_factory=list[tuple[Node, float]])
    weights: dict[int, list[tuple[Node, float, bool]]] = field(
        default_factory=dict[int, list[tuple[Node, float, bool]]]
    )
    edges: list[_Edge] = field(default_factory=list[_Edge])


class Raising:
    """Turns tensors into expressions; each tensor is turned once."""

    def __init__(self) -> None:
        self._done: dict[Tensor, Node] = {}

    def node(self, root: Tensor) -> Node:
        """Return the matrix expression of a tensor of at most two axes."""
        for tensor in order_of_evaluation((root,)):
            if tensor not in self._done:
                self._done[tensor] = self._raised(tensor)
        return self._done[root]

    def _raised(self, tensor: Tensor) -> Node:
        args = [self._done[arg] for arg in tensor.args]
        match tensor.op:
            case "leaf":
                return cast("Node", tensor.payload)
            case "size":
                return _length_node(cast("Dimension", tensor.payload))
            case "delta":
                return eye(tensor.axes[0])
            case "sum":
                return self._sum(tensor, args)
            case "product":
                return self._product(tensor)
            case "scatter":
                indices, prefix = cast("tuple[tuple[Index, ...], int]", tensor.payload)
                if prefix:
                    raise NotAMatrixError
                return scatter(args[0], tuple(args[1:]), _shape(tensor.axes), indices)
            case "take":
                indices, prefix = cast("tuple[tuple[Index, ...], int]", tensor.payload)
                if prefix:
                    raise NotAMatrixError
                cut = indexed(args[0], indices, tuple(args[1:]))
                return _row(cut) if cut.kind is Kind.ROW else cut
            case "stack":
                return _stacked(tensor, args)
            case "power":
                scalar = not tensor.axes
                return make(POW if scalar else ELPOW, tuple(args), _shape(tensor.axes))
            case "matpow":
                power = number(float(cast("int", tensor.payload)))
                return make(MATPOW, (args[0], power), args[0].shape)
            case name:
                row = DERIVED_ROWS.get(name) or operation(name)
                return make(row, tuple(args), _shape(tensor.axes))

    # ---- sums -----------------------------------------------------------------------

    def _sum(self, tensor: Tensor, args: list[Node]) -> Node:
        """Write a linear combination, terms with a positive coefficient first."""
        shape = _shape(tensor.axes)
        if not args:
            return _spread(number(0), shape)
        terms = [
            _scaled(value, node, arg)
            for value, node, arg in zip(coefficients(tensor), args, tensor.args, strict=True)
        ]
        if len(terms) == 1:
            return terms[0]
        terms.sort(key=lambda term: term.op is NEG)
        return make(ADD, tuple(terms), shape)

    # ---- products -------------------------------------------------------------------

    def _product(self, tensor: Tensor) -> Node:
        spec = cast("ProductSpec", tensor.payload)
        if tensor.order > MATRIX or any(arg.order > MATRIX for arg in tensor.args):
            return self._einsum(tensor, spec)
        network = _Network(tuple(range(spec.order)), dict(enumerate(tensor.axes)))
        for arg, indices, exponent in zip(tensor.args, spec.indices, spec.exponents, strict=True):
            network.lengths.update(zip(indices, arg.axes, strict=True))
            self._place(network, arg, indices, exponent)
        summed = sorted(set(network.lengths) - set(network.result))
        _merge_edges(network)
        while summed:
            index = min(summed, key=lambda i: (_cost(network, i, summed), i))
            if not _eliminate(network, index):
                return self._einsum(tensor, spec)
            summed.remove(index)
            summed = [i for i in summed if i in network.lengths]
        return _assembled(network, _shape(tensor.axes))

    def _place(self, network: _Network, arg: Tensor, indices: Indices, exponent: float) -> None:
        node = self._done[arg]
        if arg.order == 0:
            network.scalars.append((node, exponent))
        elif arg.order == 1:
            weights = network.weights.setdefault(indices[0], [])
            weights.append((node, exponent, arg.varying))
        elif arg.order == MATRIX:
            if indices[0] == indices[1]:
                diagonal = make(DIAG, (node,), Shape.vector(arg.axes[0]))
                weights = network.weights.setdefault(indices[0], [])
                weights.append((diagonal, exponent, arg.varying))
            else:
                powered = _raised_to(node, exponent)
                network.edges.append(_Edge(indices[0], indices[1], powered, arg.varying))

    def _einsum(self, tensor: Tensor, spec: ProductSpec) -> Node:
        """Write a product over named indices, for which matrices have no notation."""
        letters = "".join(map(chr, range(ord("i"), ord("z") + 1))) + "abcdefgh"
        args = [
            _raised_to(self._done[arg], exponent)
            for arg, exponent in zip(tensor.args, spec.exponents, strict=True)
        ]
        words = ["".join(letters[i] for i in indices) for indices in spec.indices]
        result = letters[: spec.order]
        for letter, axis in zip(result, tensor.axes, strict=True):
            if not any(letter in word for word in words):
                args.append(fill(number(1), Shape.vector(axis)))
                words.append(letter)
        return einsum(tuple(args), _shape(tensor.axes), tuple(words), result)


def _shape(axes: tuple[Dimension, ...]) -> Shape:
    kinds = {1: Kind.VECTOR, 2: Kind.MATRIX}
    return Shape(kinds.get(len(axes), Kind.TENSOR), axes) if axes else SCALAR


def _length_node(length: Dimension) -> Node:
    """Write a length as an expression of named dimensions."""
    terms: list[Node] = []
    for name, factor in length.terms:
        node = size(name)
        terms.append(node if factor == 1 else _scaled(float(factor), node, None))
    if length.constant:
        terms.append(_signed_number(float(length.constant)))
    return terms[0] if len(terms) == 1 else make(ADD, tuple(terms), SCALAR)


def _signed_number(value: float) -> Node:
    return number(value) if value >= 0 else make(NEG, (number(-value),), SCALAR)


def _scaled(value: float, node: Node, tensor: Tensor | None) -> Node:
    """Write ``value * node``; numbers are worked out and ones disappear."""
    if tensor is not None and tensor.op == "product" and not tensor.args:
        filled = _spread(number(abs(value)), node.shape)
        return filled if value >= 0 else make(NEG, (filled,), node.shape)
    if value == 1:
        return node
    if node.op is FILL:
        return fill(_scaled(value, node.args[0], None), node.shape)
    if value == -1:
        return make(NEG, (node,), node.shape)
    factor = number(abs(value))
    if node.op is DIV and not node.is_scalar:  # one pass over the array instead of two
        factor, node = make(DIV, (factor, node.args[1]), SCALAR), node.args[0]
    inner = make(SCALE, (factor, node), node.shape)
    return inner if value > 0 else make(NEG, (inner,), node.shape)


def _spread(scalar: Node, shape: Shape) -> Node:
    return scalar if shape.is_scalar else fill(scalar, shape)


def _raised_to(node: Node, exponent: float) -> Node:
    """Write a power of every entry."""
    if exponent == 1:
        return node
    if exponent == ROOT:
        return make(SQRT, (node,), node.shape)
    row = POW if node.is_scalar else ELPOW
    return make(row, (node, _signed_number(exponent)), node.shape)


ROOT = 0.5


def _quotient(factors: list[tuple[Node, float]]) -> tuple[Node | None, Node | None]:
    """Multiply factors entry by entry; negative exponents go below the fraction line."""
    top: Node | None = None
    bottom: Node | None = None
    for node, exponent in factors:
        if exponent > 0:
            top = _times(top, _raised_to(node, exponent))
        else:
            bottom = _times(bottom, _raised_to(node, -exponent))
    return top, bottom


def _times(left: Node | None, right: Node) -> Node:
    """Multiply entry by entry; a scalar goes with anything."""
    if left is None:
        return right
    if left.is_scalar or right.is_scalar:
        return make(SCALE, (left, right), right.shape if left.is_scalar else left.shape)
    return make(ELMUL, (left, right), left.shape)


def _divided(top: Node, bottom: Node) -> Node:
    if bottom.is_scalar:
        return make(DIV, (top, bottom), top.shape)
    shape = bottom.shape if top.is_scalar else top.shape
    return make(ELDIV, (top, bottom), shape)


def _fraction(factors: list[tuple[Node, float]]) -> Node | None:
    top, bottom = _quotient(factors)
    if bottom is None:
        return top
    return _divided(top or number(1), bottom)


def _weight(network: _Network, index: int) -> Node | None:
    """Take the product of all vectors over an index."""
    found = network.weights.pop(index, [])
    found.sort(key=lambda weight: weight[2])  # data first, so that it is multiplied once
    return _fraction([(node, exponent) for node, exponent, _ in found])


def _transposed(node: Node) -> Node:
    if node.op is TRANSPOSE:
        return node.args[0]
    words = node.payload[1] if isinstance(node.payload, tuple) and len(node.payload) > 1 else ()
    if isinstance(words, frozenset) and words & {"symmetric", "psd"}:
        return node
    return make(TRANSPOSE, (node,), node.shape.transposed)


def _merge_edges(network: _Network) -> None:
    """Multiply matrices between the same two indices entry by entry."""
    merged: dict[tuple[int, int], _Edge] = {}
    for edge in network.edges:
        key = (min(edge.rows, edge.columns), max(edge.rows, edge.columns))
        if key not in merged:
            merged[key] = edge
            continue
        old = merged[key]
        node = edge.node if edge.rows == old.rows else _transposed(edge.node)
        both = _entry_product(old.node, node)
        merged[key] = _Edge(old.rows, old.columns, both, old.varying or edge.varying)
    network.edges = list(merged.values())


def _entry_product(first: Node, second: Node) -> Node:
    """Multiply two matrices entry by entry, or divide by one that has a negative exponent."""
    for node, other in ((second, first), (first, second)):
        if node.op is ELPOW and node.args[1].op is NEG:
            power = cast("float", node.args[1].args[0].payload)
            return _divided(other, _raised_to(node.args[0], power))
    return _times(first, second)


def _cost(network: _Network, index: int, summed: list[int]) -> float:
    """Rank the ways to sum over one index: data alone first, matrix products last."""
    edges = [edge for edge in network.edges if index in {edge.rows, edge.columns}]
    weights = network.weights.get(index, [])
    varying = any(edge.varying for edge in edges) or any(weight[2] for weight in weights)
    if len(edges) <= 1:
        if not varying and weights:
            return 0.0
        if len(edges) == 1 and not weights:
            other = edges[0].rows + edges[0].columns - index
            if (
                other in summed
                and other not in network.weights
                and all(
                    other not in {e.rows, e.columns} for e in network.edges if e is not edges[0]
                )
            ):
                return 0.5
        return float(1 + len(edges))
    return float(2 + len(edges)) - (0.0 if varying else 0.25)


def _eliminate(network: _Network, index: int) -> bool:
    """Sum over one index; answer whether matrices have a notation for that."""
    edges = [edge for edge in network.edges if index in {edge.rows, edge.columns}]
    if len(edges) > MATRIX:
        return False
    del network.lengths[index]
    if not edges:
        _sum_weights(network, index)
    elif len(edges) == 1:
        _sum_edge(network, index, edges[0])
    else:
        _sum_pair(network, index, edges[0], edges[1])
    return True


def _sum_weights(network: _Network, index: int) -> None:
    """Sum a product of vectors: an inner product where there are two."""
    found = network.weights.pop(index)
    found.sort(key=lambda weight: weight[2])
    network.scalars.append((_inner([(node, power) for node, power, _ in found]), 1.0))


def _inner(factors: list[tuple[Node, float]]) -> Node:
    """Write the sum of an entry-by-entry product as ``u'*v`` or ``sum(u)``."""
    if len(factors) == 1:
        node, power = factors[0]
        if power == 2:  # noqa: PLR2004
            return make(MATMUL, (_row(node), node), SCALAR)
        return make(SUM, (_raised_to(node, power),), SCALAR)
    top, bottom = _quotient(factors)
    if bottom is not None or top is None:
        return make(SUM, (_fraction(factors) or number(1),), SCALAR)
    *before, last = [_raised_to(node, power) for node, power in factors]
    left: Node | None = None
    for node in before:
        left = _times(left, node)
    assert left is not None  # noqa: S101 - there are two factors or more
    return make(MATMUL, (_row(left), last), SCALAR)


def _row(node: Node) -> Node:
    return make(TRANSPOSE, (node,), node.shape.transposed)


def _sum_edge(network: _Network, index: int, edge: _Edge) -> None:
    """Multiply a matrix with the vectors over one of its indices."""
    network.edges.remove(edge)
    other = edge.rows + edge.columns - index
    varying = edge.varying or any(w[2] for w in network.weights.get(index, []))
    weight = _weight(network, index)
    if (
        weight is None
        and other not in network.result
        and other not in network.weights
        and all(other not in {e.rows, e.columns} for e in network.edges)
    ):
        network.lengths.pop(other)
        network.scalars.append((_total(edge.node), 1.0))
        return
    shape = Shape.vector(network.lengths[other])
    if weight is None:
        row = SUM_ROWS if index == edge.columns else SUM_COLUMNS
        vector = make(row, (edge.node,), shape)
    else:
        matrix = edge.node if index == edge.columns else _transposed(edge.node)
        vector = make(MATMUL, (matrix, weight), shape)
    network.weights.setdefault(other, []).append((vector, 1.0, varying))


def _total(node: Node) -> Node:
    """Sum all entries of a matrix."""
    return make(SUM, (node,), SCALAR)


def _sum_pair(network: _Network, index: int, first: _Edge, second: _Edge) -> None:
    """Multiply two matrices that share an index, with the vectors over it in between."""
    network.edges.remove(first)
    network.edges.remove(second)
    varying_weight = any(w[2] for w in network.weights.get(index, []))
    weight = _weight(network, index)
    left = first.node if index == first.columns else _transposed(first.node)
    right = second.node if index == second.rows else _transposed(second.node)
    rows = first.rows + first.columns - index
    columns = second.rows + second.columns - index
    if columns in network.result and (rows not in network.result or columns < rows):
        left, right = _transposed(right), _transposed(left)
        rows, columns = columns, rows
    if weight is not None:
        diagonal = make(DIAG, (weight,), Shape.matrix(weight.shape.axes[0], weight.shape.axes[0]))
        right = make(MATMUL, (diagonal, right), right.shape)
    shape = Shape.matrix(left.shape.axes[0], right.shape.axes[1])
    varying = first.varying or second.varying or varying_weight
    network.edges.append(_Edge(rows, columns, make(MATMUL, (left, right), shape), varying))
    _merge_edges(network)


def _assembled(network: _Network, shape: Shape) -> Node:
    """Put together what is left when only the indices of the result remain."""
    scalar = _scalar_part(network)
    match len(network.result):
        case 0:
            top, bottom = scalar
            body = top or number(1)
            return body if bottom is None else _divided(body, bottom)
        case 1:
            body = _weight(network, network.result[0])
        case _:
            body = _matrix_part(network, shape)
    top, bottom = scalar
    if body is None:
        inner = top or number(1)
        return _spread(inner if bottom is None else _divided(inner, bottom), shape)
    if top is None:
        return body if bottom is None else _divided(body, bottom)
    factor = top if bottom is None else _divided(top, bottom)
    return make(SCALE, (factor, body), body.shape)


def _scalar_part(network: _Network) -> tuple[Node | None, Node | None]:
    return _quotient(network.scalars)


def _matrix_part(network: _Network, shape: Shape) -> Node | None:
    first, second = network.result
    left, right = _weight(network, first), _weight(network, second)
    if not network.edges:
        if left is None and right is None:
            return None
        one = number(1)
        column = left or fill(one, Shape.vector(shape.axes[0]))
        row = right or fill(one, Shape.vector(shape.axes[1]))
        return make(MATMUL, (column, _row(row)), shape)
    (edge,) = network.edges
    body = edge.node if edge.rows == first else _transposed(edge.node)
    if body.op.name == "eye" and (left is not None or right is not None):
        weight = _times(left, right) if right is not None else left
        assert weight is not None  # noqa: S101 - one of the two is there
        return make(DIAG, (weight,), shape)
    if left is not None:
        body = make(MATMUL, (_diagonal(left), body), shape)
    if right is not None:
        body = make(MATMUL, (body, _diagonal(right)), shape)
    return body


def _diagonal(weight: Node) -> Node:
    axis = weight.shape.axes[0]
    return make(DIAG, (weight,), Shape.matrix(axis, axis))


def _stacked(tensor: Tensor, args: list[Node]) -> Node:
    """Put blocks together again, each with the orientation that it had."""
    layout, shapes = cast("tuple[tuple[int, ...], tuple[Shape, ...]]", tensor.payload)
    blocks = tuple(
        _row(arg) if shape.kind is Kind.ROW and tensor.order == MATRIX else arg
        for arg, shape in zip(args, shapes, strict=True)
    )
    if tensor.order == 1:
        layout = (1,) * len(blocks)  # rows side by side come back as a column
    return make(STACK, blocks, _shape(tensor.axes), layout)
