"""Count the work of the default method against the paper's on the paper's own problems.

Counts, not times: products with the data matrix until an accuracy is reached that is measured
apart from both methods. ``python benchmarks/solver.py`` prints one table for each experiment.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from gennaker.solver.problem import Block, Problem
from gennaker.solver.progress import State
from gennaker.solver.solve import solve

Array = np.ndarray[Any, Any]
FARTHEST = 10
CONSTRAINED = (1e-5, 1e-6, 1e-7, 1e-8, 1e-9)
SHARED = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
DOWNLOADED = ("svm", "fairness")
"""The experiments over sets of LIBSVM, which are not kept here."""


class Quadratic:
    """f(x) = q/2 u'u - v'x ... over products of one matrix, counted: base of the problems below."""

    rays = True

    def __init__(self) -> None:
        self.products = 0


class LeastSquares(Quadratic):
    """Squared length of A x - b."""

    def __init__(self, A: Array, b: Array) -> None:
        super().__init__()
        self.A, self.b = A, b

    def images(self, x: Array) -> tuple[Array, ...]:
        self.products += 1
        return (self.A @ x,)

    def forward(self, x: Array, u: tuple[Array, ...]) -> tuple[Any, Array, Any]:
        r = u[0] - self.b
        return r @ r, x[:0], r

    def backward(self, x: Array, u: tuple[Array, ...], v: Array, saved: Array) -> Array:
        del x, u, v
        self.products += 1
        return 2.0 * (saved @ self.A)

    def slope(self, x, u, p, du, v, saved) -> Any:
        del x, u, p, v
        return 2.0 * (saved @ du[0])


class BoxQuadratic(Quadratic):
    """x'Hx/2 - b'x with a symmetric matrix, whose image is all that gradients need."""

    def __init__(self, H: Array, b: Array) -> None:
        super().__init__()
        self.H, self.b = H, b

    def images(self, x: Array) -> tuple[Array, ...]:
        self.products += 1
        return (self.H @ x,)

    def forward(self, x: Array, u: tuple[Array, ...]) -> tuple[Any, Array, Any]:
        return 0.5 * (x @ u[0]) - self.b @ x, x[:0], None

    def backward(self, x: Array, u: tuple[Array, ...], v: Array, saved: Any) -> Array:
        del x, v, saved
        return u[0] - self.b

    def slope(self, x, u, p, du, v, saved) -> Any:
        del v, saved
        return 0.5 * (p @ u[0] + x @ du[0]) - self.b @ p


class DualSVM(Quadratic):
    """The dual of the support vector machine: one equality, one product with the kernel."""

    def __init__(self, K: Array, y: Array) -> None:
        super().__init__()
        self.Q, self.y = K * np.outer(y, y), y

    def images(self, x: Array) -> tuple[Array, ...]:
        self.products += 1
        return (self.Q @ x,)

    def forward(self, x: Array, u: tuple[Array, ...]) -> tuple[Any, Array, Any]:
        return 0.5 * (x @ u[0]) - x.sum(), np.array([self.y @ x]), None

    def backward(self, x: Array, u: tuple[Array, ...], v: Array, saved: Any) -> Array:
        del x, saved
        return u[0] - 1.0 + v[0] * self.y

    def slope(self, x, u, p, du, v, saved) -> Any:
        del saved
        return 0.5 * (p @ u[0] + x @ du[0]) - p.sum() + v[0] * (self.y @ p)


class Fairness(Quadratic):
    """Logistic regression whose mean loss, or mean linear loss, is the same on two groups."""

    def __init__(self, X: Array, y: Array, group: Array, regular: float, *, linear: bool) -> None:
        super().__init__()
        self.Z = -y[:, None] * X  # the loss is log(1 + exp(Z w))
        self.mean = np.full(len(y), 1.0 / len(y))
        self.difference = group / group.sum() - (1 - group) / (1 - group).sum()
        self.regular, self.linear = regular, linear

    def images(self, x: Array) -> tuple[Array, ...]:
        self.products += 1
        return (self.Z @ x,)

    def forward(self, x: Array, u: tuple[Array, ...]) -> tuple[Any, Array, Any]:
        t = u[0]
        loss = np.logaddexp(0.0, t)
        chance = np.exp(t - loss)
        f = self.mean @ loss + self.regular * (x @ x)
        c = self.difference @ (0.5 * t if self.linear else loss)
        return f, np.array([c]), chance

    def _weights(self, v: Array, chance: Array) -> Array:
        if self.linear:
            return self.mean * chance + (0.5 * v[0]) * self.difference
        return (self.mean + v[0] * self.difference) * chance

    def backward(self, x: Array, u: tuple[Array, ...], v: Array, saved: Array) -> Array:
        del u
        self.products += 1
        return self._weights(v, saved) @ self.Z + 2.0 * self.regular * x

    def slope(self, x, u, p, du, v, saved) -> Any:
        del u
        return self._weights(v, saved) @ du[0] + 2.0 * self.regular * (x @ p)


@dataclass
class Instance:
    """A problem, the accuracies to reach, and how they are measured."""

    name: str
    problem: Problem
    gaps: tuple[float, ...] = (1e-9,)
    violation: float = math.inf
    tolerances: tuple[float, ...] = (1e-13,)

    optimum: float = math.nan

    start: float = math.nan

    def __post_init__(self) -> None:
        """Evaluate the start once: it must not count as work."""
        functions, zero = self.problem.functions, self.problem.start
        self.start = float(functions.forward(zero, functions.images(zero))[0])

    def is_near(self, value: float, missed: float, gap: float) -> bool:
        """Answer whether a point is feasible enough and its value near the optimum."""
        near = abs(value - self.optimum) <= gap * (self.start - self.optimum)
        return near and missed <= self.violation


@dataclass
class Run:
    """What one method did: products at which each accuracy was reached first."""

    method: str
    trace: list[tuple[int, int, float, float]] = field(default_factory=list)
    status: str = ""
    seconds: float = 0.0

    def reached(self, instance: Instance, gap: float) -> float:
        """Return the products after which a gap was reached first."""
        for products, _, value, missed in self.trace:
            if instance.is_near(value, missed, gap):
                return products
        return math.inf


def best_run(instance: Instance, method: str, limit: int, work: int | None = None) -> Run:
    """Give a method the tolerance that suits it best on this instance."""
    runs = [run(instance, method, tolerance, limit, work) for tolerance in instance.tolerances]
    return min(
        runs,
        key=lambda made: (made.reached(instance, min(instance.gaps)), -made.trace[-1][0]),
    )


def optimum_of(instance: Instance) -> float:
    """Return the optimal value from a very accurate solve, corrected for its violation."""
    problem = instance.problem
    result = solve(problem, {"tolerance": 1e-11, "max_iterations": 50000})
    functions = problem.functions
    _, c, _ = functions.forward(result.x, functions.images(result.x))
    return result.objective + float(np.asarray(result.multipliers) @ c)


def run(
    instance: Instance, method: str, tolerance: float, limit: int, work: int | None = None
) -> Run:
    """Solve by one method and record work and accuracy in each iteration.

    It stops after FARTHEST times the ``work`` of the other method, or where it has reached all.
    """
    functions = instance.problem.functions
    functions.products = 0
    made = Run(method)

    def callback(state: State) -> bool:
        made.trace.append((functions.products, state.iteration, state.objective, state.feasibility))
        if work is not None and functions.products > FARTHEST * work:
            return True
        return instance.is_near(state.objective, state.feasibility, min(instance.gaps))

    began = time.perf_counter()
    result = solve(
        instance.problem,
        {
            "method": method,
            "tolerance": tolerance,
            "max_iterations": limit,
            "max_rounds": 60,
        },
        callback=callback,
    )
    made.seconds = time.perf_counter() - began
    made.trace.append(
        (functions.products, result.counts.iterations, result.objective, result.residuals.violation)
    )
    made.status = result.status.value
    return made


def compare(instances: Iterator[Instance], limit: int) -> list[dict[str, Any]]:
    """Run both methods on every instance; print and return one row for each."""
    rows: list[dict[str, Any]] = []
    for instance in instances:
        instance.optimum = optimum_of(instance)
        ours = best_run(instance, "default", limit)
        work = int(min(ours.reached(instance, min(instance.gaps)), ours.trace[-1][0]))
        runs = {"default": ours, "paper": best_run(instance, "paper", limit, work)}
        end = runs["paper"].trace[-1][0]
        row: dict[str, Any] = {"name": instance.name, "optimum": instance.optimum, "end": end}
        for gap in instance.gaps:
            counts = {method: found.reached(instance, gap) for method, found in runs.items()}
            row[f"{gap:g}"] = counts
        rows.append(row)
        shown = "  ".join(
            f"{gap:g}: {row[f'{gap:g}']['default']:>6g} / {row[f'{gap:g}']['paper']:>6g}"
            for gap in instance.gaps
        )
        ends = ", ".join(
            f"{m}: {r.status} {r.trace[-1][1]} it {r.seconds:.1f} s" for m, r in runs.items()
        )
        print(f"  {instance.name:34s} {shown}   ({ends})", flush=True)
    return rows


def ratio(rows: list[dict[str, Any]], gap: float) -> float:
    """Return the geometric mean of the paper's work over ours; unreached counts at its end."""
    logs = []
    for row in rows:
        counts = row[f"{gap:g}"]
        if math.isfinite(counts["default"]):
            logs.append(math.log(min(counts["paper"], row["end"]) / counts["default"]))
    return math.exp(statistics.fmean(logs)) if logs else math.nan


