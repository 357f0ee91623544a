"""Sparse inverse covariance: which measurements belong together?

An entry of the inverse covariance is zero where two measurements tell nothing of each other once all the
others are known. The price on absolute values finds the few pairs that do.
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
    table = np.loadtxt(DATA / "diabetes.csv", delimiter=",", skiprows=1)
    return {"S": np.corrcoef(table, rowvar=False), "lambda": 0.1}


def main(picture: str = "") -> None:
    """Solve, tell what came out, and draw it where a file is named."""
    data = problem()
    solution = Model(MODEL).solve(data)
    print(solution)
    pairs = np.sum(abs(np.triu(solution.X, 1)) > 1e-4)
    print(f"\n{pairs} of 55 pairs of measurements belong together.")
    if picture:
        draw(picture, data, solution)


def draw(picture: str, data: dict[str, Any], solution: Any) -> None:
    """Show the inverse covariance beside that without a price."""
    from matplotlib.figure import Figure

    names = (DATA / "diabetes.csv").read_text(encoding="utf-8").split("\n")[0].split(",")
    names[-1] = "y"
    figure = Figure(figsize=(6, 3), layout="constrained")
    shown = {"inverse": np.linalg.inv(data["S"]), "sparse inverse": solution.X}
    for axes, (title, values) in zip(figure.subplots(1, 2), shown.items(), strict=True):
        axes.imshow(np.where(abs(values) < 1e-4, np.nan, values), cmap="RdBu", vmin=-2, vmax=2)
        axes.set_title(title, fontsize=9)
        axes.set_xticks(range(11), names, fontsize=7, rotation=90)
        axes.set_yticks(range(11), names, fontsize=7)
    figure.savefig(picture)


if __name__ == "__main__":
    main(*sys.argv[1:])
