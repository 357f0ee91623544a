"""Sums, products, quotients, powers and transposes: the operators of the language."""

from __future__ import annotations

from gennaker.expressions.curvature import Curvature, Facts
from gennaker.expressions.node import Node
from gennaker.expressions.operation import Operation, ShapeMismatch, Spelling
from gennaker.expressions.shape import SCALAR, Kind, Shape
from gennaker.expressions.show import text
from gennaker.expressions.sign import Sign
from gennaker.expressions.sizes import Sizes
from gennaker.operations.facts import (
    AFFINE_RISING,
    CONCAVE_FALLING,
    CONCAVE_RISING,
    CONVEX,
    CONVEX_FALLING,
    CONVEX_RISING,
    MIXED,
    Bend,
    composed,
    first_reason,
    literal,
    magnitude,
)
from gennaker.operations.shapes import mismatch, same, shown, square, tight, untransposed

__all__ = [
    "ADD",
    "DIV",
    "ELDIV",
    "ELMUL",
    "ELPOW",
    "MATMUL",
    "MATPOW",
    "NEG",
    "POW",
    "SCALE",
    "TRANSPOSE",
    "power_sign",
    "product_reason",
    "unsigned",
]

SHOWN = 50


def _add_shape(args: tuple[Node, ...], sizes: Sizes) -> Shape:
    for term in args[1:]:
        what, sign, shown_term = (
            ("minus", "-", term.args[0]) if term.op.name == "neg" else ("plus", "+", term)
        )
        same(what, sign, args[0], shown_term, sizes)
    return args[0].shape


def _add_facts(node: Node, facts: tuple[Facts, ...]) -> Facts:
    sign, curvature = facts[0].sign, facts[0].curvature
    for fact in facts[1:]:
        sign, curvature = sign + fact.sign, curvature + fact.curvature
    psd = all(fact.psd for fact in facts)
    if curvature is not Curvature.UNKNOWN:
        return Facts(sign, curvature, psd)
    return Facts(sign, curvature, psd, first_reason(facts) or _add_reason(node, facts))


def _add_reason(node: Node, facts: tuple[Facts, ...]) -> str:
    """Name a convex and a concave term."""
    terms = dict(zip((fact.curvature for fact in facts), node.args, strict=True))
    convex, concave = (shown(terms[c]) for c in (Curvature.CONVEX, Curvature.CONCAVE))
    return f"{shown(node)} adds the convex {convex} and the concave {concave}"


def _matmul_shape(args: tuple[Node, ...], sizes: Sizes) -> Shape:
    left, right = args
    kinds = (left.kind, right.kind)
    inner_fits = (left.kind in {Kind.ROW, Kind.MATRIX}) == (
        right.kind in {Kind.VECTOR, Kind.MATRIX}
    )
    if not inner_fits:
        raise mismatch("times", left, right, _matmul_edit(left, right))
    if left.kind is Kind.VECTOR:  # times a row vector
        return Shape.matrix(left.shape.axes[0], right.shape.axes[0])
    because = f"{shown(left)}*{shown(right)}"
    if not sizes.equate(left.shape.axes[-1], right.shape.axes[0], because):
        raise mismatch("times", left, right, None, differ=True)
    match kinds:
        case (Kind.ROW, Kind.VECTOR):
            return SCALAR
        case (Kind.ROW, _):
            return Shape.row(right.shape.axes[1])
        case (_, Kind.VECTOR):
            return Shape.vector(left.shape.axes[0])
        case _:
            return Shape.matrix(left.shape.axes[0], right.shape.axes[1])


def _matmul_edit(left: Node, right: Node) -> str:
    match (left.kind, right.kind):
        case (Kind.VECTOR, Kind.VECTOR | Kind.MATRIX):
            return f"{untransposed(left)}*{tight(right)}"
        case _:
            return f"{tight(left)}*{untransposed(right)}"


def _matmul_facts(node: Node, facts: tuple[Facts, ...]) -> Facts:
    left, right = facts
    sign = left.sign * right.sign
    return _product(node, facts, sign + sign, psd=False)


