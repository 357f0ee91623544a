"""The report of a solution: what a person reads first, as text and as HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from gennaker.backends.space import space_of

if TYPE_CHECKING:
    from gennaker.pipeline.solution import Solution

__all__ = ["html_report", "path_report", "text_report"]

SHOWN = 5
LONGEST_NAME = 40
LONGEST_LIST = 20
WORDS = {0: "number", 1: "vector", 2: "matrix"}


def text_report(solution: Solution) -> str:
    """Return the report in lines that stand under each other."""
    lines = [_headline(solution), f"  {solution.message}"]
    for title, rows in _tables(solution):
        lines += ["", title, *_aligned(rows)]
    lines += ["", *(f"{word}: {text}" for word, text in _footers(solution))]
    return "\n".join(lines)


def path_report(parameters: Mapping[str, Sequence[Any]], solutions: Sequence[Solution]) -> str:
    """Return one line for each solution along a parameter, below one that counts them."""
    solved = sum(solution.success for solution in solutions)
    many = "all" if solved == len(solutions) else f"{solved} of them"
    titles = [*parameters, "status", "objective", "iterations"]
    rows = [
        [
            *(_given(values[place]) for values in parameters.values()),
            solution.status,
            f"{solution.objective:.10g}",
            str(solution.counts.iterations),
        ]
        for place, solution in enumerate(solutions)
    ]
    headline = (
        f"{_counted(len(solutions), 'solution')} along {', '.join(parameters)}, {many} solved"
    )
    return "\n".join([headline, "", *_aligned([titles, *rows])])


def _given(value: Any) -> str:  # noqa: ANN401 - as the user passed it
    """Show what a parameter was: a number, or the first entries of an array or of a list."""
    return _entries(np.asarray(value) if isinstance(value, list | tuple) else value)


def html_report(solution: Solution) -> str:
    """Return the report as HTML for a notebook."""
    parts = [f"<p><b>{escape(_headline(solution))}</b><br>{escape(solution.message)}</p>"]
    for title, rows in _tables(solution):
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
        )
        parts.append(f"<table><caption>{escape(title)}</caption>{body}</table>")
    for word, text in _footers(solution):
        parts.append(f"<p>{escape(word)}: {escape(text)}</p>")
    return "<div>" + "".join(parts) + "</div>"


def _headline(solution: Solution) -> str:
    word = "maximum" if solution.maximize else "minimum"
    if not solution.success:
        word = "objective"
    return f"{solution.status}: {word} {solution.objective:.10g}"


def _tables(solution: Solution) -> list[tuple[str, list[list[str]]]]:
    """Return titles with rows of cells; tables without rows are left out."""
    tables = [
        ("variables", [_array_row(name, value) for name, value in solution.values.items()]),
        ("lets", [_array_row(name, value) for name, value in solution.lets.items()]),
        ("constraints", _constraint_rows(solution)),
    ]
    if solution.conflict:
        tables.append(("cannot hold together", [[name] for name in solution.conflict]))
    if solution.ray is not None:
        rows = [_array_row(name, value) for name, value in solution.ray.items()]
        tables.append(("improves without limit along", rows))
    return [(title, rows) for title, rows in tables if rows]


def _constraint_rows(solution: Solution) -> list[list[str]]:
    """Return name, violation and multiplier of each constraint, the worst first where many."""
    items = list(solution.violations)
    hidden = len(items) - LONGEST_LIST
    if hidden > 0:
        items = sorted(items, key=lambda item: -item.amount)[:LONGEST_LIST]
    rows = [
        [
            _shortened(item.name),
            _holding(item.amount, success=solution.success),
            f"multiplier {_entries(solution.multipliers[item.name])}"
            if item.name in solution.multipliers
            else "",
        ]
        for item in items
    ]
    if hidden > 0:
        rows.append([f"and {hidden} more, none violated by more"])
    return rows


def _holding(amount: float, *, success: bool) -> str:
    """Say how far a constraint is from holding; what a solved problem leaves is rounding."""
    if not amount:
        return "holds"
    return f"{'holds to' if success else 'violated by'} {amount:.1e}"


def _footers(solution: Solution) -> list[tuple[str, str]]:
    residuals, counts = solution.residuals, solution.counts
    evidence = (
        f"stationarity {residuals.stationarity:.1e}, feasibility {residuals.feasibility:.1e}, "
        f"complementarity {residuals.complementarity:.1e}"
    )
    rounds = f" in {counts.rounds} rounds" if counts.rounds > 1 else ""
    work = (
        f"{_counted(counts.iterations, 'iteration')}{rounds}, "
        f"{_counted(counts.evaluations, 'evaluation')}, {_seconds(solution.seconds)}"
    )
    notes = [("note", note) for note in solution.notes]
    return [("evidence", evidence), ("work", work), *notes]


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _seconds(value: float) -> str:
    return f"{value * 1000:.3g} ms" if value < 1 else f"{value:.3g} s"


def _array_row(name: str, value: Any) -> list[str]:  # noqa: ANN401 - an array of any library
    shape = tuple(getattr(value, "shape", ()))
    size = " by ".join(map(str, shape))
    kind = f"{WORDS[len(shape)]}{' of ' if size else ''}{size}"
    return [_shortened(name), kind, _entries(value)]


def _entries(value: Any) -> str:  # noqa: ANN401 - an array of any library
    """Show the first entries, row by row; only these are fetched from a device."""
    if isinstance(value, int | float):
        return f"{value:.5g}"
    flat = value.reshape((-1,))
    host = space_of(flat).array_to_host(flat[:SHOWN])
    shown = "  ".join(f"{entry:.5g}" for entry in np.asarray(host, float))
    return shown + ("  ..." if flat.shape[0] > SHOWN else "")


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 3] + "..."


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Put the cells of rows under each other; the last one of a row may be of any length."""
    widths: list[int] = []
    for row in rows:
        for place, cell in enumerate(row[:-1]):
            if place == len(widths):
                widths.append(0)
            widths[place] = max(widths[place], len(cell))
    lines: list[str] = []
    for row in rows:
        padded = [cell.ljust(widths[place]) for place, cell in enumerate(row[:-1])]
        lines.append(("  " + "  ".join([*padded, row[-1]])).rstrip())
    return lines
