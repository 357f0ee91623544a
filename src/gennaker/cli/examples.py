"""``gennaker examples``: list, show and run the models that come with Gennaker."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Annotated

import typer

from gennaker.cli.mistakes import InputError, told
from gennaker.cli.output import say, say_json

__all__ = ["examples"]

examples = typer.Typer(
    name="examples",
    help="List, show and run the models that come with Gennaker.",
    invoke_without_command=True,
    rich_markup_mode=None,
)
Name = Annotated[str, typer.Argument(help="The name of an example.")]


@examples.callback()
def _list_by_default(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        list_examples(as_json=False)


@examples.command("list")
def list_examples(
    *,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object and nothing else.")
    ] = False,
) -> None:
    """List all examples, each with a line on what it is."""
    from gennaker.cli import shelf

    with told(as_json=as_json):
        found = {example.name: example.summary() for example in shelf.examples()}
    if as_json:
        say_json({"ok": True, "examples": found})
        return
    width = max(map(len, found))
    for name, summary in found.items():
        say(f"{name:<{width}}  {summary}".rstrip())


@examples.command()
def show(
    name: Name,
    *,
    script: Annotated[bool, typer.Option("--script", help="Print the script too.")] = False,
) -> None:
    """Print the model of an example, ready for gennaker check - and gennaker solve -."""
    from gennaker.cli import shelf
    from gennaker.cli.files import read_bytes

    with told():
        example = shelf.find(name)
        shown = [example.model, example.script] if script else [example.model]
        for path in shown:
            say(read_bytes(str(path)).decode("utf-8").rstrip("\n"))


@examples.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def run(
    context: typer.Context,
    name: Name,
    *,
    plot: Annotated[
        Path | None, typer.Option("--plot", help="Draw the answer: a PNG, PDF or SVG file.")
    ] = None,
) -> None:
    """Solve an example and say what came out; what stands behind the name goes to its script."""
    from gennaker.cli import shelf
    from gennaker.cli.answers import check_picture

    with told():
        example = shelf.find(name)
        if plot is not None:
            check_picture(plot)
        _run(example.script, [*([] if plot is None else [str(plot)]), *context.args])


def _run(script: Path, arguments: list[str]) -> None:
    """Run a script as a program; say which package it lacks."""
    before = sys.argv
    sys.argv = [str(script), *arguments]
    try:
        runpy.run_path(str(script), run_name="__main__")
    except ModuleNotFoundError as error:
        raise InputError(f"this example needs {error.name}: pip install {error.name}") from None
    finally:
        sys.argv = before
