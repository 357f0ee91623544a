"""Functions that people bring, as the solver sees them."""

from __future__ import annotations

import numpy as np
import pytest

from gennaker import DataError
from gennaker.backends.space import space_of
from gennaker.pipeline.callables import CallableFunctions, Objective, posed
from gennaker.pipeline.finite_differences import Differences
from gennaker.pipeline.sides import Constraint
from gennaker.solver.solve import solve
from tests.flat_problems import nearest_in_simplex

RNG = np.random.default_rng(7)
A = RNG.standard_normal((4, 3))
X = np.array([0.3, -0.2, 0.9])
MIXED = Constraint(
    "mixed",
    [0.1, -np.inf, 0.0, -1.0],
    [0.1, 2.0, 1.0, np.inf],
    fun=lambda x: np.tanh(A @ x),
    jac=lambda x: (1 - np.tanh(A @ x) ** 2)[:, None] * A,
)
MATRIX = Constraint(
    "matrix",
    -np.inf,
    0.5,
    fun=lambda x: np.outer(x, x[:2]),
    product=lambda x, v: v @ x[:2] + np.r_[v.T @ x, 0.0],
)
SCALAR = Constraint("scalar", 0.0, 0.0, fun=lambda x: x @ x - 1, product=lambda x, v: 2 * v * x)
LINEAR = Constraint("linear", 1.0, np.inf, matrix=A[:2])
WITHOUT = Constraint("without", 0.0, np.inf, fun=lambda x: [x[0] * x[1], x[2]])


def objective():
    return Objective(lambda x: (np.exp(x) @ x, np.exp(x) * (1 + x)), jac=True)


def functions(*constraints, of=None):
    space = space_of(X)
    made = CallableFunctions(of or objective(), constraints, space, Differences(space, None, None))
    made.settle(X)
    return made


def lagrangian(made, x, v):
    f, c, _ = made.forward(x, made.images(x))
    return f + v @ c


@pytest.mark.parametrize(
    "constraints",
    [
        (),
        (MIXED,),
        (MATRIX,),
        (SCALAR,),
        (LINEAR,),
        (WITHOUT,),
        (MATRIX, MIXED, LINEAR, SCALAR, WITHOUT),
    ],
    ids=lambda items: "+".join(item.name for item in items) or "none",
)
def test_the_gradient_is_that_of_the_lagrangian(constraints):
    made = functions(*constraints)
    blocks = made.blocks()
    size = blocks[-1].stop if blocks else 0
    v = np.random.default_rng(1).standard_normal(size)
    _, c, saved = made.forward(X, ())
    assert c.shape == (size,)
    step = 1e-6
    expected = [
        (lagrangian(made, X + step * e, v) - lagrangian(made, X - step * e, v)) / (2 * step)
        for e in np.eye(3)
    ]
    assert np.allclose(made.backward(X, (), v, saved), expected, rtol=1e-6, atol=1e-8)


def test_equalities_come_first_and_blocks_name_their_constraint():
    made = functions(MIXED, SCALAR, LINEAR)
    assert made.equalities == 2
    assert [(b.name, b.start, b.stop, b.linear) for b in made.blocks()] == [
        ("mixed", 0, 1, False),
        ("scalar", 1, 2, False),
        ("mixed", 2, 4, False),
        ("mixed", 4, 6, False),
        ("linear", 6, 8, True),
    ]
    _, c, _ = made.forward(X, ())
    t = np.tanh(A @ X)
    expected = [t[0] - 0.1, X @ X - 1, -t[2], -1 - t[3], t[1] - 2, t[2] - 1, *(1 - A[:2] @ X)]
    assert np.allclose(c, expected)


def test_weights_go_back_to_the_values_they_belong_to():
    made = functions(MIXED, MATRIX)
    v = np.arange(1.0, 12.0)
    mixed, matrix = made.by_constraint(v)
    assert mixed.tolist() == [1.0, 4.0, 5.0 - 2.0, -3.0]
    assert matrix.tolist() == [6.0, 7.0, 8.0, 9.0, 10.0, 11.0]
    free = Constraint("free", None, None, fun=lambda x: x)
    assert functions(free).by_constraint(np.zeros(0))[0].tolist() == [0.0, 0.0, 0.0]


def test_products_get_weights_in_the_shape_of_the_value():
    shapes = []

    def product(_, v):
        shapes.append(v.shape)
        v[...] = 0.0  # what they get is theirs
        return np.zeros(3)

    values = (lambda x: x[0], lambda x: x[:1], lambda x: np.outer(x, x), lambda x: [x[0], x[1]])
    items = [Constraint(f"c{k}", 0.0, 0.0, f, product) for k, f in enumerate(values)]
    made = functions(*items)
    v = np.ones(13)
    made.backward(X, (), v, made.visit(X))
    assert shapes == [(), (1,), (3, 3), (2,)]
    assert v.all()


def test_a_point_is_evaluated_once():
    seen = []

    def fg(x):
        seen.append(x.tobytes())
        return x @ x, 2 * x

    made = functions(SCALAR, of=Objective(fg, jac=True))
    for x in (X, X.copy(), X + 1, X, X + 1):
        _, _, saved = made.forward(x, ())
        made.backward(x, (), np.zeros(1), saved)
        made.backward(x, (), np.ones(1), saved)
    assert len(seen) == len(set(seen)) == 2
    assert made.objective.values == made.objective.gradients == 2


def test_derivatives_are_asked_for_when_they_are_needed():
    asked = []
    item = Constraint("c", 0.0, 0.0, fun=lambda x: x, jac=lambda _: asked.append("J") or np.eye(3))
    made = functions(item, of=Objective(lambda x: x @ x, lambda x: asked.append("g") or 2 * x))
    _, _, saved = made.forward(X, ())
    assert asked == []
    made.backward(X, (), np.zeros(3), saved)
    assert asked == ["g"]
    made.backward(X, (), np.ones(3), saved)
    made.backward(X, (), np.ones(3), saved)
    assert asked == ["g", "J"]