# ---- the experiments ----------------------------------------------------------------------


def nnls_first(sizes: tuple[tuple[int, int], ...], seeds: int) -> Iterator[Instance]:
    """Experiment (i) of the paper: uniform data, more columns than rows."""
    for rows, columns in sizes:
        for signed in (False, True):
            for seed in range(seeds):
                random = np.random.default_rng(seed)
                A = random.uniform(size=(rows, columns))
                x = random.standard_normal(columns) * (random.uniform(size=columns) < 0.01)
                x = x if signed else np.abs(x)
                b = math.sqrt(0.003) * (A @ x) + 0.003 * random.standard_normal(rows)
                if np.all(b @ A <= 0.0):
                    continue  # x = 0 is optimal
                problem = Problem(
                    LeastSquares(A, b),
                    np.zeros(columns),
                    np.zeros(columns),
                    quadratic=True,
                    convex=True,
                )
                name = f"{rows}x{columns} {'signed' if signed else 'positive'} {seed}"
                yield Instance(name, problem, (1e-9, 1e-12))


def nnls_second(sizes: tuple[tuple[int, int], ...], seeds: int) -> Iterator[Instance]:
    """Experiment (ii): Gaussian data, more rows than columns."""
    for rows, columns in sizes:
        for seed in range(seeds):
            random = np.random.default_rng(seed)
            A = random.standard_normal((rows, columns))
            x = random.standard_normal(columns) * (random.uniform(size=columns) < 0.1)
            b = math.sqrt(1.0 / rows) * (A @ np.abs(x)) + 0.003 * random.standard_normal(rows)
            problem = Problem(
                LeastSquares(A, b),
                np.zeros(columns),
                np.zeros(columns),
                quadratic=True,
                convex=True,
            )
            yield Instance(f"{rows}x{columns} {seed}", problem, (1e-6, 1e-9, 1e-12))


