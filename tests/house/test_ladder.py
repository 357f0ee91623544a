"""Imports go down the ladder only, and never round in a circle (docs/architecture.md)."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.house.sources import Import, Module, imports_of, modules

SYMBOL_HALF = {"errors", "expressions", "operations"}
BEHIND_THE_DOORS = {
    *SYMBOL_HALF,
    *("reform", "language", "calculus", "emission"),
    *("backends", "solver", "engines"),
}
DOORS_MAY_USE = {*BEHIND_THE_DOORS, "pipeline", "__init__"}

# Room by room, in processing order: the other rooms that it may import from.
LADDER: dict[str, set[str]] = {
    "errors": set(),
    "expressions": {"errors"},
    "operations": {"errors", "expressions"},
    "language": SYMBOL_HALF,
    "reform": SYMBOL_HALF,
    "calculus": {*SYMBOL_HALF, "reform"},
    "emission": SYMBOL_HALF,
    "backends": {"errors"},
    "solver": {"errors", "backends"},
    "engines": {"errors", "backends"},
    "pipeline": BEHIND_THE_DOORS,
    "geno": {*BEHIND_THE_DOORS, "pipeline"},
    "__init__": {*BEHIND_THE_DOORS, "pipeline"},
    "cli": DOORS_MAY_USE,
    "estimators": DOORS_MAY_USE,
    "playground": DOORS_MAY_USE,
    "__main__": {"cli"},
}
ARRAY_LIBRARIES = {"numpy", "scipy", "jax", "jaxlib", "torch", "cupy", "array_api_compat", "dask"}
WITHOUT_ARRAYS = (*sorted(SYMBOL_HALF), "reform", "language", "calculus", "emission")

NAMES = {module.name: module for module in modules()}
each_module = pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)


def imported_module(found: Import) -> str | None:
    """The dotted name of the module of ours that an import reaches, or None for other people's."""
    for name in (f"{found.module}.{found.name}", found.module):
        if name in NAMES:
            return name
    return None


def imported_room(found: Import) -> str | None:
    """The room of ours that an import reaches, whether or not it exists yet."""
    package, *inside = found.module.split(".")
    if package != "gennaker":
        return None
    reached = imported_module(found)
    return NAMES[reached].room if reached else (*inside, "__init__")[0]


def places(module: Module, wrong: list[Import]) -> str:
    """One clickable line for each import that is wrong."""
    return "\n".join(
        f"{module.path}:{found.line}: {found.module} {found.name or ''}" for found in wrong
    )


def test_there_is_something_to_judge() -> None:
    assert {"errors", "expressions", "operations", "language"} <= {m.room for m in modules()}


@each_module
def test_room_stands_on_the_ladder(module: Module) -> None:
    assert module.room in LADDER, f"{module.path}: give the room {module.room} a row in LADDER"


@each_module
def test_imports_go_down(module: Module) -> None:
    allowed = {module.room, None, *LADDER.get(module.room, set())}
    wrong = [found for found in module.imports() if imported_room(found) not in allowed]
    assert not wrong, f"{module.room} may import from {allowed}:\n{places(module, wrong)}"


@each_module
def test_symbol_half_has_no_arrays(module: Module) -> None:
    if module.room not in WITHOUT_ARRAYS:
        return
    wrong = [found for found in module.imports() if found.module.split(".")[0] in ARRAY_LIBRARIES]
    assert not wrong, places(module, wrong)


@each_module
def test_imports_stand_at_the_top(module: Module) -> None:
    if module.room == "cli" or module.parts == ("backends", "find"):
        return
    wrong = [found for found in module.imports() if found.inside_function]
    assert not wrong, places(module, wrong)


@each_module
def test_no_star_imports(module: Module) -> None:
    wrong = [found for found in module.imports() if found.name == "*"]
    assert not wrong, places(module, wrong)


def test_no_cycles() -> None:
    graph = {
        module.name: {
            reached
            for found in module.imports()
            if not found.for_types_only
            and (reached := imported_module(found))
            and reached != module.name
        }
        for module in modules()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


@pytest.mark.parametrize(
    ("text", "module"),
    [
        ("import gennaker.errors", "gennaker.errors"),
        ("from . import tokens", "gennaker.language"),
        ("from .tokens import Token", "gennaker.language.tokens"),
        ("from ..errors import ModelError", "gennaker.errors"),
    ],
)
def test_names_are_made_absolute(text: str, module: str) -> None:
    (found,) = imports_of(ast.parse(text), "gennaker.language")
    assert found.module == module


def test_hidden_imports_are_seen() -> None:
    text = """
if TYPE_CHECKING:
    import one
def function():
    if flag:
        import two
import three
"""
    seen = [
        (found.module, found.inside_function, found.for_types_only)
        for found in imports_of(ast.parse(text), "gennaker")
    ]
    assert seen == [("one", False, True), ("two", True, False), ("three", False, False)]
