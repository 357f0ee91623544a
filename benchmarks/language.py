"""Measure reading and checking: the paper's models, growth with length, and start-up.

Run by ``make bench``. Figures are printed and kept nowhere; ``--json`` prints them as one object.
Times are those of the processor, since all of this runs on one core and other work on the machine
is not part of it; only whole processes are timed by the clock.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from gennaker import ModelError
from gennaker.language.check import read

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
PAPER_MODELS = (
    "nonnegative_least_squares",
    "dual_svm",
    "fairness_logistic",
    "fairness_linear",
    "joint_probability_entropy",
    "joint_probability_gaussian",
    "least_squares_simplex",
)
MODEL_TARGET_MS = 3.0
SUM_TARGET_S = 3.0
IMPORT_TARGET_S = 0.1
HELP_TARGET_S = 0.15
LENGTHS = (1_000, 10_000, 100_000)
IMPORT = """
import time
import numpy
start = time.process_time()
{}
print(time.process_time() - start)
"""


@dataclass(frozen=True)
class ModelCost:
    """Times of reading and checking one model, in milliseconds."""

    model: str
    first: float
    minimum: float
    median: float
    p90: float
    met: bool


@dataclass(frozen=True)
class GrowthCost:
    """The time of one long model; ``met`` is None where there is no target."""

    what: str
    count: int
    seconds: float
    microseconds_each: float
    outcome: str
    met: bool | None


@dataclass(frozen=True)
class StartCost:
    """Times of fresh processes, in seconds."""

    what: str
    minimum: float
    median: float
    target: float
    met: bool


def timed(action: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """Return how many seconds an action takes."""
    start = clock()
    action()
    return clock() - start


def model_costs(repetitions: int) -> Iterator[ModelCost]:
    """Read every model of the paper many times over."""
    for name in PAPER_MODELS:
        text = (EXAMPLES / name / "model.txt").read_text(encoding="utf-8")
        first = 1e3 * timed(lambda text=text: read(text))
        times = sorted(1e3 * timed(lambda text=text: read(text)) for _ in range(repetitions))
        median = statistics.median(times)
        p90 = times[int(0.9 * len(times))]
        yield ModelCost(name, first, times[0], median, p90, median < MODEL_TARGET_MS)


def sum_of(terms: list[str]) -> str:
    """Write a model whose objective is a long sum."""
    return "variables\n  Vector x\n  Scalar t\nmin\n  t^2\n  + " + "\n  + ".join(terms) + "\n"


def distinct_terms(count: int) -> str:
    """Write a sum of small terms, none of which occurs twice."""
    return sum_of([f"{place}*t" for place in range(2, count + 2)])


def equal_terms(count: int) -> str:
    """Write a sum in which one small term occurs again and again."""
    return sum_of(["3*t"] * count)


def distinct_formulas(count: int) -> str:
    """Write a sum of terms with an index, a power and a factor each."""
    return sum_of([f"{place}*x[{place}]^2" for place in range(1, count + 1)])


def equal_formulas(count: int) -> str:
    """Write the same with one term again and again."""
    return sum_of(["3*x[2]^2"] * count)


def many_bounds(count: int) -> str:
    """Write a model with a bound on every entry of a vector."""
    lines = [f"  x[{place}] >= {place}" for place in range(1, count + 1)]
    return "variables\n  Vector x\nmin\n  norm2(x)^2\nst\n" + "\n".join(lines) + "\n"


def many_constraints(count: int) -> str:
    """Write a model with many general constraints."""
    lines = [f"  x[{place}] + x[{place + 1}] <= {place}" for place in range(1, count + 1)]
    return "variables\n  Vector x\nmin\n  norm2(x)^2\nst\n" + "\n".join(lines) + "\n"


def nested_brackets(count: int) -> str:
    """Write an objective inside more brackets than the language takes."""
    return "variables\n  Scalar t\nmin\n  " + "(" * count + "t" + ")" * count + "^2\n"


def outcome_of(text: str) -> str:
    """Read a model; return the first line of the error if there is one."""
    try:
        read(text)
    except ModelError as error:
        return str(error).splitlines()[0]
    return "read"


GROWTH: tuple[tuple[str, Callable[[int], str], float | None], ...] = (
    ("distinct terms k*t", distinct_terms, SUM_TARGET_S),
    ("equal terms 3*t", equal_terms, SUM_TARGET_S),
    ("distinct terms k*x[k]^2", distinct_formulas, SUM_TARGET_S),
    ("equal terms 3*x[2]^2", equal_formulas, SUM_TARGET_S),
    ("bounds x[k] >= k", many_bounds, None),
    ("constraints x[k] + x[k+1] <= k", many_constraints, None),
    ("nested brackets", nested_brackets, None),
)


def growth_costs(lengths: tuple[int, ...]) -> Iterator[GrowthCost]:
    """Read longer and longer models once each."""
    for what, write, target in GROWTH:
        for count in lengths:
            text = write(count)
            start = time.process_time()
            outcome = outcome_of(text)
            seconds = time.process_time() - start
            met = None if target is None else seconds < target * max(1.0, count / 100_000)
            yield GrowthCost(what, count, seconds, 1e6 * seconds / count, outcome, met)


def start_costs(repetitions: int) -> Iterator[StartCost]:
    """Start fresh processes; the first one fills the caches and does not count."""
    with TemporaryDirectory() as cache:
        # as an installed package starts: with its bytecode, whatever this shell says about it
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)

        def output(*command: str) -> str:
            return subprocess.run(
                command, check=True, capture_output=True, text=True, env=environment
            ).stdout

        def timed_inside(statement: str) -> Callable[[], float]:
            return lambda: float(output(sys.executable, "-c", IMPORT.format(statement)))

        def run(*command: str) -> Callable[[], float]:
            return lambda: timed(lambda: output(*command), time.perf_counter)

        program = str(Path(sys.executable).with_name("gennaker"))
        in_use = timed_inside("from gennaker import Model")
        for what, measure, target in (
            ("python -c pass", run(sys.executable, "-c", "pass"), float("inf")),
            ("import gennaker, after numpy", timed_inside("import gennaker"), IMPORT_TARGET_S),
            ("the same with Model in use", in_use, IMPORT_TARGET_S),
            ("gennaker --help", run(program, "--help"), HELP_TARGET_S),
        ):
            measure()
            times = [measure() for _ in range(repetitions)]
            median = statistics.median(times)
            yield StartCost(what, min(times), median, target, median < target)


def machine() -> dict[str, str]:
    """Say what the figures were measured on."""
    names = [platform.processor() or platform.machine()]
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines()
        names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return {
        "cpu": f"{(names or ['unknown'])[0]}, {os.cpu_count()} logical cores",
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "numpy": version("numpy"),
        "gennaker": version("gennaker"),
    }


def verdict(met: bool | None) -> str:  # noqa: FBT001 - the figure itself, not a switch
    """Say whether a target was met."""
    return "" if met is None else "met" if met else "MISSED"


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """Lay rows out in columns, the first one to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (head, *rows)
    )


