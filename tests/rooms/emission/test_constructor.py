from __future__ import annotations

import ast

from gennaker.emission.constructor import constructor
from gennaker.emission.methods import methods
from tests.rooms.emission.test_sheet import sheet


def lines(model, also=()):
    found = sheet(model)
    made = constructor(found, methods(found), also)
    ast.parse(made.text)
    return made, [line.strip() for line in made.text.splitlines()]


def test_sizes_are_taken_from_the_first_parameter_that_has_them():
    made, code = lines(
        "parameters\n Matrix A\n Vector b\nvariables\n Vector x\nmin\n norm2(A*x - b)"
    )
    assert "A_rows = A.shape[0]" in code
    assert '_check("b", "entries", b.shape[0], A_rows)' in code
    assert made.asked == {}


def test_sizes_that_stand_in_sums_are_solved_for():
    model = "parameters\n Vector d(n-1)\nvariables\n Vector x(n)\nmin\n norm2(x[2:n] - d)"
    assert "n = d.shape[0] + 1" in lines(model)[1]


def test_sizes_that_no_data_tells_are_arguments():
    made, code = lines("parameters\n Matrix M\nvariables\n Matrix U, V\nmin\n norm2(M - U*V')^2")
    assert made.asked == {"U.columns": "U_columns"}
    assert code[0] == "def __init__(self, M, *, U_columns):"


def test_positions_are_whole_numbers():
    _, code = lines("parameters\n Scalar i\nvariables\n Vector x(3)\nmin\n x[i]")
    assert "i = int(i)" in code
    assert "dtype = np.dtype(float)" in code  # for zeros in which a slope is put back


def test_only_what_is_used_is_kept():
    model = "parameters\n Matrix A\n Vector b\nvariables\n Vector x\nmin\n norm2(A*x - b)^2"
    assert [line for line in lines(model)[1] if line.startswith("self.")] == [
        "self.A = A",
        "self.b = b",
        "self.A_columns = A_columns",
    ]
    assert "self.dtype = dtype" in lines(model, also=("dtype",))[1]


def test_data_alone_may_need_the_smallest_number():
    _, code = lines("parameters\n Vector b positive\nvariables\n Vector x\nmin\n x'*entropy(b)")
    assert code.index("tiny = float(np.finfo(dtype).tiny)") < code.index(
        "c1 = b * np.log(np.maximum(b, tiny))  # entropy(b)"
    )


def test_data_alone_is_computed_here():
    code = lines("parameters\n Matrix A\n Vector b\nvariables\n Vector x\nmin\n b'*A*x")[1]
    assert "c1 = b @ A  # A'*b" in code
    assert "self.c1 = c1" in code
