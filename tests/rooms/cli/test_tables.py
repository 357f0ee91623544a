from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from gennaker.cli.mistakes import InputError
from gennaker.cli.tables import Table, read_csv, read_parquet

TITLED = "age,income,label\n1,2.5,yes\n3,-4e1,no\n"


@pytest.fixture
def table(tmp_path: Path):
    def read(text: str, *, encoding: str = "utf-8") -> Table:
        path = tmp_path / "table.csv"
        path.write_text(text, encoding=encoding)
        return read_csv(str(path))

    return read


@pytest.mark.parametrize(
    "text",
    [
        "1,2,3\n4,5,6\n",
        "1;2;3\n4;5;6\n",
        "1\t2\t3\n4\t5\t6",
        "  1 2   3\n4 5 6\n",
        "# made by hand\n\n1,2,3\n\n4,5,6\n",
        '"1","2","3"\n4,5,6\n',
        "a,b,c\r\n1,2,3\r\n4,5,6\r\n",
        '"a, b";c;d\n1;2;3\n4;5;6\n',
        "a,item #,c\n1,2,3\n4,5,6 # the last\n",
        "1,2,3 # the first\n4,5,6\n",
        "a b c\n1 2 3\n4 5 6\n",
    ],
)
def test_numbers_are_read_whatever_parts_them(table, text: str) -> None:
    assert table(text).pick("A", matrix=True).tolist() == [[1, 2, 3], [4, 5, 6]]


def test_numpy_reads_back_what_it_wrote(tmp_path: Path) -> None:
    wanted = np.random.default_rng(0).standard_normal((7, 3))
    path = tmp_path / "A.csv"
    np.savetxt(path, wanted, delimiter=",", header="one,two,three")
    assert np.array_equal(read_csv(str(path)).pick("A", matrix=True), wanted)


def test_columns_go_by_title_and_by_number(table) -> None:
    file = table(TITLED)
    assert file.names == ("age", "income", "label")
    assert file.parts(["income"]).tolist() == [2.5, -40]
    assert file.parts(["2", "age"]).tolist() == [[2.5, 1], [-40, 3]]
    assert table("1,2\n3,4\n").parts(["2"]).tolist() == [2, 4]


def test_a_vector_is_the_column_of_its_name(table) -> None:
    file = table("y,x\n1,2\n3,4\n")
    assert file.pick("y", matrix=False).tolist() == [1, 3]
    assert file.pick("y", matrix=True).tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("text", ["1,2,3\n", "1\n2\n3\n"])
def test_a_single_line_is_a_vector_where_one_is_wanted(table, text: str) -> None:
    assert table(text).pick("b", matrix=False).tolist() == [1, 2, 3]
    assert table(text).pick("A", matrix=True).ndim == 2


def test_several_names_are_several_columns(table) -> None:
    x, y = table("y,x\n1,2\n3,4\n").several(["x", "y"])
    assert (x.tolist(), y.tolist()) == ([2, 4], [1, 3])
    first, second = table("1,2\n3,4\n").several(["u", "v"])
    assert (first.tolist(), second.tolist()) == ([1, 3], [2, 4])


def test_a_mark_of_the_encoding_is_no_part_of_a_title(table) -> None:
    assert table("y,x\n1,2\n", encoding="utf-8-sig").names == ("y", "x")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is empty"),
        ("\n# nothing\n", "it is empty"),
        ("a,b\n", "it holds no numbers"),
        ("a,b\n1,2\n3,four\n", "line 3, column 2 (b) holds 'four', which is no number"),
        ("a,b\n1,2\n3,\n", "line 3, column 2 (b) is empty"),
        ("1,2\n3,x\n", "line 2, column 2 holds 'x', which is no number"),
        ("1,2\n3\n", "line 2 has 1 fields, but the first line has 2"),
        ("1,NA,3\n4,5,6\n", "its first line holds the number 1 and the word 'NA'"),
        ("1,,3\n4,5,6\n", "line 1, column 2 is empty"),
        ("1,5;2\n", "write decimals with a point"),
        ("a;b\n1,5;2\n", "write decimals with a point"),
    ],
)
def test_what_is_no_table_of_numbers(table, text: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        table(text).pick("A", matrix=True)


def test_columns_of_words_may_be_left_out(table) -> None:
    file = table(TITLED)
    with pytest.raises(InputError, match=r"column 3 \(label\) holds 'yes'.*NAME=FILE:COLUMN"):
        file.pick("X", matrix=True)
    assert file.parts(["age", "income"]).shape == (2, 2)


def test_a_column_that_is_not_there(table) -> None:
    with pytest.raises(InputError, match="holds no column incom; did you mean"):
        table(TITLED).parts(["incom"])
    with pytest.raises(InputError, match="holds no column 4; it holds 1, 2"):
        table("1,2\n").parts(["4"])


def test_a_missing_file() -> None:
    with pytest.raises(InputError, match=r"cannot read none\.csv: no such file"):
        read_csv("none.csv")


def test_a_field_without_end_is_told(tmp_path: Path) -> None:
    path = tmp_path / "A.csv"
    path.write_text("1" * 200_000 + ",2\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"cannot read .*A\.csv: it is no table: field larger"):
        read_csv(str(path))
    path.write_text("1,2\n" + "u" * 100_000 + ",2\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"column 1 holds 'u{60}', which is no number"):
        read_csv(str(path)).pick("A", matrix=True)


# ---- parquet ------------------------------------------------------------------------------


@pytest.fixture
def parquet(tmp_path: Path):
    arrow = pytest.importorskip("pyarrow")
    writer = pytest.importorskip("pyarrow.parquet")

    def read(**columns) -> Table:
        path = tmp_path / "table.parquet"
        writer.write_table(arrow.table(columns), path)
        return read_parquet(str(path))

    return read


def test_parquet_has_titles_and_types(parquet) -> None:
    file = parquet(a=[1, 2], b=[0.5, None], c=[True, False], d=["x", "y"])
    assert file.names == ("a", "b", "c", "d")
    assert file.parts(["a"]).tolist() == [1, 2]
    assert np.array_equal(file.parts(["c", "b"]), np.array([[1, 0.5], [0, np.nan]]), equal_nan=True)
    assert file.pick("a", matrix=False).tolist() == [1, 2]
    with pytest.raises(InputError, match="column d holds string values"):
        file.pick("X", matrix=True)
    with pytest.raises(InputError, match="holds no column e"):
        file.parts(["e"])


def test_a_file_that_is_no_parquet(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "A.parquet"
    path.write_text("no", encoding="utf-8")
    with pytest.raises(InputError, match=r"cannot read .*A\.parquet: "):
        read_parquet(str(path))
    with pytest.raises(InputError, match="no such file"):
        read_parquet(str(tmp_path / "none.parquet"))


def test_a_parquet_without_numbers_is_empty(parquet) -> None:
    for columns in ({}, {"a": []}):
        with pytest.raises(InputError, match=r"table\.parquet: it is empty$"):
            parquet(**columns)


def test_parquet_without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(InputError, match=re.escape("pip install 'gennaker[io]'")):
        read_parquet("A.parquet")
