from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from gennaker import Model
from gennaker.cli import answers
from gennaker.cli.answers import as_dict, check_picture, check_target, save, save_picture
from gennaker.cli.mistakes import InputError

MODEL = """
parameters
  Vector b
variables
  Vector x
  Scalar file
let
  r = x - b
min
  norm2(r)^2 + file^2
st
  budget: sum(x) == 1
  x >= 0
"""


@pytest.fixture(scope="module")
def solution():
    return Model(MODEL).solve(b=[1.0, 1.0])


def test_a_solution_as_plain_data(solution) -> None:
    found = json.loads(json.dumps(as_dict(solution), allow_nan=False))
    assert found["ok"]
    assert found["status"] == "solved"
    assert found["objective"] == pytest.approx(0.5, abs=1e-5)
    assert found["values"]["x"] == pytest.approx([0.5, 0.5], abs=1e-5)
    assert found["values"]["file"] == pytest.approx(0, abs=1e-5)
    assert found["lets"]["r"] == pytest.approx([-0.5, -0.5], abs=1e-5)
    assert abs(found["multipliers"]["budget"]) == pytest.approx(1, abs=1e-4)
    assert set(found["violations"]) == {"budget", "x >= 0"}
    assert set(found["residuals"]) == {"stationarity", "feasibility", "complementarity"}
    assert found["iterations"] >= 1


def test_what_is_not_finite_is_null() -> None:
    assert answers._plain(
        {"a": float("nan"), "b": [float("inf"), 1], "c": np.array([[np.inf]])}
    ) == {
        "a": None,
        "b": [None, 1],
        "c": [[None]],
    }


def test_every_name_comes_back_from_the_file(solution, tmp_path: Path) -> None:
    path = tmp_path / "solution.npz"
    save(solution, path)
    with np.load(path) as found:
        assert set(found.files) == {
            "x",
            "file",
            "r",
            "multiplier(budget)",
            "multiplier(x >= 0)",
        }
        assert np.array_equal(found["x"], solution.x)
        assert found["file"].shape == ()
        assert np.array_equal(found["multiplier(budget)"], solution.multipliers["budget"])


def test_arrays_of_other_libraries_are_saved(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    solution = Model(MODEL).solve(b=torch.ones(2, dtype=torch.float64))
    save(solution, tmp_path / "solution.npz")
    with np.load(tmp_path / "solution.npz") as found:
        assert found["x"].tolist() == solution.x.tolist()
    assert as_dict(solution)["values"]["x"] == solution.x.tolist()


def test_targets_are_refused_early(tmp_path: Path) -> None:
    check_target(tmp_path / "s.npz", (".npz",))
    with pytest.raises(InputError, match=r"it must end in \.npz"):
        check_target(tmp_path / "s.csv", (".npz",))
    with pytest.raises(InputError, match="there is no folder"):
        check_target(tmp_path / "no" / "s.npz", (".npz",))


def test_a_picture_is_drawn(solution, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "convergence.png"
    check_picture(path)
    save_picture(solution, path)
    assert path.read_bytes().startswith(b"\x89PNG")
    with pytest.raises(InputError, match=r"it must end in \.png or \.pdf or \.svg"):
        check_picture(tmp_path / "convergence.jpg")


def test_a_picture_without_matplotlib(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(answers, "find_spec", lambda _: None)
    with pytest.raises(InputError, match=r"pip install 'gennaker\[plot\]'"):
        check_picture(tmp_path / "convergence.png")
