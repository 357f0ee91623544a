from __future__ import annotations

import pytest

from gennaker.cli.contents import Bundle, Single, no_part
from gennaker.cli.mistakes import InputError

PARTS = {"A": 1.0, "b": 2.0}


def bundle(**settings) -> Bundle:
    return Bundle("data.npz", tuple(PARTS), PARTS.__getitem__, **settings)


def test_one_array_goes_by_any_name() -> None:
    assert Single("A.npy", 3.0).pick("b", matrix=False) == 3.0


@pytest.mark.parametrize(
    "ask", [lambda file: file.parts(["b"]), lambda file: file.several(["b", "c"])]
)
def test_one_array_has_no_parts(ask) -> None:
    with pytest.raises(InputError, match=r"A\.npy holds one array"):
        ask(Single("A.npy", 3.0))


def test_a_bundle_is_asked_by_name() -> None:
    assert bundle().pick("A", matrix=True) == 1.0
    assert bundle().parts(["b"]) == 2.0
    assert bundle().several(["b", "A"]) == [2.0, 1.0]


def test_the_main_array_answers_to_any_other_name() -> None:
    assert bundle(main="b").pick("c", matrix=False) == 2.0
    assert bundle(main="b").pick("A", matrix=False) == 1.0


def test_names_of_ours_may_be_replaced_in_their_order() -> None:
    assert bundle(ordered=True).several(["X", "y"]) == [1.0, 2.0]
    with pytest.raises(InputError, match="holds no X"):
        bundle().several(["X", "y"])


def test_one_of_several_names_may_be_the_main_array() -> None:
    assert bundle(main="A").several(["X", "b"]) == [1.0, 2.0]
    for names in (["A", "X"], ["X", "Y"]):
        with pytest.raises(InputError, match="holds no X"):
            bundle(main="A").several(names)


def test_a_name_that_is_missing() -> None:
    with pytest.raises(InputError, match=r"data\.npz holds no c; it holds A, b"):
        bundle().pick("c", matrix=False)
    with pytest.raises(InputError, match=r"one array of data\.npz at a time"):
        bundle().parts(["A", "b"])


def test_a_name_that_is_nearly_right() -> None:
    assert str(no_part("f.npz", "labls", ["labels", "X"])).endswith("did you mean labels?")
    many = [f"part{place}" for place in range(20)]
    assert str(no_part("f.npz", "x", many)).endswith("part11, ...")
    assert str(no_part("f.npz", "x", [])).endswith("it holds nothing")
