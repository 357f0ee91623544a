"""Write a few expressions as one Python function."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import indent

from gennaker.emission.printer import Printer
from gennaker.emission.schedule import Scheduler
from gennaker.emission.stable import Stable
from gennaker.emission.target import Target
from gennaker.expressions.node import Node
from gennaker.expressions.problem import Symbol
from gennaker.operations.convexity import Analysis

__all__ = ["write_function"]


def write_function(
    name: str, symbols: Sequence[Symbol], results: Sequence[Node], target: Target, doc: str
) -> str:
    """Return the source of a function of some symbols, imports and helpers included."""
    schedule = Scheduler()
    arguments = [schedule.input(symbol.node, schedule.pool.user(symbol.name)) for symbol in symbols]
    roots = Stable(target, Analysis({})).rewrite(results)
    block = schedule.block(roots)
    sizes, lines = _sizes(symbols, arguments)
    names = dict(schedule.names)
    printer = Printer(target, names, sizes)
    done: set[Node] = set()
    steps: list[str] = []
    for step in block.steps:
        steps.append(f"{step.name} = {printer.expression(step.node, done)}")
        done.add(step.node)
        names[step.node] = step.name
    shown = ", ".join(printer.expression_of(node, done) for node in roots)
    code = "\n".join([*steps, f"return {shown}"])
    needed = [line for size, line in lines if re.search(rf"\b{re.escape(size)}\b", code)]
    if re.search(r"\bdtype\b", code):
        needed.append(f"dtype = {arguments[0]}.dtype")
    if re.search(r"\bdevice\b", code):
        needed.append(f"device = {arguments[0]}.device")
    if re.search(r"\btiny\b", code):
        needed.append(f"tiny = float({target.module}.finfo({arguments[0]}.dtype).tiny)")
    body = indent("\n".join([f'"""{doc}"""', *needed, code]), "    ")
    helpers = [
        target.helpers[helper].replace("xp.", f"{target.module}.").strip("\n")
        for helper in target.helpers
        if helper in printer.helpers
    ]
    function = f"def {name}({', '.join(arguments)}):\n{body}"
    return "\n\n\n".join([target.imports, *helpers, function]) + "\n"


def _sizes(
    symbols: Sequence[Symbol], arguments: Sequence[str]
) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Read every size off the first argument that has it."""
    names: dict[str, str] = {}
    lines: list[tuple[str, str]] = []
    for symbol, argument in zip(symbols, arguments, strict=True):
        for place, axis in enumerate(symbol.node.shape.axes):
            if axis.name is not None and axis.name not in names:
                spelled = re.sub(r"\W", "_", axis.name)
                names[axis.name] = spelled
                lines.append((spelled, f"{spelled} = {argument}.shape[{place}]"))
    return names, lines
