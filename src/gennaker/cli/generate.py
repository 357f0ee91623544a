"""``gennaker generate``: write the functions of a model as a Python file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gennaker.cli.files import read_bytes, writing
from gennaker.cli.library import Library
from gennaker.cli.mistakes import told
from gennaker.cli.output import say

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
    with told():
        text = read_bytes(file)
        from gennaker.pipeline.compile import Model

        source = Model(text).source(library.value)
        if output is None:
            say(source.rstrip("\n"))
            return
        with writing(output):
            output.write_text(source, encoding="utf-8")
