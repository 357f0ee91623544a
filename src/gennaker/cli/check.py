"""``gennaker check``: say whether a model makes sense, and what it is made of."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from gennaker.cli.exits import Exit
from gennaker.cli.files import read_bytes
from gennaker.cli.mistakes import told
from gennaker.cli.output import say, say_json

if TYPE_CHECKING:
    from gennaker.pipeline.compile import Model

__all__ = ["Show", "check"]


class Show(StrEnum):
    """How a problem is printed before the report."""

    TEXT = "text"
    UNICODE = "unicode"
    LATEX = "latex"
    NONE = "none"


def check(
    file: Annotated[str, typer.Argument(help="The model; - reads standard input.")],
    *,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object and nothing else.")
    ] = False,
    show: Annotated[Show, typer.Option(help="How to print the problem first.")] = Show.UNICODE,
    strict: Annotated[bool, typer.Option("--strict", help="Fail on warnings too.")] = False,
) -> None:
    """Check a model: kinds, sizes, bounds and constraints, convexity, and what looks wrong.

    Exit codes: 0, the model makes sense; 2, the call is wrong; 3, the model is wrong, or it
    has warnings and --strict is given.
    """
    with told(as_json=as_json):
        text = read_bytes(file)
        from gennaker.pipeline.compile import Model

        model = Model(text)
    report = model.check()
    if as_json:
        say_json({"ok": True, **report.as_dict()})
    else:
        if show is not Show.NONE:
            say(_printed(model, show) + "\n")
        say(str(report))
    if strict and report.warnings:
        raise typer.Exit(Exit.MODEL)


def _printed(model: Model, show: Show) -> str:
    printers = {
        Show.TEXT: model.problem.text,
        Show.UNICODE: model.problem.unicode,
        Show.LATEX: model.problem.latex,
    }
    return printers[show]().rstrip("\n")
