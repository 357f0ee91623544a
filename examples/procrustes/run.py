"""The orthogonal Procrustes problem: turn one cloud of points onto another.

The same points were measured twice, the second time turned and with noise. The unknown is a matrix whose
columns are at right angles and of length one: a constraint with a matrix on each side, which is not
convex.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

from gennaker import Model

MODEL = Path(__file__).with_name("model.txt").read_text(encoding="utf-8")


def problem() -> dict[str, Any]:
    """Return the data by the names of the model."""
    random = np.random.default_rng(11)
    A = np.column_stack(
        [np.linspace(-2, 2, 50), np.sin(np.linspace(-3, 3, 50)), np.linspace(0, 1, 50) ** 2]
    )
    turn = np.linalg.qr(random.standard_normal((3, 3)))[0]
    return {"A": A, "B": A @ turn + 0.05 * random.standard_normal(A.shape)}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    print(
        f"\nThe points miss each other by {np.sqrt(solution.objective / len(data['A'])):.2f}; the noise has 0.05 per coordinate."
    )
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Draw the points before and after the turn."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 2.8), layout="constrained")
    before, after = figure.subplots(1, 2, sharex=True, sharey=True)
    before.plot(*data["B"][:, :2].T, ".", color="gray")
    before.plot(*data["A"][:, :2].T, label="before")
    after.plot(*data["B"][:, :2].T, ".", color="gray")
    after.plot(*(data["A"] @ solution.R)[:, :2].T, label="turned")
    before.legend()
    after.legend()
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
