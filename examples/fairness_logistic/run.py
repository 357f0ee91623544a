"""Fair logistic regression: as much logistic loss for women as for men.

Two thousand people of the census of 1994: who has a high income? Without the constraint `fair` the model
does better for the women, few of whom earn much. With it the mean logistic loss is the same in both
groups. Both sides of the constraint are curved, so the problem is not convex.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

from gennaker import Model

MODEL = Path(__file__).with_name("model.txt").read_text(encoding="utf-8")
DATA = Path(__file__).parents[1] / "data"
GROUPS = (("XA", "yA"), ("XB", "yB"))


def problem() -> dict[str, Any]:
    """Return the data by the names of the model."""
    table = np.loadtxt(DATA / "adult.csv", delimiter=",", skiprows=1)
    X = table[:, :-1]
    X = np.column_stack([(X - X.mean(axis=0)) / X.std(axis=0), np.ones(len(X))])
    y = 2 * table[:, -1] - 1
    women = table[:, -2] == 1
    return {
        "X": X,
        "y": y,
        "lambda": 0.001,
        "XA": X[women],
        "yA": y[women],
        "XB": X[~women],
        "yB": y[~women],
    }


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    loss = [np.logaddexp(0, -data[y] * (data[X] @ solution.w)).mean() for X, y in GROUPS]
    print(f"\nThe mean logistic loss is {loss[0]:.4f} for women and {loss[1]:.4f} for men.")
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Draw how sure the model is of both groups."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3), layout="constrained")
    axes = figure.subplots()
    for name, (X, y) in zip(("women", "men"), GROUPS, strict=True):
        margin = data[y] * (data[X] @ solution.w)
        axes.hist(margin, bins=50, range=(-5, 5), density=True, alpha=0.6, label=name)
    axes.set_xlabel("margin; below 0 the model is wrong")
    axes.legend()
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
