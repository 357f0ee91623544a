"""Tables of the language reference, read off the rows of operations and the checker itself."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from gennaker import ModelError
from gennaker.expressions import (
    Curvature,
    Dimension,
    Facts,
    Kind,
    Node,
    Operation,
    Shape,
    ShapeMismatch,
    Sign,
    Sizes,
    make,
)
from gennaker.language.check import read
from gennaker.operations.elementwise import ELEMENTWISE
from gennaker.operations.leaves import VARIABLE, symbol
from gennaker.operations.matrices import MATRICES
from gennaker.operations.norms import NORMS
from gennaker.operations.reductions import REDUCTIONS
from gennaker.operations.table import OPERATIONS

__all__ = ["GROUPS", "kinds_table", "operations_table"]

_NAMED = {row.name for row in (*ELEMENTWISE, *REDUCTIONS, *NORMS, *MATRICES)}
GROUPS: dict[str, tuple[Operation, ...]] = {
    "leaves and operators": tuple(row for row in OPERATIONS if row.name not in _NAMED),
    "elementwise": ELEMENTWISE,
    "reductions": (*REDUCTIONS, *NORMS),
    "matrices": MATRICES,
}
"""What the argument of the directive ``operations`` can be."""

AXES = {Kind.SCALAR: 0, Kind.VECTOR: 1, Kind.ROW: 1, Kind.MATRIX: 2}
"""The kinds that a model can hold, and how many axes each has."""

OPERANDS = {"scalar": "s", "vector": "v", "row vector": "v'", "matrix": "M"}
PROBE = """
parameters
  Scalar s
  Vector v(n)
  Matrix M(n, n)
variables
  Scalar t
let
  z = {left} {operator} {right}
min
  t^2