def svm(size: int) -> Iterator[Instance]:
    """The dual SVM with a Gaussian kernel on real data."""
    for name in ("a9a", "ijcnn1"):
        X, y = libsvm(name, size)
        squares = np.sum(X * X, axis=1)
        distances = np.maximum(squares[:, None] + squares - 2.0 * X @ X.T, 0.0)
        for gamma in (1.0, 0.05):
            K = np.exp(-gamma * distances)
            for c in (1.0, 10.0, 100.0):
                problem = Problem(
                    DualSVM(K, y),
                    np.zeros(size),
                    np.zeros(size),
                    np.full(size, c),
                    blocks=(Block("balance", 0, 1, linear=True),),
                    equalities=1,
                    quadratic=True,
                    convex=True,
                )
                yield Instance(
                    f"{name} {size} gamma={gamma:g} c={c:g}", problem, (1e-6,), 1e-8, CONSTRAINED
                )


def libsvm(name: str, size: int) -> tuple[Array, Array]:
    """Load rows of a LIBSVM data set."""
    import scipy.sparse

    path = SHARED / "libsvm" / f"{name}.npz"
    X = scipy.sparse.load_npz(path).toarray()
    y = np.load(path)["y"].astype(float)
    rows = np.random.default_rng(0).choice(len(y), size, replace=False)
    return X[rows], y[rows]


