"""What every target must keep: whole helpers, and names that its library has."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from types import ModuleType
from typing import Any

import pytest

from gennaker.emission.target import Target

__all__ = ["check_calls", "check_helpers", "names_of"]


def check_helpers(target: Target) -> None:
    """Each helper is one documented function of its name."""
    for name, source in target.helpers.items():
        (function,) = ast.parse(source.replace("xp.", f"{target.module}.")).body
        assert isinstance(function, ast.FunctionDef)
        assert function.name == name
        assert ast.get_docstring(function)


def names_of(target: Target) -> list[str]:
    """Return every name of the library that can be printed, in order."""
    pattern = rf"(?<![\w.])(?:{target.module})((?:\.[A-Za-z_]\w*)+)"
    found = {path.strip(".") for path in re.findall(pattern, "\n".join(_sources(target)))}
    return sorted(found)


def check_calls(target: Target, library: str) -> None:
    """Every name that can be printed exists, and takes what it is given; else it is skipped."""
    modules = {target.module: pytest.importorskip(library)}
    if target.name == "jax":
        modules["jax"] = importlib.import_module("jax")
    for source in _sources(target):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Attribute):
                _resolved(node, modules)
            elif isinstance(node, ast.Call):
                _check_call(node, modules)


def _sources(target: Target) -> list[str]:
    """Return everything that can be printed, as Python that parses."""
    texts = [*target.calls.values(), *target.helpers.values(), *target.random]
    texts += [target.outer, target.inner, target.full, target.default_dtype, target.default_device]
    found: list[str] = []
    for text in texts:
        shown = text.replace("xp.", f"{target.module}.").replace("{xp}", target.module)
        shown = re.sub(r"#\d", "a", shown).replace("#*", "a")
        if text not in target.helpers.values():
            shown = re.sub(r"\{\w+\}", "a", shown)
        found.append(shown)
    return found


def _resolved(node: ast.expr, modules: dict[str, ModuleType]) -> Any:
    """Return what a dotted name of a library stands for, None for other names."""
    if isinstance(node, ast.Name):
        return modules.get(node.id)
    if isinstance(node, ast.Attribute):
        owner = _resolved(node.value, modules)
        return None if owner is None else getattr(owner, node.attr)
    return None


def _check_call(node: ast.Call, modules: dict[str, ModuleType]) -> None:
    function = _resolved(node.func, modules)
    if function is None or any(isinstance(argument, ast.Starred) for argument in node.args):
        return
    if hasattr(function, "nin"):
        assert len(node.args) == function.nin, ast.unparse(node)
        return
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # built in, without a signature to look at
        return
    signature.bind(*node.args, **{word.arg: word.value for word in node.keywords if word.arg})
