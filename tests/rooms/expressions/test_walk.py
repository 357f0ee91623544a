from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from gennaker.expressions import SCALAR, Node, fold, make, postorder
from gennaker.operations.leaves import VARIABLE, symbol
from gennaker.operations.products import ADD, NEG, SCALE

X, Y = (symbol(VARIABLE, name, SCALAR, frozenset()) for name in "xy")


@st.composite
def graphs(draw: st.DrawFn) -> list[Node]:
    """Nodes over earlier nodes, so that many are shared."""
    nodes = [X, Y]
    for _ in range(draw(st.integers(1, 12))):
        op, count = draw(st.sampled_from([(NEG, 1), (SCALE, 2), (ADD, 3)]))
        nodes.append(make(op, tuple(draw(st.sampled_from(nodes)) for _ in range(count)), SCALAR))
    return nodes


@given(graphs())
def test_arguments_come_before_what_uses_them_and_nothing_twice(nodes: list[Node]) -> None:
    order = postorder(nodes[-1:])
    place = {node: number for number, node in enumerate(order)}
    assert len(place) == len(order)
    assert order[-1] is nodes[-1]
    assert all(place[arg] < place[node] for node in order for arg in node.args)


@given(graphs())
def test_several_roots_are_one_walk(nodes: list[Node]) -> None:
    assert set(postorder(nodes)) == set(nodes)
    assert len(postorder(nodes)) == len(set(nodes))


@given(graphs(), st.integers(0, 13))
def test_known_nodes_are_left_out(nodes: list[Node], count: int) -> None:
    below = set(postorder(nodes[:count]))
    assert set(postorder(nodes, below)) == set(nodes) - below


def size(_node: Node, args: tuple[int, ...]) -> int:
    return 1 + sum(args)


def test_fold_computes_each_value_once() -> None:
    double = make(ADD, (X, X), SCALAR)
    seen: list[Node] = []

    def combine(node: Node, args: tuple[int, ...]) -> int:
        seen.append(node)
        return size(node, args)

    known: dict[Node, int] = {}
    assert fold((make(NEG, (double,), SCALAR),), combine, known)[double] == 3
    fold((make(SCALE, (double, Y), SCALAR),), combine, known)
    assert len(seen) == len(set(seen)) == 5


def test_combine_may_ask_for_other_nodes() -> None:
    known: dict[Node, int] = {}

    def combine(node: Node, args: tuple[int, ...]) -> int:
        if node is not Y:
            fold((Y,), combine, known)
        return size(node, args)

    assert fold((make(SCALE, (X, Y), SCALAR),), combine, known)[Y] == 1


def test_what_is_known_is_not_walked_again() -> None:
    chain = [X]
    for _ in range(20_000):
        chain.append(make(NEG, (chain[-1],), SCALAR))
    known: dict[Node, int] = {}
    start = time.perf_counter()
    for node in chain:
        fold((node,), size, known)
    assert known[chain[-1]] == 20_001
    assert time.perf_counter() - start < 5