def _scale_facts(node: Node, facts: tuple[Facts, ...]) -> Facts:
    left, right = facts
    scalar, array = (left, right) if node.args[0].is_scalar else (right, left)
    psd = array.psd and scalar.sign.is_nonnegative
    return _product(node, facts, _entry_sign(node, facts), psd=psd)


def _elmul_facts(node: Node, facts: tuple[Facts, ...]) -> Facts:
    psd = all(fact.psd for fact in facts)  # the Schur product theorem
    return _product(node, facts, _entry_sign(node, facts), psd=psd)


def _entry_sign(node: Node, facts: tuple[Facts, ...]) -> Sign:
    left, right = facts
    return magnitude(left.sign) if node.args[0] is node.args[1] else left.sign * right.sign


def _product(node: Node, facts: tuple[Facts, ...], sign: Sign, *, psd: bool) -> Facts:
    """Facts of a product in which at most one factor holds variables."""
    left, right = facts
    if Curvature.CONSTANT not in {left.curvature, right.curvature}:
        return Facts(sign, Curvature.UNKNOWN, psd, first_reason(facts) or product_reason(node))
    factor, other = (left, right) if left.curvature is Curvature.CONSTANT else (right, left)
    curvature = other.curvature.scaled(factor.sign)
    if curvature is not Curvature.UNKNOWN:
        return Facts(sign, curvature, psd)
    constant = node.args[0] if factor is left else node.args[1]
    return Facts(sign, curvature, psd, other.reason or unsigned(constant, node))


def product_reason(node: Node) -> str:
    """Say that a product is not linear."""
    return f"{text(node, SHOWN)} multiplies expressions that both hold variables"


def unsigned(factor: Node, node: Node) -> str:
    """Say that the unknown sign of constant data leaves the curvature open."""
    edit = " (declare it nonnegative if it is)" if factor.op.name == "parameter" else ""
    return f"the sign of {shown(factor)} is not known in {text(node, SHOWN)}{edit}"


def _scale_shape(args: tuple[Node, ...], _sizes: Sizes) -> Shape:
    left, right = args
    return right.shape if left.is_scalar else left.shape


def _elmul_shape(args: tuple[Node, ...], sizes: Sizes) -> Shape:
    return same("times (entry by entry)", ".*", args[0], args[1], sizes)


def _div_shape(args: tuple[Node, ...], _sizes: Sizes) -> Shape:
    left, right = args
    if not right.is_scalar:
        raise mismatch("divided by", left, right, f"{tight(left)}./{tight(right)}")
    return left.shape


def _eldiv_shape(args: tuple[Node, ...], sizes: Sizes) -> Shape:
    left, right = args
    if left.is_scalar or right.is_scalar:
        return right.shape if left.is_scalar else left.shape
    return same("divided (entry by entry) by", "./", left, right, sizes)


def _div_facts(node: Node, facts: tuple[Facts, ...]) -> Facts:
    top, bottom = facts
    divisor = bottom.sign & Sign.NONZERO or Sign.NONZERO  # a divisor is never zero
    sign = top.sign * divisor
    if bottom.curvature is Curvature.CONSTANT:
        psd = top.psd and bottom.sign.is_nonnegative and node.op.name == "div"
        curvature = top.curvature.scaled(divisor)
        factor = node.args[1]
    else:
        psd = False
        curvature = _reciprocal(divisor, bottom.curvature)
        if top.curvature is not Curvature.CONSTANT or curvature is Curvature.UNKNOWN:
            reason = first_reason(facts) or _quotient_reason(node, divisor, bottom.curvature)
            return Facts(sign, Curvature.UNKNOWN, reason=reason)
        curvature = curvature.scaled(top.sign)
        factor = node.args[0]
    if curvature is not Curvature.UNKNOWN:
        return Facts(sign, curvature, psd)
    return Facts(sign, curvature, psd, top.reason or unsigned(factor, node))


def _reciprocal(sign: Sign, curvature: Curvature) -> Curvature:
    """Return how ``1/t`` bends: convex and falling above 0, concave and falling below."""
    if sign.is_nonnegative and curvature.is_concave:
        return Curvature.CONVEX
    if sign.is_nonpositive and curvature.is_convex:
        return Curvature.CONCAVE
    return Curvature.UNKNOWN


