"""What one iteration costs beside the objective: ours against genosolver's, called alike, interleaved.

    python benchmarks/overhead.py [--json FILE] [--repeats 7]

Both minimise the same function over a box, through the same calling convention, up to the same limits
on iterations. The time of the objective itself is measured apart and taken off, and the difference of
two limits is counted, so that start and end do not matter. Times are the processor's, on one thread. The
rival is installed by ``pip install genosolver``; without it our own figures are printed alone.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads that wait would count as work

import numpy as np

Array = np.ndarray[Any, Any]
Minimize = Callable[..., Any]
SIZES = (10, 100, 1_000, 10_000, 100_000, 300_000, 1_000_000)
ITERATIONS = {10: 45, 100: 150, 1_000: 150, 10_000: 90, 100_000: 60, 300_000: 45, 1_000_000: 30}
LIMITS = {10: 1.3, 1_000: 1.3, 300_000: 1.0, 1_000_000: 1.0}
"""The ratio that is asked for, by size."""


class Valley:
    """Rosenbrock's function in a chain, bent and narrow; it counts and times itself."""

    def __init__(self) -> None:
        self.calls = 0
        self.seconds = 0.0

    def __call__(self, x: Array) -> tuple[float, Array]:
        began = time.process_time()
        steep, flat = x[1:] - x[:-1] ** 2, 1.0 - x[:-1]
        value = float(100.0 * (steep @ steep) + flat @ flat)
        g = np.zeros_like(x)
        g[1:] = 200.0 * steep
        g[:-1] -= 400.0 * x[:-1] * steep + 2.0 * flat
        self.calls += 1
        self.seconds += time.process_time() - began
        return value, g


def spent(minimize: Minimize, size: int, iterations: int) -> tuple[float, int]:
    """Return the seconds of a solve without its objective, and the iterations that it took."""
    objective = Valley()
    options = {"max_iter": iterations, "eps_pg": 1e-14, "verbose": 0, "m": 10}
    lower, upper = np.full(size, -1.5), np.full(size, 0.9)
    began = time.process_time()
    result = minimize(objective, np.full(size, -1.0), lb=lower, ub=upper, options=options, np=np)
    seconds = time.process_time() - began
    return seconds - objective.seconds, int(result.nit)


@dataclass
class Best:
    """The least times that were seen for few iterations and for many."""

    little: float = float("inf")
    much: float = float("inf")
    before: int = 0
    after: int = 0

    def add(self, minimize: Minimize, size: int, iterations: int) -> None:
        """Measure once more."""
        little, self.before = spent(minimize, size, iterations // 3)
        much, self.after = spent(minimize, size, iterations)
        self.little, self.much = min(little, self.little), min(much, self.much)

    @property
    def seconds(self) -> float:
        """Time of one iteration beside its objective: what starts and ends a solve cancels."""
        return (self.much - self.little) / max(self.after - self.before, 1)


def main() -> None:
    """Print one line for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", help="where to write the rows")
    parser.add_argument("--repeats", type=int, default=7)
    chosen = parser.parse_args()
    solvers = {"gennaker": import_module("gennaker.geno").minimize}
    if find_spec("genosolver"):
        solvers["genosolver"] = import_module("genosolver").minimize
    else:
        print("genosolver is not installed, so not compared: pip install genosolver")
    rows: list[dict[str, Any]] = []
    for size in SIZES:
        best = {name: Best() for name in solvers}
        for _ in range(chosen.repeats):
            for name, minimize in solvers.items():
                best[name].add(minimize, size, ITERATIONS[size])
        row = {"size": size, **{name: found.seconds for name, found in best.items()}}
        line = "  ".join(
            f"{name} {found.seconds * 1e6:9.1f} us ({found.before} to {found.after} it)"
            for name, found in best.items()
        )
        if len(best) > 1:
            row["ratio"] = row["gennaker"] / row["genosolver"]
            limit = LIMITS.get(size)
            line += f"  ratio {row['ratio']:.2f}"
            if limit is not None:
                line += f", asked {limit}{' MISSED' if row['ratio'] > limit else ''}"
        print(f"  n = {size:>9,}  {line}", flush=True)
        rows.append(row)
    if chosen.json:
        Path(chosen.json).write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
