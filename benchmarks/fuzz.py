"""Feed the reader ten million bytes of damaged models: nothing but our own error may come out.

Run by ``make fuzz``. Every input is a text of the corpus, or two of them, with words and bytes
lost, doubled, exchanged or replaced. The run fails when any other exception is raised, when a
model that was read does not survive being printed, or when a mistake stands outside the text;
the input is then made as short as possible and printed. The same seed gives the same inputs.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gennaker.errors import ModelError
from gennaker.language.check import read
from gennaker.language.lint import lint

ROOT = Path(__file__).resolve().parent.parent
BYTES = 10_000_000
SLOWEST = 5
SHORT = 2_000
WORD = re.compile(rb"\s+|#[^\r\n]*|\w+|[.<>=]?[=*/^]|.", re.DOTALL)
LINE = re.compile(r"\r\n|\r|\n")
MODEL = re.compile(r"```gennaker\n(.*?)```", re.DOTALL)
SPARE = [
    *("λ", "²", "√", "−", "≤", "变", "e\u0301", "\u2028", "\ufeff", "\U0001f600"),
    *("min", "max", "st", "let", "subject to", "s.t.", "parameters", "variables", "minimise"),
    *("Matrix A", "Vector x", "Scalar t", "psd", "sparse", "symmetric", "nonnegative"),
    *("(", ")", "[", "]", ",", ";", ":", "'", "+", "-", "*", "/", ".*", "./", "^", ".^", "=="),
    *("<=", ">=", "<", "=", "**", "@", "//", "\n", "\n\n", " ", "end", "1", "2.", "1e999", "x"),
    *("sum(", "norm2(", "vector(1)", "eye", "max(x, 0)", "x[2:end]", "x[1]", "A'*x", "inv(A)"),
]
WORDS = [*(word.encode() for word in SPARE), *(bytes([code]) for code in range(128))]
SEEDS = [
    "parameters Matrix A Vector b variables Vector x min norm2(A*x - b)^2 st x >= 0; sum(x) == 1",
    """
variables
  Vector x(n)
  Matrix X(m, n)
let
  r = X*x
