"""Measure generated functions: how long they take to make, and how fast they run.

    python benchmarks/derivatives.py [--json FILE] [--largest ELEMENTS]

Every rival computes value and gradient of the same model on the same data in double precision:
hand-written NumPy (as safe as the generated code: it neither overflows nor takes the logarithm of 0), ``jax.jit`` of the plain formula with ``jax.value_and_grad``, and PyTorch with
autograd (where these are installed). Calls are interleaved, and the best of many rounds counts. On
a machine with other work, ``OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1`` and
``XLA_FLAGS=--xla_cpu_multi_thread_eigen=false`` keep all of them from waiting for a second core.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from gennaker.language.check import read
from gennaker.pipeline.load import instantiate, load_source, write_file

ROUNDS = 25
SECONDS = 0.01
EXAMPLES = Path(__file__).parent.parent / "examples"

LEAST_SQUARES = """
parameters
  Matrix A
  Vector b
variables
  Vector x
min
  norm2(A*x - b)^2
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
SVM = """
parameters
  Matrix K symmetric psd
  Vector y
variables
  Vector a
min
  0.5*(a.*y)'*K*(a.*y) - sum(a)
"""
TRANSPORT = """
parameters
  Matrix M
  Scalar c
variables
  Matrix P nonnegative
min
  tr(M'*P) + c*sum(P.*log(P))
"""


def hand_least_squares(A, b):
    def f(x):
        r = A @ x - b
        return r @ r, 2.0 * (r @ A)

    return f


def hand_logistic(X, y, c):
    def f(w):
        t = y * (X @ w)
        e = np.exp(-np.abs(t))
        value = 0.5 * c * (w @ w) + np.sum(np.log1p(e) - np.minimum(t, 0.0))
        s = np.where(t >= 0.0, e, 1.0) / (1.0 + e)
        return value, c * w - (y * s) @ X

    return f


def hand_svm(K, y):
    def f(a):
        u = y * a
        k = K @ u
        return 0.5 * (u @ k) - np.sum(a), y * k - 1.0

    return f


def hand_transport(M, c):
    tiny = np.finfo(float).tiny

    def f(P):
        logs = np.log(np.maximum(P, tiny))  # 0*log(0) is 0, and many entries become 0
        return np.vdot(M, P) + c * np.vdot(P, logs), M + c * (logs + 1.0)

    return f


def plain_least_squares(xp, x, A, b):
    return xp.sum((A @ x - b) ** 2)


def plain_logistic(xp, w, X, y, c):
    loss = xp.logaddexp(-y * (X @ w), xp.zeros_like(y))
    return c / 2 * xp.sum(w * w) + xp.sum(loss)


def plain_svm(xp, a, K, y):
    u = a * y
    return 0.5 * (u @ (K @ u)) - xp.sum(a)


def plain_transport(xp, P, M, c):
    return xp.sum(M * P) + c * xp.sum(P * xp.log(P))


