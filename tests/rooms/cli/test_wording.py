from __future__ import annotations

import pytest

from gennaker import DataError, Model
from gennaker.cli.wording import in_options
from gennaker.solver.options import Options
from gennaker.solver.status import Status


@pytest.mark.parametrize("status", Status)
def test_no_advice_names_an_argument_of_python(status: Status) -> None:
    shown = in_options(status.sentence)
    if status is not Status.EVALUATION_LIMIT:  # the command line sets no such limit
        assert "_" not in shown
    assert "start=" not in shown
    assert "callback" not in shown
    assert "True" not in shown


def test_a_limit_is_an_option() -> None:
    assert "raise --max-iterations, or go on from this point with -o FILE and --start FILE" in (
        in_options(Status.ITERATION_LIMIT.sentence)
    )
    assert "raise --time-limit" in in_options(Status.TIME_LIMIT.sentence)


def test_a_size_is_an_option() -> None:
    model = Model("variables\n Matrix U\nmin\n norm2(U)^2")
    with pytest.raises(DataError) as caught:
        model.solve()
    assert in_options(str(caught.value)).endswith("give it as --size U.rows=NUMBER")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tolerance": 2.0}, "--tolerance must be a number between 0 and 1"),
        ({"max_iterations": -1}, "--max-iterations must be a whole number"),
        ({"time_limit": 0}, "--time-limit must be a number of seconds"),
    ],
)
def test_options_are_named_as_they_are_typed(options, message: str) -> None:
    with pytest.raises(ValueError, match="must be") as caught:
        Options(**options)
    assert in_options(str(caught.value)).startswith(message)


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("b must be a vector, but its shape is (1, 4): pass b[0] or b.ravel()", "is (1, 4)"),
        ("all data must have one type; pass b.astype(A.dtype)", "must have one type"),
        ("b holds its numbers as Python objects; pass numpy.array(b, dtype=float) if", "objects"),
        ("this solve needs 9 GiB; pass less data or float32", "; pass less data or float32"),
    ],
)
def test_no_code_of_python_is_advised(sentence: str, shown: str) -> None:
    assert in_options(sentence).endswith(shown)