max
  -sum(r.^2) + tr(X'*X)
s.t.
  a: 0 <= x <= 1
  X[1, :]' == x[1:n]
  norm1([x; r]) < 3
""",
    """
parameters
  Matrix A, B(m, n)
  Vector b(2*n), c(n - m + 3)
variables
  Vector x, y(n), z(k)
  Matrix X(m, k - 1)
min
  n*norm2(A*x - b)^2/m + sum([y; z]) + sum(vector(k, n)) + tr(eye(n)*(B'*B))
st
  x[1:m - 1] <= z[2:m]
  [y; y] - b == A*x[1:end]
  X[:, 1] >= vector(1, m)
  sum(c)*x[1] <= c[1]
  z[n:end - 1] <= 0
""",
    "variables Scalar t min max(t, 1 - t)^-2 + huber(t, 0.5)/logsumexp([t; 2*t]) st t > 0",
]


def corpus() -> list[bytes]:
    """Return the models of the examples, the tests and the documentation, and a few more."""
    places = ("examples/*/model.txt", "tests/models/*.txt")
    paths = [path for place in places for path in sorted(ROOT.glob(place))]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    for page in ROOT.glob("docs/*.md"):
        texts += MODEL.findall(page.read_text(encoding="utf-8"))
    return sorted({text.encode() for text in [*texts, *SEEDS]})


def inputs(seed: int) -> Iterator[bytes]:
    """Damage models for ever."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    models = corpus()
    while True:
        data = draw.choice(models)
        if draw.random() < 0.1:  # noqa: PLR2004 - the start of one model and the end of another
            other = draw.choice(models)
            data = data[: draw.randrange(len(data))] + other[draw.randrange(len(other)) :]
        damage = damaged_bytes if draw.random() < 0.1 else damaged_words  # noqa: PLR2004
        yield damage(draw, data)


def damaged_words(draw: random.Random, data: bytes) -> bytes:
    """Lose, double, exchange and replace words of a model."""
    words = WORD.findall(data)
    for _ in range(draw.choice([1, 1, 1, 1, 2, 2, 3, 5, 10])):
        if not words:
            break
        place, other = draw.randrange(len(words)), draw.randrange(len(words))
        match draw.randrange(9):
            case 0:
                del words[place]
            case 1:
                words.insert(place, words[other])
            case 2:
                words[place], words[other] = words[other], words[place]
            case 3:
                words[place] = draw.choice(WORDS)
            case 4:
                words.insert(place, draw.choice(WORDS))
            case 5 | 6 | 7:
                alike = [word for word in words if class_of(word) == class_of(words[place])]
                words[place] = draw.choice(alike)
            case _:
                piece = words[place : place + draw.randrange(1, 8)]
                words[other:other] = piece * draw.choice([1, 1, 2, 20])
    return b"".join(words)


def class_of(word: bytes) -> str:
    """Tell names, numbers, operators and spaces apart."""
    first = word[:1]
    return "number" if first.isdigit() else "name" if first.isalpha() else "space" * first.isspace()


def damaged_bytes(draw: random.Random, data: bytes) -> bytes:
    """Lose, double, turn over and insert bytes."""
    result = bytearray(data)
    for _ in range(draw.choice([1, 2, 4, 8])):
        place = draw.randrange(len(result) + 1)
        match draw.randrange(4):
            case 0:
                del result[place : place + draw.choice([1, 1, 3, 10])]
            case 1:
                result[place:place] = draw.randbytes(draw.choice([1, 1, 2, 4]))
            case 2 if place < len(result):
                result[place] ^= 1 << draw.randrange(8)
            case _:
                result[place:place] = result[place : place + 20]
    return bytes(result)


def outcome(data: bytes) -> str:
    """Read one input: "a model", "an error", or else what went wrong."""
    try:
        problem = read(data)
    except ModelError as error:
        return complaint_about_error(error, data) or "an error"
    except Exception as error:  # noqa: BLE001 - finding these is the point
        return description(error)
    try:
        printed = problem.text()
        if read(printed) != problem:
            return f"printing changes the model to\n{printed}"
        problem.unicode()
        problem.latex()
        str(lint(problem))
    except Exception as error:  # noqa: BLE001 - the same
        return f"a model that was read raises {description(error)}"
    return "a model"


def complaint_about_error(error: ModelError, data: bytes) -> str | None:
    """Say what is wrong with an error: a place outside the text, or a report that fails."""
    lines = LINE.split(data.decode("utf-8", errors="replace").removeprefix("\ufeff"))
    try:
        str(error)
    except Exception as failure:  # noqa: BLE001 - the same
        return f"the report raises {description(failure)}"
    for mistake in error.mistakes:
        inside = 1 <= mistake.line <= len(lines)
        if not inside or not 1 <= mistake.column <= len(lines[mistake.line - 1]) + 1:
            return f"line {mistake.line}, column {mistake.column} is outside the text"
    return None if error.mistakes else "an error without a mistake"


def description(error: Exception) -> str:
    """Name an exception and the line that raised it, so that equal ones can be told."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}:{last.name}: {error}"


def shortest(data: bytes, fails: Callable[[bytes], bool]) -> bytes:
    """Cut pieces out of an input, large ones first, as long as it still fails."""
    size = len(data) // 2
    while size:
        place = 0
        while place < len(data):
            shorter = data[:place] + data[place + size :]
            if fails(shorter):
                data = shorter
            else:
                place += size
        size //= 2
    return data


@dataclass
class Totals:
    """What a run has seen so far."""

    started: float = field(default_factory=time.perf_counter)
    read: int = 0
    outcomes: Counter[str] = field(default_factory=Counter[str])
    failures: dict[str, bytes] = field(default_factory=dict[str, bytes])
    slowest: list[tuple[float, float, bytes]] = field(
        default_factory=list[tuple[float, float, bytes]]
    )

    def run(self, data: bytes) -> None:
        """Read one input and keep what is worth telling."""
        start = time.process_time()
        found = outcome(data)
        seconds = time.process_time() - start
        self.read += len(data)
        if found in {"a model", "an error"}:
            self.outcomes[found] += 1
        else:
            self.outcomes["a failure"] += 1
            kind = found.partition("\n")[0].partition(": ")[0]
            self.failures.setdefault(kind, data)
        self.slowest.append((1e6 * seconds / max(len(data), 1), seconds, data))
        self.slowest = sorted(self.slowest, key=lambda item: -item[0])[:SLOWEST]

    def report(self, seed: int) -> str:
        """Say what was seen."""
        seconds = time.perf_counter() - self.started
        counts = ", ".join(f"{count:,} gave {what}" for what, count in self.outcomes.items())
        lines = [
            f"{self.read:,} bytes in {sum(self.outcomes.values()):,} inputs, seed {seed}: {counts}",
            f"{seconds:.0f} s, {1e6 * seconds / self.read:.1f} µs a byte with printing and linting",
            "slowest inputs:",
        ]
        lines += [
            f"  {rate:8.1f} µs a byte, {1e3 * seconds:8.2f} ms  {data[:60]!r}"
            for rate, seconds, data in self.slowest
        ]
        return "\n".join(lines)


def tell_failure(kind: str, data: bytes) -> str:
    """Print a failure with its shortest input."""

    def fails(candidate: bytes) -> bool:
        return outcome(candidate).startswith(kind)

    data = shortest(data, fails)
    return f"\nFAILED: {outcome(data)[:SHORT]}\n{data[:SHORT]!r}"


def main() -> int:
    """Run until enough bytes are read; the exit code is 1 where something failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bytes", type=int, default=BYTES, help="how many bytes to read")
    parser.add_argument("--seed", type=int, default=0, help="the same seed, the same inputs")
    options = parser.parse_args()
    totals = Totals()
    for data in inputs(options.seed):
        totals.run(data)
        if totals.read >= options.bytes:
            break
    print(totals.report(options.seed))
    for kind, data in totals.failures.items():
        print(tell_failure(kind, data))
    return 1 if totals.failures else 0


if __name__ == "__main__":
    sys.exit(main())
