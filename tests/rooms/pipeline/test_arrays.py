from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from scipy.sparse.linalg import aslinearoperator

from gennaker.errors import DataError
from gennaker.language.check import read
from gennaker.pipeline.arrays import Home, common_home, given, is_implicit, is_sparse, settle

SYMBOLS = {
    symbol.name: symbol
    for symbol in read(
        "parameters\n Matrix A\n Vector b\n Scalar c\nvariables\n Vector x\nmin\n c*norm2(A*x - b)"
    ).parameters
}
HOST = Home("numpy", np.dtype(float))


def read_in(name, value, library="numpy"):
    return given(SYMBOLS[name], value, library)


def settled(name, value, home=HOST):
    return settle(read_in(name, value, home.library), home)


class Column:
    """A column of a table, as pandas and Polars have them."""

    def __init__(self, values, dtype):
        self.values, self.dtype = values, dtype

    def to_numpy(self, dtype=None, na_value=None):
        if dtype is None:
            return np.array(self.values)
        return np.array([na_value if value is None else value for value in self.values], dtype)


class Table:
    def __init__(self, values, columns, dtypes):
        self.values, self.columns, self.dtypes = values, columns, dtypes

    def to_numpy(self):
        return np.array(self.values)


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("b", [1, 2], [1.0, 2.0]),
        ("b", (True, False), [1.0, 0.0]),
        ("b", np.array([[1.0], [2.0]]), [1.0, 2.0]),
        ("b", np.arange(6.0)[::2], [0.0, 2.0, 4.0]),
        ("b", np.array([1, 2], ">f8"), [1.0, 2.0]),
        ("b", Column([1, 2], "Int64"), [1.0, 2.0]),
        ("b", sparse.csr_array([[1.0], [0.0]]), [1.0, 0.0]),
        ("c", 3, 3.0),
        ("c", np.float32(3), 3.0),
        ("c", [[3]], 3.0),
        ("A", [[1, 2], [3, 4]], [[1.0, 2.0], [3.0, 4.0]]),
        ("A", Table([[1, 2.5]], ["u", "v"], ["int64", "float64"]), [[1.0, 2.5]]),
        ("A", np.matrix([[1, 2]]), [[1.0, 2.0]]),
    ],
)
def test_numbers_in_any_clothes_become_arrays(name, value, wanted):
    array = settled(name, value)
    assert array.dtype == float
    assert array.dtype.isnative
    np.testing.assert_array_equal(array, wanted)


def test_nothing_is_copied_that_can_be_used_as_it_is():
    for array in (np.ones((3, 2)), np.ones((3, 2), order="F"), np.ones((9, 2))[::3]):
        assert settled("A", array) is array
    assert settled("b", np.ones(3)).base is None


def test_a_layout_that_every_product_would_copy_is_copied_once():
    array = np.arange(24.0).reshape(4, 6)[:, ::2]
    found = settled("A", array)
    assert found.flags.c_contiguous
    assert not np.shares_memory(found, array)
    np.testing.assert_array_equal(found, array)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("b", None, "b is None"),
        ("b", [1j], "b is complex"),
        ("b", ["u"], "b holds text; only numbers can be used"),
        ("c", "0.1", "c is the text '0.1'; only numbers can be used"),
        ("b", [1.0, None], r"b\[1\] is None: entry 2; only numbers can be used"),
        ("A", [[1, 2], [3]], "A is no array of numbers: row 1 has 2 entries, but row 2 has 1"),
        ("b", {"u": 1}, "b is a dict, which is no array of numbers"),
        ("b", np.ones(2, np.float16), "b is float16; convert it to float32 or float64"),
        ("b", np.ma.masked_array([1.0, 2.0], [False, True]), "b has masked entries"),
        ("b", Column(["u"], "object"), "^b holds object values; make numbers of it$"),
        ("A", Table([["u"]], ["name"], ["str"]), "^the column 'name' of A holds str values; leave"),
        ("b", [], "b is empty"),
        ("b", 1.0, "b must be a vector, but is a single number"),
        ("b", [[1, 2]], r"b must be a vector, but its shape is \(1, 2\): pass b\[0\]$"),
        ("b", np.ones((1, 2)), r"shape is \(1, 2\): pass b\[0\] or b\.ravel\(\)$"),
        ("b", np.matrix([[1, 2]]), r"shape is \(1, 2\): pass b\.T$"),
        ("b", sparse.csr_array([[1.0, 2.0]]), r"shape is \(1, 2\): pass b\.T$"),
        ("b", np.ones((1, 2, 1)), r"b must be a vector, but its shape is \(1, 2, 1\)$"),
        ("A", [1, 2], r"A must be a matrix, but its shape is \(2,\): pass A\[:, None\]"),
        ("c", [1, 2], r"c must be a number, but its shape is \(2,\)"),
    ],
)
def test_what_is_no_array_of_the_kind_is_told_by_name(name, value, message):
    with pytest.raises(DataError, match=message):
        read_in(name, value)


def test_gaps_in_a_column_become_nan():
    column = Column([1, None], "Int64")
    np.testing.assert_array_equal(settled("b", column), [1.0, np.nan])


