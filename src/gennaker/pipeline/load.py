"""Turn a problem into functions: generate its source once and run that."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from gennaker.calculus.derive import Derivation
from gennaker.emission.module import Source, write
from gennaker.emission.target import Target
from gennaker.emission.targets.cupy import CUPY
from gennaker.emission.targets.jax import JAX
from gennaker.emission.targets.numpy import NUMPY
from gennaker.emission.targets.torch import TORCH
from gennaker.expressions.problem import Problem
from gennaker.language.classify import signs_from_bounds

__all__ = ["TARGETS", "Compiled", "find_target", "instantiate", "load_source", "write_source"]

TARGETS: dict[str, Target] = {target.name: target for target in (NUMPY, CUPY, TORCH, JAX)}


def write_source(problem: Problem, library: str, *, inside: bool = True) -> Source:
    """Derive a problem and write its Python file.

    ``inside`` promises that points are inside the bounds, so that signs are known.
    """
    signs = signs_from_bounds(problem.bounds, problem.variables) if inside else {}
    return write(Derivation(problem, signs).derived(), find_target(library))


def load_source(problem: Problem, library: str, *, inside: bool = True) -> tuple[Source, type[Any]]:
    """Return the source of a problem for a library, and the class that it defines.

    The source is printed from the checked expressions alone, so running it never runs
    anything that a person wrote.
    """
    written = write_source(problem, library, inside=inside)
    namespace: dict[str, Any] = {"__name__": "gennaker_generated"}
    code = compile(written.text, f"<generated for {library}>", "exec")
    exec(code, namespace)  # noqa: S102 - our own code, see above
    return written, namespace["Problem"]


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
    """Return the functions of a problem over given data."""
    arguments = [data[name] for name in written.parameters]
    given = {spelling: sizes[name] for name, spelling in written.sizes.items()}
    return made(*arguments, **given)
