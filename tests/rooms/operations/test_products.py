from __future__ import annotations

from itertools import product

import pytest

from gennaker import Model, ModelError
from gennaker.expressions import Curvature, Monotone, Sign
from gennaker.operations.products import _power_bend, power_sign, product_reason, unsigned
from tests.contracts.zoo import facts, node

OPERANDS = {"s": "scalar", "x": "vector", "x'": "row vector", "X": "matrix"}
KINDS = {
    "*": [
        ["scalar", "vector", "row vector", "matrix"],
        ["vector", None, "matrix", None],
        ["row vector", "scalar", None, "row vector"],
        ["matrix", "vector", None, "matrix"],
    ],
    ".*": [
        ["scalar", "vector", "row vector", "matrix"],
        ["vector", "vector", None, None],
        ["row vector", None, "row vector", None],
        ["matrix", None, None, "matrix"],
    ],
    "/": [
        ["scalar", None, None, None],
        ["vector", None, None, None],
        ["row vector", None, None, None],
        ["matrix", None, None, None],
    ],
    "+": [
        ["scalar", None, None, None],
        [None, "vector", None, None],
        [None, None, "row vector", None],
        [None, None, None, "matrix"],
    ],
    "^": [
        ["scalar", None, None, None],
        [None, None, None, None],
        [None, None, None, None],
        [None, None, None, None],
    ],
}
KINDS["./"] = KINDS[".^"] = KINDS[".*"]
KINDS["-"] = KINDS["+"]
CASES = [
    (f"{left}{operator}{right}", KINDS[operator][row][column])
    for operator in KINDS
    for row, left in enumerate(OPERANDS)
    for column, right in enumerate(OPERANDS)
]
SIGNS = [Sign(bits) for bits in range(1, 8)]
POWERS = [-3.0, -2.0, -1.5, -1.0, -0.5, 0.3, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0]
NUMBERS = {Sign.NEGATIVE: (-2.0, -0.3), Sign.ZERO: (0.0,), Sign.POSITIVE: (0.3, 2.0)}


@pytest.mark.parametrize(("expression", "kind"), CASES)
def test_which_kinds_go_together(expression: str, kind: str | None) -> None:
    if kind is not None:
        assert node(expression).kind == kind
        return
    with pytest.raises(ModelError) as caught:
        node(expression)
    (mistake,) = caught.value.mistakes
    assert mistake.suggestion
    assert mistake.details


@pytest.mark.parametrize(
    ("wrong", "edit"),
    [
        ("x*d", "x'*d"),
        ("x*X", "x'*X"),
        ("x'*d'", "x'*d"),
        ("X*x'", "X*x"),
        ("x/d", "x./d"),
        ("s/X", "s./X"),
        ("x^2", "norm2(x)^2 or x.^2"),
        ("(x + d)^3", "(x + d).^3"),
        ("s^x", "s.^x"),
    ],
)
def test_the_edit_that_is_suggested(wrong: str, edit: str) -> None:
    with pytest.raises(ModelError) as caught:
        node(wrong)
    assert caught.value.mistakes[0].suggestion == edit
    for part in edit.split(" or "):
        assert node(part)


def test_inner_sizes_must_agree() -> None:
    with pytest.raises(ModelError, match=r"matrix X times vector .*: the sizes differ"):
        node("X*[x; 1]")


def values(sign: Sign) -> list[float]:
    return [number for single, some in NUMBERS.items() if single & sign for number in some]


def power_of(base: float, power: float) -> float | None:
    try:
        result = base**power
    except ZeroDivisionError:
        return None
    return None if isinstance(result, complex) else result


@pytest.mark.parametrize(("sign", "power"), list(product(SIGNS, POWERS)))
def test_signs_of_powers_are_those_of_numbers(sign: Sign, power: float) -> None:
    found = [value for base in values(sign) if (value := power_of(base, power)) is not None]
    reached = Sign(0)
    for value in found:
        reached |= Sign.of(value)
    if reached:
        assert power_sign(power, sign) is reached
    else:  # never defined: anything may be said but nothing at all
        assert power_sign(power, sign)


