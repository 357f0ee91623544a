from __future__ import annotations

import pytest

from gennaker.calculus.tensor import Factor, Graph, coefficients, number_value
from gennaker.expressions.dimension import Dimension
from gennaker.expressions.shape import Kind, Shape
from gennaker.operations.leaves import PARAMETER, VARIABLE, symbol

M, N = Dimension.named("m"), Dimension.named("n")


@pytest.fixture
def graph():
    return Graph()


@pytest.fixture
def leaves(graph):
    matrix = graph.leaf(symbol(PARAMETER, "A", Shape.matrix(M, N), frozenset()))
    square = graph.leaf(symbol(PARAMETER, "K", Shape.matrix(N, N), frozenset({"symmetric"})))
    vector = graph.leaf(symbol(VARIABLE, "x", Shape.vector(N), frozenset()))
    return matrix, square, vector


def test_factors_commute(graph, leaves):
    matrix, _, x = leaves
    one = graph.product([Factor(matrix, (0, 1)), Factor(x, (1,))], (0,), {})
    other = graph.product([Factor(x, (7,)), Factor(matrix, (3, 7))], (3,), {})
    assert one is other


def test_a_symmetric_matrix_is_its_transpose(graph, leaves):
    _, square, x = leaves
    one = graph.product([Factor(square, (0, 1)), Factor(x, (1,))], (0,), {})
    other = graph.product([Factor(square, (1, 0)), Factor(x, (1,))], (0,), {})
    assert one is other


def test_a_plain_matrix_is_not_its_transpose(graph, leaves):
    matrix, _, _ = leaves
    gram = graph.product([Factor(matrix, (2, 0)), Factor(matrix, (2, 1))], (0, 1), {})
    outer = graph.product([Factor(matrix, (0, 2)), Factor(matrix, (1, 2))], (0, 1), {})
    assert gram is not outer
    assert gram.axes == (N, N)
    assert gram.symmetric
    assert outer.symmetric


def test_equal_factors_become_powers_and_cancel(graph, leaves):
    x = leaves[2]
    square = graph.product([Factor(x, (0,)), Factor(x, (0,))], (0,), {})
    assert square.payload.exponents == (2.0,)
    ratio = graph.product([Factor(square, (0,)), Factor(x, (0,), -1.0)], (0,), {})
    assert ratio is x


def test_identities_vanish(graph, leaves):
    x = leaves[2]
    delta = graph.delta(N)
    assert graph.product([Factor(delta, (0, 1)), Factor(x, (1,))], (0,), {}) is x
    trace = graph.product([Factor(delta, (0, 0))], (), {})
    assert trace is graph.size(N)


def test_a_sum_over_a_missing_index_is_a_multiplication_by_its_length(graph, leaves):
    x = leaves[2]
    total = graph.product([Factor(x, (0,))], (), {1: M})
    assert {arg.op for arg in total.args} == {"leaf", "size"}
    fixed = graph.product([Factor(x, (0,))], (), {1: Dimension.of(3)})
    assert coefficients(fixed) == (3.0,)


def test_sums_collect_equal_terms_and_drop_zeros(graph, leaves):
    x = leaves[2]
    assert graph.sum([(2.0, x), (-1.0, x)], x.axes) is x
    nothing = graph.sum([(1.0, x), (-1.0, x)], x.axes)
    assert number_value(nothing) == 0.0
    assert graph.product([Factor(nothing, (0,)), Factor(x, (0,))], (), {}) is graph.zero(())


def test_a_multiple_of_a_sum_keeps_the_sum_whole(graph, leaves):
    x = leaves[2]
    inner = graph.sum([(1.0, x), (1.0, graph.ones(x.axes))], x.axes)
    twice = graph.scale(2.0, inner)
    assert twice.args == (inner,)
    assert graph.scale(0.5, twice) is inner


def test_coefficients_move_out_of_products(graph, leaves):
    x = leaves[2]
    found = graph.product([Factor(graph.scale(3.0, x), (0,), 2.0)], (), {})
    assert coefficients(found) == (9.0,)


@pytest.mark.parametrize("value", [0.0, 1.0, -2.5])
def test_numbers_are_known(graph, value):
    assert number_value(graph.number(value, (N,))) == value


def test_what_is_smooth_although_its_parts_are_not(graph, leaves):
    _, _, x = leaves

    def entrywise(*pairs):
        return graph.product([Factor(tensor, (0,), power) for tensor, power in pairs], (0,), {})

    size, sign, part, step = (
        graph.function(name, (x,), x.axes) for name in ("abs", "sign", "relu", "step")
    )
    assert entrywise((size, 2.0)) is entrywise((x, 2.0))
    assert entrywise((size, 1.0), (size, 1.0), (x, 1.0)) is entrywise((x, 3.0))
    assert entrywise((size, 1.0), (sign, 1.0)) is x
    assert entrywise((part, 1.0), (step, 1.0)) is part
    assert entrywise((part, 2.0), (step, 1.0), (x, 1.0)) is entrywise((part, 2.0), (x, 1.0))
    assert entrywise((size, 3.0)).args == (size,)
    assert entrywise((part, -1.0), (step, 1.0)).args == (part, step)


def test_kinks_in_other_entries_stay(graph, leaves):
    _, _, x = leaves
    part, step = (graph.function(name, (x,), x.axes) for name in ("relu", "step"))
    outer = graph.product([Factor(part, (0,)), Factor(step, (1,))], (0, 1), {})
    assert set(outer.args) == {part, step}


def test_only_square_tensors_are_symmetric(graph):
    number = graph.leaf(symbol(VARIABLE, "s", Shape(Kind.SCALAR, ()), frozenset()))
    lengths = {0: M, 1: N}
    assert not graph.product([Factor(number, ())], (0, 1), lengths).symmetric
    assert graph.product([Factor(number, ())], (0, 1), {0: N, 1: N}).symmetric
