from __future__ import annotations

import pytest

from tests.reading import facts_of


@pytest.mark.parametrize(
    ("expression", "psd"),
    [
        ("B'*B", True),
        ("S'*diag(w)*S", True),
        ("K", True),
        ("2*K + eye", True),
        ("c*K", False),
        ("-K", False),
        ("S", False),
        ("S*S", True),
        ("inv(K)", True),
        ("K*eye*K'", True),
        ("diag(w)", True),
        ("diag(b)", False),
    ],
)
def test_products_that_read_the_same_from_both_ends_are_semidefinite(expression, psd):
    assert facts_of(expression).psd is psd