@pytest.mark.parametrize(("sign", "power"), list(product(SIGNS, POWERS)))
def test_bends_of_powers_are_those_of_numbers(sign: Sign, power: float) -> None:
    """Compare with middle values and differences on a grid of the bases that are possible."""
    bend = _power_bend(power, sign)
    grid = [k / 8 for k in range(-24, 25) if Sign.of(k) & sign]
    known = {base: value for base in grid if (value := power_of(base, power)) is not None}
    triples = [(a, b, (a + b) / 2) for a in known for b in known if (a + b) / 2 in known]
    gaps = [known[m] - (known[a] + known[b]) / 2 for a, b, m in triples]
    steps = [known[b] - known[a] for a in known for b in known if a < b]
    straddles = sign & Sign.NEGATIVE and sign & Sign.POSITIVE
    if bend.curvature is Curvature.CONVEX or bend.curvature is Curvature.AFFINE:
        assert all(gap <= 1e-9 for gap in gaps)
    if bend.curvature is Curvature.CONCAVE or bend.curvature is Curvature.AFFINE:
        assert all(gap >= -1e-9 for gap in gaps)
    if bend.curvature is Curvature.UNKNOWN:
        assert straddles
        assert power.is_integer()
    if bend.monotone is Monotone.RISING:
        assert all(step >= 0 for step in steps)
    if bend.monotone is Monotone.FALLING:
        assert all(step <= 0 for step in steps)


@pytest.mark.parametrize("base", ["s", "c", "0", "norm1(x) - exp(s)"])
def test_the_power_0_is_1_whatever_the_base(base: str) -> None:
    found = facts(f"({base})^0")
    assert found.sign is Sign.POSITIVE
    assert found.curvature.is_affine
    assert found.is_constant is facts(base).is_constant


@pytest.mark.parametrize(
    ("expression", "sign", "curvature"),
    [
        ("cp^s", Sign.POSITIVE, Curvature.CONVEX),
        ("2^(s + 1)", Sign.POSITIVE, Curvature.CONVEX),
        ("cn^s", Sign.NONNEGATIVE, Curvature.UNKNOWN),
        ("0^cn", Sign.NONNEGATIVE, Curvature.CONSTANT),
        ("c^cp", Sign.UNKNOWN, Curvature.CONSTANT),
        ("cp^c", Sign.POSITIVE, Curvature.CONSTANT),
        ("sp^cp", Sign.POSITIVE, Curvature.UNKNOWN),
        ("cp^exp(s)", Sign.POSITIVE, Curvature.UNKNOWN),
        ("1/sn", Sign.POSITIVE, Curvature.CONVEX),
        ("-1/sz", Sign.POSITIVE, Curvature.CONVEX),
        ("1/sm", Sign.NEGATIVE, Curvature.CONCAVE),
        ("1/s", Sign.NONZERO, Curvature.UNKNOWN),
        ("s/c", Sign.UNKNOWN, Curvature.AFFINE),
        ("0/s", Sign.ZERO, Curvature.UNKNOWN),
        ("exp(s)/c", Sign.NONZERO, Curvature.UNKNOWN),
        ("0*exp(s)", Sign.ZERO, Curvature.AFFINE),
        ("c*exp(s)", Sign.UNKNOWN, Curvature.UNKNOWN),
        ("-cn*exp(s)", Sign.NONPOSITIVE, Curvature.CONCAVE),
        ("s*s", Sign.NONNEGATIVE, Curvature.CONVEX),
        ("c*c", Sign.NONNEGATIVE, Curvature.CONSTANT),
        ("s - s", Sign.UNKNOWN, Curvature.AFFINE),
        ("sp - sm", Sign.POSITIVE, Curvature.AFFINE),
    ],
)
def test_sign_and_curvature(expression: str, sign: Sign, curvature: Curvature) -> None:
    found = facts(expression)
    assert (found.sign, found.curvature) == (sign, curvature)


@pytest.mark.parametrize(
    ("expression", "sign", "curvature"),
    [
        ("N^2", Sign.NONNEGATIVE, Curvature.CONSTANT),
        ("N^0", Sign.NONNEGATIVE, Curvature.CONSTANT),
        ("N^-1", Sign.UNKNOWN, Curvature.CONSTANT),
        ("X^1", Sign.UNKNOWN, Curvature.AFFINE),
        ("X^0", Sign.NONNEGATIVE, Curvature.AFFINE),
        ("Xn^2", Sign.NONNEGATIVE, Curvature.UNKNOWN),
    ],
)
def test_matrix_powers(expression: str, sign: Sign, curvature: Curvature) -> None:
    found = facts(expression)
    assert (found.sign, found.curvature) == (sign, curvature)


def test_reasons() -> None:
    c, product_ = node("c"), node("c*exp(s)")
    assert unsigned(c, product_) == (
        "the sign of c is not known in c*exp(s) (declare it nonnegative if it is)"
    )
    assert unsigned(node("c - 1"), product_) == "the sign of c - 1 is not known in c*exp(s)"
    assert product_reason(node("s*sp")) == "s*sp multiplies expressions that both hold variables"


def test_a_long_sum_of_one_shape_is_checked_without_printing_it() -> None:
    terms = " + ".join(["x"] * 20_000)
    found = Model(f"variables\n  Vector x\nmin\n  sum({terms})").problem.objective
    assert len(found.args[0].args) == 20_000