def tall(elements: int) -> tuple[int, int]:
    """Return rows and columns of a matrix with a given number of elements."""
    columns = max(2, int((elements / 4) ** 0.5))
    return max(2, elements // columns), columns


def draw(name: str, elements: int) -> tuple[dict, np.ndarray]:
    """Draw data and a point for a model."""
    rng = np.random.default_rng(0)
    rows, columns = tall(elements)
    if name == "least squares":
        data = {"A": rng.standard_normal((rows, columns)), "b": rng.standard_normal(rows)}
        return data, rng.standard_normal(columns)
    if name == "logistic regression":
        labels = np.sign(rng.standard_normal(rows))
        data = {"X": rng.standard_normal((rows, columns)), "y": labels, "c": np.asarray(1.0)}
        return data, rng.standard_normal(columns)
    side = max(2, int(elements**0.5))
    square = rng.standard_normal((side, side))
    if name == "dual SVM":
        labels = np.sign(rng.standard_normal(side))
        return {"K": square @ square.T, "y": labels}, rng.uniform(0, 1, side)
    return {"M": square, "c": np.asarray(0.5)}, rng.uniform(0.1, 1, (side, side))


MODELS: dict[str, tuple[str, Callable, Callable]] = {
    "least squares": (LEAST_SQUARES, hand_least_squares, plain_least_squares),
    "logistic regression": (LOGISTIC, hand_logistic, plain_logistic),
    "dual SVM": (SVM, hand_svm, plain_svm),
    "joint probability": (TRANSPORT, hand_transport, plain_transport),
}


def rivals(name: str, data: dict, point: np.ndarray) -> dict[str, Callable[[], object]]:
    """Return a call without arguments for each rival."""
    text, hand, plain = MODELS[name]
    problem = read(text)
    written, made = load_source(problem, "numpy")
    sizes = {}
    for symbol in (*problem.parameters, *problem.variables):
        shape = point.shape if symbol.name not in data else data[symbol.name].shape
        for axis, length in zip(symbol.node.shape.axes, shape, strict=True):
            sizes[str(axis)] = length
    functions = instantiate(written, made, data, sizes)
    by_hand = hand(*data.values())
    calls: dict[str, Callable[[], object]] = {
        "gennaker": lambda: functions.value_and_gradient(point),
        "by hand": lambda: by_hand(point),
    }
    calls |= jax_rival(plain, data, point)
    calls |= torch_rival(plain, data, point)
    return calls


def jax_rival(plain: Callable, data: dict, point: np.ndarray) -> dict[str, Callable[[], object]]:
    """Return the call that JAX compiles, where it is installed."""
    try:
        import jax
    except ModuleNotFoundError:
        return {}
    jax.config.update("jax_enable_x64", val=True)
    arrays = [jax.numpy.asarray(value) for value in data.values()]
    at = jax.numpy.asarray(point)
    compiled = jax.jit(jax.value_and_grad(lambda x, *rest: plain(jax.numpy, x, *rest)))
    return {"jax": lambda: jax.block_until_ready(compiled(at, *arrays))}


def torch_rival(plain: Callable, data: dict, point: np.ndarray) -> dict[str, Callable[[], object]]:
    """Return PyTorch's autograd, where it is installed."""
    try:
        import torch
    except ModuleNotFoundError:
        return {}
    arrays = [torch.as_tensor(value) for value in data.values()]
    at = torch.as_tensor(point).requires_grad_()

    def call() -> object:
        value = plain(torch, at, *arrays)
        (gradient,) = torch.autograd.grad(value, at)
        return value, gradient

    return {"torch": call}


def seconds(calls: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Return the best time of each call, interleaved."""
    repeats = {}
    for name, call in calls.items():
        call()
        start = time.perf_counter()
        call()
        repeats[name] = max(1, int(SECONDS / max(time.perf_counter() - start, 1e-7)))
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(ROUNDS):
        for name, call in calls.items():
            start = time.perf_counter()
            for _ in range(repeats[name]):
                call()
            best[name] = min(best[name], (time.perf_counter() - start) / repeats[name])
    return best


def generation() -> dict[str, float]:
    """Return milliseconds of processor time from text to source for each model of the examples."""
    found = {}
    for path in sorted(EXAMPLES.glob("*/model.txt")):
        text = path.read_text(encoding="utf-8")
        times = []
        for _ in range(30):
            start = time.thread_time()
            write_file(read(text), "numpy")
            times.append(time.thread_time() - start)
        found[path.parent.name] = 1e3 * statistics.median(times)
    return found


def main() -> None:
    """Measure everything and print two tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--largest", type=float, default=1e7)
    options = parser.parse_args()
    made = generation()
    print("text to source, median of 30, milliseconds (target 10)")
    for name, value in made.items():
        print(f"  {name:<34} {value:6.2f}")
    rows = []
    sizes = [
        size for size in (10, 1_000, 100_000, 1_000_000, 10_000_000) if size <= options.largest
    ]
    print("\nvalue and gradient, microseconds, and the ratio to hand-written NumPy")
    for name in MODELS:
        for size in sizes:
            found = seconds(rivals(name, *draw(name, size)))
            rows.append({"model": name, "elements": size, **found})
            shown = "  ".join(f"{who} {1e6 * value:11.1f}" for who, value in found.items())
            ratio = found["gennaker"] / found["by hand"]
            print(f"  {name:<20} {size:>9}  {shown}  ratio {ratio:.2f}")
            sys.stdout.flush()
    for who in ("by hand", "jax", "torch"):
        ratios = [row["gennaker"] / row[who] for row in rows if who in row]
        if ratios:
            mean = statistics.geometric_mean(ratios)
            print(f"geometric mean of gennaker/{who}: {mean:.2f}, largest {max(ratios):.2f}")
    if options.json:
        options.json.write_text(json.dumps({"generation": made, "speed": rows}, indent=1))


if __name__ == "__main__":
    main()