def report(
    facts: dict[str, str],
    models: list[ModelCost],
    growth: list[GrowthCost],
    starts: list[StartCost],
) -> str:
    """Write all figures as tables."""
    parts = ["\n".join(f"{name}: {value}" for name, value in facts.items())]
    rows = [
        (
            cost.model,
            *(f"{value:.2f}" for value in (cost.first, cost.minimum, cost.median, cost.p90)),
            verdict(cost.met),
        )
        for cost in models
    ]
    title = (
        f"read and check, milliseconds of the processor (target: median below {MODEL_TARGET_MS:g})"
    )
    parts.append(f"{title}\n" + table(("model", "first", "min", "median", "p90", ""), rows))
    rows = [
        (
            cost.what,
            f"{cost.count:,}",
            f"{cost.seconds:.3f}",
            f"{cost.microseconds_each:.1f}",
            cost.outcome,
            verdict(cost.met),
        )
        for cost in growth
    ]
    title = f"growth, seconds of the processor (target: a sum of 100,000 terms below {SUM_TARGET_S:g} s)"
    parts.append(f"{title}\n" + table(("", "count", "seconds", "µs each", "outcome", ""), rows))
    rows = [
        (
            cost.what,
            f"{cost.minimum:.3f}",
            f"{cost.median:.3f}",
            "" if cost.target == float("inf") else f"{cost.target:g}",
            "" if cost.target == float("inf") else verdict(cost.met),
        )
        for cost in starts
    ]
    title = "fresh processes, seconds (imports: of the processor)"
    parts.append(f"{title}\n" + table(("", "min", "median", "target", ""), rows))
    return "\n\n".join(parts)


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quick", action="store_true", help="fewer repetitions, shorter models")
    options = parser.parse_args()
    facts = machine()
    models = list(model_costs(20 if options.quick else 300))
    growth = list(growth_costs(LENGTHS[:1] if options.quick else LENGTHS))
    starts = list(start_costs(3 if options.quick else 15))
    if options.json:
        found = {
            "machine": facts,
            "models_ms": [asdict(cost) for cost in models],
            "growth": [asdict(cost) for cost in growth],
            "starts_s": [
                {**asdict(cost), "target": None, "met": None}
                if cost.target == float("inf")
                else asdict(cost)
                for cost in starts
            ],
        }
        print(json.dumps(found, indent=1))
    else:
        print(report(facts, models, growth, starts))


if __name__ == "__main__":
    main()
