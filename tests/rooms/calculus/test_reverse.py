from __future__ import annotations

import pytest

from gennaker.calculus.raising import Raising
from gennaker.calculus.reverse import NoDerivativeError, contract, derivatives, order_of_evaluation
from gennaker.calculus.tensor import Factor, Graph
from gennaker.expressions.dimension import Dimension
from gennaker.expressions.shape import Shape
from gennaker.expressions.show import text
from gennaker.operations.leaves import PARAMETER, VARIABLE, symbol

M, N = Dimension.named("m"), Dimension.named("n")


@pytest.fixture
def parts():
    graph = Graph()
    matrix = graph.leaf(symbol(PARAMETER, "A", Shape.matrix(M, N), frozenset()))
    x = graph.leaf(symbol(VARIABLE, "x", Shape.vector(N), frozenset()))
    v = graph.leaf(symbol(PARAMETER, "v", Shape.vector(M), frozenset()))
    product = graph.product([Factor(matrix, (0, 1)), Factor(x, (1,))], (0,), {})
    return graph, matrix, x, v, product


def test_the_jacobian_of_a_product_is_the_matrix(parts):
    graph, matrix, x, _, product = parts
    assert derivatives(graph, product, [x])[0] is matrix


def test_the_transposed_jacobian_is_never_formed(parts):
    graph, _, x, v, product = parts
    assert text(Raising().node(contract(graph, product, v, [x])[0])) == "A'*v"


def test_what_does_not_hold_the_leaf_has_derivative_zero(parts):
    graph, matrix, x, v, _ = parts
    total = graph.product([Factor(v, (0,))], (), {})
    assert derivatives(graph, total, [x])[0] is graph.zero((N,))
    del matrix


def test_arguments_come_first(parts):
    product = parts[-1]
    order = order_of_evaluation((product,))
    assert order[-1] is product
    assert set(order[:-1]) == set(product.args)


def test_a_function_without_a_rule_is_named(parts):
    graph, _, x, _, _ = parts
    strange = graph.function("strange", (x,), x.axes)
    total = graph.product([Factor(strange, (0,))], (), {})
    with pytest.raises(NoDerivativeError, match="strange"):
        derivatives(graph, total, [x])
