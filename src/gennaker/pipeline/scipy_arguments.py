"""What SciPy's users pass beside a function and a start: derivatives, bounds, constraints, options."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from difflib import get_close_matches
from typing import Any

from gennaker.backends.space import Array
from gennaker.errors import DataError
from gennaker.pipeline.answer import answer_class
from gennaker.pipeline.not_numbers import with_article
from gennaker.pipeline.sides import Constraint
from gennaker.pipeline.vectors import entries, read_side
from gennaker.solver.options import Options
from gennaker.solver.progress import Callback, State

__all__ = [
    "read_bounds",
    "read_callback",
    "read_constraints",
    "read_dictionary",
    "read_jac",
    "read_options",
    "refuse_unknown",
]

INFINITY = math.inf
PAIR = 2
ALIASES = {
    "disp": "verbose",
    "gtol": "tolerance",
    "maxcor": "memory",
    "maxfev": "max_evaluations",
    "maxfun": "max_evaluations",
    "maxiter": "max_iterations",
    "tol": "tolerance",
}
"""Options that SciPy's methods have, and what they are called here."""
DIFFERENCES = ("2-point", "3-point", "cs")
KINDS = {"eq": (0.0, 0.0), "ineq": (0.0, INFINITY)}
KEYS = ("type", "fun", "jac", "args")


def read_jac(jac: Any, name: str) -> Callable[..., Any] | bool | None:  # noqa: ANN401
    """Return a derivative that somebody wrote, True, or None where differences must do."""
    if jac is None or jac is False or (isinstance(jac, str) and jac in DIFFERENCES):
        return None
    if jac is True or callable(jac):
        return jac
    raise DataError(f"{name} must be a function, True or None, not {jac!r}")


def read_bounds(bounds: Any, start: Array) -> tuple[Array | None, Array | None]:  # noqa: ANN401
    """Return both sides of SciPy's ``Bounds``, or of a pair for each entry."""
    if bounds is None:
        return None, None
    if hasattr(bounds, "lb") and hasattr(bounds, "ub"):
        low, high, names = bounds.lb, bounds.ub, ("bounds.lb", "bounds.ub")
    else:
        if not isinstance(bounds, Iterable):
            raise DataError(
                f"bounds must be a pair for each entry of x0, not {with_article(bounds)}"
            )
        pairs, size = list(bounds), start.shape[0]
        if len(pairs) != size:
            raise DataError(f"bounds has {_counted_pairs(len(pairs))}, but x0 has {entries(size)}")
        for place, pair in enumerate(pairs):
            if not hasattr(pair, "__len__") or len(pair) != PAIR:
                raise DataError(f"bounds[{place}] is {pair!r}; pass a pair (lower, upper)")
        low, high = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        names = ("the lower side of bounds", "the upper side of bounds")
    lower = read_side(low, names[0], start, -INFINITY)
    return lower, read_side(high, names[1], start, INFINITY)


def _counted_pairs(count: int) -> str:
    return f"{count} {'pair' if count == 1 else 'pairs'}"


def read_constraints(constraints: Any) -> list[Constraint]:  # noqa: ANN401
    """Return constraints that are given in SciPy's three forms, alone or several."""
    if constraints is None:
        return []
    single = isinstance(constraints, Mapping) or hasattr(constraints, "lb")
    if not single and not isinstance(constraints, Iterable):
        raise DataError(
            "constraints must be a dictionary, a constraint of SciPy's, or a list of these, "
            f"not {with_article(constraints)}"
        )
    items = [constraints] if single else list(constraints)
    return [_read_constraint(item, place) for place, item in enumerate(items)]


def _read_constraint(item: Any, place: int) -> Constraint:  # noqa: ANN401
    name = f"constraints[{place}]"
    if isinstance(item, Mapping):
        lower, upper = KINDS[read_dictionary(item, name, KINDS, KEYS)]
        args = item.get("args", ())
        args = args if isinstance(args, tuple) else (args,)
        jac = _constraint_jac(item.get("jac"), name)
        return Constraint(name, lower, upper, fun=item["fun"], jac=jac, args=args)
    if hasattr(item, "A"):
        return Constraint(name, item.lb, item.ub, matrix=item.A)
    if hasattr(item, "fun"):
        jac = _constraint_jac(getattr(item, "jac", None), name)
        return Constraint(name, item.lb, item.ub, fun=item.fun, jac=jac)
    raise DataError(
        f"{name} is a {type(item).__name__}; pass a dictionary, a LinearConstraint or a "
        "NonlinearConstraint"
    )


