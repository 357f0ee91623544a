"""The methods of a written class: values, derivatives and products of the problem."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gennaker.emission.layout import function, taken, tuple_of
from gennaker.emission.schedule import Block
from gennaker.emission.sheet import Sheet

__all__ = ["methods"]


@dataclass(frozen=True, slots=True)
class _Method:
    """What tells one method from another; ``opening`` takes up what was saved."""

    name: str
    arguments: Sequence[str]
    block: Block
    doc: str
    extra: str = ""
    opening: str = ""
    always_tuple: bool = False


def methods(sheet: Sheet) -> list[str]:
    """Print all methods but the constructor; of a lean program those that a solver calls."""
    lean, found = sheet.program.lean, _along_rays(sheet)
    if not lean:
        found = [*_values(sheet), *_constraints(sheet), *found, _hessian_product(sheet)]
    shown = [_printed(sheet, method) for method in found]
    if sheet.problem.lets:
        shown.append(_printed(sheet, _lets(sheet)))
    if sheet.problem.bounds:
        shown.append(_limits(sheet))
    return shown if lean else [*shown, _shapes(sheet)]


def _values(sheet: Sheet) -> list[_Method]:
    program, variables = sheet.program, sheet.variables
    by = ", ".join(variables)
    return [
        _Method("value", variables, program.value, "Return the objective."),
        _Method(
            "value_and_gradient",
            variables,
            program.gradient,
            f"Return the objective and its gradient by {by}.",
        ),
    ]


def _constraints(sheet: Sheet) -> list[_Method]:
    """Print constraint values, and the products with each transposed Jacobian."""
    program, variables = sheet.program, sheet.variables
    names = [repr(item.name) for item in sheet.problem.constraints]
    if not names:
        return []
    doc = f"Return the values of the constraints: {', '.join(names)}."
    found = [_Method("constraints", variables, program.constraints, doc, always_tuple=True)]
    for place, (weight, block) in enumerate(program.products):
        own = sheet.names[weight]
        doc = f"Return the transposed Jacobian of {names[place]} times {own}."
        found.append(_Method(f"product_{place + 1}", [*variables, own], block, doc))
    return found


def _along_rays(sheet: Sheet) -> list[_Method]:
    """Print images, values over them, and derivatives that go on from what values saved."""
    program, names, variables = sheet.program, sheet.names, sheet.variables
    leaves = [names[leaf] for leaf in program.leaves]
    weights = [names[weight] for weight in program.weights]
    doc = "Return no images: values and derivatives are computed from the variables."
    if leaves:
        doc = "Return the linear images of the variables, which hold the products with the data."
    images = _Method("images", variables, program.images, doc, always_tuple=True)
    forward = _Method(
        "forward",
        [*variables, *leaves],
        program.forward,
        "Return objective, constraints, and what their derivatives need.",
        extra=tuple_of([step.name for step in program.saved]),
    )
    backward = _Method(
        "backward",
        [*variables, *leaves, *weights],
        program.backward,
        "Return the gradient of the objective plus the weighted constraints.",
    )
    found = [images, forward, _going_on(sheet, backward)]
    if program.slope is not None:
        along = [names[leaf] for leaf in program.along]
        slope = _Method(
            "slope",
            [*variables, *leaves, *along, *weights],
            program.slope,
            "Return the derivative along a direction, given with its images.",
        )
        found.append(_going_on(sheet, slope))
    return found


def _going_on(sheet: Sheet, method: _Method) -> _Method:
    """Let a method take up the steps that ``forward`` saved."""
    used = sheet.used(method.block)
    names = [step.name if step.name in used else "_" for step in sheet.program.saved]
    left = tuple_of(names) if len(names) == 1 else ", ".join(names)
    opening = f"{left} = saved" if used else ""
    arguments = [*method.arguments, "saved"]
    return replace(method, arguments=arguments, opening=opening)


def _hessian_product(sheet: Sheet) -> _Method:
    program = sheet.program
    along = [sheet.names[node] for node in program.directions]
    doc = "Return the Hessian of the objective times a direction."
    return _Method("hessian_product", [*sheet.variables, *along], program.hessian_product, doc)


def _lets(sheet: Sheet) -> _Method:
    names = ", ".join(let.name for let in sheet.problem.lets)
    doc = f"Return the named expressions: {names}."
    return _Method("lets", sheet.variables, sheet.program.lets, doc, always_tuple=True)


def _limits(sheet: Sheet) -> str:
    """Print the sides of every bound, with the entries that it speaks of."""
    block = sheet.program.limits
    lines, shown = sheet.body(block)
    results = iter(shown)
    triples = [
        tuple_of([next(results), *("None" if side is None else next(results) for side in sides)])
        for sides in ((bound.lower, bound.upper) for bound in sheet.problem.bounds)
    ]
    doc = "Return what each bound speaks of, its lower and its upper side."
    lines.append(f"return {tuple_of(triples) if len(triples) == 1 else ', '.join(triples)}")
    return _with_data(sheet, _Method("limits", sheet.variables, block, doc), lines)


def _shapes(sheet: Sheet) -> str:
    """Print how large the variables are, by the names that they have in the model."""
    length = sheet.printer.dimension
    items = [
        f'"{symbol.name}": {tuple_of(list(map(length, symbol.node.shape.axes)))}'
        for symbol in sheet.problem.variables
    ]
    lines = [f"return {{{', '.join(items)}}}"]
    doc = "Return the shape of each variable."
    return _with_data(sheet, _Method("shapes", [], Block((), ()), doc), lines)


def _printed(sheet: Sheet, method: _Method) -> str:
    """Print one method: names of the data, steps with their formulas, results."""
    lines, results = sheet.body(method.block)
    if method.opening:
        lines.insert(0, method.opening)
    if method.extra:
        results.append(method.extra)
    bare = len(results) > 1 or (results and not method.always_tuple)
    lines.append(f"return {', '.join(results) if bare else tuple_of(results)}")
    return _with_data(sheet, method, lines)


def _with_data(sheet: Sheet, method: _Method, lines: list[str]) -> str:
    """Take the data that the lines use from the object."""
    names = sheet.data_names(lines)
    data = taken(names, [f"self.{name}" for name in names])
    doc = "" if sheet.program.lean else method.doc
    return function(method.name, ["self", *method.arguments], doc, [*data, *lines])