def test_nobody_can_change_what_the_other_holds():
    buffer = np.zeros(3)

    def fg(x):
        buffer[:] = 2 * x
        value = x @ x
        x[:] = 99.0
        return value, buffer

    made = functions(of=Objective(fg, jac=True))
    x = X.copy()
    first = made.gradient(made.visit(x))
    made.visit(x + 1.0)
    assert x.tolist() == X.tolist()
    assert first.tolist() == (2 * X).tolist()


def test_arguments_are_handed_on():
    of = Objective(lambda x, a: a * (x @ x), lambda x, a: 2 * a * x, args=(3.0,))
    item = Constraint("c", 0.0, 0.0, lambda x, b: x - b, jac=lambda *_: np.eye(3), args=(X,))
    made = functions(item, of=of)
    f, c, saved = made.forward(X, ())
    assert (f, c.tolist()) == (3.0 * (X @ X), [0.0, 0.0, 0.0])
    assert np.allclose(made.backward(X, (), np.ones(3), saved), 6 * X + 1)


def test_sparse_jacobians_stay_sparse():
    sparse = pytest.importorskip("scipy.sparse")
    J = sparse.random_array((5, 3), density=0.5, rng=0)
    items = [
        Constraint("a", 0.0, 0.0, matrix=J.tocoo()),
        Constraint("b", 0.0, 0.0, fun=lambda x: J @ x, jac=lambda _: J.tocsc()),
    ]
    made = functions(*items)
    v = np.arange(10.0)
    expected = made.gradient(made.visit(X)) + J.T @ v[:5] + J.T @ v[5:]
    assert np.allclose(made.backward(X, (), v, made.visit(X)), expected)


@pytest.mark.parametrize(
    ("of", "constraint", "words"),
    [
        (Objective(lambda x: x @ x, jac=True), None, "the objective returned float64; return the"),
        (Objective(lambda x: (x @ x, x[:2]), jac=True), None, "the gradient returned an array of"),
        (Objective(lambda x: x, None), None, r"shape \(3,\); return one number"),
        (None, Constraint("c", 0.0, 0.0, fun=lambda _: None), "c returned None"),
        (None, Constraint("c", 0.0, 0.0, matrix=np.ones((1, 2))), "c has a matrix with 2 columns"),
        (
            None,
            Constraint("c", 0.0, 0.0, fun=lambda x: x[:2], jac=lambda _: np.ones((3, 2))),
            r"the Jacobian of c returned an array of shape \(3, 2\); return shape \(2, 3\)",
        ),
        (
            None,
            Constraint("c", 0.0, 0.0, fun=lambda x: x[:2], product=lambda _, v: v),
            "the product of c returned an array of shape",
        ),
    ],
)
def test_what_does_not_fit_is_named(of, constraint, words):
    def evaluate():
        made = functions(*([] if constraint is None else [constraint]), of=of)
        size = made.blocks()[-1].stop if made.blocks() else 0
        made.backward(X, (), np.ones(size), made.visit(X))

    with pytest.raises(DataError, match=words):
        evaluate()


def test_a_constraint_must_not_change_its_size():
    sizes = iter([2, 3])
    made = functions(Constraint("c", 0.0, 0.0, fun=lambda x: x[: next(sizes)]))
    with pytest.raises(DataError, match="c returned an array of shape"):
        made.visit(X + 1)


def test_errors_of_the_functions_pass():
    class OwnError(Exception):
        pass

    def fails(_):
        raise OwnError

    with pytest.raises(OwnError):
        functions(of=Objective(fails, None)).visit(X)
    with pytest.raises(OwnError):
        functions(Constraint("c", 0.0, 0.0, fun=fails))


def test_there_are_no_rays():
    made = functions()
    assert not made.rays
    assert made.images(X) == ()
    with pytest.raises(NotImplementedError):
        made.slope(X, (), X, (), np.zeros(0), made.visit(X))


def test_the_problem_starts_inside_the_box():
    seen = []
    item = Constraint("c", 0.0, np.inf, fun=lambda x: seen.append(x) or x[:1])
    start = np.array([5.0, -5.0])
    problem, made = posed(objective(), [item], start, np.zeros(2), np.ones(2))
    assert problem.start.tolist() == [1.0, 0.0]
    assert [x.tolist() for x in seen] == [[1.0, 0.0]]
    assert (problem.equalities, problem.constraints) == (0, 1)
    assert problem.functions is made


@pytest.mark.parametrize("library", ["numpy", "torch", "jax.numpy", "array_api_strict"])
def test_every_library_finds_the_nearest_point_of_the_simplex(library):
    xp = pytest.importorskip(library)
    if library == "jax.numpy":
        pytest.importorskip("jax").config.update("jax_enable_x64", val=True)
    b = np.array([0.9, 0.3, -0.5, 0.1])
    target, ones = xp.asarray(b), xp.asarray(np.ones(4))
    item = Constraint("sum", 1.0, 1.0, fun=lambda x: x @ ones, product=lambda _, v: v * ones)
    of = Objective(lambda x: (0.5 * ((x - target) @ (x - target)), x - target), jac=True)
    start = xp.asarray(np.full(4, 0.25))
    problem, _ = posed(of, [item], start, xp.asarray(np.zeros(4)), None)
    result = solve(problem)
    assert isinstance(result.x, type(start))
    found = problem.space.array_to_host(result.x)
    assert result.success
    assert np.allclose(found, nearest_in_simplex(b), atol=1e-5)
