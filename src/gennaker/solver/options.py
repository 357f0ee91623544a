"""Every setting of the solver, checked where it is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from numbers import Integral, Real
from typing import Any

__all__ = ["METHODS", "Options", "make_options"]

METHODS = ("default", "paper")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Settings of a solve.

    Attributes:
        method: ``"default"``, or ``"paper"`` for Algorithms 1 to 4 as they were published.
        tolerance: Accuracy of the result: of stationarity, feasibility and complementarity, each
            relative to its natural size.
        max_iterations: Limit on all inner iterations together.
        max_rounds: Limit on rounds of the augmented Lagrangian.
        max_evaluations: Limit on evaluations of objective and constraints; None is no limit.
        time_limit: Limit in seconds; None is no limit.
        memory: Number of curvature pairs; None chooses 10 with bounds and 20 without.
        penalty: First penalty of the augmented Lagrangian; None measures it.
        dual: Search for the multipliers alone where each variable has a strictly convex term of
            its own and the constraints are linear, as in optimal transport with an entropy.
        check_gradient: Compare the derivatives with finite differences at the start.
        verbose: Log one line for each iteration.

    Example:
        >>> Options(tolerance=1e-8).tolerance
        1e-08

    """

    method: str = "default"
    tolerance: float = 1e-6
    max_iterations: int = 10_000
    max_rounds: int = 100
    max_evaluations: int | None = None
    time_limit: float | None = None
    memory: int | None = None
    penalty: float | None = None
    dual: bool = True
    check_gradient: bool = False
    verbose: bool = False

    def __post_init__(self) -> None:
        """Refuse what makes no sense, naming the option."""
        if self.method not in METHODS:
            shown = " or ".join(map(repr, METHODS))
            raise ValueError(f"method must be {shown}, not {self.method!r}")
        _number(self, "tolerance", "a number between 0 and 1", lambda value: 0 < value < 1)
        _whole(self, "max_iterations", 0)
        _whole(self, "max_rounds", 1)
        if self.max_evaluations is not None:
            _whole(self, "max_evaluations", 1)
        if self.time_limit is not None:
            _number(self, "time_limit", "a number of seconds above 0", lambda value: value > 0)
        if self.memory is not None:
            _whole(self, "memory", 1)
        if self.penalty is not None:
            _number(self, "penalty", "a number above 0", lambda value: value > 0)


def make_options(given: Options | Mapping[str, Any] | None) -> Options:
    """Return options from a mapping; an unknown name gets the nearest known one.

    Example:
        >>> make_options({"tolerence": 1e-8})
        Traceback (most recent call last):
        ...
        ValueError: there is no option 'tolerence'; did you mean 'tolerance'?

    """
    if isinstance(given, Options):
        return given
    if not isinstance(given, Mapping | None):
        message = f"options must be a dictionary such as {{'tolerance': 1e-8}}, not {given!r}"
        raise ValueError(message)  # noqa: TRY004 - all that is wrong with options is a ValueError
    given = dict(given or {})
    known = [item.name for item in fields(Options)]
    for name in given:
        if name not in known:
            near = get_close_matches(str(name), known, 1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; options are {', '.join(known)}"
            raise ValueError(f"there is no option {name!r}{hint}")
    return Options(**given)


def _number(options: Options, name: str, words: str, fits: Callable[[float], bool]) -> None:
    value = getattr(options, name)
    if isinstance(value, bool) or not isinstance(value, Real) or not fits(float(value)):
        raise ValueError(f"{name} must be {words}, not {value!r}")


def _whole(options: Options, name: str, least: int) -> None:
    value = getattr(options, name)
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, not {value!r}")
