"""Measure the solver on a machine with a GPU, in one go: correctness first, then what it costs.

    python benchmarks/gpu.py [--libraries cupy,torch,jax] [--json FILE] [--seconds 500] [--quick]

Every library that is installed and sees a GPU is measured. One line of JSON is printed after each
block, and FILE is written anew, so that nothing is lost where a run is cut short.

    correctness   small problems of the paper against NumPy, and the statuses of both
    launch        seconds for an operation that is too small to matter, and for one waited for
    bandwidth     bytes a second of sums, inner products and products with a matrix
    iteration     seconds for an iteration over a box with 1e3 to 1e8 variables; "batch" and "loop"
                  are the two ways to project a step
    problems      those of the paper at its sizes: default and paper's method on the device, and the
                  default with NumPy, all to one tolerance

``--here`` measures on the host, to see that the script runs.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from gennaker import Model
from gennaker.backends.space import Array, space_of
from gennaker.solver.box import Box
from gennaker.solver.problem import Problem
from gennaker.solver.projection import _all_at_once, _one_by_one
from gennaker.solver.solve import solve

EXAMPLES = Path(__file__).parent.parent / "examples"
NAMES = "cupy,torch,jax"
TOLERANCE, CLOSE = 1e-6, 1e-8
LIMITS = {"device": 60.0, "paper": 30.0, "numpy": 30.0}
SEED = 20260101
Data = dict[str, Any]


@dataclass(frozen=True)
class Library:
    """An array library: how arrays get to its device, and how to wait for one of them."""

    name: str
    device: str
    move: Callable[[Array], Array]
    wait: Callable[[Array], object]
    free: Callable[[], object] = lambda: None

    def data(self, data: Data) -> Data:
        """Put the arrays among some data onto the device."""
        return {k: self.move(v) if isinstance(v, np.ndarray) else v for k, v in data.items()}


def open_library(name: str, *, here: bool) -> Library:
    """Return a library with its device, or raise where it has none."""
    module = import_module(name)
    if name == "cupy":
        device = module.cuda.runtime.getDeviceProperties(0)["name"].decode()
        free = module.get_default_memory_pool().free_all_blocks
        return Library(
            name, device, module.asarray, lambda _: module.cuda.Device().synchronize(), free
        )
    if name == "torch":
        cuda = module.cuda
        if here:
            return Library(name, "cpu", module.as_tensor, lambda _: None)
        if not cuda.is_available():
            raise RuntimeError("torch.cuda.is_available() is false")
        move = partial(module.as_tensor, device="cuda")
        return Library(
            name, cuda.get_device_name(0), move, lambda _: cuda.synchronize(), cuda.empty_cache
        )
    module.config.update("jax_enable_x64", val=True)
    place = module.devices("cpu" if here else "gpu")[0]
    move = partial(module.device_put, device=place)
    return Library(name, place.device_kind, move, lambda array: array.block_until_ready())


def timed(library: Library, action: Callable[[], Array], least: float = 0.05) -> float:
    """Return the seconds of one call: the best of three rounds of many, after two to warm up."""
    library.wait(action())
    begun = time.perf_counter()
    library.wait(action())
    count = max(1, min(10_000, int(least / (time.perf_counter() - begun))))
    rounds = []
    for _ in range(3):
        begun = time.perf_counter()
        for _ in range(count - 1):
            action()
        library.wait(action())
        rounds.append((time.perf_counter() - begun) / count)
    return min(rounds)


# ---- the problems of the paper -------------------------------------------------------------


def least_squares(random: np.random.Generator, rows: int, columns: int) -> Data:
    """Experiment (i) where there are more columns than rows, and else (ii)."""
    first = rows < columns
    A = random.random((rows, columns)) if first else random.standard_normal((rows, columns))
    x = random.binomial(1, 0.01 if first else 0.1, columns)
    b = A @ (x * np.abs(random.standard_normal(columns))) * np.sqrt(0.003 if first else 1 / rows)
    return {"A": A, "b": b + 0.003 * random.standard_normal(rows)}


def svm(random: np.random.Generator, points: int) -> Data:
    """A Gaussian kernel of two clouds that overlap."""
    y = random.choice([-1.0, 1.0], points)
    X = random.standard_normal((points, 20)) + 0.4 * y[:, None]
    squares = np.sum(X * X, axis=1)
    return {"K": np.exp(-0.05 * (squares[:, None] + squares - 2.0 * X @ X.T)), "y": y, "c": 1.0}


def fairness(random: np.random.Generator, points: int, features: int) -> Data:
    """Two groups, one of which has the label 1 less often."""
    X = random.standard_normal((points, features))
    group = random.binomial(1, 0.3, points).astype(bool)
    score = X @ random.standard_normal(features) / np.sqrt(features) - 0.7 * group
    y = np.where(score + 0.5 * random.standard_normal(points) > 0.0, 1.0, -1.0)
    halves = {"XA": X[group], "yA": y[group], "XB": X[~group], "yB": y[~group]}
    return {"X": X, "y": y, **halves, "lambda": 1e-4}


def transport(random: np.random.Generator, size: int) -> Data:
    """A bell and a pair of bells as marginals, and costs as in the paper."""
    t = np.linspace(-3.0, 3.0, size) + 0.01 * random.standard_normal(size)
    u = np.exp(-(t**2)) + 0.01
    v = np.exp(-4.0 * (t - 1.0) ** 2) + np.exp(-4.0 * (t + 1.0) ** 2) + 0.01
    u, v = u / u.sum(), v / v.sum()
    return {"M": np.outer(u, u), "u": u, "v": v, "lambda": 0.5}


def problems(scale: float) -> Iterator[tuple[str, Model, Data]]:
    """Yield the problems; scale 1 is the size in the paper."""
    sizes = [max(20, int(scale * size)) for size in (2000, 6000, 3000, 10_000, 100_000, 1000)]
    short, long, middle, points, many, side = sizes
    made: dict[str, Callable[[np.random.Generator], Data]] = {
        "nonnegative_least_squares (i)": lambda random: least_squares(random, short, long),
        "nonnegative_least_squares (ii)": lambda random: least_squares(random, long, middle),
        "dual_svm": lambda random: svm(random, points),
        "fairness_logistic": lambda random: fairness(random, many, 120 if scale == 1.0 else 12),
        "fairness_linear": lambda random: fairness(random, many, 120 if scale == 1.0 else 12),
        "joint_probability_entropy": lambda random: transport(random, side),
    }
    for name, make in made.items():
        text = (EXAMPLES / name.split()[0] / "model.txt").read_text(encoding="utf-8")
        yield name, Model(text), make(np.random.default_rng(SEED))


@dataclass(frozen=True)
class Separable:
    """A convex quadratic with a diagonal Hessian: it costs next to nothing beside the solver."""

    h: Array
    b: Array
    rays: bool = True

    def images(self, x: Array) -> tuple[Array, ...]:
        """Return the Hessian times x."""
        return (self.h * x,)

    def forward(self, x: Array, u: tuple[Array, ...]) -> tuple[Array, Array, None]:
        """Return the value; there are no constraints."""
        return 0.5 * (x @ u[0]) - self.b @ x, x[:0], None

    def backward(self, _x: Array, u: tuple[Array, ...], _v: Array, _saved: None) -> Array:
        """Return the gradient."""
        return u[0] - self.b

    def slope(self, _x: Array, u: tuple[Array, ...], p: Array, *_rest: Array) -> Array:
        """Return the slope along p."""
        return (u[0] - self.b) @ p


# ---- the blocks ----------------------------------------------------------------------------


def correctness(library: Library) -> Iterator[Data]:
    """Compare small solves with those of NumPy."""
    for name, model, data in problems(0.01):
        host = model.solve(data, options={"tolerance": CLOSE})
        there = model.solve(library.data(data), options={"tolerance": CLOSE})
        gap = abs(there.objective - host.objective) / max(1e-9, abs(host.objective))
        fine = gap <= np.sqrt(CLOSE) and there.status == host.status
        yield {"problem": name, "fine": bool(fine), "gap": gap, "status": there.status}


def launch(library: Library) -> Iterator[Data]:
    """Time operations too small to matter."""
    x = library.move(np.ones(1000))
    space = space_of(x)
    yield {"what": "add", "seconds": timed(library, lambda: x + x)}
    yield {"what": "sum", "seconds": timed(library, lambda: space.xp.sum(x))}

    def waited() -> Array:
        space.to_host([space.xp.sum(x)])
        return x

    yield {"what": "sum, waited for", "seconds": timed(library, waited)}


def bandwidth(library: Library, *, quick: bool) -> Iterator[Data]:
    """Time operations that do little but move memory."""
    size, side = (10**6, 1000) if quick else (10**8, 10_000)
    x, A, v = (library.move(np.ones(shape)) for shape in (size, (side, side), side))
    actions: dict[str, tuple[Callable[[], Array], int]] = {
        "sum of two vectors": (lambda: x + x, 24 * size),
        "inner product": (lambda: x @ x, 16 * size),
        "matrix times vector": (lambda: A @ v, 8 * side * side),
        "vector times matrix": (lambda: v @ A, 8 * side * side),
    }
    for what, (action, count) in actions.items():
        yield {"what": what, "bytes_per_second": count / timed(library, action)}


def iteration(library: Library, *, quick: bool) -> Iterator[Data]:
    """Time iterations, and both ways to project a step, until the memory is full."""
    for size in (10**power for power in range(3, 6 if quick else 9)):
        random = np.random.default_rng(SEED)
        b, x = library.move(random.standard_normal(size)), library.move(np.zeros(size))
        functions = Separable(library.move(np.geomspace(1.0, 1e4, size)), b)
        problem = Problem(functions, x, lower=x, quadratic=True, convex=True)
        box = Box(problem.space, x, None)
        solve(problem, {"tolerance": 1e-12, "max_iterations": 12})
        made = solve(problem, {"tolerance": 1e-12, "max_iterations": 40, "time_limit": 20.0})
        row = {"size": size, "seconds": made.seconds / max(1, made.counts.iterations)}
        for way, project in (("batch", _all_at_once), ("loop", _one_by_one)):
            row[way] = timed(library, partial(project, box, x, -b, b, x))
        yield row
        library.free()


def paper(library: Library, *, quick: bool, on_host: Data) -> Iterator[Data]:
    """Solve the problems of the paper to one tolerance; NumPy does so once for all libraries."""
    for name, model, data in problems(0.02 if quick else 1.0):
        there = library.data(data)
        model.solve(there, options={"max_iterations": 3, "tolerance": TOLERANCE})  # to warm up
        row: Data = {"problem": name}
        for way, given in (("device", there), ("paper", there), ("numpy", data)):
            if way == "numpy" and name in on_host:
                continue
            method = "paper" if way == "paper" else "default"
            options = {"tolerance": TOLERANCE, "time_limit": LIMITS[way], "method": method}
            begun = time.perf_counter()
            found = model.solve(given, options=options)
            row[way] = {
                "seconds": time.perf_counter() - begun,
                "status": found.status,
                "objective": found.objective,
                "residual": found.residuals.largest,
                "iterations": found.counts.iterations,
            }
        on_host[name] = row["numpy"] = row.get("numpy") or on_host[name]
        yield row
        library.free()


def gathered(block: Iterator[Data], deadline: float) -> list[Data]:
    """Take rows until the time is up; what goes wrong is a row, too."""
    rows: list[Data] = []
    try:
        for row in block:
            rows.append(row)
            if time.perf_counter() > deadline:
                return [*rows, {"ended": "the time was up"}]
    except Exception as error:  # noqa: BLE001 - each library has its own for a full memory
        rows.append({"ended": f"{type(error).__name__}: {str(error)[:300]}"})
    return rows


def main() -> int:
    """Run all blocks for all libraries."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--libraries", default=NAMES, help=f"some of {NAMES}")
    parser.add_argument("--json", type=Path, help="a file for the results")
    parser.add_argument("--seconds", type=float, default=500.0, help="begin nothing after these")
    parser.add_argument("--quick", action="store_true", help="small sizes")
    parser.add_argument("--here", action="store_true", help="on the host, to see that it runs")
    chosen = parser.parse_args()
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # three libraries, one memory
    deadline = time.perf_counter() + chosen.seconds
    on_host: Data = {}
    report: Data = {"python": platform.python_version(), "numpy": np.__version__}
    measured = 0
    for name in chosen.libraries.split(","):
        try:
            library = open_library(name, here=chosen.here)
        except Exception as error:  # noqa: BLE001 - whatever is missing, the others go on
            print(f"{name}: not measured: {type(error).__name__}: {error}", file=sys.stderr)
            continue
        measured += 1
        results = report[name] = {"device": library.device}
        blocks = {
            "correctness": correctness(library),
            "launch": launch(library),
            "bandwidth": bandwidth(library, quick=chosen.quick),
            "iteration": iteration(library, quick=chosen.quick),
            "problems": paper(library, quick=chosen.quick, on_host=on_host),
        }
        for title, block in blocks.items():
            if time.perf_counter() < deadline:
                results[title] = gathered(block, deadline)
                print(json.dumps({"library": name, title: results[title]}), flush=True)
            if chosen.json:
                chosen.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
            library.free()
    if not measured:
        print("no array library sees a GPU here: there is nothing to measure", file=sys.stderr)
    return 0 if measured else 1


if __name__ == "__main__":
    raise SystemExit(main())
