from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gennaker import Model
from gennaker.expressions import SCALAR, Dimension, Node, Shape, make
from gennaker.expressions.show import (
    Printer,
    Style,
    latex,
    number_text,
    symbol_latex,
    text,
    unicode,
)
from gennaker.operations.leaves import VARIABLE, fill, number, symbol
from gennaker.operations.products import ADD, NEG, POW, SCALE, TRANSPOSE

DECLARED = """
parameters
  Matrix A(n, n), B(n, n)
  Vector b(n)
  Scalar s, t, p
variables
  Vector x(n)
  Matrix X(n, n)
  Scalar u, x_1, x1
let
"""


def read(expression: str) -> Node:
    """Return the node of an expression over the names above."""
    return Model(f"{DECLARED}  found = {expression}\nmin\n  u^2").problem.lets[0].value


# Written as model text with every bracket that is needed, in Unicode, in LaTeX.
SPELLINGS = [
    ("x + b - x", "x + b − x", "x + b - x"),
    ("x - (b - x)", "x − (b − x)", r"x - \left(b - x\right)"),
    ("-x - -b", "−x − −b", "-x - -b"),
    ("-(x + b)", "−(x + b)", r"-\left(x + b\right)"),
    ("-s*x", "−s·x", r"-s \, x"),
    ("-(s*x)", "−(s·x)", r"-\left(s \, x\right)"),
    ("s*-x", "s·−x", r"s \, -x"),
    ("A*B*x", "A·B·x", r"A \, B \, x"),
    ("A*(B*x)", "A·(B·x)", r"A \, \left(B \, x\right)"),
    ("A*(x + b)", "A·(x + b)", r"A \, \left(x + b\right)"),
    ("x.*b./x", "x ⊙ b ⊘ x", r"x \odot b \oslash x"),
    ("x.*(b./x)", "x ⊙ (b ⊘ x)", r"x \odot \left(b \oslash x\right)"),
    ("s/t*u", "s/t·u", r"\frac{s}{t} \, u"),
    ("s/(t*u)", "s/(t·u)", r"\frac{s}{t \, u}"),
    ("(s + t)/u", "(s + t)/u", r"\frac{s + t}{u}"),
    ("(s/t)^2", "(s/t)²", r"\left(\frac{s}{t}\right)^{2}"),
    ("(x/s)'", "(x/s)ᵀ", r"\left(\frac{x}{s}\right)^\top"),
    ("2*s*3", "2·s·3", r"2 \, s \cdot 3"),
    ("s*2^p", "s·2^p", r"s \cdot 2^{p}"),
    ("-u^2", "−u²", "-u^{2}"),
    ("(-u)^2", "(−u)²", r"\left(-u\right)^{2}"),
    ("u^-2", "u⁻²", "u^{-2}"),
    ("u^-p", "u^-p", "u^{-p}"),
    ("u^(p + 1)", "u^(p + 1)", "u^{p + 1}"),
    ("u^(1/2)", "u^(1/2)", r"u^{\frac{1}{2}}"),
    ("(u^2)^3", "(u²)³", r"\left(u^{2}\right)^{3}"),
    ("(s*t)^2", "(s·t)²", r"\left(s \, t\right)^{2}"),
    ("x.^2", "x.²", r"x^{\circ 2}"),
    ("x.^b", "x.^b", r"x^{\circ b}"),
    ("A^3", "A³", "A^{3}"),
    ("A'^2", "Aᵀ²", r"\left(A^\top\right)^{2}"),
    ("(A^2)'", "(A²)ᵀ", r"\left(A^{2}\right)^\top"),
    ("A''", "Aᵀᵀ", r"{A^\top}^\top"),
    ("(A*x)'", "(A·x)ᵀ", r"\left(A \, x\right)^\top"),
    ("x'*A*x", "xᵀ·A·x", r"x^\top \, A \, x"),
    ("x[2]", "x[2]", "x_{2}"),
    ("x[2:end]", "x[2:end]", r"x_{2:end}"),
    ("x[1:end - 1]", "x[1:end − 1]", r"x_{1:end - 1}"),
    ("A[1, :]", "A[1, :]", "A_{1, :}"),
    ("A'[1, :]", "Aᵀ[1, :]", r"\left(A^\top\right)_{1, :}"),
    ("A[1, :]'", "A[1, :]ᵀ", r"A_{1, :}^\top"),
    ("x[1]^2", "x[1]²", "x_{1}^{2}"),
    ("x[2:3][1]", "x[2:3][1]", r"\left(x_{2:3}\right)_{1}"),
    ("(x + b)[1]", "(x + b)[1]", r"\left(x + b\right)_{1}"),
    ("relu(x)[1]", "(x)₊[1]", r"\left(\left(x\right)_+\right)_{1}"),
    ("[x; b]", "[x; b]", r"\begin{bmatrix} x \\ b \end{bmatrix}"),
    ("[A, B; B, A]", "[A, B; B, A]", r"\begin{bmatrix} A & B \\ B & A \end{bmatrix}"),
    ("[x + b; x]'", "[x + b; x]ᵀ", r"\begin{bmatrix} x + b \\ x \end{bmatrix}^\top"),
    ("x - vector(1)", "x − 𝟏", r"x - \mathbf{1}"),
    ("x - vector(0)", "x − 𝟎", r"x - \mathbf{0}"),
    ("x - vector(s)", "x − s·𝟏", r"x - s \, \mathbf{1}"),
    ("x - vector(s + t)", "x − (s + t)·𝟏", r"x - \left(s + t\right) \, \mathbf{1}"),
    ("x.*vector(s)", "x ⊙ (s·𝟏)", r"x \odot \left(s \, \mathbf{1}\right)"),
    ("x'*vector(1, n)", "xᵀ·𝟏", r"x^\top \, \mathbf{1}"),
    ("x*vector(1, n)'", "x·𝟏ᵀ", r"x \, \mathbf{1}^\top"),
    ("A - matrix(1)", "A − 𝟏𝟏ᵀ", r"A - \mathbf{1}\mathbf{1}^\top"),
    ("A.*matrix(1)", "A ⊙ (𝟏𝟏ᵀ)", r"A \odot \left(\mathbf{1}\mathbf{1}^\top\right)"),
    ("A + 2*eye", "A + 2·I", r"A + 2 \, I"),
    ("eye(n)*A", "I·A", r"I \, A"),
    ("norm2(x - b)^2", "‖x − b‖₂²", r"\left\lVert x - b \right\rVert_{2}^{2}"),
    ("abs(u)^2", "|u|²", r"\left\lvert u \right\rvert^{2}"),
    ("sqrt(u)", "√u", r"\sqrt{u}"),
    ("sqrt(u + 1)", "√(u + 1)", r"\sqrt{u + 1}"),
    ("sqrt(u)^2", "(√u)²", r"\sqrt{u}^{2}"),
    ("inv(A)", "A⁻¹", "A^{-1}"),
    ("inv(A)^2", "(A⁻¹)²", r"\left(A^{-1}\right)^{2}"),
    ("inv(A')", "Aᵀ⁻¹", r"\left(A^\top\right)^{-1}"),
    ("inv(A + B)'", "((A + B)⁻¹)ᵀ", r"\left(\left(A + B\right)^{-1}\right)^\top"),
    ("square(x)", "square(x)", r"x^{\circ 2}"),
    ("sum(x)", "∑(x)", r"{\textstyle\sum}\left(x\right)"),
    ("sum(A, rows)", "sum(A, rows)", r"\operatorname{sum}_{\mathrm{rows}}\left(A\right)"),
    ("max(x, b)", "max(x, b)", r"\max\left(x, b\right)"),
    ("exp(-x)", "exp(−x)", r"\exp\left(-x\right)"),
    ("sigmoid(u)", "σ(u)", r"\sigma\left(u\right)"),
    ("1e-6*x", "10⁻⁶·x", r"10^{-6} \, x"),
    ("2.5e-07*x", "2.5·10⁻⁷·x", r"2.5 \cdot 10^{-7} \, x"),
    ("2.5e-07^p", "(2.5·10⁻⁷)^p", r"\left(2.5 \cdot 10^{-7}\right)^{p}"),
    ("0.5*x", "0.5·x", r"0.5 \, x"),
    ("x_1*x1", "x_1·x1", r"x_{1} \, x_{1}"),
    ("x*(n - 1)", "x·(n − 1)", r"x \, \left(n - 1\right)"),
]
each_spelling = pytest.mark.parametrize(
    ("source", "plain", "tex"), SPELLINGS, ids=[source for source, _, _ in SPELLINGS]
)


