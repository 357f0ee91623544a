"""Where the examples stand: inside an installed package, or in the folder of the repository."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

import gennaker
from gennaker.cli.files import reading
from gennaker.cli.mistakes import InputError

__all__ = ["Example", "examples", "find"]

MODEL = "model.txt"
SCRIPT = "run.py"


@dataclass(frozen=True, slots=True)
class Example:
    """A folder that holds a model and a script that solves it."""

    folder: Path

    @property
    def name(self) -> str:
        """What the example goes by."""
        return self.folder.name

    @property
    def script(self) -> Path:
        """The script that runs it."""
        return self.folder / SCRIPT

    @property
    def model(self) -> Path:
        """The model."""
        return self.folder / MODEL

    def summary(self) -> str:
        """Return the first line of what the script says of itself."""
        try:
            with reading(self.script):
                tree = ast.parse(self.script.read_text(encoding="utf-8"))
        except SyntaxError:
            return ""
        first = (ast.get_docstring(tree) or "").partition("\n")[0]
        return first.removesuffix(".")


def places() -> tuple[Path, Path]:
    """Return the folder of an installed package, and that of the repository."""
    package = Path(gennaker.__file__).parent
    return package / "_examples", package.parents[1] / "examples"


def examples() -> list[Example]:
    """List all examples by name."""
    for place in places():
        found = sorted(path.parent for path in place.glob(f"*/{SCRIPT}"))
        if found:
            return [Example(folder) for folder in found if (folder / MODEL).is_file()]
    raise InputError("the examples are not installed here; they are in the repository of Gennaker")


def find(name: str) -> Example:
    """Return the example of a name; a name that is nearly right gets it as advice."""
    known = {example.name: example for example in examples()}
    if name in known:
        return known[name]
    near = get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]}?" if near else "list them with gennaker examples"
    raise InputError(f"there is no example {name}; {hint}")
