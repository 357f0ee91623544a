"""No file names a path of somebody's machine or the host of a package registry."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.house.sources import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Put together from pieces, so that this file does not find itself.
HOSTS = [
    *("registry." + "npmjs", "npmjs." + "org", "npmjs." + "com"),
    *("pypi." + "org", "python" + "hosted.org", "deb." + "debian.org"),
]
PATHS = "work|farm|opt|root|home/[a-z]+|Users/[A-Za-z]+"
FORBIDDEN = re.compile("|".join([*map(re.escape, HOSTS), rf"(?<![\w.~/-])/(?:{PATHS})/"]))
GENERATED = {
    ".git",
    ".venv",
    "_build",
    "__pycache__",
    ".hypothesis",
    ".pytest_cache",
    ".ruff_cache",
}


def files_known_to_git() -> list[Path] | None:
    """Ask git; None where there is no git, no repository, or one that git refuses to read."""
    if not (shutil.which("git") and (ROOT / ".git").exists()):
        return None
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    return None if done.returncode else [ROOT / name for name in done.stdout.split("\0") if name]


def tracked_files() -> Iterator[Path]:
    """Every file that git tracks or would track; every file of a copy that is not a repository."""
    candidates = files_known_to_git()
    if candidates is None:
        candidates = [path for path in ROOT.rglob("*") if not GENERATED.intersection(path.parts)]
    return (path for path in candidates if path.is_file())


def forbidden_words(text: str) -> Iterator[str]:
    """Name each forbidden word with its line."""
    for number, line in enumerate(text.splitlines(), start=1):
        for found in FORBIDDEN.finditer(line):
            yield f"{number}: {found.group()}"


def read_text(path: Path) -> str:
    """Read a text file; binary files read as empty."""
    data = path.read_bytes()
    return "" if b"\0" in data else data.decode("utf-8", errors="replace")


def test_no_file_names_a_machine_or_a_registry() -> None:
    wrong = {
        str(path.relative_to(ROOT)): words
        for path in tracked_files()
        if (words := list(forbidden_words(read_text(path))))
    }
    assert wrong == {}


@pytest.mark.parametrize("text", ["see /" + "work/main", "from https://pypi." + "org/simple"])
def test_a_forbidden_word_is_seen(text: str) -> None:
    assert len(list(forbidden_words(text))) == 1


@pytest.mark.parametrize("text", ["docs/work/page.md", "left/right", "#!/usr/bin/env bash"])
def test_other_words_are_not(text: str) -> None:
    assert list(forbidden_words(text)) == []
