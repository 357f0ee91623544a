"""What a data file holds: one array, or parts by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Protocol

from gennaker.cli.mistakes import InputError

__all__ = ["Bundle", "Contents", "Single", "no_part"]

SHOWN = 12


class Contents(Protocol):
    """What one file holds; nothing is read before it is asked for where the format allows."""

    @property
    def names(self) -> tuple[str, ...]:
        """The parts that have names."""
        ...

    def pick(self, name: str, *, matrix: bool) -> Any:  # noqa: ANN401 - an array, sparse or not
        """Return what ``NAME=FILE`` means for a parameter, which is a matrix or is not."""
        ...

    def parts(self, names: Sequence[str]) -> Any:  # noqa: ANN401 - an array, sparse or not
        """Return what ``FILE:PART`` or ``FILE:PART,PART`` means."""
        ...

    def several(self, names: Sequence[str]) -> list[Any]:
        """Return what ``NAME,NAME=FILE`` means: a part for each name."""
        ...


@dataclass(frozen=True, slots=True)
class Single:
    """A file that holds one array without a name."""

    path: str
    array: Any
    names: tuple[str, ...] = ()

    def pick(self, name: str, *, matrix: bool) -> Any:  # noqa: ANN401, ARG002 - as Contents says
        """Return the array."""
        return self.array

    def parts(self, names: Sequence[str]) -> Any:  # noqa: ANN401 - as Contents says
        """Refuse: there are no parts."""
        raise InputError(f"{self.path} holds one array, which has no part {', '.join(names)}")

    def several(self, names: Sequence[str]) -> list[Any]:
        """Refuse: there is one array."""
        raise InputError(f"{self.path} holds one array, not one for each of {', '.join(names)}")


@dataclass(frozen=True, slots=True)
class Bundle:
    """A file that holds arrays by name.

    ``main`` is the one meant where no name fits; ``ordered`` says that the names are ours, and
    the caller may give others in the same order.
    """

    path: str
    names: tuple[str, ...]
    fetch: Callable[[str], Any]
    main: str | None = None
    ordered: bool = False

    def pick(self, name: str, *, matrix: bool) -> Any:  # noqa: ANN401, ARG002 - as Contents says
        """Return the array of that name, or the one that is meant without a name."""
        if name in self.names or self.main is None:
            return self.parts([name])
        return self.fetch(self.main)

    def parts(self, names: Sequence[str]) -> Any:  # noqa: ANN401 - as Contents says
        """Return the array of a name."""
        if len(names) > 1:
            raise InputError(f"one array of {self.path} at a time, not {', '.join(names)}")
        if names[0] not in self.names:
            raise no_part(self.path, names[0], self.names)
        return self.fetch(names[0])

    def several(self, names: Sequence[str]) -> list[Any]:
        """Return the arrays of these names, or all in their order; one may be the main one."""
        if self.ordered and len(names) == len(self.names):
            return [self.fetch(name) for name in self.names]
        strange = [name for name in names if name not in self.names]
        if len(strange) == 1 and self.main is not None and self.main not in names:
            return [self.fetch(self.main if name in strange else name) for name in names]
        return [self.parts([name]) for name in names]


def no_part(path: str, name: str, names: Sequence[str], what: str = "") -> InputError:
    """Say what a file holds in place of what was asked for."""
    near = get_close_matches(name, names, 1)
    shown = ", ".join(names[:SHOWN]) + (", ..." if len(names) > SHOWN else "")
    holds = f"; did you mean {near[0]}?" if near else f"; it holds {shown or 'nothing'}"
    return InputError(f"{path} holds no {what}{name}{holds}")
