"""Measure the way from text and data to an answer, beside the solver itself and beside CVXPY.

    python benchmarks/front_door.py [--json] [--quick]

*Compile and bind* goes from the text of a model and arrays to functions that a solver can call:
read, check, reform, differentiate, print, load, check the data. CVXPY's share of the same work is
``problem.get_problem_data(cp.CLARABEL)``, without the time that it takes to write the problem
down. Both begin anew each time, and they take turns. Times are those of the processors, which a
machine that is busy with other things changes less than those of the clock.

*Memory* is what Python and NumPy have allocated at once during a solve, beyond the data.

*Overhead* is what ``model.solve`` takes beyond the solver on functions that are bound already.
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import json
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from language import machine, table, verdict

from gennaker import Model
from gennaker.pipeline.pose import pose
from gennaker.pipeline.prepared import Prepared
from gennaker.solver.options import Options
from gennaker.solver.solve import solve as solve_flat

NO_TARGET = float("inf")
SHARE_TARGET = 0.01
VECTORS_TARGET = 30.0
OVERHEAD_TARGET_MS = 0.5
HELP_TARGET_S = 0.15

NNLS = """
parameters
  Matrix A
  Vector b
variables
  Vector x
min
  norm2(A*x - b)^2
st
  x >= 0
"""
LOGISTIC = """
parameters
  Matrix X
  Vector y
  Scalar c
variables
  Vector w
min
  c/2*norm2(w)^2 + sum(log(vector(1) + exp(-y.*(X*w))))
"""
Data = dict[str, Any]


@dataclass(frozen=True)
class Cost:
    """One figure, what it is compared with, and whether the target was met."""

    what: str
    found: float
    unit: str
    target: float
    note: str

    @property
    def met(self) -> bool:
        """Whether the figure is below its target."""
        return self.found < self.target


# ---- the problems -------------------------------------------------------------------------


def nnls_data(rows: int, columns: int) -> Data:
    """Return a non-negative least squares problem with a known sparse solution in it."""
    random = np.random.default_rng(1)
    A = random.standard_normal((rows, columns))
    truth = np.maximum(random.standard_normal(columns), 0.0)
    return {"A": A, "b": A @ truth + random.standard_normal(rows)}


def logistic_data(rows: int, columns: int) -> Data:
    """Return a classification problem whose classes overlap."""
    random = np.random.default_rng(2)
    X = random.standard_normal((rows, columns))
    scores = X @ random.standard_normal(columns) + 3.0 * random.standard_normal(rows)
    return {"X": X, "y": np.where(scores > 0.0, 1.0, -1.0), "c": 1.0}


def cvxpy_nnls(data: Data) -> Any:  # noqa: ANN401 - a problem of CVXPY's
    """Write the same problem for CVXPY."""
    import cvxpy as cp

    x = cp.Variable(data["A"].shape[1])
    return cp.Problem(cp.Minimize(cp.sum_squares(data["A"] @ x - data["b"])), [x >= 0])


def cvxpy_logistic(data: Data) -> Any:  # noqa: ANN401 - a problem of CVXPY's
    """Write the same problem for CVXPY."""
    import cvxpy as cp

    w = cp.Variable(data["X"].shape[1])
    loss = cp.sum(cp.logistic(cp.multiply(-data["y"], data["X"] @ w)))
    return cp.Problem(cp.Minimize(0.5 * data["c"] * cp.sum_squares(w) + loss))


# ---- measuring ----------------------------------------------------------------------------


def seconds(call: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """Return how much of the processors one call takes: other programs do not count."""
    gc.collect()
    start = clock()
    call()
    return clock() - start


def compile_cost(
    name: str, text: str, data: Data, write: Callable[[Data], Any], rounds: int, target: float
) -> Cost:
    """Compare text to bound functions with CVXPY's compilation, turn by turn; the best counts."""

    def ours() -> None:
        pose(Prepared(Model(text).problem), data, None, None, Options())

    mine, theirs = [], []
    rival = importlib.util.find_spec("cvxpy") is not None
    for _ in range(rounds):
        mine.append(1e3 * seconds(ours))
        if rival:
            import cvxpy as cp

            problem = write(data)
            theirs.append(
                1e3 * seconds(lambda written=problem: written.get_problem_data(cp.CLARABEL))
            )
    what = f"compile and bind, {name}"
    if not theirs:
        return Cost(what, min(mine), "ms", NO_TARGET, "CVXPY is not installed")
    note = (
        f"{min(mine):.1f} ms against {min(theirs):.0f} ms; "
        f"the first time {mine[0]:.1f} against {theirs[0]:.0f}"
    )
    return Cost(what, 100.0 * min(mine) / min(theirs), "% of CVXPY", target, note)


