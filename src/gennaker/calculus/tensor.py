"""Tensors in index form: leaves, sums, functions, and one generic product.

A product multiplies factors over named indices and sums over those that its result does not
have. The matrix product, the outer product, the trace, sums, broadcasting, element-wise
products, quotients and whole powers are all instances of it. Rows, columns and transposes do
not exist here, so ``A*x`` and ``x'*A'`` are the same object.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from gennaker.expressions.dimension import Dimension
from gennaker.expressions.node import Node
from gennaker.operations.leaves import attributes

__all__ = ["Factor", "Graph", "ProductSpec", "Tensor", "coefficients", "number_value"]

LONGEST_PRODUCT = 24

Indices = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ProductSpec:
    """The indices and exponents of the factors of a product; results come first, from 0."""

    indices: tuple[Indices, ...]
    exponents: tuple[float, ...]
    order: int


@dataclass(slots=True, eq=False)
class Tensor:
    """A tensor expression; equal expressions of one graph are the same object.

    ``op`` is ``leaf`` (payload: the symbol), ``sum`` (payload: the coefficients),
    ``product`` (payload: a ``ProductSpec``), ``delta``, or the name of a function.
    """

    op: str
    args: tuple[Tensor, ...]
    payload: object
    axes: tuple[Dimension, ...]
    number: int
    varying: bool
    symmetric: bool = False

    @property
    def order(self) -> int:
        """The number of axes."""
        return len(self.axes)

    def __repr__(self) -> str:
        return f"<{self.op} tensor {self.number} of order {self.order}>"


@dataclass(slots=True)
class Factor:
    """A tensor with its indices and its exponent inside a product."""

    tensor: Tensor
    indices: Indices
    exponent: float = 1.0


@dataclass(slots=True)
class _Pieces:
    """A product while it is brought into normal form."""

    coefficient: float = 1.0
    factors: list[Factor] = field(default_factory=list[Factor])
    lengths: dict[int, Dimension] = field(default_factory=dict[int, Dimension])
    fresh: int = 0
    zero: bool = False


class Graph:
    """Makes the tensors of one problem in normal form, each only once."""

    def __init__(self) -> None:
        self._table: dict[object, Tensor] = {}

    # ---- leaves ---------------------------------------------------------------------

    def leaf(self, node: Node, *, varying: bool = False) -> Tensor:
        """Return a parameter or a variable; ``varying`` for what else changes in each call."""
        words = attributes(node) if isinstance(node.payload, tuple) else frozenset[str]()
        symmetric = bool(words & {"symmetric", "psd"})
        key = ("leaf", node)
        axes = node.shape.axes
        varying = varying or node.op.name == "variable"
        return self._make(key, "leaf", (), node, axes, varying=varying, symmetric=symmetric)

    def size(self, length: Dimension) -> Tensor:
        """Return a length as a number."""
        if length.is_constant:
            return self.number(float(length.constant))
        return self._make(("size", length), "size", (), length, (), varying=False)

    def delta(self, length: Dimension) -> Tensor:
        """Return the identity."""
        return self._make(
            ("delta", length), "delta", (), None, (length, length), varying=False, symmetric=True
        )

    def ones(self, axes: tuple[Dimension, ...] = ()) -> Tensor:
        """Return the empty product: 1 in every entry."""
        spec = ProductSpec((), (), len(axes))
        return self._make(("ones", axes), "product", (), spec, axes, varying=False)

    def number(self, value: float, axes: tuple[Dimension, ...] = ()) -> Tensor:
        """Return the same number in every entry."""
        return self.sum([(value, self.ones(axes))], axes)

    def zero(self, axes: tuple[Dimension, ...]) -> Tensor:
        """Return the empty sum."""
        return self._make(("zero", axes), "sum", (), (), axes, varying=False)

    # ---- sums -----------------------------------------------------------------------

    def sum(self, terms: Iterable[tuple[float, Tensor]], axes: tuple[Dimension, ...]) -> Tensor:
        """Return a linear combination; equal terms are collected.

        A sum inside is opened where it is added as it is, or has one term alone; a multiple of
        a longer one stays together, because that sum is most often needed elsewhere too.
        """
        total: dict[Tensor, float] = {}
        for coefficient, term in terms:
            if term.op == "sum" and (coefficient == 1 or len(term.args) < SEVERAL):
                for inner, arg in zip(coefficients(term), term.args, strict=True):
                    total[arg] = total.get(arg, 0.0) + coefficient * inner
            else:
                total[term] = total.get(term, 0.0) + coefficient
        kept = {term: value for term, value in total.items() if value != 0}
        if not kept:
            return self.zero(axes)
        if len(kept) == 1:
            ((term, value),) = kept.items()
            if value == 1:
                return term
        key = ("sum", frozenset(kept.items()))
        return self._make(
            key,
            "sum",
            tuple(kept),
            tuple(kept.values()),
            axes,
            varying=any(term.varying for term in kept),
            symmetric=all(term.symmetric for term in kept) and len(axes) == MATRIX,
        )

    def add(self, *terms: Tensor) -> Tensor:
        """Return the sum of tensors with equal axes."""
        return self.sum([(1.0, term) for term in terms], terms[0].axes)

    def scale(self, factor: float, tensor: Tensor) -> Tensor:
        """Return a multiple."""
        return self.sum([(factor, tensor)], tensor.axes)

    # ---- functions ------------------------------------------------------------------

    def function(
        self,
        name: str,
        args: tuple[Tensor, ...],
        axes: tuple[Dimension, ...],
        payload: object = None,
        *,
        symmetric: bool = False,
    ) -> Tensor:
        """Return a function of tensors that is no product and no sum."""
        key = (name, args, payload, axes)
        varying = any(arg.varying for arg in args)
        return self._make(key, name, args, payload, axes, varying=varying, symmetric=symmetric)

    # ---- products -------------------------------------------------------------------

    def product(
        self, factors: Sequence[Factor], result: Indices, lengths: dict[int, Dimension]
    ) -> Tensor:
        """Return the product of factors, summed over all indices that the result lacks.

        ``lengths`` gives the lengths of indices that no factor has.
        """
        pieces = _Pieces(
            lengths=dict(lengths),
            fresh=1
            + max([*result, *lengths, *(i for factor in factors for i in factor.indices), 0]),
        )
        for factor in factors:
            self._open(factor, pieces)
        axes_of = pieces.lengths
        axes = tuple(axes_of[i] for i in result)
        if pieces.zero:
            return self.zero(axes)
        free = set(axes_of) - set(result)
        _drop_deltas(pieces, free)
        self._drop_lonely(pieces, free, axes_of)
        merged = _merged(pieces.factors)
        smoother = _without_kinks(merged)
        if smoother is not None:
            product = self.product(smoother, result, dict(axes_of))
            return self.sum([(pieces.coefficient, product)], axes)
        if not merged:
            return self.sum([(pieces.coefficient, self.ones(axes))], axes)
        if len(merged) == 1 and merged[0].exponent == 1 and merged[0].indices == result:
            return self.sum([(pieces.coefficient, merged[0].tensor)], axes)
        node = self._canonical(merged, result, axes)
        return self.sum([(pieces.coefficient, node)], axes)

    def _open(self, factor: Factor, pieces: _Pieces) -> None:
        """Take coefficients out of a factor and open products inside it."""
        tensor, exponent = factor.tensor, factor.exponent
        whole = exponent == int(exponent)
        if tensor.op == "sum":
            if not tensor.args:
                pieces.zero = pieces.zero or exponent > 0
                if exponent > 0:
                    _note_lengths(tensor, factor.indices, pieces)
                    return
            elif len(tensor.args) == 1:
                inner = coefficients(tensor)[0]
                if inner > 0 or whole:
                    pieces.coefficient *= inner**exponent
                    self._open(Factor(tensor.args[0], factor.indices, exponent), pieces)
                    return
        _note_lengths(tensor, factor.indices, pieces)
        if tensor.op == "product" and whole and isinstance(tensor.payload, ProductSpec):
            spec = tensor.payload
            summed = {i for indices in spec.indices for i in indices if i >= spec.order}
            short = len(pieces.factors) + len(spec.indices) <= LONGEST_PRODUCT
            if short and (exponent == 1 or not summed):
                rename = dict(enumerate(factor.indices))
                for index in sorted(summed):
                    rename[index] = pieces.fresh
                    pieces.fresh += 1
                for arg, indices, power in zip(
                    tensor.args, spec.indices, spec.exponents, strict=True
                ):
                    moved = tuple(rename[i] for i in indices)
                    _note_lengths(arg, moved, pieces)
                    pieces.factors.append(Factor(arg, moved, power * exponent))
                return
        pieces.factors.append(factor)

    def _drop_lonely(self, pieces: _Pieces, free: set[int], lengths: dict[int, Dimension]) -> None:
        """Turn a sum over an index that nothing has into a multiplication by its length."""
        used = {i for factor in pieces.factors for i in factor.indices}
        for index in sorted(free - used):
            size = self.size(lengths[index])
            if size.op == "sum":
                pieces.coefficient *= coefficients(size)[0]
            elif size.op == "size":
                pieces.factors.append(Factor(size, ()))

    def _canonical(
        self, factors: list[Factor], result: Indices, axes: tuple[Dimension, ...]
    ) -> Tensor:
        """Order factors and number indices so that equal products become the same object."""
        colors = _colors(factors, result)
        factors = sorted(factors, key=lambda f: _sort_key(f, colors))
        numbering = {index: place for place, index in enumerate(result)}
        for factor in factors:
            order = factor.indices
            if factor.tensor.symmetric:
                order = tuple(
                    sorted(order, key=lambda i: (numbering.get(i, len(numbering)), colors[i]))
                )
            for index in order:
                numbering.setdefault(index, len(numbering))
        specs: list[Indices] = []
        for factor in factors:
            moved = tuple(numbering[i] for i in factor.indices)
            specs.append(tuple(sorted(moved)) if factor.tensor.symmetric else moved)
        spec = ProductSpec(tuple(specs), tuple(f.exponent for f in factors), len(result))
        args = tuple(factor.tensor for factor in factors)
        key = ("product", args, spec, axes)
        return self._make(
            key,
            "product",
            args,
            spec,
            axes,
            varying=any(arg.varying for arg in args),
            symmetric=(
                len(axes) == MATRIX and axes[0] == axes[1] and _is_symmetric(factors, result)
            ),
        )

    def _make(
        self,
        key: object,
        op: str,
        args: tuple[Tensor, ...],
        payload: object,
        axes: tuple[Dimension, ...],
        *,
        varying: bool,
        symmetric: bool = False,
    ) -> Tensor:
        found = self._table.get(key)
        if found is None:
            found = Tensor(op, args, payload, axes, len(self._table), varying, symmetric)
            self._table[key] = found
        return found


MATRIX = 2
SEVERAL = 2
PARTNERS = {"abs": "sign", "relu": "step"}
"""Functions with a kink, and their derivatives."""


def coefficients(tensor: Tensor) -> tuple[float, ...]:
    """Return the coefficients of a sum."""
    assert isinstance(tensor.payload, tuple)  # noqa: S101 - narrows the type for the checker
    return tensor.payload


def number_value(tensor: Tensor) -> float | None:
    """Return the number that fills a tensor, where that is known."""
    if tensor.op == "product" and not tensor.args:
        return 1.0
    if tensor.op != "sum":
        return None
    if not tensor.args:
        return 0.0
    (first, *rest) = tensor.args
    if rest or first.op != "product" or first.args:
        return None
    return coefficients(tensor)[0]


def _note_lengths(tensor: Tensor, indices: Indices, pieces: _Pieces) -> None:
    for index, length in zip(indices, tensor.axes, strict=True):
        pieces.lengths.setdefault(index, length)


def _drop_deltas(pieces: _Pieces, free: set[int]) -> None:
    """Rename an index wherever an identity equates a summed one with another."""
    again = True
    while again:
        again = False
        for place, factor in enumerate(pieces.factors):
            if factor.tensor.op != "delta":
                continue
            first, second = factor.indices
            if first == second:
                del pieces.factors[place]
            elif second in free or first in free:
                old, new = (second, first) if second in free else (first, second)
                del pieces.factors[place]
                free.discard(old)
                for other in pieces.factors:
                    other.indices = tuple(new if i == old else i for i in other.indices)
            else:
                continue
            again = True
            break


def _merged(factors: list[Factor]) -> list[Factor]:
    """Collect equal factors over equal indices into one with a larger exponent."""
    found: dict[tuple[Tensor, Indices], float] = {}
    for factor in factors:
        indices = tuple(sorted(factor.indices)) if factor.tensor.symmetric else factor.indices
        key = (factor.tensor, indices)
        found[key] = found.get(key, 0.0) + factor.exponent
    return [Factor(t, i, e) for (t, i), e in found.items() if e != 0]


def _without_kinks(factors: list[Factor]) -> list[Factor] | None:
    """Simplify what is smooth although its parts are not; None where there is nothing.

    ``abs(x)^2`` is ``x^2``, ``abs(x)*sign(x)`` is ``x``, and ``relu(x)*step(x)`` is ``relu(x)``.
    """
    for factor in factors:
        if factor.tensor.op not in PARTNERS:
            continue
        inner = factor.tensor.args[0]
        if factor.tensor.op == "abs" and factor.exponent % 2 == 0:
            others = [other for other in factors if other is not factor]
            return [*others, Factor(inner, factor.indices, factor.exponent)]
        partner = PARTNERS[factor.tensor.op]
        if factor.exponent <= 0:
            continue
        for other in factors:
            same = other.tensor.op == partner and other.tensor.args == (inner,)
            if same and other.indices == factor.indices and other.exponent == 1:
                kept = [rest for rest in factors if rest is not other]
                if partner == "step":
                    return kept
                if factor.exponent == 1:
                    kept = [rest for rest in kept if rest is not factor]
                    return [*kept, Factor(inner, factor.indices)]
    return None


def _colors(factors: list[Factor], result: Indices) -> dict[int, int]:
    """Tell indices apart by where they occur, refined until nothing new is found."""
    colors: dict[int, object] = {i: -1 for factor in factors for i in factor.indices}
    for place, index in enumerate(result):
        colors[index] = -2 - place
    ranks = _ranked(colors)
    for _ in range(len(colors)):
        if len(set(ranks.values())) == len(ranks):
            break  # every index is told from every other
        refined: dict[int, object] = {}
        for index in colors:
            marks = sorted(
                (
                    factor.tensor.number,
                    factor.exponent,
                    0 if factor.tensor.symmetric else place,
                    tuple(sorted(ranks[i] for i in factor.indices))
                    if factor.tensor.symmetric
                    else tuple(ranks[i] for i in factor.indices),
                )
                for factor in factors
                for place, i in enumerate(factor.indices)
                if i == index
            )
            refined[index] = (ranks[index], tuple(marks))
        finer = _ranked(refined)
        if len(set(finer.values())) == len(set(ranks.values())):
            break
        ranks = finer
    return ranks


def _ranked(colors: dict[int, object]) -> dict[int, int]:
    distinct = sorted(set(colors.values()))  # type: ignore[type-var]
    place = {color: rank for rank, color in enumerate(distinct)}
    return {index: place[color] for index, color in colors.items()}


def _sort_key(factor: Factor, colors: dict[int, int]) -> tuple[object, ...]:
    shown = [colors[i] for i in factor.indices]
    if factor.tensor.symmetric:
        shown.sort()
    return (factor.tensor.number, factor.exponent, shown)


def _is_symmetric(factors: list[Factor], result: Indices) -> bool:
    """Answer whether exchanging the two result indices leaves the factors as they are."""
    first, second = result
    swapped: list[tuple[int, float, Indices]] = []
    plain: list[tuple[int, float, Indices]] = []
    if any(i not in result for factor in factors for i in factor.indices):
        return _chain_is_symmetric(factors, result)
    swap = {first: second, second: first}
    for factor in factors:
        for target, indices in (
            (plain, factor.indices),
            (swapped, tuple(swap[i] for i in factor.indices)),
        ):
            shown = tuple(sorted(indices)) if factor.tensor.symmetric else indices
            target.append((factor.tensor.number, factor.exponent, shown))
    return sorted(plain) == sorted(swapped)


def _chain_is_symmetric(factors: list[Factor], result: Indices) -> bool:
    """Recognise ``A'*diag(d)*A``: colours are equal after the result indices are exchanged."""
    plain = _colors(factors, result)
    swapped = _colors(factors, result[::-1])
    return sorted(_sort_key(f, plain) for f in factors) == sorted(
        _sort_key(f, swapped) for f in factors
    )
