from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import scipy.optimize
from typer.testing import CliRunner, Result

from gennaker.cli.app import app
from gennaker.cli.solve import Method
from gennaker.solver.options import METHODS

NNLS = """
parameters
  Matrix A
  Vector b
variables
  Vector x
min
  norm2(A*x - b)^2
st
  x >= 0
"""
RANDOM = np.random.default_rng(5)
A = RANDOM.standard_normal((12, 6))
B = RANDOM.standard_normal(12)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("nnls.txt").write_text(NNLS, encoding="utf-8")
    return tmp_path


def run(*arguments: str, given: str | None = None) -> Result:
    result = CliRunner().invoke(app, ["solve", *arguments], input=given)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def solved(*arguments: str, given: str | None = None) -> dict:
    result = run(*arguments, "--json", given=given)
    assert result.stderr == ""
    found = json.loads(result.stdout)
    assert result.exit_code == 0, found
    return found


def saved(kind: str) -> list[str]:
    """Save matrix and vector in one of the formats, and return the words for them."""
    match kind:
        case "npz":
            np.savez("data.npz", A=A, b=B)
            return ["data.npz"]
        case "npy":
            np.save("A.npy", np.asfortranarray(A))
            np.save("b.npy", B)
            return ["A.npy", "b=b.npy"]
        case "csv":
            titles = ",".join([*(f"x{place}" for place in range(6)), "b"])
            np.savetxt("t.csv", np.column_stack([A, B]), delimiter=",", header=titles, comments="")
            return ["A=t.csv:x0,x1,x2,x3,x4,x5", "b=t.csv"]
        case "mtx":
            scipy = pytest.importorskip("scipy.io")
            scipy.mmwrite("A.mtx", A)
            return ["A.mtx", f"b={json.dumps(B.tolist())}"]
        case "parquet":
            arrow = pytest.importorskip("pyarrow")
            writer = pytest.importorskip("pyarrow.parquet")
            columns = {f"x{place}": A[:, place] for place in range(6)}
            writer.write_table(arrow.table(columns), "A.parquet")
            writer.write_table(arrow.table({"anything": B}), "b.parquet")
            return ["A.parquet", "b=b.parquet:anything"]
        case _:
            lines = [
                " ".join([repr(float(label)), *(f"{at + 1}:{v!r}" for at, v in enumerate(row))])
                for label, row in zip(B.tolist(), A.tolist(), strict=True)
            ]
            Path("rows.svm").write_text("\n".join(lines), encoding="utf-8")
            return ["A,b=rows.svm"]


@pytest.mark.parametrize("kind", ["npz", "npy", "csv", "mtx", "parquet", "svm"])
def test_every_format_gives_the_answer_of_scipy(kind: str) -> None:
    wanted, distance = scipy.optimize.nnls(A, B)
    found = solved("nnls.txt", *saved(kind), "--tolerance", "1e-9")
    assert found["values"]["x"] == pytest.approx(wanted, abs=1e-6)
    assert found["objective"] == pytest.approx(distance**2, abs=1e-8)


def test_options_give_data_too() -> None:
    np.savez("data.npz", A=A, b=B)
    model = NNLS.replace("Vector b", "Vector b\n  Scalar lam").replace("^2", "^2 + lam*sum(x)", 1)
    Path("lasso.txt").write_text(model, encoding="utf-8")
    none = solved("lasso.txt", "--data", "data.npz", "--set", "lam=0")
    much = solved("lasso.txt", "--data", "data.npz", "--set", "lam=1e3")
    assert sum(none["values"]["x"]) > 0.1
    assert sum(much["values"]["x"]) == pytest.approx(0, abs=1e-8)


def test_the_model_may_come_from_standard_input() -> None:
    assert solved("-", "--sample", "1", given=NNLS)["ok"]


def test_the_report_goes_to_standard_output() -> None:
    result = run("nnls.txt", "A=[[1, 0], [0, 1]]", "b=[3, -1]")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("solved: minimum 1\n")
    assert "evidence: stationarity" in result.stdout
    quiet = run("nnls.txt", "A=[[1, 0], [0, 1]]", "b=[3, -1]", "-q")
    assert quiet.stdout == "solved: minimum 1\n"


def test_a_maximum_is_a_maximum() -> None:
    model = "variables\n Scalar x\nmax\n 3 - (x - 1)^2\n"
    assert run("-", "-q", given=model).stdout == "solved: maximum 3\n"


def test_spare_arrays_are_noted() -> None:
    np.savez("data.npz", A=A, b=B, ids=[1])
    assert run("nnls.txt", "data.npz").stderr == (
        "note: data.npz also holds ids, which the model has no name for\n"
    )
    assert "data.npz also holds ids" in solved("nnls.txt", "data.npz")["notes"][-1]


