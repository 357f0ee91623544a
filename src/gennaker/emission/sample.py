"""Random data of the right shapes, so that a written file can be tried at once."""

from __future__ import annotations

from gennaker.emission.layout import function, tuple_of
from gennaker.emission.sheet import Sheet
from gennaker.expressions.problem import Symbol

__all__ = ["sample"]

FIRST, STEP = 20, 10


def sample(sheet: Sheet) -> str:
    """Print a function that draws data."""
    sizes = [spelled for name, spelled in sheet.sizes.items() if _occurs(sheet, name)]
    defaults = [f"{name}={FIRST + STEP * place}" for place, name in enumerate(sizes)]
    count, module = len(sheet.problem.parameters), sheet.target.module
    lines = [sheet.target.random[0].format(xp=module, count=count)] if count else []
    data: list[str] = []
    for symbol in sheet.problem.parameters:
        lines += _random(sheet, symbol)
        data.append(f'"{symbol.name}": {sheet.names[symbol.node]}')
    lines.append(f"return {{{', '.join(data)}}}")
    doc = "Return random data of the right shapes."
    return function("sample_data", ["seed=0", *defaults], doc, lines)


def _occurs(sheet: Sheet, name: str) -> bool:
    return any(
        name in dict(axis.terms)
        for symbol in sheet.problem.parameters
        for axis in symbol.node.shape.axes
    )


def _random(sheet: Sheet, symbol: Symbol) -> list[str]:
    """Draw one parameter; attributes that are promised hold."""
    name, axes = sheet.names[symbol.node], symbol.node.shape.axes
    if symbol.node in sheet.positions:
        return [f"{name} = 1"]
    shape = tuple_of([sheet.printer.dimension(axis) for axis in axes])
    words = set(symbol.attributes)
    positive = words & {"nonnegative", "positive"} or not axes
    _, signed, unsigned = sheet.target.random
    drawn = (unsigned if positive else signed).format(shape=shape)
    lines = [f"{name} = {drawn}"]
    if "psd" in words:
        lines.append(f"{name} = {name} @ {name}.T")
    elif "symmetric" in words:
        lines.append(f"{name} = {name} + {name}.T")
    return lines
