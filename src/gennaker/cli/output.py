"""What goes to the terminal: in colour there, plain everywhere else."""

from __future__ import annotations

import json
import os
import re

import typer

__all__ = ["say", "say_json"]

COLOURS = {
    typer.colors.RED: re.compile(r"^[ ]+\|[ ]+\^+$", re.MULTILINE),
    typer.colors.YELLOW: re.compile(r"^(warning|not proven convex):", re.MULTILINE),
    typer.colors.CYAN: re.compile(r"^note:", re.MULTILINE),
    typer.colors.GREEN: re.compile(r"^([ ]+try|convex):", re.MULTILINE),
}


def say(text: str, *, err: bool = False) -> None:
    """Print a text; its colours are left out where no terminal shows them."""
    for colour, pattern in COLOURS.items():
        text = pattern.sub(lambda found, fg=colour: typer.style(found.group(), fg=fg), text)
    typer.echo(text, err=err, color=False if os.environ.get("NO_COLOR") else None)


def say_json(found: dict[str, object]) -> None:
    """Print one JSON object on one line, in ASCII, so that any pipe can carry it."""
    typer.echo(json.dumps(found))
