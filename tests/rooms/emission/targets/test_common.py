from __future__ import annotations

import re

import pytest

from gennaker.operations.derived import DERIVED
from gennaker.operations.table import OPERATIONS
from gennaker.pipeline.load import TARGETS

PRINTED = {  # operations that the printer lays out itself
    "add",
    "neg",
    "matmul",
    "scale",
    "elmul",
    "div",
    "eldiv",
    "pow",
    "elpow",
    "transpose",
    "index",
    "fill",
    "number",
    "parameter",
    "variable",
    "size",
    "stack",
    "tensor",
}
GONE = {"norm1", "norminf", "mean", "mean_rows", "mean_columns", "square", "sqrt"}


def test_every_operation_can_be_printed():
    rows = {row.name for row in (*OPERATIONS, *DERIVED)}
    assert rows - PRINTED - GONE <= set(TARGETS["numpy"].calls)


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_templates_call_helpers_that_exist(target):
    for template in target.calls.values():
        for helper in re.findall(r"(?<![\w.])_[a-z]\w*(?=\()", template):
            assert f"def {helper}(" in target.helpers[helper]
