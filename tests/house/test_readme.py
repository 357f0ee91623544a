"""The README can be followed: what it shows is run, and what it names is there.

That its outputs are those of today is seen to by `test_docs.py`, for which it is a page like others.
"""

from __future__ import annotations

import re

import pytest

from docs._ext.snippets import DOCS, README, RUNNABLE, Page, pages
from tests.house.sources import ROOT

TEXT = README.read_text(encoding="utf-8")
LINK = re.compile(r"\]\((?!#|https?:)([^)#]+)")
COMMAND = re.compile(r"(make|pip install) ")
TARGET = re.compile(r"(?:^|`)make (\w+)", re.MULTILINE)


def test_the_readme_is_among_the_pages_that_are_run() -> None:
    assert README in pages()


def test_blocks_are_run_or_say_why_not() -> None:
    blocks = Page(TEXT, ROOT).blocks()
    others = [block for block in blocks if block.language not in {*RUNNABLE, "csv", "text"}]
    assert {block.language for block in others} <= {"sh", "py"}  # to set up, and for a GPU
    assert all(
        COMMAND.match(line)
        for block in others
        if block.language == "sh"
        for line in block.body.splitlines()
    )
    assert all("cupy" in block.body for block in others if block.language == "py")


def test_what_make_is_asked_for_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = TARGET.findall(TEXT)
    assert {"demo", "test"} <= set(targets)
    assert [name for name in targets if not re.search(rf"^{name}:", makefile, re.MULTILINE)] == []


@pytest.mark.parametrize(
    "path",
    [README, ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))],
    ids=lambda path: path.name,
)
def test_links_lead_to_files(path) -> None:
    links = LINK.findall(path.read_text(encoding="utf-8"))
    assert [link for link in links if not _target(path, link).exists()] == []


def _target(path, link):
    """Return the file that a link names; a page of HTML is made from one of Markdown."""
    return (path.parent / link).with_suffix(".md") if link.endswith(".html") else path.parent / link


def test_it_counts_the_examples_right() -> None:
    count = len(list((ROOT / "examples").glob("*/run.py")))
    assert set(re.findall(r"(\d+) examples", TEXT)) == {str(count)}
