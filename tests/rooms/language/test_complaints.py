from __future__ import annotations

import pytest

from gennaker.language.parser import parse
from gennaker.language.source import Source


@pytest.mark.parametrize(
    ("objective", "message", "suggestion"),
    [
        ("x ** 2", "powers are written with ^", "^"),
        ("A @ x", "matrix product is written with *", "*"),
        ("2x", "operator is missing", "2*x"),
        ("x.T*x", "transpose", "'"),
        ("np.exp(x)", "library", "exp"),
        ("norm2(x", "never closed", ")"),
        ("norm2(x]", "closed by", ")"),
        ("x)", "closes nothing", ""),
        ("x +", "nothing stands behind", ""),
    ],
)
def test_habits_are_explained(objective, message, suggestion):
    _, mistakes = parse(Source(f"variables\n Vector x\nmin\n {objective}\n"))
    assert message in mistakes[0].message
    assert mistakes[0].line == 4
    assert suggestion in (mistakes[0].suggestion or "")
