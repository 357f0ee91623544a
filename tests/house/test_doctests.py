"""Examples in docstrings run and print what they say."""

from __future__ import annotations

import doctest
import importlib

import pytest

from tests.house.sources import Module, modules

WITH_EXAMPLES = [module for module in modules() if ">>>" in module.path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("module", WITH_EXAMPLES, ids=lambda module: module.name)
def test_docstring_examples(module: Module) -> None:
    results = doctest.testmod(importlib.import_module(module.name))
    assert results.attempted
    assert results.failed == 0
