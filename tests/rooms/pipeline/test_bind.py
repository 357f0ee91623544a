from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from gennaker.errors import DataError
from gennaker.language.check import read
from gennaker.pipeline.bind import bind, sizes_of

PROBLEM = read("""
parameters
  Matrix A
  Vector b
  Scalar c
variables
  Vector x
min
  norm2(A*x - b)^2 + c*sum(x)
""")
A, B = np.arange(12.0).reshape(4, 3), np.ones(4)


def test_sizes_follow_from_the_data():
    sizes = bind(PROBLEM, {"A": A, "b": B, "c": 2}).sizes
    assert (sizes["A.rows"], sizes["A.columns"], sizes["x.size"]) == (4, 3, 3)


@pytest.mark.parametrize(
    "data",
    [
        {"A": A.tolist(), "b": B.tolist(), "c": 2},
        {"A": np.asfortranarray(A.astype(int)), "b": B[:, None], "c": np.array([[2.0]])},
        {"A": sparse.csr_array(A), "b": B, "c": np.float32(2)},
    ],
    ids=["lists", "integers and columns", "sparse"],
)
def test_many_forms_of_data_are_accepted(data):
    bound = bind(PROBLEM, data)
    found = bound.data["A"]
    assert np.array_equal(found.toarray() if sparse.issparse(found) else found, A)
    assert bound.data["A"].dtype == float
    assert bound.data["b"].shape == (4,)
    assert bound.data["c"].shape == ()


def test_data_is_never_changed():
    data = A.copy()
    data.flags.writeable = False
    bind(PROBLEM, {"A": data, "b": B, "c": 1})
    assert np.array_equal(data, A)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"A": A, "b": B}, "the parameter c is missing"),
        ({"A": A}, "the parameters b, c are missing"),
        ({"A": A, "b": B, "c": 1, "B": B}, "the model has no parameter B; did you mean b"),
        (
            {"A": A, "b": np.ones(3), "c": 1},
            r"b has shape \(3,\), but needs \(4,\) to go with A of shape \(4, 3\)",
        ),
        ({"A": A, "b": B[None, :], "c": 1}, r"b must be a vector, but its shape is \(1, 4\): pass"),
        (
            {"A": B, "b": B, "c": 1},
            r"A must be a matrix, but its shape is \(4,\): pass A\[:, None\]",
        ),
        ({"A": A, "b": B, "c": B}, r"c must be a number, but its shape is \(4,\)"),
        ({"A": A * 1j, "b": B, "c": 1}, "A is complex"),
        ({"A": A.astype(str), "b": B, "c": 1}, "only numbers can be used"),
        ({"A": A, "b": [[1], [2, 3]], "c": 1}, "b is no array"),
        ({"A": np.ones((0, 3)), "b": np.ones(0), "c": 1}, "A is empty"),
    ],
)
def test_wrong_data_is_named(data, message):
    with pytest.raises(DataError, match=message):
        bind(PROBLEM, data)


def test_mixed_libraries_are_refused():
    jnp = pytest.importorskip("jax.numpy")
    with pytest.raises(DataError, match=r"one library; pass jax\.numpy\.asarray\(A\)$"):
        bind(PROBLEM, {"A": A, "b": jnp.ones(4), "c": 1})
    with pytest.raises(DataError, match=r"pass jax\.numpy\.asarray\(A\.toarray\(\)\)$"):
        bind(PROBLEM, {"A": sparse.csr_array(A), "b": jnp.ones(4), "c": 1})


def test_two_libraries_of_devices_are_bridged_by_dlpack():
    jnp, torch = pytest.importorskip("jax.numpy"), pytest.importorskip("torch")
    with pytest.raises(
        DataError, match=r"A is a torch tensor, but b is a jax array.*pass jax"
    ) as e:
        bind(PROBLEM, {"A": torch.tensor(A), "b": jnp.ones(4), "c": 1})
    assert str(e.value).endswith("pass jax.numpy.from_dlpack(A)")


def test_free_sizes_are_asked_for_by_name():
    problem = read("parameters\n Matrix M\nvariables\n Matrix U, V\nmin\n norm2(M - U*V')^2")
    with pytest.raises(DataError, match=r"nothing tells the size U\.columns: give it as size="):
        bind(problem, {"M": A})
    assert bind(problem, {"M": A}, size={"U.columns": 2}).sizes["V.columns"] == 2
    with pytest.raises(DataError, match=r"the model has no size U.colums; did you mean U.columns"):
        bind(problem, {"M": A}, size={"U.colums": 2})
    with pytest.raises(DataError, match="is given as 7, but the data makes it 4"):
        bind(problem, {"M": A}, size={"M.rows": 7, "U.columns": 2})


def test_slices_must_fit_the_data():
    problem = read("parameters\n Vector b\nvariables\n Scalar t\nmin\n t^2 + b[5]")
    with pytest.raises(DataError, match=r"b\[5\] does not fit the data: 5 is above 4"):
        bind(problem, {"b": B})
    assert bind(problem, {"b": np.ones(5)}).sizes["b.size"] == 5


def test_a_point_fixes_sizes_too():
    problem = read("variables\n Vector x\nmin\n norm2(x)^2")
    assert bind(problem, {}, {"x": [1, 2, 3]}).sizes["x.size"] == 3
    with pytest.raises(DataError, match="the model has no variable y"):
        bind(problem, {}, {"y": [1]})


@pytest.mark.parametrize(
    ("declaration", "value", "message"),
    [
        ("Scalar p positive", 0.0, "p is declared positive"),
        ("Vector p nonnegative", [1.0, -1.0], "p is declared nonnegative"),
        ("Matrix p symmetric", [[1.0, 2.0], [3.0, 4.0]], "p is declared symmetric"),
    ],
)
def test_promises_of_declarations_are_checked(declaration, value, message):
    problem = read(f"parameters\n {declaration}\nvariables\n Scalar t\nmin\n t^2 + sum(p)")
    with pytest.raises(DataError, match=message):
        bind(problem, {"p": value})


def test_sizes_are_those_of_the_shapes_alone():
    shapes = {"A": (4, 3), "b": (4,), "c": ()}
    assert sizes_of(PROBLEM, shapes, {}) == bind(PROBLEM, {"A": A, "b": B, "c": 2}).sizes
    asked = []
    bind(PROBLEM, {"A": A, "b": B, "c": 2}, sized=lambda found: asked.append(found) or SIZES)
    assert asked == [shapes]


SIZES = {"A.rows": 4, "A.columns": 3, "b.size": 4, "x.size": 3}


@pytest.mark.parametrize("size", [3, [1], "n"])
def test_sizes_go_by_name(size):
    with pytest.raises(DataError, match="size must be a dictionary with a length for each name"):
        bind(PROBLEM, {"A": A, "b": B, "c": 1}, size=size)


def test_a_size_whose_name_is_no_text_is_unknown():
    with pytest.raises(DataError, match="the model has no size 1; its sizes are"):
        bind(PROBLEM, {"A": A, "b": B, "c": 1}, size={1: 2})
