"""The type of a target: a small table over the shared printer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Target"]


@dataclass(frozen=True, slots=True)
class Target:
    """How one array library spells things.

    ``calls`` maps operations to templates in which ``#1`` is the first argument and ``xp`` the
    short name of the library; ``helpers`` holds functions of a few lines that a template may
    call, printed once where they are needed.
    """

    name: str
    imports: str
    module: str
    calls: Mapping[str, str]
    helpers: Mapping[str, str] = field(default_factory=dict[str, str])
    native: frozenset[str] = frozenset()
    """Functions that the library evaluates safely by itself, so they are not taken apart."""
    costly_powers: bool = False
    """Whether a third power takes far longer than two products."""
    outer: str = "{xp}.outer({0}, {1})"
    inner: str = "{xp}.vdot({0}, {1})"
    full: str = "{xp}.full({0}, {1}, dtype)"
    random: tuple[str, str, str] = (
        "rng = {xp}.random.default_rng(seed)",
        "rng.standard_normal({shape})",
        "rng.random({shape})",
    )
    """How a source of random numbers is made, and what it is asked for: of both signs, or not."""
    number: str = "{0}"
    """How a bare number is written where a function of the library takes an array alone."""
    default_dtype: str = "{xp}.dtype(float)"
    default_device: str = ""
