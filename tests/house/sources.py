"""What the house tests read: the modules of the package and the imports that each one writes."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "gennaker"


@dataclass(frozen=True)
class Import:
    """One imported name: `from module import name`, or `import module` where name is None."""

    module: str
    name: str | None
    line: int
    inside_function: bool
    for_types_only: bool


@dataclass(frozen=True)
class Module:
    """One file of the package."""

    path: Path

    @property
    def parts(self) -> tuple[str, ...]:
        """The place inside the package: ("language", "parser"), ("errors",) or ("__init__",)."""
        return self.path.relative_to(PACKAGE).with_suffix("").parts

    @property
    def name(self) -> str:
        """The dotted name that Python imports it by."""
        return ".".join(part for part in ("gennaker", *self.parts) if part != "__init__")

    @property
    def room(self) -> str:
        """The first-level folder or file that it belongs to."""
        return self.parts[0]

    @property
    def package(self) -> str:
        """The dotted name that its relative imports start from."""
        return ".".join(("gennaker", *self.parts[:-1]))

    @property
    def tree(self) -> ast.Module:
        """Its syntax tree."""
        return parse(self.path)

    def imports(self) -> Iterator[Import]:
        """Every import that it writes, wherever it stands."""
        yield from imports_of(self.tree, self.package)


@cache
def parse(path: Path) -> ast.Module:
    """Read one file once."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def modules() -> tuple[Module, ...]:
    """All modules of the package, in the order of their paths."""
    return tuple(Module(path) for path in sorted(PACKAGE.rglob("*.py")))


def imports_of(
    node: ast.AST, package: str, *, inside_function: bool = False, for_types_only: bool = False
) -> Iterator[Import]:
    """Walk the tree; functions and `if TYPE_CHECKING` colour what stands inside them."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield Import(alias.name, None, node.lineno, inside_function, for_types_only)
    elif isinstance(node, ast.ImportFrom):
        module = _absolute(node, package)
        for alias in node.names:
            yield Import(module, alias.name, node.lineno, inside_function, for_types_only)
    function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    guarded = set(map(id, node.body)) if _guards_types(node) else set[int]()
    for child in ast.iter_child_nodes(node):
        yield from imports_of(
            child,
            package,
            inside_function=inside_function or function,
            for_types_only=for_types_only or id(child) in guarded,
        )


def _absolute(node: ast.ImportFrom, package: str) -> str:
    """Resolve the leading dots of a relative import."""
    if not node.level:
        return node.module or ""
    parents = package.split(".")
    start = parents[: len(parents) - node.level + 1]
    return ".".join([*start, node.module] if node.module else start)


def _guards_types(node: ast.AST) -> bool:
    """Tell whether this is `if TYPE_CHECKING:`."""
    return isinstance(node, ast.If) and ast.unparse(node.test) in {
        "TYPE_CHECKING",
        "typing.TYPE_CHECKING",
    }