def test_a_table_keeps_its_titles():
    table = Table([[1.0, 2.0]], ["age", "height"], ["float64", "float64"])
    assert read_in("A", table).columns == ("age", "height")


def test_sparse_matrices_stay_sparse_and_are_arrays():
    found = settled("A", sparse.coo_matrix(np.eye(3)))
    assert is_sparse(found)
    product = found * np.full((3, 3), 2.0)  # entry by entry, which a matrix of SciPy's would not
    np.testing.assert_array_equal(product.toarray(), 2 * np.eye(3))


def test_operators_are_known_by_their_products():
    operator = aslinearoperator(np.eye(3))
    assert is_implicit(operator)
    assert not is_implicit(sparse.csr_array(np.eye(3)))
    assert settled("A", operator) is operator


def test_arrays_decide_the_type_and_numbers_follow():
    items = [read_in("A", np.ones((2, 2), np.float32)), read_in("c", 2.0), read_in("b", [1, 2])]
    home = common_home("numpy", items)
    assert home == Home("numpy", np.dtype(np.float32))
    assert settle(items[2], home).dtype == np.float32
    assert common_home("numpy", items[1:]) == HOST


def test_two_types_are_refused_with_the_cast_that_helps():
    items = [read_in("A", np.ones((2, 2))), read_in("b", np.ones(2, np.float32))]
    with pytest.raises(DataError, match=r"A is float64, but b is float32.* pass b.astype\(A.dtype"):
        common_home("numpy", items)


def test_torch_tensors_are_kept_without_their_history():
    torch = pytest.importorskip("torch")
    tensor = torch.ones(2, dtype=torch.float64, requires_grad=True)
    item = read_in("b", tensor, "torch")
    home = common_home("torch", [item])
    array = settle(item, home)
    assert array.data_ptr() == tensor.data_ptr()
    assert not array.requires_grad
    assert settle(read_in("c", 2, "torch"), home).dtype == torch.float64
    with pytest.raises(DataError, match=r"A is a sparse tensor; pass A.to_dense\(\)"):
        read_in("A", torch.eye(2).to_sparse(), "torch")


def test_lists_follow_jax_arrays():
    jnp = pytest.importorskip("jax.numpy")
    home = common_home("jax", [read_in("b", jnp.ones(2, jnp.float32), "jax")])
    assert settle(read_in("A", [[1, 2]], "jax"), home).dtype == jnp.float32


def test_a_table_of_pandas_is_read():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"u": [1, 2], "v": [0.5, None]})
    np.testing.assert_array_equal(settled("A", table), [[1.0, 0.5], [2.0, np.nan]])


@pytest.mark.parametrize(
    ("column", "wanted"),
    [
        ("Series([1, 2], dtype='Int64')", [1.0, 2.0]),
        ("Series([0.5, None])", [0.5, np.nan]),
        ("Series([1, None], dtype='Int64')", [1.0, np.nan]),
        ("Series([True, False])", [1.0, 0.0]),
        ("Index([3, 4])", [3.0, 4.0]),
        ("DataFrame({'u': [1, 2]})", [1.0, 2.0]),
    ],
)
def test_columns_of_pandas_are_read(column, wanted):
    pandas = pytest.importorskip("pandas")
    value = eval(f"pandas.{column}", {"pandas": pandas})  # noqa: S307 - our own words
    np.testing.assert_array_equal(settled("b", value), wanted)


def test_what_pandas_holds_beside_numbers_is_told():
    pandas = pytest.importorskip("pandas")
    with pytest.raises(DataError, match=r"^b holds .*; make numbers of it$"):
        read_in("b", pandas.Series(["u", "v"]))
    table = pandas.DataFrame({"age": [1.0], "name": ["u"]})
    with pytest.raises(DataError, match=r"^the column 'name' of A holds .*; leave it out"):
        read_in("A", table)
    with pytest.raises(DataError, match=r"its shape is \(1, 2\): pass b\.T$"):
        read_in("b", pandas.DataFrame([[1.0, 2.0]]))
    assert settled("b", pandas.DataFrame([[1.0, 2.0]]).T).shape == (2,)


def test_columns_and_tables_of_polars_are_read():
    polars = pytest.importorskip("polars")
    table = polars.DataFrame({"u": [1, 2], "v": [0.5, None], "w": [True, False]})
    np.testing.assert_array_equal(settled("A", table), [[1.0, 0.5, 1.0], [2.0, np.nan, 0.0]])
    assert read_in("A", table).columns == ("u", "v", "w")
    np.testing.assert_array_equal(settled("b", table["u"]), [1.0, 2.0])
    np.testing.assert_array_equal(settled("b", table.select("v")), [0.5, np.nan])
    with pytest.raises(DataError, match=r"^b holds String values; make numbers of it$"):
        read_in("b", polars.Series(["u"]))
    with pytest.raises(DataError, match=r"its shape is \(1, 3\): pass b\.transpose\(\)$"):
        read_in("b", table[:1])


def test_a_tensor_without_numbers_is_refused():
    torch = pytest.importorskip("torch")
    with pytest.raises(DataError, match="b is on the device meta, where no numbers are kept"):
        read_in("b", torch.ones(2, device="meta"), "torch")
