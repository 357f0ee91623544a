"""``gennaker solve``: from a model and data to an answer."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gennaker.cli.answers import as_dict, check_picture, check_target, save, save_picture
from gennaker.cli.exits import exit_for
from gennaker.cli.files import read_bytes
from gennaker.cli.library import Library
from gennaker.cli.live import watched
from gennaker.cli.mistakes import told
from gennaker.cli.output import say, say_json
from gennaker.cli.wording import in_options

if TYPE_CHECKING:
    from gennaker.pipeline.solution import Solution

__all__ = ["Method", "solve"]


class Method(StrEnum):
    """The algorithms that a solve can be told."""

    DEFAULT = "default"
    PAPER = "paper"


def solve(
    file: Annotated[str, typer.Argument(help="The model; - reads standard input.")],
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="DATA",
            help="NAME=VALUE with a number or a list such as [1, 2]; NAME=FILE; or FILE.",
        ),
    ] = None,
    *,
    data: Annotated[
        list[Path] | None, typer.Option(help="A file of data, by name; may be repeated.")
    ] = None,
    given: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="One value; may be repeated."),
    ] = None,
    size: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=NUMBER", help="A length that no data tells; may be repeated."),
    ] = None,
    start: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE | FILE", help="Where to start; may be repeated."),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(
            metavar="SEED", min=0, help="Draw random data; data that is given goes before it."
        ),
    ] = None,
    library: Annotated[
        Library, typer.Option(help="Where to solve; on a GPU if the library sees one.")
    ] = Library.NUMPY,
    method: Annotated[Method | None, typer.Option(help="The algorithm.")] = None,
    tolerance: Annotated[float | None, typer.Option(help="Accuracy of the answer.")] = None,
    max_iterations: Annotated[int | None, typer.Option(help="Limit on iterations.")] = None,
    time_limit: Annotated[float | None, typer.Option(help="Limit in seconds.")] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Log each iteration on standard error.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print the first line of the report alone.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the solution to an .npz file.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="Draw how the solve converged.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object and nothing else.")
    ] = False,
) -> None:
    """Solve a model over data, and report the answer.

    Files end in .npz, .npy, .csv, .tsv, .parquet, .mtx or .svm. A=FILE takes a file for A,
    y=FILE:COLUMN a part of one, X,y=FILE.svm both parts, and FILE.npz all arrays by name.

    Exit codes: 0, solved; 2, the call or the data is wrong; 3, the model is wrong; 4, infeasible;
    5, unbounded; 6, a limit was reached; 7, numerical trouble.
    """
    chosen = {
        "method": None if method is None else method.value,
        "tolerance": tolerance,
        "max_iterations": max_iterations,
        "time_limit": time_limit,
        "verbose": verbose or None,
    }
    with told(as_json=as_json):
        _check_targets(output, plot)
        text = read_bytes(file)
        from gennaker.cli.task import Task
        from gennaker.pipeline.compile import Model

        task = Task(
            Model(text),
            data=[*(words or ()), *map(str, data or ()), *(given or ())],
            start=start or (),
            size=size or (),
            sample=sample,
            library=library,
            options={name: value for name, value in chosen.items() if value is not None},
        )
        with watched(silent=verbose or quiet or as_json) as watch:
            solution = task.solve(watch)
        _write(solution, output, plot)
    _tell(solution, task.notes, as_json=as_json, quiet=quiet)
    raise typer.Exit(exit_for(solution.status))


def _check_targets(output: Path | None, plot: Path | None) -> None:
    """Refuse what could not be written before the work is done, not after it."""
    if output is not None:
        check_target(output, (".npz",))
    if plot is not None:
        check_picture(plot)


def _write(solution: Solution, output: Path | None, plot: Path | None) -> None:
    if output is not None:
        save(solution, output)
    if plot is not None:
        save_picture(solution, plot)


def _tell(solution: Solution, notes: Sequence[str], *, as_json: bool, quiet: bool) -> None:
    if as_json:
        found = as_dict(solution)
        say_json({**found, "notes": [*found["notes"], *notes]})
        return
    report = in_options(str(solution))
    say(report.splitlines()[0] if quiet else report)
    for note in () if quiet else notes:
        say(f"note: {note}", err=True)
