"""``gennaker generate``: write the functions of a model as a Python file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gennaker.cli.exits import Exit
from gennaker.cli.files import read_bytes
from gennaker.cli.library import Library
from gennaker.cli.output import say
from gennaker.errors import ModelError

__all__ = ["generate"]


def generate(
    file: Annotated[str, typer.Argument(help="The model; - reads standard input.")],
    *,
    library: Annotated[
        Library, typer.Option("--for", help="The array library to write for.")
    ] = Library.NUMPY,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Where to write; standard output if not given."),
    ] = None,
) -> None:
    """Write value, gradient, constraints and their products as a readable Python file.

    Exit codes: 0; 2, the call is wrong; 3, the model is wrong.
    """
    text = read_bytes(file)
    from gennaker.pipeline.compile import Model

    try:
        source = Model(text).source(library.value)
    except ModelError as error:
        say(str(error), err=True)
        raise typer.Exit(Exit.MODEL) from None
    if output is None:
        say(source.rstrip("\n"))
        return
    try:
        output.write_text(source, encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        say(f"cannot write {output}: {reason}", err=True)
        raise typer.Exit(Exit.USAGE) from None
