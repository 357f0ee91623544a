"""The page on the algorithm names functions that exist."""

from __future__ import annotations

import importlib
import re

import pytest

from tests.house.sources import ROOT

PAGE = (ROOT / "docs" / "algorithm.md").read_text(encoding="utf-8")
PAPER, DEFAULT = PAGE.split("## How the default differs")
NAME = re.compile(r"`([a-z_]+)\.([A-Za-z_]+)(?:\.([a-z_]+))?`")


def named(text: str, room: str) -> list[tuple[str, str, str]]:
    """Return module, name and method of everything that the tables of a part point to."""
    rows = "\n".join(line for line in text.splitlines() if line.startswith("|"))
    return [(f"{room}.{module}", name, method) for module, name, method in NAME.findall(rows)]


NAMES = sorted({*named(PAPER, "gennaker.solver.paper"), *named(DEFAULT, "gennaker.solver")})


@pytest.mark.parametrize(("module", "name", "method"), NAMES, ids=lambda part: part)
def test_what_the_page_points_to_exists(module, name, method):
    found = getattr(importlib.import_module(module), name)
    if method:
        found = getattr(found, method)
    assert found.__doc__ or name.startswith("_")


def test_every_algorithm_of_the_paper_has_its_table():
    assert [int(number) for number in re.findall(r"### Algorithm (\d)", PAPER)] == [1, 2, 3, 4]
    assert len(NAMES) > 15
