"""Operations that nobody writes but derivatives need, and the functions that build them."""

from __future__ import annotations

from gennaker.expressions.curvature import Curvature, Facts
from gennaker.expressions.index import Index
from gennaker.expressions.node import Node, make
from gennaker.expressions.operation import Operation, ShapeRule, Spelling
from gennaker.expressions.shape import Shape
from gennaker.expressions.sign import Sign
from gennaker.operations.shapes import elementwise, to_scalar

__all__ = [
    "DERIVED",
    "FLOOR_LOG",
    "GUARDED_LOG",
    "GUARDED_SQRT",
    "SCATTER",
    "SIGMOID_REST",
    "SIGMOID_TOP",
    "SYMMETRIC_LOGDET",
    "TENSOR",
    "scatter",
    "tensor",
]


def _facts(_node: Node, facts: tuple[Facts, ...]) -> Facts:
    constant = all(fact.curvature is Curvature.CONSTANT for fact in facts)
    return Facts(Sign.UNKNOWN, Curvature.CONSTANT if constant else Curvature.UNKNOWN)


def _given(name: str) -> ShapeRule:
    def rule(_args: tuple[Node, ...], _sizes: object) -> Shape:
        message = f"the shape of {name} is given when it is made"
        raise AssertionError(message)

    return rule


def _row(name: str, summary: str, count: int, shape: ShapeRule | None = None) -> Operation:
    word = rf"\operatorname{{{name}}}\left(#*\right)"
    return Operation(
        name=name,
        summary=summary,
        example="",
        arity=(count, count),
        shape=shape or elementwise(name),
        facts=_facts,
        spelling=Spelling(f"{name}(#*)", f"{name}(#*)", word),
        elementwise=shape is None,
    )


SCATTER = _row(
    "scatter", "Zeros with the entries of a slice put back in their places.", 1, _given("scatter")
)
TENSOR = _row(
    "tensor",
    "A product over named indices that no matrix product expresses.",
    1,
    _given("a tensor"),
)

FLOOR_LOG = Operation(
    name="floor_log",
    summary="The logarithm where it stands beside `x*log(x)`: finite at 0, so that 0*log(0) is 0.",
    example="",
    arity=(1, 1),
    shape=elementwise("log"),
    facts=_facts,
    spelling=Spelling("log(#*)", "log(#*)", r"\log\left(#*\right)"),
    elementwise=True,
)
GUARDED_LOG = _row("guarded_log", "The logarithm, and minus infinity outside its domain.", 1)
GUARDED_SQRT = _row("guarded_sqrt", "The root, and minus infinity outside its domain.", 1)
SYMMETRIC_LOGDET = _row(
    "symmetric_logdet",
    "The logarithm of the determinant, and minus infinity outside the positive definite matrices.",
    1,
    to_scalar,
)
SIGMOID_TOP = _row("sigmoid_top", "1 where the first argument is not negative, else the second.", 2)
SIGMOID_REST = _row(
    "sigmoid_rest", "The second argument where the first one is not negative, else 1.", 2
)

DERIVED = (
    _row("step", "1 where the argument is above 0, else 0.", 1),
    _row("clip", "The first argument cut off at plus and minus the second.", 2),
    _row("inside", "1 where the first argument is smaller in size than the second, else 0.", 2),
    _row(
        "greater",
        "1 where the first argument is the larger one, 1/2 where both are equal, else 0.",
        2,
    ),
    _row("chosen", "1 at the first entry that equals a given value, else 0.", 2),
    _row("softmax", "exp(x) divided by the sum of its entries.", 1),
    _row("reciprocal", "One over a number, and 0 at 0.", 1, to_scalar),
    _row("cofactor", "The cofactors of a matrix, the derivative of its determinant.", 1),
    FLOOR_LOG,
    GUARDED_LOG,
    GUARDED_SQRT,
    SIGMOID_REST,
    SIGMOID_TOP,
    SYMMETRIC_LOGDET,
    SCATTER,
    TENSOR,
)


def tensor(args: tuple[Node, ...], shape: Shape, letters: tuple[str, ...], result: str) -> Node:
    """Return a product over indices that go by letters, one word of letters for each factor."""
    return make(TENSOR, args, shape, (letters, result))


def scatter(
    value: Node, positions: tuple[Node, ...], shape: Shape, indices: tuple[Index, ...]
) -> Node:
    """Return zeros of a shape with the entries of ``value`` at the given positions."""
    return make(SCATTER, (value, *positions), shape, indices)
