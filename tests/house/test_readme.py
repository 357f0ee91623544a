"""The README's Python runs, and prints what the README says that it prints."""

from __future__ import annotations

import contextlib
import io
import re

from tests.house.sources import ROOT

# A Python block, and the block of text that stands under it if there is one.
EXAMPLE = re.compile(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.DOTALL)


def output_of(code: str, names: dict[str, object]) -> str:
    """Run one block with the names of the blocks before it."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), names)  # noqa: S102 - our own page
    return printed.getvalue()


def test_readme_prints_what_it_says() -> None:
    examples = EXAMPLE.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert any(claimed for _, claimed in examples)
    names: dict[str, object] = {}
    for code, claimed in examples:
        printed = output_of(code, names)
        assert printed
        if claimed:
            assert printed == claimed
