"""Every example runs, says something, and agrees with an answer found in another way."""

from __future__ import annotations

import contextlib
import io
import re
import runpy
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from docs.gallery.write import (
    GALLERY,
    GROUPS,
    insight_of,
    insight_on,
    listing,
    page,
)
from gennaker import Model
from gennaker.pipeline.solution import Solution
from tests.house.sources import ROOT

EXAMPLES = sorted(path.parent for path in (ROOT / "examples").glob("*/run.py"))
FILES = ("model.txt", "run.py", "answer.py")
ACCURACY = 1e-6
LARGEST_PICTURE = 60_000
CAN_DRAW = find_spec("matplotlib") is not None

each = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)


@dataclass(frozen=True)
class Run:
    """What one run of a script left behind."""

    names: dict[str, Any]
    solution: Solution
    output: str
    picture: bytes


@cache
def ran(example: Path) -> Run:
    """Run the script as a program, once for all tests; its first solve is the one it reports."""
    solutions: list[Solution] = []
    solve = Model.solve

    def recorded(*arguments: Any, **keywords: Any) -> Solution:
        solutions.append(solve(*arguments, **keywords))
        return solutions[-1]

    output = io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "picture.png"
        arguments = [str(example / "run.py"), *([str(picture)] if CAN_DRAW else [])]
        with (
            patch.object(Model, "solve", recorded),
            patch.object(sys, "argv", arguments),
            contextlib.redirect_stdout(output),
        ):
            names = runpy.run_path(arguments[0], run_name="__main__")
        drawn = picture.read_bytes() if CAN_DRAW else b""
    return Run(names, solutions[0], output.getvalue(), drawn)


def found_elsewhere(example: Path) -> float:
    """Return the objective of another method, or to what it improves a local optimum."""
    try:
        other = runpy.run_path(str(example / "answer.py"))
    except ModuleNotFoundError as error:
        pytest.skip(f"not compared: {error.name} is missing; it comes with gennaker[rivals]")
    data = ran(example).names["problem"]()
    if "answer" in other:
        return other["answer"](data)
    return other["improved"](data, ran(example).solution.values)


@each
def test_an_example_is_solved(example: Path) -> None:
    solution = ran(example).solution
    assert solution.success, solution
    assert solution.violation <= ACCURACY


@each
# other solvers warn where more accuracy is asked of them than they can promise
@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::FutureWarning")
def test_an_example_agrees_with_another_method(example: Path) -> None:
    expected, found = found_elsewhere(example), ran(example).solution.objective
    assert abs(found - expected) <= ACCURACY * abs(expected)


@each
def test_an_example_prints_the_solution_and_what_it_means(example: Path) -> None:
    report, _, insight = ran(example).output.rpartition("\n\n")
    expected = str(ran(example).solution).rstrip("\n")
    assert report == expected
    assert re.fullmatch(r"[A-Z0-9].*\.\n", insight)


@each
def test_an_example_draws_a_picture(example: Path) -> None:
    if not CAN_DRAW:
        pytest.skip("no picture is drawn: matplotlib is missing; it comes with gennaker[plot]")
    start = ran(example).picture[:4]
    assert start == b"\x89PNG"


@each
def test_the_first_line_cites_the_source(example: Path) -> None:
    first = (example / "model.txt").read_text(encoding="utf-8").partition("\n")[0]
    assert re.match(r"# .+: .+", first)


def test_every_folder_is_complete() -> None:
    folders = [path for path in (ROOT / "examples").iterdir() if (path / "model.txt").exists()]
    assert sorted(folders) == EXAMPLES
    wanted = [folder / name for folder in folders for name in FILES]
    assert [path for path in wanted if not path.exists()] == []


def test_a_script_needs_nothing_but_numpy() -> None:
    lost = "import sys; sys.modules.update(dict.fromkeys(['scipy', 'sklearn', 'matplotlib'])); "
    script = str(ROOT / "examples" / "lasso" / "run.py")
    code = f"{lost}import runpy; runpy.run_path({script!r}, run_name='__main__')"
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_readme_names_every_example() -> None:
    readme = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| \[(\w+)\]\(\1/model\.txt\) \|", readme, re.MULTILINE)
    assert sorted(named) == [example.name for example in EXAMPLES]


def words(text: str) -> str:
    """Leave out the digits, which may differ a little between machines."""
    return re.sub(r"[-+\d.e]+", "#", text)


@each
def test_the_gallery_shows_it_as_it_is(example: Path) -> None:
    text = (GALLERY / f"{example.name}.md").read_text(encoding="utf-8")
    insight = insight_on(text)
    assert text == page(example.name, insight)
    today = insight_of(ran(example).output)
    assert words(insight) == words(today)
    assert (GALLERY / f"{example.name}.png").stat().st_size < LARGEST_PICTURE


def test_the_gallery_lists_every_example_once() -> None:
    names = [example.name for example in EXAMPLES]
    assert sorted(name for group in GROUPS.values() for name in group) == names
    assert GALLERY.with_suffix(".md").read_text(encoding="utf-8") == listing()
    assert {path.stem for path in GALLERY.glob("*.*")} == {*names, "write"}
