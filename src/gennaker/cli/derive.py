"""``gennaker derive``: matrix calculus for a single expression."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from gennaker.cli.library import Library
from gennaker.cli.mistakes import told
from gennaker.cli.output import say, say_json
from gennaker.errors import ModelError

__all__ = ["derive"]


class Form(StrEnum):
    """How a derivative is printed."""

    TEXT = "text"
    UNICODE = "unicode"
    LATEX = "latex"
    PYTHON = "python"


def derive(
    expression: Annotated[str, typer.Argument(help="What to differentiate, as in x'*A*x.")],
    *,
    wrt: Annotated[str, typer.Option(help="The name to differentiate by.")],
    order: Annotated[int, typer.Option(min=1, max=2, help="2 gives the Hessian.")] = 1,
    declare: Annotated[
        list[str] | None,
        typer.Option(help="A kind for a name, as in 'Matrix K symmetric'; may be repeated."),
    ] = None,
    latex: Annotated[bool, typer.Option("--latex", help="Print LaTeX.")] = False,
    unicode: Annotated[bool, typer.Option("--unicode", help="Print Unicode mathematics.")] = False,
    python: Annotated[bool, typer.Option("--python", help="Print a Python function.")] = False,
    library: Annotated[
        Library, typer.Option("--for", help="The array library of the Python function.")
    ] = Library.NUMPY,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object with every form.")
    ] = False,
) -> None:
    """Differentiate an expression by one of its names.

    Names that are not declared take the usual kinds: a to g are scalars, h to z vectors,
    capitals matrices. Exit codes: 0; 2, the call is wrong; 3, the expression is wrong.
    """
    from gennaker.pipeline.derive import derive as differentiate

    with told(as_json=as_json):
        try:
            found = differentiate(expression, wrt, order=order, declare=declare or ())
        except ModelError:
            raise
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint="--wrt") from None
    forms = {
        Form.TEXT: lambda: str(found),
        Form.UNICODE: found.unicode,
        Form.LATEX: found.latex,
        Form.PYTHON: lambda: found.python(library.value).rstrip("\n"),
    }
    if as_json:
        say_json({"ok": True, **{form.value: make() for form, make in forms.items()}})
        return
    chosen = [
        form
        for form, wanted in ((Form.LATEX, latex), (Form.UNICODE, unicode), (Form.PYTHON, python))
        if wanted
    ]
    for form in chosen or [Form.TEXT]:
        say(forms[form]())
