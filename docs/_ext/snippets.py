"""Run what the pages show: models, Python and commands.

A page may hold these fenced blocks; the first word after the backticks says which.

``gennaker``
    A model that makes sense. Below it ``text unicode``, ``text latex`` or ``text`` may show it as
    mathematics, as LaTeX or as text again, ``text report`` what the linter says, and ``text findings``
    its warnings and notes alone.
``gennaker wrong``
    A model with mistakes; the ``text`` block below it is what the error says.
``gennaker NAME.txt``
    A model that is also saved for the commands of the page.
``python``
    Run in order, with one set of names for the page; the ``text`` block below it is what is printed.
``python PACKAGE...``
    The same where those packages are installed, which the tests do not bring; not run elsewhere.
``csv NAME.csv``
    A file for the Python and the commands of the page, which run in one folder.
``console``
    Lines that start with ``$`` are commands, the others what they print.

Python that is shown and not run, since it wants a GPU or is half of something, is ``py``.

The README is a page too. Run as a script this writes what the blocks print today into the pages; read
the difference before you commit it.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import sys
import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from typer.testing import CliRunner

from gennaker import Model, ModelError
from gennaker.cli.app import app

DOCS = Path(__file__).resolve().parent.parent
README = DOCS.parent / "README.md"
RUNNABLE = ("gennaker", "python", "console")
FENCE = re.compile(r"^```(?P<info>[^`\n]*)\n(?P<body>.*?)^```[ ]*$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block: its words, its content and where that stands in the page."""

    words: tuple[str, ...]
    body: str
    start: int
    end: int

    @property
    def language(self) -> str:
        """The first word behind the backticks."""
        return self.words[0] if self.words else ""


@dataclass(frozen=True)
class Shown:
    """A block that shows an output, and the output of today."""

    block: Block
    output: str


@dataclass
class Page:
    """The blocks of one page, and what running them leaves behind."""

    text: str
    folder: Path
    names: dict[str, object] = field(default_factory=dict[str, object])
    models: list[str] = field(default_factory=list[str])
    last_exit: int = 0

    def blocks(self) -> list[Block]:
        """List all fenced blocks."""
        return [
            Block(tuple(match["info"].split()), match["body"], match.start("body"), match.end())
            for match in FENCE.finditer(self.text)
        ]

    def run(self) -> Iterator[Shown]:
        """Run every block; a block that fails without saying so raises."""
        blocks = self.blocks()
        for block, following in zip(blocks, [*blocks[1:], None], strict=True):
            below = following if following and self._is_below(block, following) else None
            match block.language:
                case "gennaker":
                    yield from self._model(block, below)
                case "python":
                    yield from self._python(block, below)
                case "console":
                    yield Shown(block, self._commands(block.body))
                case "csv":
                    (self.folder / block.words[1]).write_text(block.body, encoding="utf-8")
                case _:
                    continue

    def _is_below(self, block: Block, following: Block) -> bool:
        between = self.text[block.end : following.start].split("```")[0]
        return following.language == "text" and not between.strip()

    def _model(self, block: Block, below: Block | None) -> Iterator[Shown]:
        for word in block.words[1:]:
            if word.endswith(".txt"):
                (self.folder / word).write_text(block.body, encoding="utf-8")
        if "wrong" in block.words:
            if below is None:
                raise AssertionError(f"no error is shown below the wrong model\n{block.body}")
            try:
                Model(block.body)
            except ModelError as error:
                yield Shown(below, f"{error}\n")
                return
            raise AssertionError(f"this model makes sense after all\n{block.body}")
        model = Model(block.body)
        self.models.append(block.body)
        if below is not None:
            shows = {
                (): str(model),
                ("unicode",): model.problem.unicode(),
                ("latex",): model.problem.latex(),
                ("report",): str(model.check()),
                ("findings",): "\n".join(map(str, model.check().findings)),
            }
            yield Shown(below, shows[below.words[1:]].rstrip("\n") + "\n")

    def _python(self, block: Block, below: Block | None) -> Iterator[Shown]:
        if not all(map(find_spec, block.words[1:])):
            return
        printed = io.StringIO()
        with (
            contextlib.redirect_stdout(printed),
            contextlib.chdir(self.folder),
            warnings.catch_warnings(),
        ):
            if block.words[1:]:  # other packages may say what they like
                warnings.simplefilter("ignore")
            exec(compile(block.body, "page", "exec"), self.names)  # noqa: S102 - our own page
        if below is not None:
            yield Shown(below, printed.getvalue())
        elif printed.getvalue():
            raise AssertionError(f"this prints something that is not shown\n{block.body}")

    def _commands(self, body: str) -> str:
        lines: list[str] = []
        for line in body.splitlines():
            if line.startswith("$ "):
                lines.append(line)
                lines += self._command(line.removeprefix("$ ")).splitlines()
        return "\n".join(lines) + "\n"

    def _command(self, command: str) -> str:
        """Run ``gennaker ... [< FILE]`` in this process, or ``echo $?``."""
        if command == "echo $?":
            return str(self.last_exit)
        program, *arguments = shlex.split(command)
        if program != "gennaker":
            raise AssertionError(f"pages run gennaker only, not {program}")
        given = None
        if "<" in arguments:
            place = arguments.index("<")
            given = (self.folder / arguments[place + 1]).read_bytes()
            del arguments[place : place + 2]
        with contextlib.chdir(self.folder):
            result = CliRunner().invoke(app, arguments, input=given)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        self.last_exit = result.exit_code
        return result.output


def pages() -> list[Path]:
    """List the pages that hold a block to run."""
    found = [README, *sorted(DOCS.glob("*.md")), *sorted(DOCS.glob("decisions/*.md"))]
    return [
        path
        for path in found
        if any(
            block.language in RUNNABLE
            for block in Page(path.read_text(encoding="utf-8"), DOCS).blocks()
        )
    ]


def updated(text: str) -> str:
    """Return a page with the outputs of today."""
    with tempfile.TemporaryDirectory() as folder:
        shown = list(Page(text, Path(folder)).run())
    for item in reversed(shown):
        start = item.block.start
        text = text[:start] + item.output + text[start + len(item.block.body) :]
    return text


def main() -> None:
    """Write the outputs of today into all pages; name those that changed and those that fail."""
    failed = False
    for path in pages():
        before = path.read_text(encoding="utf-8")
        try:
            after = updated(before)
        except (AssertionError, ModelError) as error:
            failed = True
            print(f"{path.name} is not true:\n{error}")
            continue
        if after != before:
            path.write_text(after, encoding="utf-8")
            print(f"changed: {path.name}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
