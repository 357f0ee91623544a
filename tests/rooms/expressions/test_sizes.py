from __future__ import annotations

import time
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gennaker.expressions import ONE, Dimension, Shape, SizeEquation, Sizes

NAMES = ("a", "b", "c", "d")
MOST = 6

Vector = list[int]  # the factors of a, b, c, d and a constant

vectors = st.lists(st.integers(-2, 2), min_size=5, max_size=5)
systems = st.lists(st.tuples(vectors, vectors), min_size=1, max_size=4)


def dimension(vector: Vector) -> Dimension:
    *factors, constant = vector
    parts = [(Dimension.named(name), k) for name, k in zip(NAMES, factors, strict=True)]
    return Dimension.total([(Dimension.of(constant), 1), *parts])


def value(length: Dimension, at: dict[str, int]) -> int:
    return length.constant + sum(factor * at[name] for name, factor in length.terms)


def declared() -> Sizes:
    sizes = Sizes()
    for name in NAMES:
        sizes.declare(name)
    return sizes


def accepted(system: list[tuple[Vector, Vector]]) -> tuple[Sizes, bool]:
    """Equate one after the other, as the checker does, up to the first contradiction."""
    sizes = declared()
    for left, right in system:
        if not sizes.equate(dimension(left), dimension(right)):
            return sizes, False
    return sizes, True


def consistent(system: list[tuple[Vector, Vector]]) -> tuple[Sizes, list[tuple[Vector, Vector]]]:
    """Equate what can be equated by giving up a name, and leave the other equations out."""
    sizes, kept = declared(), []
    for left, right in system:
        one, other = dimension(left), dimension(right)
        difference = sizes.resolve(one - other)
        units = any(abs(factor) == 1 for _, factor in difference.terms)
        if (units or difference == Dimension.of(0)) and sizes.equate(one, other):
            kept.append((left, right))
    assert not sizes.residual
    return sizes, kept


def differences(system: list[tuple[Vector, Vector]]) -> list[Vector]:
    return [[a - b for a, b in zip(left, right, strict=True)] for left, right in system]


def constant_for(left: Vector, right: Vector, at: list[int]) -> int:
    """Return the constant on the right that makes both sides equal at some lengths."""
    return left[4] + sum(
        (a - b) * length for a, b, length in zip(left[:4], right[:4], at, strict=True)
    )


def rank(rows: list[Vector]) -> int:
    """Gauss elimination over the rationals."""
    left = [[Fraction(entry) for entry in row] for row in rows]
    found = 0
    for column in range(5):
        pivot = next((row for row in left[found:] if row[column]), None)
        if pivot is None:
            continue
        left.remove(pivot)
        left.insert(found, pivot)
        for row in left[found + 1 :]:
            times = row[column] / pivot[column]
            row[:] = [a - times * b for a, b in zip(row, pivot, strict=True)]
        found += 1
    return found


@given(systems, st.lists(st.integers(1, MOST), min_size=4, max_size=4))
@example([([1, 0, 0, 0, 0], [0, 0, 0, 0, 1]), ([1, 0, 0, 0, 0], [0, 1, 0, 0, -2])], [1, 3, 1, 1])
def test_what_has_a_solution_is_accepted(
    system: list[tuple[Vector, Vector]], at: list[int]
) -> None:
    solvable = [(left, [*right[:4], constant_for(left, right, at)]) for left, right in system]
    assert accepted(solvable)[1]


@given(systems, st.lists(st.integers(1000, 2000), min_size=4, max_size=4))
def test_what_is_left_is_free_to_choose(
    system: list[tuple[Vector, Vector]], free: list[int]
) -> None:
    sizes, kept = consistent(system)
    at = dict(zip(NAMES, free, strict=True))
    solved = {name: value(sizes.resolve(Dimension.named(name)), at) for name in NAMES}
    for left, right in kept:
        assert value(dimension(left), solved) == value(dimension(right), solved)


@given(systems, vectors, vectors)
def test_lengths_resolve_alike_exactly_when_the_system_says_so(
    system: list[tuple[Vector, Vector]], left: Vector, right: Vector
) -> None:
    sizes, kept = consistent(system)
    rows = differences(kept)
    follows = rank(rows) == rank([*rows, *differences([(left, right)])])
    assert (sizes.resolve(dimension(left)) == sizes.resolve(dimension(right))) is follows


@given(systems, vectors)
def test_nothing_that_is_solved_for_is_left_over(
    system: list[tuple[Vector, Vector]], vector: Vector
) -> None:
    sizes, _ = accepted(system)
    resolved = sizes.resolve(dimension(vector))
    assert sizes.resolve(resolved) == resolved
    for name, _ in resolved.terms:
        assert sizes.resolve(Dimension.named(name)).name == name


