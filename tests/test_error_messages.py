"""The whole text of every error, as a user sees it.

Each file of tests/goldens/errors holds a model, the error that it gives, and the model after the
suggested edit, which must be free of mistakes:

    the model
    --- error
    the text of the error
    --- mended
    the model after the edit

``mended in words`` says that a suggestion does not stand in the mended model letter by letter.
A file whose name ends with ``.escaped.txt`` writes its model with the escapes of Python, so that
it can hold bytes of any kind. REWRITE_GOLDENS=1 in the environment writes the errors anew.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from gennaker import Model, ModelError

FOLDER = Path(__file__).parent / "goldens" / "errors"
PATHS = sorted(FOLDER.glob("*.txt"))
PARTS = re.compile(
    r"(?P<model>.*?)^--- error\n(?P<error>.*?)^--- mended(?P<words> in words)?\n(?P<mended>.*)",
    re.DOTALL | re.MULTILINE,
)
each_golden = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


@dataclass(frozen=True)
class Golden:
    """One file, taken apart."""

    model: bytes
    error: str
    mended: str
    in_words: bool


def parts(path: Path) -> re.Match[str]:
    found = PARTS.fullmatch(path.read_bytes().decode())
    assert found is not None, f"{path.name} has no '--- error' and '--- mended'"
    return found


def read(path: Path) -> Golden:
    found = parts(path)
    model = found["model"].encode()
    if path.name.endswith(".escaped.txt"):
        model = model.decode("unicode_escape").encode("latin-1")
    return Golden(model, found["error"], found["mended"], found["words"] is not None)


def mistaken(model: bytes) -> ModelError:
    with pytest.raises(ModelError) as caught:
        Model(model)
    return caught.value


def test_there_are_goldens_for_very_many_mistakes() -> None:
    assert len(PATHS) >= 100
    messages = {
        mistake.message for path in PATHS for mistake in mistaken(read(path).model).mistakes
    }
    assert len(messages) >= 100


@each_golden
def test_an_error_reads_as_it_should(path: Path) -> None:
    golden = read(path)
    text = f"{mistaken(golden.model)}\n"
    if os.environ.get("REWRITE_GOLDENS"):
        found = parts(path)
        start, end = found.span("error")
        path.write_bytes((found.string[:start] + text + found.string[end:]).encode())
        golden = read(path)
    assert text == golden.error


@each_golden
def test_the_suggested_edit_mends_the_model(path: Path) -> None:
    golden = read(path)
    assert Model(golden.mended).problem
    if golden.in_words:
        return
    for mistake in mistaken(golden.model).mistakes:
        assert mistake.suggestion is not None
        assert mistake.suggestion.removesuffix("...") in golden.mended


@each_golden
def test_the_carets_stand_under_a_symbol(path: Path) -> None:
    model = read(path).model.decode(errors="replace").removeprefix("\ufeff")
    lines = re.split(r"\r\n|\r|\n", model)
    for mistake in mistaken(read(path).model).mistakes:
        line = lines[mistake.line - 1]
        assert mistake.text == line
        marked = line[mistake.column - 1 : mistake.column - 1 + mistake.length]
        behind = mistake.column > len(line)  # what is missing is missing there
        assert marked.strip() or behind or not marked.isprintable()


@each_golden
def test_every_mistake_has_a_remedy(path: Path) -> None:
    for mistake in mistaken(read(path).model).mistakes:
        assert mistake.suggestion, mistake.message


@each_golden
def test_messages_fit_on_a_screen(path: Path) -> None:
    for line in str(mistaken(read(path).model)).splitlines():
        assert len(line) <= 120 or line.startswith("  try: one of")
