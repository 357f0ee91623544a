"""Read a text that holds one expression and nothing else."""

from __future__ import annotations

from gennaker.errors import ModelError
from gennaker.language.complaints import missing_operator
from gennaker.language.cursor import Cursor, Stop
from gennaker.language.formulas import Formulas
from gennaker.language.source import Source
from gennaker.language.syntax import Expression
from gennaker.language.tokens import END

__all__ = ["read_expression"]


def read_expression(text: str) -> Expression:
    """Return the syntax tree of an expression, or raise a ``ModelError``.

    Example:
        >>> read_expression("2*x").operators
        ('*',)

    """
    cursor = Cursor(Source(text))
    formulas = Formulas(cursor)
    formulas.start()
    value: Expression | None = None
    try:
        value = formulas.expression()
        if cursor.token.kind != END:
            missing_operator(cursor, "the expression should end here")
    except Stop:
        pass
    except RecursionError:
        cursor.note(cursor.token.span, "brackets are nested too deep", "name inner parts")
    if cursor.mistakes or value is None:
        raise ModelError(tuple(cursor.mistakes))
    return value
