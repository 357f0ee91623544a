from __future__ import annotations

import copy
import gc
import pickle
import sys
import time
import weakref
from concurrent.futures import ThreadPoolExecutor

import pytest

from gennaker import Model
from gennaker.expressions import SCALAR, Dimension, Kind, Node, Shape, make, postorder
from gennaker.expressions.node import _shared
from gennaker.expressions.show import text
from gennaker.operations.leaves import PARAMETER, VARIABLE, number, symbol
from gennaker.operations.products import ADD, NEG, SCALE

N = Dimension.named("n")
LONG = 200_000


def variable(name: str, shape: Shape = SCALAR) -> Node:
    return symbol(VARIABLE, name, shape, frozenset())


def test_equal_expressions_are_the_same_object() -> None:
    x = variable("x")
    assert variable("x") is x
    assert make(ADD, (x, number(1)), SCALAR) is make(ADD, (x, number(1)), SCALAR)


def test_any_difference_makes_another_object() -> None:
    x = variable("x")
    others = [
        variable("y"),
        symbol(PARAMETER, "x", SCALAR, frozenset()),
        symbol(VARIABLE, "x", SCALAR, frozenset({"positive"})),
        variable("x", Shape.vector(N)),
        variable("x", Shape.row(N)),
    ]
    assert len({x, *others}) == 6
    assert make(NEG, (x,), SCALAR) is not make(ADD, (x,), SCALAR)


def test_two_models_share_their_expressions() -> None:
    text_of = "variables\n  Vector x\nmin\n  norm2(x)^2"
    assert Model(text_of).problem.objective is Model(text_of + "\n").problem.objective


def test_unused_expressions_are_forgotten() -> None:
    gc.collect()
    before = len(_shared)
    node = variable("seldom seen")
    for _ in range(100):
        node = make(NEG, (node,), SCALAR)
    watch = weakref.ref(node)
    assert len(_shared) == before + 101
    del node
    gc.collect()
    assert watch() is None
    assert len(_shared) == before


def test_nodes_never_change() -> None:
    x = variable("x")
    for name in ("op", "args", "shape", "payload", "other"):
        with pytest.raises(AttributeError, match="immutable"):
            setattr(x, name, None)
        with pytest.raises(AttributeError, match="immutable"):
            delattr(x, name)
    with pytest.raises(TypeError, match="make"):
        Node()


def test_a_copy_is_the_object_itself() -> None:
    node = make(ADD, (variable("x", Shape.vector(N)), variable("y", Shape.vector(N))), SCALAR)
    assert pickle.loads(pickle.dumps(node)) is node  # noqa: S301 - our own bytes
    assert copy.copy(node) is node
    assert copy.deepcopy({"kept": [node]})["kept"][0] is node


def test_threads_get_one_object() -> None:
    def build(_: int) -> list[int]:
        found = variable("shared by threads")
        kept = []
        for number_of_terms in range(200):
            found = make(ADD, (found, number(number_of_terms)), SCALAR)
            kept.append(found)
        alive.append(kept)
        return [id(node) for node in kept]

    alive: list[list[Node]] = []
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            results = list(pool.map(build, range(16)))
    finally:
        sys.setswitchinterval(interval)
    assert all(result == results[0] for result in results)


def chain(kind: str) -> Node:
    x = variable("x")
    node = x
    for _ in range(LONG):
        args = {"signs": (node,), "left": (node, x), "right": (x, node)}[kind]
        node = make(NEG if kind == "signs" else SCALE, args, SCALAR)
    return node


@pytest.mark.parametrize("kind", ["signs", "left", "right"])
def test_depth_does_not_matter(kind: str) -> None:
    start = time.perf_counter()
    node = chain(kind)
    assert len(postorder((node,))) == LONG + 1
    assert len(text(node, 40)) == 40
    watch = weakref.ref(node)
    del node
    gc.collect()
    assert watch() is None
    assert time.perf_counter() - start < 20


def test_printing_with_a_limit_does_not_walk_the_whole_expression() -> None:
    deep = [chain(kind) for kind in ("signs", "left", "right")]
    wide = make(ADD, (variable("x"),) * LONG, SCALAR)
    start = time.perf_counter()
    for _ in range(100):
        assert all(text(node, 40).endswith("...") for node in (*deep, wide))
    assert time.perf_counter() - start < 2


def test_shown_for_debugging() -> None:
    x = variable("x", Shape.vector(N))
    assert repr(x) == "<variable node, vector with n entries>"
    assert (x.kind, x.is_scalar, variable("s").is_scalar) == (Kind.VECTOR, False, True)
