"""Settings for every test: what hypothesis draws, and which libraries are missing."""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest
from hypothesis import settings

ARRAY_LIBRARIES = ("numpy", "array_api_strict", "jax", "torch", "cupy")
RIVALS = ("scipy", "sklearn", "cvxpy", "clarabel", "jaxopt", "ot")  # other ways to our answers

# HYPOTHESIS_PROFILE names one of these; CI draws the same examples in every run.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("thorough", deadline=None, max_examples=5000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what this run could not exercise or compare with, so that no skip is silent."""
    for names, undone in ((ARRAY_LIBRARIES, "exercised"), (RIVALS, "compared with")):
        missing = [name for name in names if find_spec(name) is None]
        if missing:
            terminalreporter.write_line(f"not installed, so not {undone}: {', '.join(missing)}")
