"""``gennaker doctor``: what is installed, which devices there are, what to type to get more."""

from __future__ import annotations

from typing import Annotated

import typer

from gennaker.cli.output import say, say_json

__all__ = ["doctor"]


def doctor(
    *,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object and nothing else.")
    ] = False,
) -> None:
    """Say what is installed, and what to type to get more.

    Each array library is asked for its devices, and computes something on each of them.
    """
    from gennaker.cli.inventory import libraries, packages, system, unused_gpu

    here, arrays, more = system(), libraries(), packages()
    advice = unused_gpu(arrays)
    if as_json:
        say_json(
            {
                "ok": all(item.fault is None for item in arrays),
                "system": here,
                "libraries": [item.as_dict() for item in arrays],
                "packages": [item.as_dict() for item in more],
                "advice": advice,
            }
        )
        return
    say(", ".join(here.values()))
    for title, items in (("array libraries", arrays), ("for more", more)):
        say(title)
        for item in items:
            say(f"  {item.name:<12}  {item.version or '-':<12}  {item.words()}")
    if advice is not None:
        say(advice)
