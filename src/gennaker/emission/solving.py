"""The part of a written file that solves: what the solver is told, and where a run begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gennaker.emission.layout import function
from gennaker.emission.sheet import Sheet
from gennaker.expressions.problem import Problem
from gennaker.expressions.structure import Structure

__all__ = ["IMPORT", "Solving", "form", "run", "solver"]

IMPORT = "from gennaker.pipeline.standalone import Form, solve_written"
TRIED = 3


@dataclass(frozen=True, slots=True)
class Solving:
    """What a file must know to solve: the model as it was written, and facts about it.

    ``rules`` says how each variable of the written functions starts.
    """

    user: Problem
    rules: Mapping[str, str]
    convex: bool


def form(sheet: Sheet, structure: Structure, solving: Solving) -> str:
    """Print what the solver is told about the functions."""
    problem, user = sheet.problem, solving.user
    constraints = [
        f'("{item.name}", "{"==" if item.equality else "<="}", {linear or item.linear})'
        for item, linear in zip(problem.constraints, structure.linear, strict=True)
    ]
    names = [symbol.name for symbol in user.variables]
    rules = ", ".join(f'"{name}": "{rule}"' for name, rule in solving.rules.items())
    fields = [
        ("library", f'"{sheet.target.name}"'),
        ("variables", f"{{{rules}}}"),
        ("constraints", _listed(constraints) if constraints else ""),
        ("lets", _quoted([let.name for let in problem.lets])),
        ("answers", _quoted(names) if names != list(solving.rules) else ""),
        ("quadratic", "True" if structure.is_quadratic else ""),
        ("convex", "True" if solving.convex else ""),
        ("entropies", f"{list(structure.entropies)}" if structure.entropies else ""),
        ("maximize", "True" if user.maximize else ""),
        ("symmetric", _quoted([item.name for item in problem.variables if item.symmetric])),
    ]
    lines = [f"    {name}={value}," for name, value in fields if value]
    return "\n".join(["FORM = Form(", *lines, ")"])


def _quoted(names: Sequence[str]) -> str:
    shown = ", ".join(f'"{name}"' for name in names)
    return f"[{shown}]" if names else ""


def _listed(items: Sequence[str]) -> str:
    return "\n".join(["[", *(f"        {item}," for item in items), "    ]"])


def solver(sheet: Sheet, asked: Sequence[str]) -> str:
    """Print the function that solves."""
    parameters = list(sheet.parameters())
    sizes = [f"{name}={name}" for name in asked]
    made = f"Problem({', '.join([*parameters, *sizes])})"
    arguments = [*parameters, "*", *asked, "start=None", "**options"]
    doc = "Minimise over data; start gives values by name, options are those of the solver."
    lines = [f"return solve_written({made}, FORM, start=start, **options)"]
    return function("solve", arguments, doc, lines)


def run(asked: Sequence[str]) -> str:
    """Print what happens when the file is run: sample data is solved, and the result printed."""
    sizes = "".join(f", {name}={TRIED}" for name in asked)
    call = f"solve(*sample_data().values(){sizes})"
    return f'if __name__ == "__main__":\n    print({call})'
