from __future__ import annotations

import pytest

from gennaker.errors import ModelError
from gennaker.language.single import read_expression
from gennaker.language.syntax import Product, Sum


def test_one_expression_is_read():
    assert isinstance(read_expression("A*x - b"), Sum)
    assert isinstance(read_expression("A *\n x"), Product)


@pytest.mark.parametrize("text", ["", "x y", "x >= 0", "x\nst\nx >= 0", "(x", "min x", "x + "])
def test_anything_else_is_refused_with_a_place(text):
    with pytest.raises(ModelError) as caught:
        read_expression(text)
    assert all(mistake.line >= 1 for mistake in caught.value.mistakes)
    assert caught.value.mistakes