def memory_cost(name: str, text: str, data: Data) -> Cost:
    """Return the peak beyond the data in vectors as long as the longest axis of the data."""
    model = Model(text)
    model.solve(data)  # what is made once for the model is not what is asked
    gc.collect()
    tracemalloc.start()
    solution = model.solve(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    arrays = [value for value in data.values() if isinstance(value, np.ndarray)]
    longest = max(max(array.shape) for array in arrays)
    held = sum(array.nbytes for array in arrays)
    return Cost(
        f"peak memory, {name}",
        peak / (8.0 * longest),
        f"vectors of {longest}",
        VECTORS_TARGET,
        f"{peak / 1e6:.1f} MB beside {held / 1e6:.0f} MB of data; {solution.status}",
    )


def overhead_cost(rounds: int, repeats: int) -> Cost:
    """Return what a solve takes beyond the solver, turn by turn, on a small problem."""
    data = nnls_data(20, 5)
    model, options = Model(NNLS), Options()
    model.solve(data)
    bound = pose(Prepared(model.problem), data, None, None, options).problem

    def whole() -> None:
        for _ in range(repeats):
            model.solve(data)

    def core() -> None:
        for _ in range(repeats):
            solve_flat(bound, options)

    pairs = [(seconds(whole), seconds(core)) for _ in range(rounds)]
    beyond = statistics.median(both - alone for both, alone in pairs) / repeats
    both, alone = (min(found) / repeats for found in zip(*pairs, strict=True))
    note = f"the median difference; at best {1e3 * both:.2f} ms with it, {1e3 * alone:.2f} without"
    return Cost("overhead of model.solve", 1e3 * beyond, "ms", OVERHEAD_TARGET_MS, note)


def help_cost(rounds: int) -> Cost:
    """Return how long ``gennaker --help`` takes as a process."""
    command = [sys.executable, "-m", "gennaker", "--help"]
    found = [
        seconds(lambda: subprocess.run(command, check=True, capture_output=True), time.perf_counter)
        for _ in range(rounds)
    ]
    note = f"median {statistics.median(found):.3f} s of {rounds}"
    return Cost("gennaker --help", min(found), "s", HELP_TARGET_S, note)


def costs(*, quick: bool) -> list[Cost]:
    """Measure everything."""
    scale = 10 if quick else 1
    rounds = 2 if quick else 5
    target = NO_TARGET if quick else 100.0 * SHARE_TARGET  # a share of little is no small share
    nnls = nnls_data(4000 // scale, 1000 // scale)
    logistic = logistic_data(40_000 // scale, 100)
    shapes = [data[matrix].shape for data, matrix in ((nnls, "A"), (logistic, "X"))]
    names = [
        f"{kind} {rows}x{columns}"
        for kind, (rows, columns) in zip(("NNLS", "logistic"), shapes, strict=True)
    ]
    return [
        compile_cost(names[0], NNLS, nnls, cvxpy_nnls, rounds, target),
        compile_cost(names[1], LOGISTIC, logistic, cvxpy_logistic, rounds, target),
        memory_cost(names[0], NNLS, nnls),
        memory_cost(names[1], LOGISTIC, logistic),
        overhead_cost(5 if quick else 60, 20),
        help_cost(3 if quick else 9),
    ]


# ---- telling ------------------------------------------------------------------------------


def report(facts: dict[str, str], found: list[Cost]) -> str:
    """Write all figures as one table."""
    rows = [
        (
            cost.what,
            f"{cost.found:.3g} {cost.unit}",
            "" if cost.target == NO_TARGET else f"{cost.target:g}",
            "" if cost.target == NO_TARGET else verdict(cost.met),
            cost.note,
        )
        for cost in found
    ]
    head = "\n".join(f"{name}: {value}" for name, value in facts.items())
    return f"{head}\n\n" + table(("", "found", "below", "", ""), rows)


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quick", action="store_true", help="small problems, to see that it runs")
    options = parser.parse_args()
    facts, found = machine(), costs(quick=options.quick)
    if options.json:
        rows = [
            {**asdict(cost), "target": None, "met": None}
            if cost.target == NO_TARGET
            else {**asdict(cost), "met": cost.met}
            for cost in found
        ]
        print(json.dumps({"machine": facts, "front_door": rows}, indent=1))
    else:
        print(report(facts, found))


if __name__ == "__main__":
    main()