@each_spelling
def test_text_reads_back_with_no_bracket_too_many(source: str, plain: str, tex: str) -> None:
    node = read(source)
    shown = text(node)
    assert read(shown) is node
    if "e-" not in source:
        assert shown == source
    assert (unicode(node), latex(node)) == (plain, tex)


@each_spelling
def test_no_bracket_can_be_left_out(source: str, plain: str, tex: str) -> None:
    """Take away each pair of round brackets that belongs to no function."""
    node = read(source)
    shown = text(node)
    assert (plain, tex) == (unicode(node), latex(node))
    for opening in re.finditer(r"(?<!\w)\(", shown):
        depth = 0
        for place in range(opening.start(), len(shown)):
            depth += {"(": 1, ")": -1}.get(shown[place], 0)
            if depth == 0:
                break
        without = shown[: opening.start()] + shown[opening.end() : place] + shown[place + 1 :]
        try:
            other = read(without)
        except ValueError:
            continue
        assert other is not node, f"{shown} could be written {without}"


@each_spelling
def test_latex_never_has_two_marks_at_one_place(source: str, plain: str, tex: str) -> None:
    """TeX stops at ``x^a^b`` and ``x_a_b``; what it sees is checked group by group."""
    shown = tex.replace(r"\left", "").replace(r"\right", "")
    assert shown.count("{") == shown.count("}")
    assert (source, plain) != ("", "")
    while "{" in shown:
        smaller = re.sub(r"\{[^{}]*\}", "G", shown)
        assert not re.search(r"\^(G|\\top|.)\^|_(G|.)_", smaller), smaller
        shown = smaller


