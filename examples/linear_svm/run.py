"""The linear support vector machine: the widest gap between two kinds of tumours.

The hinge loss charges the points that are inside the margin or on its wrong side; all other points do
not matter at all. The maximum in the loss is rewritten for the solver, and the answer is put back into
the variables of the model.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

from gennaker import Model

MODEL = Path(__file__).with_name("model.txt").read_text(encoding="utf-8")
DATA = Path(__file__).parents[1] / "data"


def problem() -> dict[str, Any]:
    """Return the data by the names of the model."""
    table = np.loadtxt(DATA / "breast_cancer.csv", delimiter=",", skiprows=1)
    X = table[:, :-1]
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    return {"X": X, "y": 2 * table[:, -1] - 1, "c": 1.0}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    margin = data["y"] * (data["X"] @ solution.w + solution.b)
    print(f"\n{np.sum(margin < 1 + 1e-6)} of {len(margin)} tumours decide where the line is.")
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Draw the tumours by their distance from the line."""
    from matplotlib.figure import Figure

    score = data["X"] @ solution.w + solution.b
    figure = Figure(figsize=(6, 3), layout="constrained")
    axes = figure.subplots()
    for label, name in ((1, "benign"), (-1, "malignant")):
        axes.hist(score[data["y"] == label], bins=50, range=(-10, 10), alpha=0.6, label=name)
    for place in (-1, 0, 1):
        axes.axvline(place, color="gray", linestyle=":" if place else "-", linewidth=1)
    axes.set_xlabel("score; the margin lies between the dotted lines")
    axes.legend()
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
