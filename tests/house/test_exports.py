"""What the package exports is sorted, there, and documented in docs/api.md, name for name."""

from __future__ import annotations

import ast
import importlib
import re
from dataclasses import fields

import pytest

from gennaker import Model
from gennaker.pipeline.compile import ARGUMENTS
from gennaker.pipeline.observed import LINE
from gennaker.pipeline.path import Path
from gennaker.pipeline.solution import Solution
from gennaker.solver.options import Options
from tests.house.sources import ROOT, Module, modules

API_PAGE = ROOT / "docs" / "api.md"
# A public name is documented under a heading of its own: "## `Model`" or "### `Model(text)`".
HEADING = re.compile(r"^#+ `(\w+)", re.MULTILINE)


def exported_names(module: Module) -> list[str] | None:
    """Read `__all__` as it stands in the file, or None where there is none."""
    for node in module.tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return ast.literal_eval(node.value)
    return None


def order(name: str) -> tuple[bool, bool, str]:
    """Sort as ruff does: CONSTANTS, then Classes, then functions."""
    return (not name.isupper(), not name[0].isupper(), name)


EXPORTING = [module for module in modules() if exported_names(module) is not None]


def test_the_package_says_what_it_exports() -> None:
    assert "gennaker" in {module.name for module in EXPORTING}


@pytest.mark.parametrize("module", EXPORTING, ids=lambda module: module.name)
def test_exports_are_sorted_and_importable(module: Module) -> None:
    names = exported_names(module) or []
    assert names == sorted(set(names), key=order)
    loaded = importlib.import_module(module.name)
    assert [name for name in names if not hasattr(loaded, name)] == []


def test_exports_are_the_documented_names() -> None:
    documented = HEADING.findall(API_PAGE.read_text(encoding="utf-8"))
    exported = importlib.import_module("gennaker").__all__
    assert sorted(documented) == sorted(name for name in exported if not name.startswith("_"))


def members(kind: type, noun: str) -> set[str]:
    """List the public attributes of a class as a page speaks of them."""
    held = {item.name for item in fields(kind)} if hasattr(kind, "__dataclass_fields__") else set()
    found = {name for name in {*vars(kind), *held} if not name.startswith("_")}
    return {f"{noun}.{name}" for name in found}


MEMBERS = {
    "api.md": {
        *members(Model, "model"),
        *members(Solution, "solution") - {"solution.keys"},
        *members(Path, "path"),
        *(f"`{name}`" for name in (*ARGUMENTS, *LINE)),
    },
    "solving.md": {f"| `{item.name}` |" for item in fields(Options)} - {"| `method` |"},
}


@pytest.mark.parametrize("page", MEMBERS)
def test_members_and_options_are_documented(page: str) -> None:
    text = API_PAGE.with_name(page).read_text(encoding="utf-8")
    assert {name for name in MEMBERS[page] if name not in text} == set()