def test_negative_numbers_are_bracketed_like_signs() -> None:
    x = symbol(VARIABLE, "x", SCALAR, frozenset())
    minus_two = number(-2)
    assert text(make(POW, (minus_two, x), SCALAR)) == "(-2)^x"
    assert text(make(SCALE, (minus_two, x), SCALAR)) == "-2*x"
    assert unicode(make(ADD, (x, minus_two), SCALAR)) == "x + −2"
    assert latex(make(SCALE, (x, number(-1e-6)), SCALAR)) == r"x \cdot -10^{-6}"


def test_a_row_of_equal_entries_is_a_transposed_vector() -> None:
    row = fill(number(1), Shape.row(Dimension.named("n")))
    assert (text(row), unicode(row), latex(row)) == ("vector(1)'", "𝟏ᵀ", r"\mathbf{1}^\top")
    column = make(TRANSPOSE, (row,), row.shape.transposed)
    assert latex(column) == r"{\mathbf{1}^\top}^\top"
    assert text(make(TRANSPOSE, (row,), row.shape.transposed)) == "vector(1)''"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("x", "x"),
        ("lambda", r"\lambda"),
        ("Lambda", r"\Lambda"),
        ("lambda1", r"\lambda_{1}"),
        ("x1", "x_{1}"),
        ("x12", "x_{12}"),
        ("x1_2", "x_{1,2}"),
        ("x_max", r"x_{\mathrm{max}}"),
        ("w_1_new", r"w_{1,\mathrm{new}}"),
        ("beta_0", r"\beta_{0}"),
        ("weights", r"\mathrm{weights}"),
        ("run2", r"\mathrm{run2}"),
        ("x_", r"\mathrm{x\_}"),
        ("_", r"\mathrm{\_}"),
        ("a__b", r"\mathrm{a\_\_b}"),
        ("größe", r"\mathrm{größe}"),
        ("λ", "λ"),
    ],
)
def test_names_in_latex(name: str, shown: str) -> None:
    assert symbol_latex(name) == shown


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=0))
def test_numbers_are_read_back_exactly(value: float) -> None:
    assert float(number_text(value)) == value
    assert read(f"{number_text(value)}*u").args[0].payload == value


def test_whole_numbers_look_whole() -> None:
    shown = [number_text(value) for value in (2.0, -3.0, 1e15, 0.1, 1e-6)]
    assert shown == ["2", "-3", "1000000000000000.0", "0.1", "1e-06"]


def test_names_stand_for_known_expressions() -> None:
    inner, outer = read("A*x - b"), read("norm2(A*x - b)^2 + sum(A*x - b)")
    names = {inner: (0, "r"), outer: (1, "whole")}
    printer = Printer(Style.TEXT, names, before=1)
    assert printer.render(outer) == "norm2(r)^2 + sum(r)"
    assert printer.render(inner) == "A*x - b"
    assert printer.render(inner, by_name=True) == "r"
    assert Printer(Style.TEXT, names, before=0).render(inner, by_name=True) == "A*x - b"


def test_a_name_needs_no_brackets() -> None:
    inner = read("x + b")
    names = {inner: (0, "r"), read("x'"): (1, "y"), read("-x"): (2, "neg_x")}
    shown = {
        source: tuple(Printer(style, names, 3).render(read(source)) for style in Style)
        for source in ("(x + b)'", "(x + b)[1]", "b + -x", "(-x).*b")
    }
    assert shown == {
        "(x + b)'": ("r'", "rᵀ", r"r^\top"),
        "(x + b)[1]": ("r[1]", "r[1]", "r_{1}"),
        "b + -x": ("b + neg_x", "b + neg_x", r"b + \mathrm{neg}_{x}"),
        "(-x).*b": ("neg_x.*b", "neg_x ⊙ b", r"\mathrm{neg}_{x} \odot b"),
    }


def test_tight_text_can_stand_beside_any_operator() -> None:
    shown = [text(read(e), tight=True) for e in ("x + b", "s*x", "-x", "x.^2", "x'", "x", "x[1]")]
    assert shown == ["(x + b)", "(s*x)", "(-x)", "(x.^2)", "x'", "x", "x[1]"]


@pytest.mark.parametrize("limit", [10, 20, 39, 40])
def test_long_text_is_cut(limit: int) -> None:
    whole = text(read("norm2(A*x - b)^2 + sum(x.^2)/s"))
    shown = text(read("norm2(A*x - b)^2 + sum(x.^2)/s"), limit)
    assert shown == (whole if len(whole) <= limit else whole[: limit - 3] + "...")


def test_a_cut_stays_short_at_the_left_end_of_a_long_product() -> None:
    product = read("x" + ".*b" * 100)
    assert text(product, 30) == "....*b.*b.*b.*b.*b.*b.*b.*b..."
    assert len(text(make(NEG, (product,), product.shape), 30)) == 30
