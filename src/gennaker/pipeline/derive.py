"""Matrix calculus for a single expression: what ``gennaker derive`` answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gennaker.calculus.derive import Derivation
from gennaker.calculus.display import tidy
from gennaker.emission.function import write_function
from gennaker.errors import Mistake, ModelError
from gennaker.expressions.node import Node
from gennaker.expressions.problem import Problem, Symbol
from gennaker.expressions.show import latex, text, unicode
from gennaker.language.check import read
from gennaker.language.single import read_expression
from gennaker.language.syntax import Call, Expression
from gennaker.operations.leaves import FILL
from gennaker.pipeline.load import TARGETS

__all__ = ["Derivative", "derive"]

SCALARS = "abcdefg"
VECTORS = "hijklmnopqrstuvwxyz"
MATRIX = 2
LETTERS = "ijklmnop"


@dataclass(frozen=True, slots=True)
class Derivative:
    """A derivative as an expression; ``str`` gives the text, ``latex`` and ``python`` the rest.

    ``node`` is written for reading, ``shared`` for computing: it repeats what is the same.
    """

    expression: Node
    node: Node
    shared: Node
    symbols: tuple[Symbol, ...]
    order: int
    wrt: str

    @property
    def is_tensor(self) -> bool:
        """Whether the derivative has three axes or more, and is shown in index notation."""
        return len(self.node.shape.axes) > MATRIX

    def _head(self) -> str:
        return f"D[{','.join(LETTERS[: len(self.node.shape.axes)])}] = " if self.is_tensor else ""

    @property
    def _shown(self) -> Node:
        """A tensor that is zero, or has one number in every entry, is written as that number."""
        return self.node.args[0] if self.is_tensor and self.node.op is FILL else self.node

    def __str__(self) -> str:
        return self._head() + text(self._shown)

    def unicode(self) -> str:
        """Return the derivative as Unicode mathematics."""
        return self._head() + unicode(self._shown)

    def latex(self) -> str:
        """Return the derivative as LaTeX."""
        return latex(self._shown)

    def python(self, library: str = "numpy") -> str:
        """Return a function that computes the derivative."""
        word = "derivative" if self.order == 1 else "second derivative"
        doc = f"Return the {word} of {text(self.expression, 60)} by {self.wrt}."
        return write_function("derivative", self.symbols, (self.shared,), TARGETS[library], doc)


def derive(
    expression: str,
    wrt: str,
    *,
    order: int = 1,
    declare: Sequence[str] = (),
) -> Derivative:
    """Differentiate an expression of the language by one of its names.

    Names that are not declared take the usual kinds: a to g are scalars, h to z vectors,
    capitals matrices. ``declare`` gives others, as in ``["Matrix K symmetric", "Scalar x"]``.

    Args:
        expression: What to differentiate; a scalar, a vector or a matrix.
        wrt: The name to differentiate by.
        order: 1 for the derivative, 2 for the Hessian (of a scalar).
        declare: Declarations of names that do not take the usual kind.

    Example:
        >>> print(derive("x'*A*x", "x"))
        (A + A')*x
        >>> print(derive("norm2(A*x - b)^2", "x", order=2, declare=["Vector b"]))
        2*A'*A

    """
    if not expression.strip():
        raise ValueError("there is no expression to differentiate")
    if order not in {1, 2}:
        raise ValueError(f"order must be 1 or 2, not {order}")
    tree = read_expression(expression)
    problem, name = _problem(expression, tree, wrt, declare)
    derivation = Derivation(problem)
    node = derivation.jacobian(0, order)
    symbols = (*problem.parameters, *problem.variables)
    return Derivative(problem.lets[0].value, tidy(node), node, symbols, order, name)


def _problem(
    expression: str, tree: Expression, wrt: str, declare: Sequence[str]
) -> tuple[Problem, str]:
    """Read the expression as a named part of a model whose variable is the one to derive by."""
    names = _names(tree)
    if wrt not in names:
        shown = ", ".join(names) or "none"
        raise ValueError(f"the expression does not hold {wrt}; its names are {shown}")
    given = {word: line for line in declare for word in line.replace(",", " ").split()[1:]}
    lines = {name: given.get(name, f"{_usual_kind(name)} {name}") for name in names}
    target = "f"
    while target in names:
        target += "_"
    parameters = list(dict.fromkeys(line for name, line in lines.items() if name != wrt))
    flat = " ".join(expression.split())
    model = "\n".join(
        [
            "parameters",
            *parameters,
            "variables",
            lines[wrt],
            "let",
            f"{target} = {flat}",
            "min",
            "0",
        ]
    )
    line = model.split("\n").index(f"{target} = {flat}") + 1
    try:
        return read(model), wrt
    except ModelError as error:
        moved = [_moved(mistake, line, len(target) + 3, flat) for mistake in error.mistakes]
        assumed = [name for name in names if name not in given]
        raise ModelError(tuple(_with_kinds(mistake, assumed) for mistake in moved)) from None


def _moved(mistake: Mistake, line: int, offset: int, expression: str) -> Mistake:
    """Let a mistake in the expression point into the expression alone."""
    if mistake.line != line:
        return mistake
    column = max(1, mistake.column - offset)
    return replace(mistake, line=1, column=column, text=expression)


def _with_kinds(mistake: Mistake, names: Sequence[str]) -> Mistake:
    """Say which names of a mistake were taken for scalars, and how to declare them."""
    words = set(re.findall(r"\w+", " ".join([mistake.message, *mistake.details])))
    scalars = [name for name in names if name in words and _usual_kind(name) == "Scalar"]
    hints = [
        f"{name} is taken for a scalar, as names from a to g are, unless it is declared: Vector {name}"
        for name in scalars
    ]
    return replace(mistake, details=(*mistake.details, *hints))


def _usual_kind(name: str) -> str:
    first = name[0]
    if first.isupper():
        return "Matrix"
    return "Vector" if first in VECTORS else "Scalar"


def _names(tree: object) -> list[str]:
    """List the names in an expression in order, without those of functions."""
    found: dict[str, None] = {}
    stack: list[object] = [tree]
    while stack:
        item = stack.pop()
        if isinstance(item, (tuple, list)):
            stack.extend(reversed(item))
            continue
        name = getattr(item, "name", None)
        if (
            isinstance(name, str)
            and not isinstance(item, Call)
            and name
            not in {
                "eye",
                "end",
                "rows",
                "columns",
            }
        ):
            found.setdefault(name)
        for part in (
            "rows",
            "last",
            "first",
            "marks",
            "args",
            "exponent",
            "base",
            "operand",
            "factors",
            "terms",
        ):
            inner = getattr(item, part, None)
            if inner is not None and not isinstance(inner, str):
                stack.append(inner)
    return list(found)
