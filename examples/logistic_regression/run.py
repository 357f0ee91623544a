"""Logistic regression: is a tumour benign?

Thirty measurements of the cell nuclei of 569 tumours. The model is written in the plain way, with
`log(1 + exp(...))`; the compiler knows the form that does not overflow, and uses it.
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
    return {"X": X, "y": 2 * table[:, -1] - 1, "lambda": 1.0}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    margin = data["y"] * (data["X"] @ solution.w + solution.b)
    print(f"\n{np.mean(margin > 0):.1%} of the tumours are told right.")
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Draw how the scores of the two kinds of tumours are spread."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3), layout="constrained")
    axes = figure.subplots()
    score = data["X"] @ solution.w + solution.b
    for label, name in ((1, "benign"), (-1, "malignant")):
        axes.hist(score[data["y"] == label], bins=40, range=(-15, 15), alpha=0.6, label=name)
    axes.axvline(0, color="gray", linestyle=":")
    axes.set_xlabel("log odds of benign")
    axes.legend()
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
