"""Turn a problem into functions: generate its source once and run that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from math import prod
from types import CodeType
from typing import Any, cast

import numpy as np

from gennaker.calculus.derive import Derivation
from gennaker.emission.module import Source, write, write_class
from gennaker.emission.program import compile_program
from gennaker.emission.solving import Solving
from gennaker.emission.target import Target
from gennaker.emission.targets.cupy import CUPY
from gennaker.emission.targets.jax import JAX
from gennaker.emission.targets.numpy import NUMPY
from gennaker.emission.targets.torch import TORCH
from gennaker.expressions.node import Node
from gennaker.expressions.problem import Problem
from gennaker.language.view import View
from gennaker.operations.bounds import signs_from_bounds
from gennaker.operations.convexity import Analysis
from gennaker.pipeline.layout import length
from gennaker.pipeline.memory import computed
from gennaker.reform.reform import reform
from gennaker.reform.start import StartRule, starts

__all__ = [
    "TARGETS",
    "Compiled",
    "Functions",
    "find_target",
    "instantiate",
    "load_source",
    "write_file",
    "write_source",
]

TARGETS: dict[str, Target] = {target.name: target for target in (NUMPY, CUPY, TORCH, JAX)}


def write_source(problem: Problem, library: str, *, inside: bool = True) -> Source:
    """Derive a problem and write its Python file.

    ``inside`` promises that points are inside the bounds, so that signs are known.
    """
    return write(_derivation(problem, inside=inside).derived(), find_target(library))


def _derivation(problem: Problem, *, inside: bool, known: Analysis | None = None) -> Derivation:
    signs = signs_from_bounds(problem.bounds, problem.variables) if inside else {}
    return Derivation(problem, signs, known)


def write_file(problem: Problem, library: str) -> Source:
    r"""Write the Python file that solves a problem: in its smooth form, where it has kinks.

    Example:
        >>> from gennaker.language.check import read
        >>> problem = read("variables\n Vector x(2)\nmin\n norm1(x)")
        >>> "x_plus" in write_file(problem, "numpy").text
        True

    """
    reformed = reform(problem)
    solved, own = reformed.problem, starts(problem)
    rules = {name: _rule(node, own).value for name, node in reformed.starts.items()}
    view = View(problem)
    convex = view.objective_curvature.is_convex and all(map(view.is_proven, problem.constraints))
    solving = Solving(problem, rules, convex)
    signs = signs_from_bounds(solved.bounds, solved.variables)
    return write(Derivation(solved, signs).derived(), find_target(library), solving)


def _rule(start: Node, rules: Mapping[str, StartRule]) -> StartRule:
    """Return the rule for a variable that starts at an expression in the user's variables.

    Either part of a variable goes by its rule; what is read off the data starts at 0.
    """
    part, negative = start, False
    if part.op.name == "relu":
        part = part.args[0]
        negative = part.op.name == "neg"
        part = part.args[0] if negative else part
    if part.op.name != "variable":
        return StartRule.ZEROS
    rule = rules[cast("tuple[str, object]", part.payload)[0]]
    if part is start:
        return rule
    if rule is StartRule.RANDOM:
        return StartRule.RANDOM_POSITIVE
    return StartRule.ZEROS if negative else rule


def load_source(problem: Problem, library: str, *, inside: bool = True) -> tuple[Source, type[Any]]:
    """Return the source of a problem for a library, and the class that it defines.

    The source is printed from the checked expressions alone, so running it never runs
    anything that a person wrote.
    """
    written = write_source(problem, library, inside=inside)
    return written, _run(written.text, library)


def _run(text: str, library: str, head: str = "") -> type[Any]:
    """Return the class that our own code defines, below a ``head`` that many have in common."""
    namespace: dict[str, Any] = {"__name__": "gennaker_generated"}
    name = f"<generated for {library}>"
    exec(_head(head, name), namespace)  # noqa: S102 - see above
    exec(compile(text, name, "exec"), namespace)  # noqa: S102 - see above
    return namespace["Problem"]


@lru_cache(maxsize=32)
def _head(text: str, name: str) -> CodeType:
    return compile(text, name, "exec")


def find_target(library: str) -> Target:
    """Return the target with a name."""
    if library not in TARGETS:
        shown = ", ".join(TARGETS)
        raise ValueError(f"there is no target {library!r}; the targets are {shown}")
    return TARGETS[library]


class Compiled(Mapping[str, tuple[Source, type[Any]]]):
    """The functions of one problem by library, each made when it is first asked for.

    ``inside`` promises that points are inside the bounds, so that signs are known.
    """

    def __init__(self, problem: Problem, *, inside: bool = True) -> None:
        self._problem = problem
        self._inside = inside
        self._made: dict[str, tuple[Source, type[Any]]] = {}

    def __getitem__(self, library: str) -> tuple[Source, type[Any]]:
        if library not in self._made:
            self._made[library] = load_source(self._problem, library, inside=self._inside)
        return self._made[library]

    def __iter__(self) -> Iterator[str]:
        return iter(TARGETS)

    def __len__(self) -> int:
        return len(TARGETS)

    def __reduce__(self) -> tuple[Callable[[Problem, bool], Compiled], tuple[Problem, bool]]:
        return (_compiled, (self._problem, self._inside))


def _compiled(problem: Problem, inside: bool) -> Compiled:  # noqa: FBT001 - for pickle alone
    return Compiled(problem, inside=inside)


def instantiate(
    written: Source, made: type[Any], data: dict[str, Any], sizes: dict[str, int]
) -> Any:
    """Return the functions of a problem over given data.

    Where NumPy computes large arrays, they are functions that write into arrays again and again.
    """
    if written.library == "numpy" and _pays(computed(written.program), data, sizes):
        made = _overwriting(written, made)
    arguments = [data[name] for name in written.parameters]
    given = {spelling: sizes[name] for name, spelling in written.sizes.items()}
    return made(*arguments, **given)


class Functions:
    r"""The functions of a problem that a solver calls, for one library.

    Their class is printed when data first asks for it: one for small arrays, and where NumPy
    computes large ones, another that writes into arrays again and again.

    Example:
        >>> from gennaker.language.check import read
        >>> problem = read("parameters\n Vector b\nvariables\n Vector x\nmin\n norm2(x - b)^2")
        >>> functions = Functions(problem, "numpy").over({"b": np.ones(2)}, {"b.size": 2})
        >>> float(functions.forward(np.zeros(2))[0])
        2.0

    """

    def __init__(
        self,
        problem: Problem,
        library: str,
        inside: bool = True,  # noqa: FBT001, FBT002 - for pickle
        known: Analysis | None = None,
    ) -> None:
        """Derive what a solver needs; ``inside`` promises that points are inside the bounds.

        ``known`` is an analysis with the signs that this promises.
        """
        self._made_from = (problem, library, inside)
        self._target = find_target(library)
        derived = _derivation(problem, inside=inside, known=known).derived(lean=True)
        self.program = compile_program(derived, self._target, known)
        self.structure = derived.structure
        self.arrays = computed(self.program)
        self._classes: dict[bool, tuple[type[Any], dict[str, str]]] = {}

    def over(self, data: Mapping[str, Any], sizes: Mapping[str, int]) -> Any:
        """Return the functions over given data."""
        large = self._target is NUMPY and _pays(self.arrays, data, sizes)
        if large not in self._classes:
            head, text, asked = write_class(self.program, self._target, overwriting=large)
            self._classes[large] = _run(text, self._target.name, head), asked
        made, asked = self._classes[large]
        arguments = [data[symbol.name] for symbol in self.program.problem.parameters]
        return made(*arguments, **{spelled: sizes[name] for name, spelled in asked.items()})

    def __reduce__(self) -> tuple[type[Functions], tuple[Problem, str, bool]]:
        """Pickle what the functions are made from."""
        return Functions, self._made_from


LARGE = 2**14
"""Entries of an array from which on new memory costs more than a call."""


def _pays(arrays: Iterable[Node], data: Mapping[str, Any], sizes: Mapping[str, int]) -> bool:
    """Tell whether arrays are large, and products with the data are arrays of their own."""
    if not all(isinstance(value, OWN) or hasattr(value, "tocsr") for value in data.values()):
        return False
    return any(prod(length(axis, sizes) for axis in node.shape.axes) >= LARGE for node in arrays)


OWN = (np.ndarray, np.generic, float, int)


def _overwriting(written: Source, made: type[Any]) -> type[Any]:
    """Return the class that overwrites arrays; it is made once and kept with the plain one."""
    if "overwriting" not in vars(made):
        target = find_target(written.library)
        head, text, _ = write_class(written.program, target, overwriting=True)
        made.overwriting = _run(text, target.name, head)
    return made.overwriting