def _quotient_reason(node: Node, divisor: Sign, curvature: Curvature) -> str:
    what = f"{text(node, SHOWN)} divides by {shown(node.args[1])}"
    if not (divisor.is_nonnegative or divisor.is_nonpositive):
        return f"{what}, whose sign is not known"
    if _reciprocal(divisor, curvature) is Curvature.UNKNOWN:
        return f"{what}, which is {curvature}"
    return f"{what}, and both hold variables"


def _pow_shape(args: tuple[Node, ...], sizes: Sizes) -> Shape:
    base, exponent = args
    if not exponent.is_scalar:
        raise mismatch("to the power of", base, exponent, f"{tight(base)}.^{tight(exponent)}")
    if base.is_scalar:
        return SCALAR
    if base.kind is not Kind.MATRIX:
        message = f"{base.kind} {shown(base)} to the power of {shown(exponent)}"
        power = f"{tight(base)}.^{tight(exponent)}"
        if literal(exponent) == 2:  # noqa: PLR2004
            power = f"norm2({shown(base)})^2 or {power}"
        raise ShapeMismatch(message, power)
    return square("a matrix power", base, sizes)


def _elpow_shape(args: tuple[Node, ...], sizes: Sizes) -> Shape:
    base, exponent = args
    if base.is_scalar or exponent.is_scalar:
        return exponent.shape if base.is_scalar else base.shape
    return same("to the power (entry by entry) of", ".^", base, exponent, sizes)


def _pow_facts(node: Node, facts: tuple[Facts, ...]) -> Facts:
    base, exponent = facts
    power = literal(node.args[1])
    if power == 0:
        return Facts(Sign.POSITIVE, base.curvature.scaled(Sign.ZERO))
    if power is not None:
        sign = power_sign(power, base.sign)
        return composed(node, sign, (_power_bend(power, base.sign),), facts[:1])
    sign = base.sign if base.sign.is_nonnegative else Sign.UNKNOWN
    if sign & Sign.ZERO:
        sign |= Sign.POSITIVE  # 0^0 is 1
    if base.curvature is exponent.curvature is Curvature.CONSTANT:
        return Facts(sign, Curvature.CONSTANT)
    reason = first_reason(facts) or f"the exponent of {text(node, SHOWN)} is not a number"
    if base.curvature is Curvature.CONSTANT:
        if base.sign.within(Sign.POSITIVE) and exponent.curvature.is_affine:
            return Facts(sign, Curvature.CONVEX)
        reason = exponent.reason or f"{shown(node.args[0])} is not known to be positive"
        if exponent.curvature.is_affine and node.args[0].op.name == "parameter":
            reason += " (declare it positive if it is)"
    return Facts(sign, Curvature.UNKNOWN, reason=reason)


def power_sign(power: float, base: Sign) -> Sign:
    """Return which signs ``t^power`` takes for bases of known sign."""
    if not power.is_integer():
        base = base & Sign.NONNEGATIVE or Sign.NONNEGATIVE  # defined there alone
    if power < 0:
        base = base & Sign.NONZERO or Sign.NONZERO
    return magnitude(base) if power % 2 == 0 else base


def _power_bend(power: float, base: Sign) -> Bend:
    """Return how ``t^power`` bends, for bases of known sign."""
    if power == 1:
        return AFFINE_RISING
    if base.is_nonnegative or not power.is_integer():
        if power < 0:
            return CONVEX_FALLING
        if power < 1:
            return CONCAVE_RISING
        return CONVEX_RISING if base.is_nonnegative else CONVEX
    even = power % 2 == 0
    if base.is_nonpositive:
        if power < 0:
            return CONVEX_RISING if even else CONCAVE_FALLING
        return CONVEX_FALLING if even else CONCAVE_RISING
    return CONVEX if even and power > 0 else MIXED


