"""The commands and what they have in common; nothing heavy is loaded before one of them runs."""

from __future__ import annotations

from typing import Annotated

import typer

from gennaker.cli.check import check
from gennaker.cli.derive import derive
from gennaker.cli.doctor import doctor
from gennaker.cli.examples import examples
from gennaker.cli.generate import generate
from gennaker.cli.solve import solve

__all__ = ["app"]

app = typer.Typer(
    name="gennaker",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # half of the start-up time would go into formatting the help
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (solve, check, derive, generate, doctor):
    app.command()(command)
app.add_typer(examples)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"gennaker {version('gennaker')}")
        raise typer.Exit


@app.callback()
def _root(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Solve optimisation problems that are written the way they stand in a paper."""
