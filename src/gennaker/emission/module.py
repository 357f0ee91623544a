"""Write a whole program as a Python file that stands alone."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import indent

from gennaker.emission.constructor import constructor
from gennaker.emission.methods import methods
from gennaker.emission.program import Program, compile_program
from gennaker.emission.sample import sample
from gennaker.emission.sheet import Sheet
from gennaker.emission.solving import IMPORT, Solving, form, run, solver
from gennaker.emission.target import Target
from gennaker.expressions.derived import DerivedProblem
from gennaker.expressions.problem import Problem
from gennaker.expressions.structure import Structure

__all__ = ["Source", "fingerprint", "write", "write_class"]

HELPER = re.compile(r"(?<![\w.])(_[a-z]\w*)\(")


def fingerprint(problem: Problem) -> str:
    """Return a short hash of the model, by which a file can be told to be up to date."""
    return _hashed(problem.text())


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Source:
    """A written file: its text, the parameters in order, the sizes its class asks for.

    ``structure`` tells what is known about the form of the objective and of each constraint.
    """

    text: str
    parameters: tuple[str, ...]
    sizes: dict[str, str]
    program: Program
    structure: Structure
    library: str


def write(derived: DerivedProblem, target: Target, solving: Solving | None = None) -> Source:
    r"""Write the Python file of a problem for one array library.

    With ``solving`` the file also solves: it imports the solver of the package then.

    Example:
        >>> from gennaker.calculus.derive import Derivation
        >>> from gennaker.emission.targets.numpy import NUMPY
        >>> from gennaker.language.check import read
        >>> problem = read("parameters\n Matrix A\nvariables\n Vector x\nmin\n norm2(A*x)^2")
        >>> "t1 = A @ x" in write(Derivation(problem).derived(), NUMPY).text
        True

    """
    sheet = Sheet(compile_program(derived, target), target)
    shown = methods(sheet)
    made = constructor(sheet, shown, () if solving is None else _asked_by_solver(target))
    parts = [_class(sheet, [made.text, *shown]), sample(sheet)]
    if solving is not None:
        asked = list(made.asked.values())
        parts = [form(sheet, derived.structure, solving), *parts, solver(sheet, asked), run(asked)]
    # helpers are known once all else is printed
    parts = [_head(sheet, solving), *_helpers(sheet), *parts]
    text = "\n\n\n".join(part.strip("\n") for part in parts) + "\n"
    names = tuple(symbol.name for symbol in derived.problem.parameters)
    return Source(text, names, made.asked, sheet.program, derived.structure, target.name)


def write_class(
    program: Program, target: Target, *, overwriting: bool = False
) -> tuple[str, str, dict[str, str]]:
    """Write what the class of a program needs, and the class, to be run; tell the sizes it asks for.

    What it needs are the import and helpers, which are the same for many programs.
    ``overwriting`` is for large arrays: they are overwritten as soon as they can be. That computes
    the same in less memory, and is harder to read; no person needs to.
    """
    sheet = Sheet(program, target, overwriting=overwriting)
    shown = methods(sheet)
    made = constructor(sheet, shown)
    head = "\n\n\n".join([target.imports, *_helpers(sheet)])
    return head, _class(sheet, [made.text, *shown]), made.asked


def _head(sheet: Sheet, solving: Solving | None) -> str:
    """Print what the file is about, and its imports."""
    problem = sheet.problem
    own = problem.text()
    model = own if solving is None or solving.user is problem else solving.user.text()
    title = "Value and derivatives of this model:" if solving is None else "Solve this model:"
    lines = [f'"""{title}', "", indent(model.rstrip("\n"), "    "), ""]
    if model != own:
        lines += ["It is solved in this form, of which the functions below are:", ""]
        lines += [indent(own.rstrip("\n"), "    "), ""]
    lines += ["Written by Gennaker; it may be kept and changed.", '"""', "", sheet.target.imports]
    lines += ["", *([IMPORT, ""] if solving is not None else [])]
    lines.append(f'FINGERPRINT = "{_hashed(model)}"')
    return "\n".join(lines)


def _helpers(sheet: Sheet) -> list[str]:
    """Print the helpers that templates call, and those that they call themselves."""
    target = sheet.target
    wanted = set(sheet.printer.helpers)
    for name in list(wanted):
        wanted |= set(HELPER.findall(target.helpers[name])) & set(target.helpers)
    return [
        target.helpers[name].replace("xp.", f"{target.module}.")
        for name in target.helpers
        if name in wanted
    ]


def _asked_by_solver(target: Target) -> tuple[str, ...]:
    """Return what the solver reads off the class, to make arrays that fit the data."""
    return ("dtype", "device") if target.default_device else ("dtype",)


def _class(sheet: Sheet, functions: Sequence[str]) -> str:
    doc = '"""The model with its data: what is computed once is computed here."""'
    rays = f"rays = {sheet.program.slope is not None}"
    body = "\n\n".join([doc, rays, *functions])
    return f"class Problem:\n{indent(body, '    ')}"