"""


# ---- the table of functions ----------------------------------------------------------


def operations_table(group: str) -> str:
    """Return a Markdown table with a line for each operation of a group."""
    rows = GROUPS[group]
    if group == "leaves and operators":
        lines = [(_code(row.example), row.summary) for row in rows]
        return _markdown(("write", "meaning"), lines)
    head = ("write", "meaning", "result", "domain", "not smooth", "convexity")
    lines = [
        (
            _code(row.example),
            row.summary,
            _result(row),
            _domain(row),
            row.kink or "",
            _convexity(row),
        )
        for row in rows
    ]
    if not any(line[4] for line in lines):
        head = (*head[:4], *head[5:])
        lines = [(*line[:4], *line[5:]) for line in lines]
    return _markdown(head, lines)


def _arguments(row: Operation, kinds: Iterable[Kind]) -> tuple[Node, ...]:
    axes = tuple(map(Dimension.named, ("n", "m")))
    return tuple(
        symbol(VARIABLE, f"{row.name}{place}", Shape(kind, axes[: AXES[kind]]), frozenset())
        for place, kind in enumerate(kinds)
    )


def _sizes() -> Sizes:
    sizes = Sizes()
    for name in ("n", "m"):
        sizes.declare(name)
    return sizes


def _results(row: Operation) -> dict[tuple[Kind, ...], Shape]:
    """Try every combination of kinds and keep those that the shape rule takes."""
    found: dict[tuple[Kind, ...], Shape] = {}
    for kinds in product(AXES, repeat=row.arity[0]):
        try:
            found[kinds] = row.shape(_arguments(row, kinds), _sizes())
        except ShapeMismatch:
            continue
    return found


def _needs_square(row: Operation) -> bool:
    sizes = _sizes()
    (matrix,) = _arguments(row, (Kind.MATRIX,))
    row.shape((matrix,), sizes)
    rows, columns = map(sizes.resolve, matrix.shape.axes)
    return rows == columns


def _result(row: Operation) -> str:
    """Say what kind comes out, and of what kinds of arguments."""
    results = {kinds: shape.kind for kinds, shape in _results(row).items()}
    if row.arity[0] > 1:
        return "as the arguments"
    singles = {kinds[0]: kind for kinds, kind in results.items()}
    if len(singles) == len(AXES) and all(kind is result for kind, result in singles.items()):
        return "as the argument"
    if len(singles) == len(AXES) and set(singles.values()) == {Kind.SCALAR}:
        return "scalar"
    matrix = "square matrix" if Kind.MATRIX in singles and _needs_square(row) else "matrix"
    sources: dict[Kind, list[str]] = {}
    for kind, result in singles.items():
        sources.setdefault(result, []).append(matrix if kind is Kind.MATRIX else str(kind.value))
    return "; ".join(
        f"{result.value} from {' or '.join(kinds)}" for result, kinds in sources.items()
    )


def _domain(row: Operation) -> str:
    parts = [row.domain.words] if row.domain is not None else []
    if row.overflow:
        parts.append("overflows for large arguments")
    return "; ".join(parts)


def _convexity(row: Operation) -> str:
    """Say how a function bends and moves, in general and where the sign is known."""
    general = _bend(row, Sign.UNKNOWN)
    above, below = _bend(row, Sign.NONNEGATIVE), _bend(row, Sign.NONPOSITIVE)
    if general == above == below or (general and row.domain is not None):
        symmetric = "" if general else _bend(row, Sign.UNKNOWN, symmetric=True)
        return general or (symmetric and f"{symmetric} for symmetric arguments")
    if above == below:
        where = f"{above} where the sign of the argument is known"
        return "; ".join(part for part in (general, where) if part)
    parts = [general]
    for bend, where in ((above, "≥ 0"), (below, "≤ 0")):
        if bend:
            parts.append(f"{bend.removeprefix(f'{general}, ')} for arguments {where}")
    return "; ".join(part for part in parts if part)


def _bend(row: Operation, sign: Sign, *, symmetric: bool = False) -> str:
    """Ask the rule of an operation about affine, convex and concave arguments of one sign."""
    affine = _curvature(row, sign, Curvature.AFFINE, symmetric=symmetric)
    words = {
        Curvature.UNKNOWN: "",
        Curvature.CONSTANT: "constant",
        Curvature.AFFINE: "linear",
        Curvature.CONVEX: "convex",
        Curvature.CONCAVE: "concave",
    }[affine]
    if affine in {Curvature.CONVEX, Curvature.CONCAVE}:
        if _curvature(row, sign, affine) is affine:
            words += ", rising"
        elif _curvature(row, sign, -affine) is affine:
            words += ", falling"
    return words


def _curvature(
    row: Operation, sign: Sign, argument: Curvature, *, symmetric: bool = False
) -> Curvature:
    kinds, shape = next(iter(reversed(_results(row).items())))
    node = make(row, _arguments(row, kinds), shape)
    facts = [Facts(sign, argument, symmetric=symmetric)] * len(kinds)
    if row.name == "huber":
        facts[1] = Facts(Sign.POSITIVE, Curvature.CONSTANT)
    return row.facts(node, tuple(facts)).curvature


# ---- the tables of kinds -------------------------------------------------------------


def kinds_table(operator: str) -> str:
    """Return a Markdown table of the kinds that an operator makes of its two operands."""
    head = (_code(f"a {operator} b"), *(f"b {kind}" for kind in OPERANDS))
    lines = [
        (f"a {kind}", *(_kind_of(left, operator, right) for right in OPERANDS.values()))
        for kind, left in OPERANDS.items()
    ]
    return _markdown(head, lines)


def _kind_of(left: str, operator: str, right: str) -> str:
    try:
        problem = read(PROBE.format(left=left, operator=operator, right=right))
    except ModelError:
        return "–"
    return str(problem.lets[0].value.kind.value)


# ---- Markdown ------------------------------------------------------------------------


def _code(text: str) -> str:
    return f"`{text}`"


def _markdown(head: tuple[str, ...], lines: list[tuple[str, ...]]) -> str:
    rows = [head, tuple("---" for _ in head), *lines]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |" for row in rows
    )
