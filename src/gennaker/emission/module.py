"""Write a whole program as a Python file that stands alone."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from textwrap import indent

from gennaker.emission.printer import Printer
from gennaker.emission.program import Program, compile_program
from gennaker.emission.schedule import Block
from gennaker.emission.target import Target
from gennaker.expressions.derived import DerivedProblem
from gennaker.expressions.dimension import Dimension
from gennaker.expressions.node import Node
from gennaker.expressions.problem import Problem, Symbol
from gennaker.expressions.shape import Kind
from gennaker.expressions.show import Printer as Formula
from gennaker.expressions.show import Style
from gennaker.expressions.walk import postorder

__all__ = ["Source", "fingerprint", "write"]

WIDTH = 96
LONGEST_FORMULA = 70
AXIS_WORDS = {Kind.VECTOR: ("entries",), Kind.MATRIX: ("rows", "columns")}


def fingerprint(problem: Problem) -> str:
    """Return a short hash of the model, by which a file can be told to be up to date."""
    return hashlib.sha256(problem.text().encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Source:
    """A written file: its text, the parameters in order, the sizes its class asks for."""

    text: str
    parameters: tuple[str, ...]
    sizes: dict[str, str]
    program: Program


def write(derived: DerivedProblem, target: Target) -> Source:
    r"""Write the Python file of a problem for one array library.

    Example:
        >>> from gennaker.calculus.derive import Derivation
        >>> from gennaker.emission.targets.numpy import NUMPY
        >>> from gennaker.language.check import read
        >>> problem = read("parameters\n Matrix A\nvariables\n Vector x\nmin\n norm2(A*x)^2")
        >>> "t1 = A @ x" in write(Derivation(problem).derived(), NUMPY).text
        True

    """
    writer = _Writer(compile_program(derived, target), target)
    text = writer.module()
    names = tuple(symbol.name for symbol in derived.problem.parameters)
    return Source(text, names, writer.asked, writer.program)


class _Writer:
    def __init__(self, program: Program, target: Target) -> None:
        self.program = program
        self.problem = program.problem
        self.target = target
        self.sizes = {name: re.sub(r"\W", "_", name) for name in _canonical_names(self.problem)}
        taken = set(program.names.values())
        for name, shown in self.sizes.items():
            while shown in taken:
                shown += "_"  # noqa: PLW2901 - the name is being made free
            self.sizes[name] = shown
            taken.add(shown)
        self.printer = Printer(target, program.names, self.sizes)
        self.asked: dict[str, str] = {}

    # ---- the file -------------------------------------------------------------------

    def module(self) -> str:
        """Put the parts of the file together; helpers are known once all else is printed."""
        body = self._class()
        sample = self._sample()
        parts = [self._head(), *self._helpers(), body, sample]
        return "\n\n\n".join(part.strip("\n") for part in parts) + "\n"

    def _head(self) -> str:
        problem = self.problem
        model = problem.text().rstrip("\n")
        lines = [
            '"""Value and derivatives of this model:',
            "",
            indent(model, "    "),
            "",
            "Written by Gennaker; it may be kept and changed.",
            '"""',
            "",
            self.target.imports,
            "",
            f'FINGERPRINT = "{fingerprint(problem)}"',
        ]
        return "\n".join(lines)

    def _helpers(self) -> list[str]:
        """Print the helpers that templates call, and those that they call themselves."""
        wanted = set(self.printer.helpers)
        for name in list(wanted):
            found = re.findall(r"(?<![\w.])(_[a-z]\w*)\(", self.target.helpers[name])
            wanted |= set(found) & set(self.target.helpers)
        module = self.target.module
        return [
            self.target.helpers[name].replace("xp.", f"{module}.")
            for name in self.target.helpers
            if name in wanted
        ]

    # ---- the class ------------------------------------------------------------------

    def _class(self) -> str:
        names = self.program.names
        variables = [names[symbol.node] for symbol in self.problem.variables]
        methods = [
            self._function("value", variables, self.program.value, "Return the objective."),
            self._function(
                "value_and_gradient",
                variables,
                self.program.gradient,
                "Return the objective and its gradient by " + ", ".join(variables) + ".",
            ),
        ]
        if self.problem.constraints:
            methods.append(
                self._function(
                    "constraints",
                    variables,
                    self.program.constraints,
                    "Return the values of the constraints: " + _listed(self.problem) + ".",
                    always_tuple=True,
                )
            )
            for place, (weight, block) in enumerate(self.program.products):
                name = self.problem.constraints[place].name
                methods.append(
                    self._function(
                        f"product_{place + 1}",
                        [*variables, names[weight]],
                        block,
                        f"Return the transposed Jacobian of {name!r} times {names[weight]}.",
                    )
                )
            methods += self._lagrangian(variables)
        directions = [names[node] for node in self.program.directions]
        methods.append(
            self._function(
                "hessian_product",
                [*variables, *directions],
                self.program.hessian_product,
                "Return the Hessian of the objective times a direction.",
            )
        )
        if self.problem.lets:
            methods.append(
                self._function(
                    "lets",
                    variables,
                    self.program.lets,
                    "Return the named expressions: "
                    + ", ".join(let.name for let in self.problem.lets)
                    + ".",
                    always_tuple=True,
                )
            )
        body = "\n\n".join([self._init(), *methods])
        doc = '    """The model with its data: what is computed once is computed here."""'
        return f"class Problem:\n{doc}\n\n{indent(body, '    ')}"

    def _lagrangian(self, variables: list[str]) -> list[str]:
        """Print values and derivatives of objective and constraints together, sharing steps."""
        names = self.program.names
        forward, backward = self.program.forward, self.program.backward
        first = {step.node for step in forward.steps}
        needed = _used(backward)
        kept = [step for step in forward.steps if step.node in needed]
        saved = [step.name for step in kept]
        weights = [names[weight] for weight in self.program.weights]
        keep = f"({', '.join(saved)}{',' if len(saved) == 1 else ''})"
        known = frozenset(first)
        return [
            self._function(
                "forward",
                variables,
                forward,
                "Return objective, constraints, and what their derivatives need.",
                extra=keep,
            ),
            self._function(
                "backward",
                [*variables, *weights, "saved"],
                backward,
                "Return the gradient of the objective plus the weighted constraints.",
                opening=f"{', '.join(saved)}{',' if len(saved) == 1 else ''} = saved"
                if saved
                else "",
                known=known,
            ),
        ]

    def _setup_nodes(self) -> set[Node]:
        return {step.node for step in self.program.setup.steps}

    def _function(
        self,
        name: str,
        arguments: Sequence[str],
        block: Block,
        doc: str,
        *,
        extra: str = "",
        opening: str = "",
        known: frozenset[Node] = frozenset(),
        always_tuple: bool = False,
    ) -> str:
        """Print one method: names of the data, steps with their formulas, results."""
        setup = frozenset(self._setup_nodes())
        done = setup | known
        lines: list[str] = [opening] if opening else []
        for step in block.steps:
            code = self.printer.expression(step.node, done)
            done |= {step.node}
            lines.append(f"{step.name} = {code}{self._comment(step.node, code, done)}")
        results = [self._result(node, done) for node in block.results]
        if extra:
            results.append(extra)
        shown = ", ".join(results)
        if always_tuple and len(results) == 1:
            shown = f"({shown},)"
        lines.append(f"return {shown}")
        header = f"def {name}(self, {', '.join(arguments)}):"
        names = self._data_names(lines)
        if names:
            own = ", ".join(f"self.{item}" for item in names)
            lines.insert(0, f"{', '.join(names)} = {own}")
        body = [f'"""{doc}"""', *lines]
        return header + "\n" + indent("\n".join(_wrapped(line) for line in body), "    ")

    def _comment(self, node: Node, code: str, done: frozenset[Node]) -> str:
        """Give the formula of a step in the names of earlier ones, unless the code says it."""
        names = {known: (0, self.program.names[known]) for known in done}
        formula = Formula(Style.TEXT, names, 1).render(node, limit=LONGEST_FORMULA)
        plain = code.replace(" ", "").replace("@", "*").replace(f"{self.target.module}.", "")
        return "" if formula.replace(" ", "").replace(".", "") == plain else f"  # {formula}"

    def _result(self, node: Node, done: frozenset[Node]) -> str:
        if node in done:
            return self.program.names[node]
        return self.printer.expression(node, done)

    def _data_names(self, lines: list[str]) -> list[str]:
        """Return the attributes that some lines use: parameters, setup steps and sizes."""
        code = "\n".join(re.sub(r"  # .*", "", line) for line in lines)
        words = set(re.findall(r"(?<![\w.])[^\W\d]\w*", code))
        own = [self.program.names[symbol.node] for symbol in self.problem.parameters]
        own += [step.name for step in self.program.setup.steps]
        own += [*self.sizes.values(), "dtype", "device", "tiny"]
        return [name for name in own if name in words]

    # ---- data -----------------------------------------------------------------------

    def _init(self) -> str:
        """Print the constructor: shapes are checked, data-only steps computed."""
        names = self.program.names
        parameters = [names[symbol.node] for symbol in self.problem.parameters]
        known: set[str] = set()
        lines: list[str] = []
        for symbol in self.problem.parameters:
            lines += self._accepted(symbol, known)
        missing = [name for name in self.sizes if name not in known and self._is_needed(name)]
        self.asked = {name: self.sizes[name] for name in missing}
        lines += self._types(parameters)
        done: frozenset[Node] = frozenset()
        for step in self.program.setup.steps:
            code = self.printer.expression(step.node, done)
            lines.append(f"{step.name} = {code}{self._comment(step.node, code, done)}")
            done |= {step.node}
        kept = [*parameters, *(step.name for step in self.program.setup.steps)]
        sizes = [self.sizes[name] for name in self.sizes if name in known or name in missing]
        lines += [f"self.{name} = {name}" for name in [*kept, *sizes, "dtype"]]
        lines.append(f"self.tiny = float({self.target.module}.finfo(dtype).tiny)")
        if self.target.default_device:
            lines.append("self.device = device")
        arguments = ["self", *parameters]
        if missing:
            arguments += ["*", *(self.sizes[name] for name in missing)]
        doc = '"""Check the shapes of the data and keep it."""'
        body = "\n".join(_wrapped(line) for line in [doc, *lines])
        return f"def __init__({', '.join(arguments)}):\n{indent(body, '    ')}"

    def _types(self, parameters: Sequence[str]) -> list[str]:
        """Take type and device from the first array among the data."""
        arrays = [
            name
            for name, symbol in zip(parameters, self.problem.parameters, strict=True)
            if symbol.node not in self._positions
        ]
        dtype = self.target.default_dtype.format(xp=self.target.module)
        lines = [f"dtype = {f'{arrays[0]}.dtype' if arrays else dtype}"]
        if self.target.default_device:
            device = f"{arrays[0]}.device" if arrays else self.target.default_device
            lines.append(f"device = {device}")
        return lines

    def _is_needed(self, name: str) -> bool:
        return any(
            name in dict(axis.terms)
            for symbol in self.problem.variables
            for axis in symbol.node.shape.axes
        )

    def _accepted(self, symbol: Symbol, known: set[str]) -> list[str]:
        """Print the checks of one parameter."""
        name = self.program.names[symbol.node]
        axes = symbol.node.shape.axes
        if not axes and symbol.node in self._positions:
            return [f"{name} = int({name})"]
        self.printer.helpers.add("_array")
        lines = [f'{name} = _array({name}, "{symbol.name}", {len(axes)})']
        for place, (axis, word) in enumerate(
            zip(axes, AXIS_WORDS.get(symbol.kind, ()), strict=True)
        ):
            unknown = [item for item, _ in axis.terms if item not in known]
            length = f"{name}.shape[{place}]"
            if len(unknown) == 1 and abs(dict(axis.terms)[unknown[0]]) == 1:
                rest = (axis - Dimension(0, ((unknown[0], dict(axis.terms)[unknown[0]]),))) * -1
                shown = self.printer.dimension(rest)
                value = length if shown == "0" else f"{length} + {shown}".replace("+ -", "- ")
                if dict(axis.terms)[unknown[0]] < 0:
                    value = f"-({value})"
                lines.append(f"{self.sizes[unknown[0]]} = {value}")
                known.add(unknown[0])
            elif not unknown:
                self.printer.helpers.add("_check")
                lines.append(
                    f'_check("{symbol.name}", "{word}", {length}, {self.printer.dimension(axis)})'
                )
        return lines

    @cached_property
    def _positions(self) -> set[Node]:
        """The scalar parameters that say which entry to take."""
        indices = (node for node in postorder(self.problem.roots) if node.op.name == "index")
        return {arg for node in indices for arg in node.args[1:]}

    def _sample(self) -> str:
        """Print a generator of random data for a first try."""
        sizes = [name for name in self.sizes if self._occurs(name)]
        shown = {name: self.sizes[name] for name in sizes}
        defaults = [f"{shown[name]}={20 + 10 * place}" for place, name in enumerate(sizes)]
        lines = [f"rng = {self._numpy()}.random.default_rng(seed)"]
        data: list[str] = []
        for symbol in self.problem.parameters:
            name = self.program.names[symbol.node]
            lines += self._random(symbol, name)
            data.append(f'"{symbol.name}": {name}')
        lines.append(f"return {{{', '.join(data)}}}")
        doc = '"""Return random data of the right shapes."""'
        header = f"def sample_data({', '.join(['seed=0', *defaults])}):"
        return header + "\n" + indent("\n".join([doc, *lines]), "    ")

    def _numpy(self) -> str:
        return "np" if self.target.name == "numpy" else "numpy"

    def _occurs(self, name: str) -> bool:
        return any(
            name in dict(axis.terms)
            for symbol in self.problem.parameters
            for axis in symbol.node.shape.axes
        )

    def _random(self, symbol: Symbol, name: str) -> list[str]:
        axes = [self.printer.dimension(axis) for axis in symbol.node.shape.axes]
        shape = f"({', '.join(axes)}{',' if len(axes) == 1 else ''})"
        words = set(symbol.attributes)
        if symbol.node in self._positions:
            return [f"{name} = 1"]
        draw = "random" if words & {"nonnegative", "positive"} or not axes else "standard_normal"
        lines = [f"{name} = rng.{draw}({shape if axes else ''})"]
        if "psd" in words:
            lines.append(f"{name} = {name} @ {name}.T")
        elif "symmetric" in words:
            lines.append(f"{name} = {name} + {name}.T")
        return lines


def _canonical_names(problem: Problem) -> list[str]:
    """List the sizes that are left after unification, in the order of declaration."""
    found: dict[str, None] = {}
    for value in problem.dimensions.values():
        for name, _ in value.terms:
            found.setdefault(name)
    return list(found)


def _listed(problem: Problem) -> str:
    return ", ".join(repr(item.name) for item in problem.constraints)


def _used(block: Block) -> set[Node]:
    """Return every node below the steps and the results of a block."""
    return set(postorder([*(step.node for step in block.steps), *block.results]))


def _wrapped(line: str) -> str:
    """Put a comment that makes a line too long above it."""
    code, mark, comment = line.partition("  # ")
    if len(line) + 8 <= WIDTH or not mark:
        return line
    return f"# {comment}\n{code}"