A, B, C, D = (Dimension.named(name) for name in NAMES)


@pytest.mark.parametrize(
    "equations",
    [
        [(A, A + ONE)],
        [(A, B + ONE), (B, C), (C, A)],
        [(Dimension.of(2), Dimension.of(3))],
        [(A * 2, B * 2 + ONE)],
        [(A, Dimension.of(0))],
        [(A, B * -1)],
        [(A + B, ONE)],
        [(A + B + C, Dimension.of(2))],
        [(A, Dimension.of(3)), (B, Dimension.of(2)), (A, B)],
        [(A, Dimension.of(2**50))],
        [(A * 2, B * 3), (B, Dimension.of(3))],
    ],
)
def test_contradictions_are_found(equations: list[tuple[Dimension, Dimension]]) -> None:
    sizes = declared()
    results = [sizes.equate(left, right) for left, right in equations]
    left_over = [Sizes().equate(e.left, e.right) for e in sizes.residual]
    assert False in results + left_over
    assert all(results[:-1])


def test_a_contradiction_leaves_no_trace() -> None:
    sizes = declared()
    assert not sizes.equate(A, A + ONE)
    assert not sizes.equate(A, Dimension.of(2**50))
    assert (sizes.equations, sizes.resolve(A)) == ([], A)


def test_differences_of_neighbours() -> None:
    sizes = declared()
    assert sizes.equate(B, A - ONE, "D*x")
    assert str(sizes.resolve(B)) == "a - 1"
    assert sizes.equations == [SizeEquation(B, A - ONE, "D*x")]
    assert str(sizes.equations[0]) == "b == a - 1 (in D*x)"


def test_only_data_can_confirm_a_multiple() -> None:
    sizes = declared()
    assert sizes.equate(A * 2, B * 3, "[x; x] + [y; y; y]")
    assert sizes.residual == (SizeEquation(A * 2, B * 3, "[x; x] + [y; y; y]"),)
    assert sizes.equate(B, C * 2)
    (left_over,) = sizes.residual
    assert (left_over.left, left_over.right) == (A * 2, C * 6)
    assert Sizes().equate(left_over.left, left_over.right)


def test_names_of_the_user_are_kept_and_early_ones_first() -> None:
    sizes = Sizes()
    early, late = sizes.declare("n"), sizes.declare("x.size")
    made = [sizes.fresh() for _ in range(12)]
    for length in made:
        assert sizes.equate(length, late)
    assert sizes.equate(late, early)
    assert {sizes.resolve(length) for length in (*made, late)} == {early}
    assert sizes.names == ("n", "x.size")


def test_shapes_are_resolved_axis_by_axis() -> None:
    sizes = declared()
    sizes.equate(B, A - ONE)
    shape = Shape.matrix(B, C)
    assert sizes.resolve_shape(shape) == Shape.matrix(A - ONE, C)
    assert sizes.resolve_shape(Shape.row(C)) == Shape.row(C)


@pytest.mark.parametrize("step", [0, 1])
@pytest.mark.parametrize("order", [1, -1])
def test_long_chains_cost_linear_time(step: int, order: int) -> None:
    def seconds(count: int) -> float:
        sizes = Sizes()
        names = [sizes.declare(f"n{k}") for k in range(count)]
        pairs = list(pairwise(names))[::order]
        start = time.perf_counter()
        for left, right in pairs:
            assert sizes.equate(right, left + Dimension.of(step))
        assert sizes.resolve(names[-1]) == names[0] + Dimension.of(step * (count - 1))
        assert all(sizes.resolve(name) for name in names)
        return time.perf_counter() - start

    assert seconds(20_000) < 5


def test_two_long_vectors_of_blocks_agree_in_one_pass() -> None:
    sizes = Sizes()
    left = [(sizes.declare(f"a{k}"), 1) for k in range(5_000)]
    right = [(sizes.declare(f"b{k}"), 1) for k in range(5_000)]
    start = time.perf_counter()
    assert sizes.equate(Dimension.total(left), Dimension.total(right))
    for (one, _), (other, _) in zip(left[1:], right[1:], strict=True):
        assert sizes.equate(one, other)
    assert sizes.resolve(right[0][0]) == left[0][0]
    assert time.perf_counter() - start < 5


def test_sizes_are_open_until_a_name_is_solved_for() -> None:
    sizes = Sizes()
    m, n = sizes.declare("m"), sizes.declare("n")
    assert sizes.equate(m, m)
    assert sizes.is_open
    assert sizes.equate(m, n)
    assert not sizes.is_open
