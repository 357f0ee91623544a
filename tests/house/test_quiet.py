"""Only the command line prints; everything else returns, raises or sends events."""

from __future__ import annotations

import ast

import pytest

from tests.house.sources import Module, modules

LOUD = {"print", "pprint"}


def loud_lines(tree: ast.Module) -> list[int]:
    """Return the lines that call one of LOUD, by name or as a method."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in LOUD
    ]


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_nothing_is_printed_outside_cli(module: Module) -> None:
    if module.room != "cli":
        assert not loud_lines(module.tree), f"{module.path}: lines {loud_lines(module.tree)}"


def test_a_print_is_seen() -> None:
    assert loud_lines(ast.parse("def f():\n    print(1)\n    console.print(2)\n")) == [2, 3]
