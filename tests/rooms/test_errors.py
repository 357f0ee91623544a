from __future__ import annotations

import pickle

import pytest

from gennaker.errors import GennakerError, Mistake, ModelError


def lines(mistake: Mistake) -> list[str]:
    return str(mistake).splitlines()


def test_a_mistake_shows_place_line_caret_details_and_edit() -> None:
    mistake = Mistake(
        "vector x plus scalar b",
        line=12,
        column=5,
        length=1,
        text="  x + b",
        details=("x  vector with n entries", "b  scalar"),
        suggestion="x + b*vector(1)",
    )
    assert lines(mistake) == [
        "vector x plus scalar b",
        "line 12, column 5",
        "  12 |   x + b",
        "     |     ^",
        "  x  vector with n entries",
        "  b  scalar",
        "  try: x + b*vector(1)",
    ]


def test_plain_data_holds_every_field() -> None:
    mistake = Mistake("m", 1, 2, 3, "text", ("d",), "s")
    assert Mistake(**{**mistake.as_dict(), "details": ("d",)}) == mistake  # type: ignore[arg-type]
    assert mistake.as_dict()["details"] == ["d"]


@pytest.mark.parametrize(
    ("text", "column", "length", "shown"),
    [
        ("x + yy", 5, 2, "x + yy\n    ^^"),
        ("\tx + y", 6, 1, " x + y\n     ^"),
        ("变量 + 1", 4, 1, "变量 + 1\n     ^"),
        ("e\u0301 + 1", 4, 1, "e\u0301 + 1\n  ^"),
        ("a\0b", 2, 1, "a b\n ^"),
        ("", 1, 1, "\n^"),
        ("x", 2, 1, "x\n ^"),
    ],
    ids=["plain", "tab", "wide", "combining", "nul", "empty", "end"],
)
def test_the_caret_stands_under_the_symbol(text: str, column: int, length: int, shown: str) -> None:
    found = lines(Mistake("m", 1, column, length, text))[2:4]
    assert [line[len("  1 | ") :] for line in found] == shown.split("\n")


@pytest.mark.parametrize("before", [0, 20, 60, 1000])
@pytest.mark.parametrize("behind", [0, 20, 60, 1000])
def test_a_long_line_is_cut_around_the_symbol(before: int, behind: int) -> None:
    text = "." * before + "?!" + "." * behind
    _, _, shown, carets = lines(Mistake("m", 1, before + 1, 2, text))
    assert len(shown) <= 6 + 100 + 2 * len("...")
    assert shown[carets.index("^") : carets.rindex("^") + 1] == "?!"


def test_a_long_symbol_has_its_carets_inside_the_window() -> None:
    _, _, shown, carets = lines(Mistake("m", 1, 11, 5000, "." * 10 + "a" * 5000))
    assert shown.endswith("a...")
    assert len(carets) == len(shown) - len("...")


def test_no_line_ends_with_a_blank() -> None:
    assert [line for line in lines(Mistake("m", 7, 1, 1, "   ")) if line != line.rstrip()] == []


def test_mistakes_are_told_once_in_the_order_of_their_places() -> None:
    first, second, third = (Mistake("m", *place, 1, "t") for place in [(1, 9), (2, 1), (2, 3)])
    error = ModelError((third, first, second, first))
    assert error.mistakes == (first, second, third)
    assert str(error).splitlines()[0] == "3 mistakes in the model"


def test_one_mistake_is_shown_as_it_is() -> None:
    mistake = Mistake("m", 1, 1, 1, "t")
    assert str(ModelError((mistake,))) == str(mistake)


def test_the_first_twenty_are_shown_in_full() -> None:
    error = ModelError(tuple(Mistake(f"m{line}", line, 1, 1, "t") for line in range(1, 26)))
    assert str(error).count("column") == 20
    assert str(error).endswith("... and 5 more")
    assert len(error.mistakes) == 25


def test_the_error_is_a_value_error_of_ours() -> None:
    error = ModelError((Mistake("m", 1, 1, 1, "t"),))
    assert isinstance(error, ValueError)
    assert isinstance(error, GennakerError)


def test_the_error_survives_a_process_border() -> None:
    error = ModelError((Mistake("m", 1, 1, 1, "t", ("d",), "s"),))
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert again.mistakes == error.mistakes
    assert str(again) == str(error)