def _constraint_jac(jac: Any, name: str) -> Callable[..., Any] | None:  # noqa: ANN401
    found = read_jac(jac, f"jac of {name}")
    if isinstance(found, bool):
        raise DataError(f"jac of {name} must be a function or None, not True")
    return found


def read_dictionary(
    item: Mapping[str, Any], name: str, kinds: Mapping[str, Any], keys: Sequence[str]
) -> str:
    """Return the type of a constraint, having seen that its dictionary makes sense."""
    refuse_unknown(item, keys, f"{name} has the key {{}}, which is not known")
    for key in ("type", "fun"):
        if key not in item:
            raise DataError(f"{name} has no {key!r}")
    kind = item["type"].lower() if isinstance(item["type"], str) else item["type"]
    if kind not in kinds:
        shown = ", ".join(map(repr, kinds))
        raise DataError(f"{name} has the type {item['type']!r}; types are {shown}")
    if not callable(item["fun"]):
        raise DataError(f"fun of {name} must be a function, not {item['fun']!r}")
    return kind


def refuse_unknown(given: Mapping[str, Any], known: Sequence[str], words: str) -> None:
    """Raise for a name that is not known, with the nearest one that is."""
    for name in given:
        if name not in known:
            near = get_close_matches(str(name), known, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
            raise DataError(f"{words.format(repr(name))}; {hint}")


def read_options(given: Mapping[str, Any] | Options | None, tol: float | None) -> Options:
    """Return the options of the solver; those of SciPy's names are translated.

    Example:
        >>> read_options({"maxiter": 50}, tol=1e-4).max_iterations
        50

    """
    if isinstance(given, Options):
        return given
    known = [item.name for item in fields(Options)]
    given = dict(given or {})
    refuse_unknown(given, [*known, *ALIASES], "there is no option {}")
    named: dict[str, Any] = {}
    for name, value in given.items():
        meaning = ALIASES.get(name, name)
        if value is None:
            continue
        if meaning in named:
            raise DataError(f"the option {meaning!r} is given twice, as {name!r} too")
        named[meaning] = _plain(value, flag=meaning in {"verbose", "check_gradient"})
    if tol is not None:
        named.setdefault("tolerance", _plain(tol))
    return Options(**named)


def _plain(value: Any, *, flag: bool = False) -> Any:  # noqa: ANN401
    """Return a number of NumPy's, or a flag that is a number, as Python's own."""
    value = value.item() if hasattr(value, "item") else value
    return bool(value) if flag else value


def read_callback(callback: Callable[..., object] | None) -> Callback | None:
    """Return a callback of the solver's: true means stop, and so does StopIteration."""
    if callback is None:
        return None
    if not callable(callback):
        raise TypeError(f"callback must be a function, not {type(callback).__name__}")
    call = _manner(callback)

    def told(state: State) -> bool:
        try:
            return call(state)
        except StopIteration:
            return True

    return told


def _manner(callback: Callable[..., object]) -> Callable[[State], bool]:
    """Tell from the name of its first parameter what a callback wants to be given."""
    try:
        first = next(iter(inspect.signature(callback).parameters), "")
    except (TypeError, ValueError):  # some built-in functions keep theirs to themselves
        first = ""
    if first == "intermediate_result":

        def told(state: State) -> bool:
            found = answer_class()(x=_own(state.x), fun=state.objective, nit=state.iteration)
            return callback(intermediate_result=found) is True

        return told
    if first == "state":
        return lambda state: bool(callback(state))
    return lambda state: callback(_own(state.x)) is True


def _own(x: Array) -> Array:
    """Return a copy that may be kept and changed."""
    return x + 0.0
