"""What to say about operators and marks of other languages: NumPy, MATLAB, LaTeX."""

from __future__ import annotations

from gennaker.language.cursor import RELATIONS, Complaint, Cursor
from gennaker.language.habits import OPERATOR_HABITS, Argument, filled, habit
from gennaker.language.tokens import NAME
from gennaker.operations.table import FUNCTION_NAMES

__all__ = ["foreign"]

OPERATORS = frozenset({"+", "-", "*", "/", ".*", "./", "^", ".^"}) | RELATIONS
LIBRARIES = frozenset({"np", "numpy", "cp", "cupy", "jnp", "jax", "torch", "math", "scipy", "tf"})
RUNNING = frozenset({"sum_", "Sum_", "prod_"})
LOOKAHEAD = 50
SHOWN = 20
LATEX = {
    **dict.fromkeys(("geq", "ge", "geqslant"), ">="),
    **dict.fromkeys(("leq", "le", "leqslant"), "<="),
    **dict.fromkeys(("cdot", "times"), "*"),
    **dict.fromkeys(("odot", "circ"), ".*"),
    **dict.fromkeys(("top", "T", "intercal"), "'"),
    "neq": "==, <= or >=",
    "frac": "(a)/(b)",
    "sqrt": "sqrt(x)",
    "sum": "sum(x)",
    "log": "log(x)",
    "exp": "exp(x)",
    "max": "max(x)",
    "min": "min(x)",
    "infty": "no bound at all: leave the constraint out",
    "in": "a declaration such as Vector x, or a bound such as x >= 0",
    "left": "the bracket alone",
    "right": "the bracket alone",
}
"""What stands in a model for a command of LaTeX."""
NORMS = {"_1": "norm1", "_2": "norm2", "_F": "norm2", "_inf": "norminf", "_infty": "norminf"}


def foreign(cursor: Cursor) -> Complaint | None:
    """Explain the next token where it is an operator of another language."""
    match cursor.token.kind:
        case ".":
            return _dot(cursor)
        case ":=" if cursor.block == "st":
            return Complaint(*OPERATOR_HABITS["="])
        case "\\":
            return _backslash(cursor)
        case "{" if cursor.before.text in RUNNING:
            message = "a sum has no running index: it takes all entries"
            return Complaint(message, "sum(x)")
        case "|" | "||":
            return _bars(cursor)
        case kind if kind in OPERATOR_HABITS:
            return Complaint(*OPERATOR_HABITS[kind])
        case _:
            return None


def _backslash(cursor: Cursor) -> Complaint:
    r"""Tell ``A\b`` from a LaTeX command."""
    if cursor.ahead().first:
        return Complaint("a line goes on behind an operator, without a mark", "remove \\")
    word = cursor.ahead().text.partition("_")[0]
    if cursor.ahead().kind in {"|", "||"}:
        return Complaint(*OPERATOR_HABITS["||"])
    if cursor.ahead().kind != NAME or cursor.ahead().start > cursor.token.end:
        return Complaint(*OPERATOR_HABITS["\\"])
    if word in LATEX:
        return Complaint("there are no LaTeX commands", LATEX[word])
    if cursor.before.kind == NAME and cursor.place > cursor.item:
        return Complaint("a linear system is solved with inv", f"inv({cursor.before.text})*{word}")
    return Complaint(*OPERATOR_HABITS["\\"])


def _bars(cursor: Cursor) -> Complaint:
    """Write the norm or the absolute value that stands between bars."""
    bars = cursor.token
    message, edit = OPERATOR_HABITS[bars.kind]
    steps = next(
        (steps for steps in range(1, LOOKAHEAD) if cursor.ahead(steps).kind == bars.kind), None
    )
    if steps is None and cursor.block == "st" and cursor.place > cursor.item:
        message = "there is no 'or': all constraints hold at the same time"
        return Complaint(message, "solve a model for each case")
    if steps is None:
        return Complaint(message, edit)
    closing, order = cursor.ahead(steps), cursor.ahead(steps + 1)
    inside = cursor.source.at((bars.end, closing.start))
    function = "abs"
    if bars.kind == "||":
        function = NORMS.get(order.text if order.start == closing.end else "", "norm2")
    return Complaint(message, f"{function}({inside})" if len(inside) <= SHOWN else edit)


def _dot(cursor: Cursor) -> Complaint:
    """Explain ``X.T``, ``np.exp(x)`` and their like."""
    before, after = cursor.before.text, cursor.ahead()
    if cursor.open and cursor.tokens[cursor.open[-1]].kind == "[" and after.text.startswith("."):
        behind = (cursor.ahead(steps).text.strip(".") for steps in (1, 2, 3))
        edit = f"{before}:{next(filter(None, behind), 'end')}"
        return Complaint("a slice is written with a colon", edit)
    if f".{after.kind}" in OPERATORS:
        return Complaint(f"a space splits .{after.kind}", f".{after.kind}")
    if after.kind == ".":
        return Complaint("a line goes on behind an operator, without a mark", "remove the dots")
    steps = 1
    while cursor.ahead(steps + 1).kind == "." and cursor.ahead(steps + 2).kind == NAME:
        steps += 2
    word = cursor.ahead(steps).text
    if before in LIBRARIES and after.kind == NAME:
        edit = habit(word, [Argument("...", bare=True)]) or f"{word}(...)"
        return Complaint("functions stand alone, without the name of a library", edit)
    if after.text in {"T", "transpose"}:
        return Complaint("the transpose is written with '", f"{before}'")
    if after.text == "dot":
        close = cursor.partner(cursor.place + 2)
        inside = (
            ""
            if close is None
            else cursor.source.at((cursor.ahead(2).end, cursor.tokens[close].start))
        )
        argument = Argument(inside or "...", bare=inside.isidentifier() or not inside)
        edit = filled("{A}*{B}", [Argument(before, bare=True), argument])
        return Complaint(
            "there are no methods such as .dot", edit if len(edit) <= SHOWN else f"{before}*..."
        )
    edit = habit(word, [Argument(before, bare=True)])
    if after.kind == NAME and (edit or word in FUNCTION_NAMES or cursor.ahead(2).kind == "("):
        return Complaint(f"there are no methods such as .{word}", edit or f"{word}({before})")
    if after.kind == NAME and cursor.before.kind == NAME:
        message = "a dot alone has no meaning"
        return Complaint(message, f"{before}*{after.text} or {before}.*{after.text}")
    return Complaint("a dot alone has no meaning", ".* ./ or .^")