def _matpow_facts(node: Node, facts: tuple[Facts, ...]) -> Facts:
    (base, _) = facts
    power = literal(node.args[1])
    if power == 1:
        return base
    if power == 0:
        return Facts(Sign.NONNEGATIVE, base.curvature.scaled(Sign.ZERO), psd=True)
    rising = power is not None and power > 0
    sign = base.sign if rising and base.sign.is_nonnegative else Sign.UNKNOWN
    psd = base.psd or (base.symmetric and power is not None and power % 2 == 0)
    if base.curvature is Curvature.CONSTANT:
        return Facts(sign, Curvature.CONSTANT, psd)
    reason = base.reason or f"{text(node, SHOWN)} is a matrix power of variables"
    return Facts(sign, Curvature.UNKNOWN, psd, reason)


def _transpose_shape(args: tuple[Node, ...], _sizes: Sizes) -> Shape:
    return args[0].shape.transposed


def _neg_facts(_node: Node, facts: tuple[Facts, ...]) -> Facts:
    return Facts(-facts[0].sign, -facts[0].curvature, reason=facts[0].reason)


def _same_shape(args: tuple[Node, ...], _sizes: Sizes) -> Shape:
    return args[0].shape


INFIX = Spelling("#*", "#*", "#*")  # operators are laid out by expressions.show
PAIR = (2, 2)
ONE_ARGUMENT = (1, 1)

ADD = Operation(
    name="add",
    summary="`+` and `-` add operands of the same kind and size; nothing is broadcast.",
    example="A*x - b + vector(1)",
    arity=(2, 1_000_000_000),
    shape=_add_shape,
    facts=_add_facts,
    spelling=INFIX,
    elementwise=True,
)
NEG = Operation(
    name="neg",
    summary="A sign in front of an operand.",
    example="-x",
    arity=ONE_ARGUMENT,
    shape=_same_shape,
    facts=_neg_facts,
    spelling=INFIX,
    elementwise=True,
)
MATMUL = Operation(
    name="matmul",
    summary="`*` between vectors and matrices is the matrix product.",
    example="A*x",
    arity=PAIR,
    shape=_matmul_shape,
    facts=_matmul_facts,
    spelling=INFIX,
)
SCALE = Operation(
    name="scale",
    summary="`*` with a scalar multiplies every entry.",
    example="s*A",
    arity=PAIR,
    shape=_scale_shape,
    facts=_scale_facts,
    spelling=INFIX,
    elementwise=True,
)
ELMUL = Operation(
    name="elmul",
    summary="`.*` multiplies entry by entry.",
    example="x.*b",
    arity=PAIR,
    shape=_elmul_shape,
    facts=_elmul_facts,
    spelling=INFIX,
    elementwise=True,
)
DIV = Operation(
    name="div",
    summary="`/` divides every entry by a scalar.",
    example="x/s",
    arity=PAIR,
    shape=_div_shape,
    facts=_div_facts,
    spelling=INFIX,
    elementwise=True,
)
ELDIV = Operation(
    name="eldiv",
    summary="`./` divides entry by entry.",
    example="b./x",
    arity=PAIR,
    shape=_eldiv_shape,
    facts=_div_facts,
    spelling=INFIX,
    elementwise=True,
)
POW = Operation(
    name="pow",
    summary="`^` raises a scalar to a power.",
    example="norm2(x)^2",
    arity=PAIR,
    shape=_pow_shape,
    facts=_pow_facts,
    spelling=INFIX,
    elementwise=True,
)
MATPOW = Operation(
    name="matpow",
    summary="`^` with an integer raises a square matrix to a matrix power.",
    example="K^3",
    arity=PAIR,
    shape=_pow_shape,
    facts=_matpow_facts,
    spelling=INFIX,
)
ELPOW = Operation(
    name="elpow",
    summary="`.^` raises every entry to a power.",
    example="x.^2",
    arity=PAIR,
    shape=_elpow_shape,
    facts=_pow_facts,
    spelling=INFIX,
    elementwise=True,
)
TRANSPOSE = Operation(
    name="transpose",
    summary="`'` exchanges rows and columns.",
    example="A'*b",
    arity=ONE_ARGUMENT,
    shape=_transpose_shape,
    facts=lambda _node, facts: facts[0],
    spelling=INFIX,
)
