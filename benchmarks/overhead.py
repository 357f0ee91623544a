"""What one iteration costs beside the objective: ours against genosolver's, called alike, interleaved.

    python benchmarks/overhead.py [--json FILE] [--repeats 7]

Both minimise the same chained quadratic over a box, through the same calling convention, for the
same number of iterations. The time of the objective itself is measured apart and taken off. The
rival is installed by ``pip install genosolver``; without it our own figures are printed alone.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Minimize = Callable[..., Any]
SIZES = (10, 100, 1_000, 10_000, 100_000, 1_000_000)
ITERATIONS = {10: 60, 100: 200, 1_000: 200, 10_000: 100, 100_000: 60, 1_000_000: 40}
LIMITS = {10: 1.3, 1_000: 1.3, 100_000: 1.0, 1_000_000: 1.0}
"""The ratio that is asked for, by size."""


class Chain:
    """A sum of squares of neighbours' differences with a wide spectrum; it counts and times itself."""

    def __init__(self, size: int) -> None:
        random = np.random.default_rng(size)
        self.weights = np.logspace(0, 3, size)
        self.target = random.standard_normal(size)
        self.calls = 0
        self.seconds = 0.0

    def __call__(self, x: Array) -> tuple[float, Array]:
        began = time.perf_counter()
        r = x - self.target
        g = self.weights * r
        value = 0.5 * float(g @ r)
        d = x[1:] - x[:-1]
        value += 0.5 * float(d @ d)
        g[1:] += d
        g[:-1] -= d
        self.calls += 1
        self.seconds += time.perf_counter() - began
        return value, g


def overhead(minimize: Minimize, size: int, iterations: int) -> tuple[float, int]:
    """Return the seconds of one iteration without its objective, and how many there were."""
    objective = Chain(size)
    start = np.zeros(size)
    options = {
        "max_iter": iterations,
        "eps_pg": 1e-14,
        "constraint_tol": 1e-6,
        "verbose": 0,
        "m": 10,
    }
    began = time.perf_counter()
    result = minimize(
        objective, start, lb=np.full(size, -0.5), ub=np.full(size, 0.5), options=options, np=np
    )
    seconds = time.perf_counter() - began
    found = int(result["nit"] if isinstance(result, dict) else result.nit)
    return (seconds - objective.seconds) / max(found, 1), found


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
        best: dict[str, float] = dict.fromkeys(solvers, float("inf"))
        steps: dict[str, int] = {}
        for _ in range(chosen.repeats):
            for name, minimize in solvers.items():
                seconds, steps[name] = overhead(minimize, size, ITERATIONS[size])
                best[name] = min(best[name], seconds)
        row = {"size": size, "seconds": best, "iterations": steps}
        line = "  ".join(f"{name} {best[name] * 1e6:9.1f} us ({steps[name]} it)" for name in best)
        if len(best) > 1:
            row["ratio"] = best["gennaker"] / best["genosolver"]
            limit = LIMITS.get(size)
            missed = limit is not None and row["ratio"] > limit
            line += f"  ratio {row['ratio']:.2f}{f', asked {limit}' if limit else ''}{' MISSED' if missed else ''}"
        print(f"  n = {size:>9,}  {line}", flush=True)
        rows.append(row)
    if chosen.json:
        Path(chosen.json).write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
