"""What all parts of a written file share: the program, the names of sizes, the printer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from gennaker.emission.overwriting import Overwriting
from gennaker.emission.printer import Printer
from gennaker.emission.program import Program
from gennaker.emission.schedule import Block
from gennaker.emission.target import Target
from gennaker.expressions.node import Node
from gennaker.expressions.show import Printer as Formula
from gennaker.expressions.show import Style
from gennaker.expressions.walk import postorder

__all__ = ["Sheet"]

LONGEST_FORMULA = 70
SILENT = re.compile(r"[ ()'_]|\.T\b|\.0\b|\.(?=[*/^])")
"""What a formula and its code may differ in without telling anything new."""
WORD = re.compile(r"(?<![\w.])[^\W\d]\w*")


class Sheet:
    """Prints steps and expressions of one program for one target."""

    def __init__(self, program: Program, target: Target, *, overwriting: bool = False) -> None:
        """Take a program; ``overwriting`` saves memory for large arrays, at the cost of reading."""
        self.program = program
        self._overwriting = overwriting
        self.problem = program.problem
        self.target = target
        self.names = program.names
        self.sizes = _spelled(program)
        self.printer = Printer(target, program.names, self.sizes)

    @cached_property
    def variables(self) -> list[str]:
        """The variables as they are spelled in the code."""
        return [self.names[symbol.node] for symbol in self.problem.variables]

    @cached_property
    def positions(self) -> set[Node]:
        """The scalar parameters that say which entry to take."""
        indices = (node for node in postorder(self.problem.roots) if node.op.name == "index")
        return {arg for node in indices for arg in node.args[1:]}

    def setup_steps(self) -> list[str]:
        """Print the steps that need the data alone."""
        return self._printed(self.program.setup, {})[0]

    def body(self, block: Block) -> tuple[list[str], list[str]]:
        """Print the steps of a block as assignments with their formulas, and its results."""
        steps = (*self.program.setup.steps, *block.ready)
        known = {step.node: step.name for step in steps}
        if not self._overwriting:
            return self._printed(block, known)
        self.printer.names = self.names
        saved = self.program.saved if block is self.program.forward else ()
        kept = {step.node for step in saved}
        return Overwriting(self.printer, known, kept).body(block)

    def _printed(self, block: Block, known: dict[Node, str]) -> tuple[list[str], list[str]]:
        """Print a block that goes on from what is known by name."""
        self.printer.names = names = {**self.names, **known}
        shown = {alias: (0, name) for node, name in known.items() for alias in self._aliases(node)}
        formula, done = Formula(Style.TEXT, shown, 1), set(known)
        lines: list[str] = []
        for step in block.steps:
            code = self.printer.expression(step.node, done)
            lines.append(f"{step.name} = {code}{self._comment(formula, step.node, code)}")
            shown.update((alias, (0, step.name)) for alias in self._aliases(step.node))
            done.add(step.node)
            names[step.node] = step.name
        return lines, [self.printer.expression_of(node, done) for node in block.results]

    def _aliases(self, node: Node) -> tuple[Node, ...]:
        """Return an expression as it is computed, and as it was before."""
        formulas = self.program.formulas
        return (node, formulas[node]) if node in formulas else (node,)

    def _comment(self, formula: Formula, node: Node, code: str) -> str:
        """Give the formula of a step in the names of earlier ones, unless the code says it."""
        if self.program.lean:
            return ""
        shown = formula.render(self._aliases(node)[-1], limit=LONGEST_FORMULA)
        plain = code.replace("@", "*").replace(f"{self.target.module}.", "")
        return "" if SILENT.sub("", shown) == SILENT.sub("", plain) else f"  # {shown}"

    def data_names(self, lines: Iterable[str]) -> list[str]:
        """Return the attributes that some lines use: parameters, setup steps and sizes."""
        words = {word for line in lines for word in WORD.findall(line.partition("  # ")[0])}
        own = [self.names[symbol.node] for symbol in self.problem.parameters]
        own += [step.name for step in self.program.setup.steps]
        own += [*self.sizes.values(), "dtype", "device", "tiny"]
        return [name for name in own if name in words]

    def used(self, block: Block) -> set[str]:
        """Return the names of ready steps that a block goes on from."""
        ready = {step.node: step.name for step in block.ready}
        roots = (*(step.node for step in block.steps), *block.results)
        used = {arg for node in postorder(roots, ready) for arg in node.args} | set(roots)
        return {name for node, name in ready.items() if node in used}

    def parameters(self) -> Sequence[str]:
        """Return the parameters as they are spelled in the code."""
        return [self.names[symbol.node] for symbol in self.problem.parameters]


def _spelled(program: Program) -> dict[str, str]:
    """Spell the sizes that are left after unification, in the order of declaration."""
    taken = set(program.names.values())
    sizes: dict[str, str] = {}
    for value in program.problem.dimensions.values():
        for name, _ in value.terms:
            if name not in sizes:
                shown = re.sub(r"\W", "_", name)
                while shown in taken:
                    shown += "_"
                sizes[name] = shown
                taken.add(shown)
    return sizes
