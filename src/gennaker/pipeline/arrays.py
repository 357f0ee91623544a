"""One value that a person passes, made an array of the library that all data belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from array_api_compat import array_namespace, device, to_device

from gennaker.backends.find import load
from gennaker.backends.space import Array
from gennaker.errors import DataError
from gennaker.expressions.problem import Symbol
from gennaker.expressions.shape import Kind
from gennaker.pipeline.not_numbers import has_masked, ragged, wrong_contents

__all__ = ["Given", "Home", "common_home", "given", "is_implicit", "is_sparse", "settle"]

FLOATS = ("float32", "float64")
NEARLY_FLOATS = ("float", "bfloat", "longdouble")
NUMERIC = ("int", "uint", "float", "double", "bool")
AXES = {Kind.SCALAR: 0, Kind.VECTOR: 1, Kind.MATRIX: 2}
NOUNS = {Kind.SCALAR: "a number", Kind.VECTOR: "a vector", Kind.MATRIX: "a matrix"}
NUMBERS = "biufc"
MATRIX = 2
MOVES = {
    "torch": "{1}.to({0}.device)",
    "jax": "jax.device_put({1}, {0}.device)",
    "cupy": "cupy.asarray({1}) inside `with {0}.device:`",
}
CASTS = {"torch": "{0}.to({1}.dtype)", "": "{0}.astype({1}.dtype)"}


@dataclass(frozen=True, slots=True)
class Home:
    """Where all arrays of a problem live: their library, their type and their device."""

    library: str
    dtype: Any
    device: Any = None


@dataclass(frozen=True, slots=True)
class Given:
    """One value in the shape that the model wants, before it is brought home.

    ``decides`` tells whether its type and device are those of the whole problem: numbers,
    lists, integers and arrays without axes go with any. ``columns`` are the titles of a table.
    """

    name: str
    array: Array
    decides: bool
    columns: tuple[str, ...] = ()


def is_sparse(value: object) -> bool:
    """Tell whether a matrix keeps its zeros to itself."""
    return hasattr(value, "tocsr")


def is_implicit(value: object) -> bool:
    """Tell whether a matrix is only known by its products."""
    return hasattr(value, "matvec") and hasattr(value, "rmatvec") and not is_sparse(value)


# ---- reading one value -------------------------------------------------------------------


def given(symbol: Symbol, value: Array, library: str) -> Given:
    """Read a value as an array of the right kind; nothing is copied that can be used as it is."""
    name = symbol.name
    if value is None:
        raise DataError(f"{name} is None")
    if library != "numpy" and isinstance(value, _class_of(library)):
        array, decides = _native(name, value, library)
    elif is_sparse(value):
        array, decides = _sparse(symbol, value)
    elif is_implicit(value):
        array = import_module("scipy.sparse.linalg").aslinearoperator(value)
        _check_type(name, _type_name(array))
        return Given(name, _shaped(symbol, array, value), decides=False)
    else:
        array, decides = _host_array(name, value)
    array = _shaped(symbol, array, value)
    titles = getattr(value, "columns", None)
    columns = tuple(map(str, titles)) if titles is not None and not callable(titles) else ()
    return Given(name, array, decides and bool(array.shape), columns)


def _class_of(library: str) -> type[Any]:
    if library == "jax":
        return import_module("jax").Array
    module = load(library)
    return module.Tensor if library == "torch" else module.ndarray


def _native(name: str, value: Array, library: str) -> tuple[Array, bool]:
    """Take an array of another library as it is."""
    if library == "torch":
        if str(value.layout) != "torch.strided":
            raise DataError(f"{name} is a sparse tensor; pass {name}.to_dense()")
        if value.device.type == "meta":
            raise DataError(f"{name} is on the device meta, where no numbers are kept")
        value = value.detach()  # nobody asks for derivatives by the data
    return value, _check_type(name, _type_name(value)) == "float"


def _sparse(symbol: Symbol, value: Array) -> tuple[Array, bool]:
    """Keep a sparse matrix in compressed rows; vectors and numbers are small enough to fill."""
    name = symbol.name
    if type(value).__module__.startswith("cupyx"):
        raise DataError(
            f"{name} is sparse on a device; pass {name}.toarray(), or the data of SciPy"
        )
    decides = _check_type(name, value.dtype.name) == "float"
    if symbol.kind is not Kind.MATRIX:
        return value.toarray(), decides
    # csr_array and not csr_matrix, whose * is a matrix product
    return import_module("scipy.sparse").csr_array(value), decides


def _host_array(name: str, value: Array) -> tuple[Array, bool]:
    """Read numbers, lists, NumPy arrays, columns and tables."""
    if has_masked(value):
        raise DataError(f"{name} has masked entries; fill them, as in {name}.filled(0)")
    try:
        array = np.asarray(_table(name, value) if hasattr(value, "to_numpy") else value)
    except DataError:
        raise
    except (ValueError, TypeError, RuntimeError, OverflowError) as error:
        reason = ragged(value) or error
        raise DataError(f"{name} is no array of numbers: {reason}") from None
    if array.dtype.kind not in NUMBERS and not array.dtype.name.startswith(NEARLY_FLOATS):
        raise DataError(wrong_contents(name, array))
    kind = _check_type(name, array.dtype.name)
    return array, kind == "float" and not isinstance(value, (float, list, tuple))


def _table(name: str, value: Array) -> Array:
    """Read a column or a table of pandas, Polars or their like; what is missing becomes NaN."""
    titles = getattr(value, "columns", None)
    types = [value.dtype] if titles is None else list(value.dtypes)
    for place, kind in enumerate(types):
        if not str(kind).lower().startswith(NUMERIC):
            where = name if titles is None else f"the column {str(titles[place])!r} of {name}"
            remedy = (
                "make numbers of it" if titles is None else "leave it out or make numbers of it"
            )
            raise DataError(f"{where} holds {kind} values; {remedy}")
    array = value.to_numpy()
    if array.dtype == object:  # numbers and gaps, which pandas keeps apart from NaN
        array = value.to_numpy(dtype=float, na_value=np.nan)
    return array


def _type_name(array: Array) -> str:
    dtype = array.dtype
    return getattr(dtype, "name", None) or str(dtype).rpartition(".")[2]


def _check_type(name: str, found: str) -> str:
    """Return "float" or "integer"; refuse everything else."""
    if found in FLOATS:
        return "float"
    if found.startswith(("int", "uint", "bool")):
        return "integer"
    if found.startswith("complex"):
        raise DataError(f"{name} is complex; only real numbers can be used")
    if found.startswith(NEARLY_FLOATS):
        raise DataError(f"{name} is {found}; convert it to float32 or float64")
    raise DataError(f"{name} holds {found} values; only numbers can be used")


def _shaped(symbol: Symbol, array: Array, value: object) -> Array:
    """Bring an array to the number of axes of its kind, where nothing is ambiguous.

    ``value`` is what the user passed, for which advice is given.
    """
    wanted, shape = AXES[symbol.kind], tuple(array.shape)
    if 0 in shape:
        raise DataError(f"{symbol.name} is empty: its shape is {shape}")
    if len(shape) == wanted:
        return array
    if wanted == 0 and all(length == 1 for length in shape):
        return array.reshape(())
    if wanted == 1 and len(shape) == MATRIX and shape[1] == 1:
        return array.reshape((shape[0],))
    name = symbol.name
    message = f"{name} must be {NOUNS[symbol.kind]}, but its shape is {shape}"
    if not shape:
        raise DataError(f"{name} must be {NOUNS[symbol.kind]}, but is a single number")
    if wanted == 1 and len(shape) == MATRIX and shape[0] == 1:
        message += f": pass {_row(name, value)}"
    elif wanted == MATRIX and len(shape) == 1:
        message += f": pass {name}[:, None] for one column or {name}[None, :] for one row"
    raise DataError(message)


def _row(name: str, value: object) -> str:
    """Spell the vector that a matrix of one row holds."""
    if isinstance(value, list | tuple):
        return f"{name}[0]"
    if hasattr(value, "tocsr") or isinstance(value, np.matrix) or hasattr(value, "iloc"):
        return f"{name}.T"  # their rows are matrices again
    if hasattr(value, "columns"):
        return f"{name}.transpose()"
    return f"{name}[0] or {name}.ravel()"


# ---- one home for all --------------------------------------------------------------------


def common_home(library: str, items: Iterable[Given]) -> Home:
    """Return type and device of the arrays that decide; they must agree."""
    first: Given | None = None
    for item in (item for item in items if item.decides):
        if first is None:
            first = item
        else:
            _check_agreement(library, first, item)
    if first is not None:
        dtype = first.array.dtype
        native = dtype if library != "numpy" else dtype.newbyteorder("=")
        return Home(library, native, None if library == "numpy" else device(first.array))
    xp = load(library)
    # JAX has no float64 unless it is told so
    dtype = np.dtype(float) if library == "numpy" else xp.float64
    return Home(library, xp.asarray(0.0).dtype if library == "jax" else dtype)


def _check_agreement(library: str, first: Given, item: Given) -> None:
    left, right = _type_name(first.array), _type_name(item.array)
    if left != right:
        narrow, wide = (first, item) if left == "float32" else (item, first)
        cast = CASTS.get(library, CASTS[""]).format(narrow.name, wide.name)
        raise DataError(
            f"{first.name} is {left}, but {item.name} is {right}: "
            f"all data must have one type; pass {cast}"
        )
    if library == "numpy":
        return
    here, there = str(device(first.array)), str(device(item.array))
    if here != there:
        move = MOVES[library].format(first.name, item.name)
        raise DataError(
            f"{first.name} is on {here}, but {item.name} is on {there}: "
            f"all data must be on one device; pass {move}"
        )


def settle(item: Given, home: Home) -> Array:
    """Return an array of the type and on the device of all others; the data itself is kept."""
    array = item.array
    if is_implicit(array):
        return array
    if is_sparse(array):
        return array.astype(home.dtype, copy=False)
    if home.library == "numpy":
        return _steady(array.astype(home.dtype, copy=False))
    if isinstance(array, (np.ndarray, np.generic)):
        where = {} if home.device is None else {"device": home.device}
        host = np.array(array)  # a copy of its own, since some libraries share memory
        return _namespace(home.library).asarray(host, dtype=home.dtype, **where)
    if array.dtype != home.dtype:
        array = array_namespace(array).astype(array, home.dtype)
    if home.device is not None and str(device(array)) != str(home.device):
        array = to_device(array, home.device)
    return array


def _namespace(library: str) -> Array:
    names: Mapping[str, str] = {"torch": "array_api_compat.torch", "cupy": "array_api_compat.cupy"}
    return import_module(names[library]) if library in names else load(library)


def _steady(array: Array) -> Array:
    """Copy an array once whose layout would have every product copy it again."""
    size = array.itemsize
    flags = array.flags
    if flags.aligned and (flags.forc or _has_blas_layout(array.shape, array.strides, size)):
        return array
    return np.array(array, order="C")


def _has_blas_layout(shape: tuple[int, ...], strides: tuple[int, ...], size: int) -> bool:
    """Tell whether one axis is contiguous and the other goes forward, without overlap."""
    if len(shape) != MATRIX:
        return False
    inner = 1 if strides[1] == size else 0
    return strides[inner] == size and strides[1 - inner] >= size * shape[inner]
