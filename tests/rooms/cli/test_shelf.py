from __future__ import annotations

from pathlib import Path

import pytest

from gennaker.cli import shelf
from gennaker.cli.mistakes import InputError
from tests.house.sources import ROOT


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Two empty places, that of an installed package and that of a repository."""
    found = tmp_path / "installed", tmp_path / "repository"
    monkeypatch.setattr(shelf, "places", lambda: found)
    return found


def put(place: Path, name: str, script: str) -> None:
    folder = place / name
    folder.mkdir(parents=True)
    (folder / "model.txt").write_text("variables\n Scalar x\nmin\n x^2\n", encoding="utf-8")
    (folder / "run.py").write_text(script, encoding="utf-8")


def test_the_examples_of_the_repository_are_found() -> None:
    wanted = sorted(path.parent.name for path in ROOT.glob("examples/*/run.py"))
    assert [example.name for example in shelf.examples()] == wanted
    assert all(example.summary() for example in shelf.examples())
    assert all(example.model.is_file() for example in shelf.examples())
    assert "data" not in wanted  # a folder beside them, which is no example


def test_those_of_an_installed_package_go_first(folders) -> None:
    put(folders[1], "there", '"""There."""\n')
    assert [example.name for example in shelf.examples()] == ["there"]
    put(folders[0], "here", '"""Here: what is here.\n\nMore.\n"""\n')
    assert [example.name for example in shelf.examples()] == ["here"]
    assert shelf.find("here").summary() == "Here: what is here"


def test_a_folder_without_a_model_is_none(folders) -> None:
    put(folders[0], "here", "x = 1\n")
    (folders[0] / "here" / "model.txt").unlink()
    put(folders[0], "whole", "x = 1\n")
    assert [(example.name, example.summary()) for example in shelf.examples()] == [("whole", "")]


@pytest.mark.usefixtures("folders")
def test_no_examples_at_all() -> None:
    with pytest.raises(InputError, match="the examples are not installed here"):
        shelf.examples()


def test_a_name_that_is_not_there(folders) -> None:
    put(folders[0], "ridge", "x = 1\n")
    with pytest.raises(InputError, match=r"no example rigde; did you mean ridge\?"):
        shelf.find("rigde")
    with pytest.raises(InputError, match="list them with gennaker examples"):
        shelf.find("assignment")