def test_the_solution_is_saved_and_is_a_start() -> None:
    first = solved("nnls.txt", *saved("npz"), "-o", "solution.npz", "--tolerance", "1e-9")
    with np.load("solution.npz") as found:
        assert found["x"].tolist() == first["values"]["x"]
    again = solved("nnls.txt", *saved("npz"), "--start", "solution.npz", "--tolerance", "1e-8")
    assert again["iterations"] <= 1 < first["iterations"]


def test_a_picture_is_drawn() -> None:
    pytest.importorskip("matplotlib")
    assert run("nnls.txt", "--sample", "1", "--plot", "c.png").exit_code == 0
    assert Path("c.png").read_bytes().startswith(b"\x89PNG")


def test_the_method_of_the_paper_agrees() -> None:
    assert {method.value for method in Method} == set(METHODS)
    words = ["nnls.txt", *saved("npz")]
    paper = solved(*words, "--method", "paper", "--max-iterations", "100000")
    assert paper["objective"] == pytest.approx(solved(*words)["objective"], abs=1e-4)


def test_the_log_goes_to_standard_error() -> None:
    result = run("nnls.txt", "--sample", "1", "--verbose", "--json")
    assert "stationarity" in result.stderr
    assert json.loads(result.stdout)["ok"]


def test_sizes_that_no_data_tells() -> None:
    model = "variables\n Vector x\nmin\n norm2(x - vector(1))^2\n"
    assert run("-", given=model).exit_code == 2
    assert "give it as --size x.size=NUMBER" in run("-", given=model).stderr
    assert solved("-", "--size", "x.size=3", given=model)["values"]["x"] == pytest.approx([1] * 3)


ENDS = {
    4: "variables\n Scalar x\nmin\n x^2\nst\n x >= 2\n x <= 1\n",
    5: "variables\n Scalar x\nmin\n x\n",
    3: "variables\n Scalar x\nmin\n y\n",
    0: "variables\n Scalar x\nmin\n (x - 1)^2\n",
}


@pytest.mark.parametrize("code", ENDS)
def test_the_exit_code_says_how_it_ended(code: int) -> None:
    assert run("-", given=ENDS[code]).exit_code == code
    result = run("-", "--json", given=ENDS[code])
    assert result.exit_code == code
    assert json.loads(result.stdout)["ok"] == (code == 0)


def test_constraints_that_cannot_hold_are_named() -> None:
    model = "variables\n Vector x(2)\nmin\n norm2(x)^2\nst\n one: sum(x) == 1\n two: sum(x) == 3\n"
    result = run("-", given=model)
    assert result.exit_code == 4
    assert result.stdout.startswith("infeasible")


def test_a_limit_ends_with_6() -> None:
    result = run("nnls.txt", *saved("npz"), "--max-iterations", "1", "--tolerance", "1e-12")
    assert result.exit_code == 6
    assert "raise --max-iterations" in result.stdout


def test_numerical_trouble_ends_with_7() -> None:
    model = "variables\n Scalar x\nmin\n log(x) + 1/x\n"
    result = run("-", "--start", "x=-1", given=model)
    assert result.exit_code == 7
    assert result.stdout.startswith("not finite")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.txt"], "cannot read none.txt: no such file"),
        (["nnls.txt"], "the parameters A, b are missing"),
        (["nnls.txt", "A=none.npy", "b=[1]"], "cannot read none.npy: no such file"),
        (["nnls.txt", "A=nnls.txt", "b=[1]"], "cannot read nnls.txt: data comes in files"),
        (["nnls.txt", "A=[[1, 2]]", "b=[1, 2]"], "b has shape (2,), but needs (1,)"),
        (["nnls.txt", "A=[[1]]", "b=[1]", "c=1"], "the model has no parameter c"),
        (["nnls.txt", "--sample", "1", "--tolerance", "5"], "--tolerance must be a number between"),
        (["nnls.txt", "--sample", "1", "--time-limit", "0"], "--time-limit must be"),
        (["nnls.txt", "--sample", "x"], "Invalid value for '--sample'"),
        (["nnls.txt", "--sample", "-1"], "Invalid value for '--sample'"),
        (["nnls.txt", "--method", "newton"], "Invalid value for '--method'"),
        (["nnls.txt", "--sample", "1", "-o", "s.csv"], "it must end in .npz"),
        (["nnls.txt", "--sample", "1", "-o", "no/s.npz"], "there is no folder no"),
        (["nnls.txt", "--sample", "1", "--plot", "p.jpg"], "it must end in .png"),
        (["nnls.txt", "--sample", "1", "--size", "k=2"], "the model has no size k"),
        (["nnls.txt", "--sample", "1", "--library", "fortran"], "Invalid value for '--library'"),
    ],
)
def test_a_call_that_cannot_be_carried_out_ends_with_2(arguments, message: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in " ".join(result.stderr.split())
    if message[0].islower():
        found = run(*arguments, "--json")
        assert message in json.loads(found.stdout)["error"]
