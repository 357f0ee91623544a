"""How a mistake of the caller is told: one message and an exit code, never a traceback."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

import typer

from gennaker.cli.exits import Exit
from gennaker.cli.output import say, say_json
from gennaker.cli.wording import in_options
from gennaker.errors import DataError, ModelError

__all__ = ["InputError", "told"]


class InputError(Exception):
    """What the command line was given cannot be used; the message says why, and what to do."""


@contextmanager
def told(*, as_json: bool = False) -> Generator[None]:
    """Tell mistakes in the model, in the data and in the call, and end the command."""
    try:
        yield
    except ModelError as error:
        if as_json:
            say_json({"ok": False, "mistakes": [item.as_dict() for item in error.mistakes]})
        else:
            say(str(error), err=True)
        raise typer.Exit(Exit.MODEL) from None
    except (InputError, DataError, MemoryError) as error:
        message = in_options(str(error))
        if isinstance(error, MemoryError):
            message = f"there is not enough memory: {message}".rstrip(": ")
        if as_json:
            say_json({"ok": False, "error": message})
        else:
            say(message, err=True)
        raise typer.Exit(Exit.USAGE) from None
