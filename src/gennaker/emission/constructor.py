"""The constructor of a written class: shapes are checked, data-only steps computed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from gennaker.emission.layout import function, taken
from gennaker.emission.sheet import Sheet
from gennaker.expressions.dimension import Dimension
from gennaker.expressions.problem import Symbol
from gennaker.expressions.shape import Kind

__all__ = ["Constructor", "constructor"]

ATTRIBUTE = re.compile(r"\bself\.(\w+)")
AXIS_WORDS = {Kind.VECTOR: ("entries",), Kind.MATRIX: ("rows", "columns")}


@dataclass(frozen=True, slots=True)
class Constructor:
    """The text of the constructor, and the sizes that it asks for by name."""

    text: str
    asked: dict[str, str]


def constructor(sheet: Sheet, methods: Sequence[str], also: Sequence[str] = ()) -> Constructor:
    """Print the constructor; it keeps what the methods use, and what is asked for ``also``."""
    known: set[str] = set()
    lines: list[str] = []
    for symbol in sheet.problem.parameters:
        lines += _accepted(sheet, symbol, known)
    asked = {
        name: spelled
        for name, spelled in sheet.sizes.items()
        if name not in known and _is_needed(sheet, name)
    }
    steps = sheet.setup_steps()
    used = {*also, *(name for text in methods for name in ATTRIBUTE.findall(text))}
    lines += [*_types(sheet, {*used, *sheet.data_names(steps)}), *steps]
    kept = [*sheet.parameters(), *(step.name for step in sheet.program.setup.steps)]
    kept += [spelled for name, spelled in sheet.sizes.items() if name in {*known, *asked}]
    lines += [
        f"self.{name} = {name}" for name in [*kept, "dtype", "device", "tiny"] if name in used
    ]
    arguments = ["self", *sheet.parameters()]
    if asked:
        arguments += ["*", *asked.values()]
    doc = "Check the shapes of the data and keep it."
    return Constructor(function("__init__", arguments, doc, lines), asked)


def _types(sheet: Sheet, used: AbstractSet[str]) -> list[str]:
    """Take type and device, where they are used, from the first array among the data."""
    target, module = sheet.target, sheet.target.module
    arrays = [
        sheet.names[symbol.node]
        for symbol in sheet.problem.parameters
        if symbol.node not in sheet.positions
    ]
    lines: list[str] = []
    if used & {"dtype", "tiny"}:
        dtype = target.default_dtype.format(xp=module)
        lines.append(f"dtype = {f'{arrays[0]}.dtype' if arrays else dtype}")
    if "device" in used:
        device = f"{arrays[0]}.device" if arrays else target.default_device
        lines.append(f"device = {device}")
    if "tiny" in used:
        lines.append(f"tiny = float({module}.finfo(dtype).tiny)")
    return lines


def _is_needed(sheet: Sheet, name: str) -> bool:
    return any(
        name in dict(axis.terms)
        for symbol in sheet.problem.variables
        for axis in symbol.node.shape.axes
    )


def _accepted(sheet: Sheet, symbol: Symbol, known: set[str]) -> list[str]:
    """Print the checks of one parameter; sizes that it tells become known."""
    name, axes = sheet.names[symbol.node], symbol.node.shape.axes
    if not axes and symbol.node in sheet.positions:
        return [f"{name} = int({name})"]
    sheet.printer.helpers.add("_array")
    lines = [f'{name} = _array({name}, "{symbol.name}", {len(axes)})']
    words = AXIS_WORDS.get(symbol.kind, ())
    for place, (axis, word) in enumerate(zip(axes, words, strict=True)):
        length = f"{name}.shape[{place}]"
        unknown = [item for item, _ in axis.terms if item not in known]
        if len(unknown) == 1 and abs(dict(axis.terms)[unknown[0]]) == 1:
            value = _solved(sheet, axis, unknown[0], length)
            lines += taken([sheet.sizes[unknown[0]]], [value])
            known.add(unknown[0])
        elif not unknown:
            sheet.printer.helpers.add("_check")
            wanted = sheet.printer.dimension(axis)
            lines.append(f'_check("{symbol.name}", "{word}", {length}, {wanted})')
    return lines


def _solved(sheet: Sheet, axis: Dimension, name: str, length: str) -> str:
    """Write the one size of an axis that is not known yet by the length of the axis."""
    factor = dict(axis.terms)[name]
    rest = (axis - Dimension(0, ((name, factor),))) * -1
    shown = sheet.printer.dimension(rest)
    value = length if shown == "0" else f"{length} + {shown}".replace("+ -", "- ")
    return f"-({value})" if factor < 0 else value
