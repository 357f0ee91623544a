from __future__ import annotations

import ast
import importlib
import re

import pytest

from gennaker.pipeline.load import TARGETS

TARGET = TARGETS["numpy"]


def test_helpers_are_whole_functions():
    for name, source in TARGET.helpers.items():
        (function,) = ast.parse(source.replace("xp.", f"{TARGET.module}.")).body
        assert isinstance(function, ast.FunctionDef)
        assert function.name == name
        assert ast.get_docstring(function)


def test_every_name_of_the_library_exists():
    library = pytest.importorskip("numpy")
    names = {"jax": importlib.import_module("jax")} if TARGET.name == "jax" else {}
    names[TARGET.module] = library
    everything = [*TARGET.calls.values(), *TARGET.helpers.values(), TARGET.outer, TARGET.inner]
    text = "\n".join(everything).replace("{xp}", TARGET.module).replace("xp.", f"{TARGET.module}.")
    for module, path in set(
        re.findall(rf"(?<![\w.])({'|'.join(names)})((?:\.[A-Za-z_]\w*)+)", text)
    ):
        found = names[module]
        for part in path.strip(".").split("."):
            found = getattr(found, part)