def fairness(size: int) -> Iterator[Instance]:
    """Logistic regression on Adult with equal loss on women and men."""
    X, y = libsvm("a9a", size)
    group = X[:, 71]  # female
    X = np.delete(X, [71, 72], axis=1)
    for linear in (False, True):
        for regular in (1e-4, 1e-6):
            problem = Problem(
                Fairness(X, y, group, regular, linear=linear),
                np.zeros(X.shape[1]),
                blocks=(Block("fair", 0, 1, linear=linear),),
                equalities=1,
                convex=linear,
            )
            kind = "linear" if linear else "logistic"
            yield Instance(
                f"{kind} {size} lambda={regular:g}", problem, (1e-4, 1e-6), 1e-6, CONSTRAINED
            )


def box_quadratics(size: int) -> Iterator[tuple[str, Problem]]:
    """Dense quadratics over a box with a wide spectrum."""
    for power in (2, 4, 6, 8):
        random = np.random.default_rng(power)
        basis, _ = np.linalg.qr(random.standard_normal((size, size)))
        H = (basis * np.logspace(0, -power, size)) @ basis.T
        H = 0.5 * (H + H.T)
        b = H @ random.standard_normal(size) * 1.5
        yield (
            f"condition 1e{power}",
            Problem(
                BoxQuadratic(H, b),
                np.zeros(size),
                np.full(size, -1.0),
                np.full(size, 1.0),
                quadratic=True,
                convex=True,
            ),
        )


def conditioned(size: int) -> list[dict[str, Any]]:
    """How far the residual falls, with how many evaluations."""
    rows = []
    for name, problem in box_quadratics(size):
        for rays in (True, False):
            functions = problem.functions
            functions.rays = rays
            result = solve(problem, {"tolerance": 1e-13, "max_iterations": 30000})
            scale = np.abs(functions.b).max()
            rows.append(
                {
                    "name": name,
                    "rays": rays,
                    "residual": result.residuals.gradient / scale,
                    "iterations": result.counts.iterations,
                    "evaluations": result.counts.evaluations,
                    "status": result.status.value,
                }
            )
            print("  ", rows[-1], flush=True)
    return rows


EXPERIMENTS: dict[str, Callable[[bool], list[dict[str, Any]]]] = {
    "nnls-i": lambda quick: compare(
        nnls_first(
            ((400, 1200),) if quick else ((400, 1200), (1000, 3000), (2000, 6000)),
            2 if quick else 5,
        ),
        20000,
    ),
    "nnls-ii": lambda quick: compare(
        nnls_second(((1200, 600),) if quick else ((1200, 600), (6000, 3000)), 2 if quick else 5),
        2000,
    ),
    "svm": lambda quick: compare(svm(600 if quick else 2000), 20000),
    "fairness": lambda quick: compare(fairness(3000 if quick else 30000), 20000),
    "box": lambda quick: conditioned(100 if quick else 400),
}


def main() -> None:
    """Run the experiments that are named, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("experiments", nargs="*", choices=[*EXPERIMENTS, []])
    parser.add_argument("--quick", action="store_true", help="small sizes")
    parser.add_argument("--json", help="where to write the rows")
    chosen = parser.parse_args()
    found: dict[str, Any] = {}
    for name in chosen.experiments or EXPERIMENTS:
        if name in DOWNLOADED and not SHARED.is_dir():
            print(f"{name}: left out, since its data is not in {SHARED}")
            continue
        print(f"{name}: products, default / paper")
        rows = EXPERIMENTS[name](chosen.quick)
        found[name] = rows
        if name != "box":
            for gap in [key for key in rows[0] if key not in {"name", "optimum", "end"}]:
                print(f"  paper / default at {gap}: {ratio(rows, float(gap)):.2f}")
    if chosen.json:
        Path(chosen.json).write_text(json.dumps(found, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
