"""What every target must keep: whole helpers, and names that its library has."""

from __future__ import annotations

import ast
import importlib
import re

import pytest

from gennaker.emission.target import Target


def check_helpers(target: Target) -> None:
    """Each helper is one documented function of its name."""
    for name, source in target.helpers.items():
        (function,) = ast.parse(source.replace("xp.", f"{target.module}.")).body
        assert isinstance(function, ast.FunctionDef)
        assert function.name == name
        assert ast.get_docstring(function)


def check_names(target: Target, library: str) -> None:
    """Every name of the library that can be printed exists; skips where it is not installed."""
    names = {target.module: pytest.importorskip(library)}
    if target.name == "jax":
        names["jax"] = importlib.import_module("jax")
    everything = [*target.calls.values(), *target.helpers.values(), target.outer, target.inner]
    text = "\n".join(everything).replace("{xp}", target.module)
    text = text.replace("xp.", f"{target.module}.")
    pattern = rf"(?<![\w.])({'|'.join(names)})((?:\.[A-Za-z_]\w*)+)"
    for module, path in set(re.findall(pattern, text)):
        found = names[module]
        for part in path.strip(".").split("."):
            found = getattr(found, part)
